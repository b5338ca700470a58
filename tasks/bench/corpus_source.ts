import { run } from "../measure/command.ts";
import { DebianSources } from "../measure/debian_sources.ts";
import { onlyFile, remove } from "../measure/files.ts";
import { join } from "node:path";

/** A package of a registry that holds source code, and what to unpack of it: all, without `parts`. */
export type CorpusSource =
  & { readonly package: string; readonly parts?: readonly string[] }
  & (
    | { readonly registry: "debian" }
    | { readonly registry: "npm"; readonly version: string }
    | { readonly registry: "pypi"; readonly version: string; readonly form?: "sdist" }
  );

/**
 * Brings a package into the folder for downloads.
 *
 * @returns the path of its archive
 * @throws TaskFailure when the registry's client is missing or fails
 */
export async function downloadPackage(source: CorpusSource, downloads: string): Promise<string> {
  if (source.registry === "debian") {
    const sources = await DebianSources.open(join(downloads, "..", "debian"));
    return await sources.download(source.package, downloads);
  }
  if (source.registry === "pypi") {
    const [form, archive] = source.form === "sdist"
      ? ["--no-binary", /\.tar\.gz$/] as const
      : ["--only-binary", /\.whl$/] as const;
    const wanted = ["--no-deps", form, ":all:", `${source.package}==${source.version}`];
    const args = ["-m", "pip", "download", "--quiet", ...wanted];
    await run({ command: python(), args, cwd: downloads }, "nothing");
    return onlyFile(downloads, archive);
  }
  const args = ["pack", `${source.package}@${source.version}`, "--ignore-scripts", "--silent"];
  await run({ command: "npm", args, cwd: downloads }, "nothing");
  return onlyFile(downloads, /\.tgz$/);
}

/** Unpacks a package into a folder that is made anew. @throws TaskFailure when it cannot be */
export async function unpackPackage(
  archive: string,
  { parts = [] }: CorpusSource,
  folder: string,
): Promise<void> {
  remove(folder);
  Deno.mkdirSync(folder, { recursive: true });
  if (archive.endsWith(".whl")) {
    await run({ command: python(), args: ["-m", "zipfile", "-e", archive, folder] });
    return;
  }
  const options = ["--strip-components", "1", "--no-same-owner", "--wildcards"];
  await run({ command: "tar", args: ["-xf", archive, ...options, "-C", folder, ...parts] });
}

function python(): string {
  return Deno.env.get("PYTHON") ?? "python3";
}
