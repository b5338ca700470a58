/** Where the grammars lie: beside the sources, or embedded in the executable. */
import { join } from "node:path";

const GRAMMARS = join(import.meta.dirname!, "..", "..", "grammars");

/** Bytes of a grammar by name. @throws {Deno.errors.NotFound} when there is no such grammar. */
export function readGrammar(name: string): Uint8Array {
  return Deno.readFileSync(join(GRAMMARS, `${name}.wasm`));
}

/** Versions of the grammars' packages, by grammar. */
export function grammarVersions(): ReadonlyMap<string, string> {
  const text = Deno.readTextFileSync(join(GRAMMARS, "sources.json"));
  const { grammars } = JSON.parse(text) as { grammars: { name: string; version: string }[] };
  return new Map(grammars.map(({ name, version }) => [name, version]));
}
