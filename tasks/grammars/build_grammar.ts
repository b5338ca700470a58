import { join } from "node:path";
import { runTool } from "./run_tool.ts";
import { editedFile, type SourceEdit } from "./source_edits.ts";
import type { Toolchain } from "./toolchain.ts";

/** Flags of tree-sitter's own loader; assertions are off, since web-tree-sitter has no handler. */
const COMPILE = [
  "--target=wasm32-unknown-wasi",
  "-fPIC",
  "-Os",
  "-fno-exceptions",
  "-fvisibility=hidden",
  "-DNDEBUG",
  "-w",
];
const LINK = [
  "--target=wasm32-unknown-wasi",
  "-shared",
  "-nostdlib",
  "-fuse-ld=lld",
  "-Wl,--experimental-pic",
  "-Wl,--allow-undefined",
  "-Wl,--no-entry",
  "-Wl,--strip-debug",
];
const OPTIMISE = [
  "--enable-mutable-globals",
  "--enable-sign-ext",
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-multivalue",
  "--enable-reference-types",
  "-Os",
];

/**
 * Builds a grammar's module from its generated C.
 *
 * @param sources folder with `parser.c`, `scanner.c` where the grammar has one, and headers
 * @param scratch empty folder for intermediate files
 * @param edits changes of the C
 * @throws {Error} when there is no C parser, the scanner is C++, or a tool fails
 */
export async function buildGrammar(
  toolchain: Toolchain,
  sources: string,
  scratch: string,
  edits: readonly SourceEdit[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const units = await unitsOf(sources);
  const objects: string[] = [];
  for (const unit of units) {
    const object = join(scratch, `${unit}.o`);
    const file = await editedFile(sources, `${unit}.c`, edits, scratch);
    const inputs = ["-isystem", toolchain.headers, "-I", ".", "-c", file, "-o", object];
    await runTool(toolchain.clang, [...COMPILE, ...inputs], sources);
    objects.push(object);
  }
  const entry = await entryPoint(join(sources, "parser.c"));
  const linked = join(scratch, "linked.wasm");
  const module = join(scratch, "module.wasm");
  await runTool(toolchain.clang, [...LINK, `-Wl,--export=${entry}`, ...objects, "-o", linked]);
  await runTool(toolchain.wasmOpt, [...OPTIMISE, linked, "-o", module]);
  return await Deno.readFile(module);
}

async function unitsOf(sources: string): Promise<string[]> {
  const files = new Set<string>();
  for await (const entry of Deno.readDir(sources)) files.add(entry.name);
  if (!files.has("parser.c")) throw new Error("the package's source folder holds no parser.c");
  if (files.has("scanner.cc")) throw new Error("a scanner in C++ is not supported");
  return files.has("scanner.c") ? ["parser", "scanner"] : ["parser"];
}

async function entryPoint(parser: string): Promise<string> {
  const definition = /const TSLanguage \*(tree_sitter_\w+)\((?:void)?\)\s*\{/;
  const name = definition.exec(await Deno.readTextFile(parser))?.[1];
  if (name === undefined) throw new Error("parser.c defines no tree_sitter_… function");
  return name;
}
