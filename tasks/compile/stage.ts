import { createHash } from "node:crypto";
import { basename, dirname, join, relative } from "node:path";
import { Parser } from "web-tree-sitter";
import { inRepository } from "../release/repository.ts";
import { runTool } from "../grammars/run_tool.ts";

/**
 * Where code lies in an executable. Two folders deep, as in the sources, so that `../../grammars`
 * leads to the grammars in both.
 */
export const CODE_FOLDER = "src/code";
/** The module that an executable starts with. */
export const ENTRY_POINT = `${CODE_FOLDER}/main.js`;

/** Names, versions and digests of the grammars, which the program tells. */
const GRAMMAR_LIST = "sources.json";
/** Which build of the engine this is, told from others of the same version. */
const BUILD_FILE = "grammars/engine-build";
const RUNTIME = "web-tree-sitter.wasm";
const STARTS_WORKER = /new Worker\(new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g;
const BUNDLED_URL = /new URL\("\.[^"]*?([^"/]+)\.ts",import\.meta\.url\)/g;
/** One time for every file: executables record it. */
const FIXED_TIME = new Date("2000-01-01T00:00:00Z");

/**
 * Lays out what goes into an executable: bundles of the program and of each of its workers, the
 * parser's WebAssembly beside them, the grammars.
 *
 * `deno compile --bundle` would do for a program whose workers start no workers: in a worker's
 * bundle it leaves the addresses of further workers as they are in the sources.
 *
 * @param directory is made anew
 * @throws {Error} when bundling fails
 */
export async function stage(directory: string): Promise<void> {
  await removeIfThere(directory);
  const code = join(directory, CODE_FOLDER);
  await Deno.mkdir(code, { recursive: true });
  const modules = [inRepository("src/main.ts"), ...await workers()];
  const names = modules.map((module) => basename(module, ".ts"));
  if (new Set(names).size !== names.length) throw new Error(`two of ${names} share their name`);
  for (const module of modules) await bundle(module, code);
  await linkWorkers(code, names);
  await Deno.copyFile(await runtimePath(), join(code, RUNTIME));
  await Deno.chmod(join(code, RUNTIME), 0o644);
  await copyGrammars(join(directory, "grammars"));
  await Deno.writeTextFile(join(directory, BUILD_FILE), await digestOf(directory));
  await setTimes(directory);
}

/** Digest of all files in a directory, by which an index knows whether this engine made it. */
async function digestOf(directory: string): Promise<string> {
  const digest = createHash("sha256");
  for (const path of (await Array.fromAsync(filesUnder(directory))).sort()) {
    digest.update(`${relative(directory, path)}\0`).update(await Deno.readFile(path));
  }
  return digest.digest("hex").slice(0, 16);
}

async function* filesUnder(directory: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (isDirectory) yield* filesUnder(path);
    else yield path;
  }
}

/** Modules that run in workers, as the sources start them. */
async function workers(): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of sources(inRepository("src"))) {
    const text = await Deno.readTextFile(path);
    for (const [, worker] of text.matchAll(STARTS_WORKER)) found.add(join(dirname(path), worker!));
  }
  return [...found].sort();
}

async function* sources(directory: string): AsyncGenerator<string> {
  for await (const path of filesUnder(directory)) if (path.endsWith(".ts")) yield path;
}

/**
 * Bundles a module, with what it loads on demand in files of its own: read all at once, the code of
 * every command and language would double the time that the shortest command takes.
 */
async function bundle(module: string, code: string): Promise<void> {
  const options = ["--quiet", "--minify", "--platform", "deno", "--code-splitting"];
  await runTool(Deno.execPath(), ["bundle", ...options, "--outdir", code, module], inRepository());
}

/** Has bundled code start bundled workers. @throws {Error} when it starts another one */
async function linkWorkers(code: string, names: readonly string[]): Promise<void> {
  for await (const { name: file } of Deno.readDir(code)) {
    const path = join(code, file);
    const text = await Deno.readTextFile(path);
    const linked = text.replaceAll(BUNDLED_URL, (_, name: string) => {
      if (!names.includes(name)) throw new Error(`${file}: no worker ${name} is bundled`);
      return `new URL("./${name}.js",import.meta.url)`;
    });
    if (linked !== text) await Deno.writeTextFile(path, linked);
  }
}

/** Where the parser's package has its WebAssembly; the parser looks for it beside its own code. */
async function runtimePath(): Promise<string> {
  let location = "";
  await Parser.init({
    locateFile: (name: string, folder: string): string => location = folder + name,
  });
  return location.startsWith("file:") ? new URL(location).pathname : location;
}

async function copyGrammars(target: string): Promise<void> {
  await Deno.mkdir(target);
  for await (const { name } of Deno.readDir(inRepository("grammars"))) {
    if (!name.endsWith(".wasm") && name !== GRAMMAR_LIST) continue;
    await Deno.copyFile(inRepository("grammars", name), join(target, name));
  }
}

async function setTimes(directory: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (isDirectory) await setTimes(path);
    else await Deno.utime(path, FIXED_TIME, FIXED_TIME);
  }
}

async function removeIfThere(directory: string): Promise<void> {
  try {
    await Deno.remove(directory, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
