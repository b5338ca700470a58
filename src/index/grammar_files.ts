/** Where the grammars lie: beside the sources, or embedded in the executable. */
import { join } from "node:path";

const GRAMMARS = join(import.meta.dirname!, "..", "..", "grammars");

/** Bytes of a grammar by name. @throws {Deno.errors.NotFound} when there is no such grammar. */
export function readGrammar(name: string): Uint8Array {
  return Deno.readFileSync(join(GRAMMARS, `${name}.wasm`));
}

/** Versions of the grammars' packages, by grammar. */
export function grammarVersions(): ReadonlyMap<string, string> {
  return new Map(sources().map(({ name, version }) => [name, version]));
}

/** Names of the grammars that are missing, or are not as they were released. */
export async function faultyGrammars(): Promise<string[]> {
  const faulty: string[] = [];
  for (const { name, wasmSha256 } of sources()) {
    if (await sha256Of(name).catch(() => "") !== wasmSha256) faulty.push(name);
  }
  return faulty;
}

async function sha256Of(name: string): Promise<string> {
  const bytes = await Deno.readFile(join(GRAMMARS, `${name}.wasm`));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

interface GrammarSource {
  readonly name: string;
  readonly version: string;
  readonly wasmSha256: string;
}

function sources(): readonly GrammarSource[] {
  const text = Deno.readTextFileSync(join(GRAMMARS, "sources.json"));
  return (JSON.parse(text) as { readonly grammars: readonly GrammarSource[] }).grammars;
}
