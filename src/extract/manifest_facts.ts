/** Facts of a file that is no source. */
import { type FileFacts, Kind, ScopeKind, Sym } from "./facts.ts";
import { FactsBuilder } from "./facts_builder.ts";

/** Facts of a manifest: the file itself, and what it says. */
export function manifestFacts(
  path: string,
  language: string,
  lineCount: number,
  manifest: unknown,
): FileFacts {
  const builder = new FactsBuilder();
  builder.scope(ScopeKind.file, -1, -1);
  const row = builder.symbol(Kind.file, path.slice(path.lastIndexOf("/") + 1), -1);
  const { symbols } = builder.tables;
  symbols.set(row, Sym.SCOPE, 0);
  symbols.set(row, Sym.START_LINE, 1);
  symbols.set(row, Sym.END_LINE, Math.max(lineCount, 1));
  symbols.set(row, Sym.NAME_LINE, 1);
  symbols.set(row, Sym.NAME_COLUMN, 1);
  builder.manifest = manifest;
  return builder.finish(language);
}
