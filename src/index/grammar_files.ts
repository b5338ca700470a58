/** Where the grammars lie: beside the sources, or embedded in the executable. */
import { join } from "node:path";

const GRAMMARS = join(import.meta.dirname!, "..", "..", "grammars");

/** Bytes of a grammar by name. @throws {Deno.errors.NotFound} when there is no such grammar. */
export function readGrammar(name: string): Uint8Array {
  return Deno.readFileSync(join(GRAMMARS, `${name}.wasm`));
}
