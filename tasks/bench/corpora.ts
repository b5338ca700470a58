import { join } from "node:path";
import { run } from "../measure/command.ts";
import { isFolder, onlyFile, remove } from "../measure/files.ts";
import { TaskFailure } from "../measure/task.ts";
import { DebianSources } from "../measure/debian_sources.ts";

/** Real source code to measure with, and the registry package that it comes from. */
export interface Corpus {
  readonly name: string;
  /** The language that most of it is written in. */
  readonly language: string;
  /** Small enough for a quick run. */
  readonly quick: boolean;
  /** Functions and methods to ask questions about; each calls something and is called. */
  readonly symbols?: readonly string[];
  readonly source:
    | { readonly registry: "debian"; readonly package: string }
    | {
      readonly registry: "npm";
      readonly package: string;
      readonly version: string;
      /** What to unpack of the package: without it, its build results would count twice. */
      readonly parts: readonly string[];
    }
    | { readonly registry: "pypi"; readonly package: string; readonly version: string };
}

/** The corpora, small ones first. */
export const CORPORA: readonly Corpus[] = [
  {
    name: "express",
    language: "JavaScript",
    quick: true,
    source: { registry: "debian", package: "node-express" },
  },
  {
    name: "ggplot2",
    language: "R",
    quick: true,
    source: { registry: "debian", package: "r-cran-ggplot2" },
  },
  { name: "redis", language: "C", quick: true, source: { registry: "debian", package: "redis" } },
  {
    name: "effect",
    language: "TypeScript",
    quick: false,
    source: {
      registry: "npm",
      package: "effect",
      version: "4.1.0",
      parts: ["package/src", "package/package.json"],
    },
  },
  {
    name: "django",
    language: "Python",
    quick: false,
    symbols: ["reverse", "get_user_model", "QuerySet.filter", "Model.save", "flatten"],
    source: { registry: "debian", package: "python-django" },
  },
  {
    name: "kubernetes",
    language: "Go",
    quick: false,
    source: { registry: "debian", package: "kubernetes" },
  },
];

/**
 * The folder of a corpus, brought from its registry when it is not there yet.
 *
 * @throws TaskFailure when the registry's client is missing or fails
 */
export async function corpusFolder(corpus: Corpus, corpora: string): Promise<string> {
  const folder = join(corpora, corpus.name);
  if (isFolder(folder)) return folder;
  const downloads = join(corpora, "downloads", corpus.name);
  Deno.mkdirSync(downloads, { recursive: true });
  try {
    await unpack(await download(corpus, downloads), corpus, `${folder}.part`);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    throw new TaskFailure(
      `${error.message}\n${corpus.name} could not be brought from the ${corpus.source.registry} ` +
        `registry. Unpack its source into ${folder}, or pass --corpora FOLDER with such a folder in it.`,
    );
  }
  Deno.renameSync(`${folder}.part`, folder);
  return folder;
}

async function download({ source }: Corpus, downloads: string): Promise<string> {
  if (source.registry === "debian") {
    const sources = await DebianSources.open(join(downloads, "..", "debian"));
    return await sources.download(source.package, downloads);
  }
  if (source.registry === "pypi") {
    const wheel = ["--no-deps", "--only-binary", ":all:", `${source.package}==${source.version}`];
    const args = ["-m", "pip", "download", "--quiet", ...wheel];
    await run({ command: python(), args, cwd: downloads }, "nothing");
    return onlyFile(downloads, /\.whl$/);
  }
  const args = ["pack", `${source.package}@${source.version}`, "--ignore-scripts", "--silent"];
  await run({ command: "npm", args, cwd: downloads }, "nothing");
  return onlyFile(downloads, /\.tgz$/);
}

async function unpack(archive: string, { source }: Corpus, folder: string): Promise<void> {
  remove(folder);
  Deno.mkdirSync(folder, { recursive: true });
  if (source.registry === "pypi") {
    await run({ command: python(), args: ["-m", "zipfile", "-e", archive, folder] });
    return;
  }
  const parts = source.registry === "npm" ? source.parts : [];
  const options = ["--strip-components", "1", "--no-same-owner"];
  await run({ command: "tar", args: ["-xf", archive, ...options, "-C", folder, ...parts] });
}

function python(): string {
  return Deno.env.get("PYTHON") ?? "python3";
}
