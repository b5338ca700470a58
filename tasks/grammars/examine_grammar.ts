import type { GrammarFolder } from "./grammar_folder.ts";
import type { GrammarRuntime } from "./grammar_runtime.ts";
import type { GrammarSource } from "./grammar_source.ts";
import { sha256 } from "./sha256.ts";

/**
 * Looks at one committed grammar without asking any registry: its digest, its imports, its
 * interface version, its licence text, and whether its sample parses without an error.
 *
 * @returns what is wrong, in words; empty when all is well
 */
export async function examineGrammar(
  source: GrammarSource,
  folder: GrammarFolder,
  runtime: GrammarRuntime,
): Promise<string[]> {
  const wasm = await folder.module(source.name);
  if (wasm === undefined) return [`${source.name}.wasm is missing`];
  if (sha256(wasm) !== source.wasmSha256) return [`${source.name}.wasm is not the recorded one`];
  const faults = await examineModule(wasm, source, runtime);
  if (!(await folder.licence(source.name))?.trim()) {
    faults.push(`licenses/${source.name}.txt is missing or empty`);
  }
  return faults;
}

/** As {@link examineGrammar}, for a module that need not be in the folder yet. */
export async function examineModule(
  wasm: Uint8Array<ArrayBuffer>,
  expected: { readonly abi?: number; readonly sample: string },
  runtime: GrammarRuntime,
): Promise<string[]> {
  const foreign = await runtime.foreignImports(wasm);
  if (foreign.length > 0) return [`needs what web-tree-sitter lacks: ${foreign.join(", ")}`];
  const faults: string[] = [];
  const trial = await runtime.try(wasm, expected.sample);
  if (expected.abi !== undefined && trial.abi !== expected.abi) {
    faults.push(`speaks ABI ${trial.abi}, recorded is ${expected.abi}`);
  }
  if (trial.errorLine !== undefined) {
    faults.push(`its sample has a syntax error in line ${trial.errorLine}`);
  }
  return faults;
}
