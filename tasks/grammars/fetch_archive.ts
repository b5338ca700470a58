import { join } from "node:path";
import { homedir } from "node:os";
import type { PackageOrigin } from "./package_origin.ts";
import { runTool } from "./run_tool.ts";

/**
 * Brings one package archive into `directory` through the registry's own client, which
 * knows the registry's address and any mirror that is configured.
 *
 * @returns path of the archive, a gzipped tar whose entries share one top folder
 * @throws {Error} when the client is missing or cannot bring the package
 */
export async function fetchArchive(origin: PackageOrigin, directory: string): Promise<string> {
  switch (origin.registry) {
    case "npm":
      return await fetchFromNpm(origin, directory);
    case "cargo":
      return await fetchFromCargo(origin, directory);
    case "pypi":
      return await fetchFromPypi(origin, directory);
  }
}

async function fetchFromNpm(origin: PackageOrigin, directory: string): Promise<string> {
  const wanted = `${origin.package}@${origin.version}`;
  await runTool("npm", ["pack", "--loglevel=error", "--ignore-scripts", wanted], directory);
  return await onlyFile(directory, ".tgz");
}

/** Cargo has no download command: a throw-away project that depends on the crate stands in. */
async function fetchFromCargo(origin: PackageOrigin, directory: string): Promise<string> {
  const manifest = `[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n` +
    `[dependencies]\n"${origin.package}" = "=${origin.version}"\n`;
  await Deno.mkdir(join(directory, "src"));
  await Deno.writeTextFile(join(directory, "src", "lib.rs"), "");
  await Deno.writeTextFile(join(directory, "Cargo.toml"), manifest);
  await runTool("cargo", ["fetch", "--quiet"], directory);
  const cache = join(Deno.env.get("CARGO_HOME") ?? join(homedir(), ".cargo"), "registry", "cache");
  for await (const registry of Deno.readDir(cache)) {
    const archive = join(cache, registry.name, `${origin.package}-${origin.version}.crate`);
    if (await isFile(archive)) return archive;
  }
  throw new Error(`cargo fetched ${origin.package} but its archive is not in ${cache}`);
}

async function fetchFromPypi(origin: PackageOrigin, directory: string): Promise<string> {
  const wanted = `${origin.package}==${origin.version}`;
  const options = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"];
  await runTool("python3", [...options, wanted], directory);
  return await onlyFile(directory, ".tar.gz");
}

async function onlyFile(directory: string, suffix: string): Promise<string> {
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isFile && entry.name.endsWith(suffix)) return join(directory, entry.name);
  }
  throw new Error(`the package client succeeded but left no ${suffix} file`);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
