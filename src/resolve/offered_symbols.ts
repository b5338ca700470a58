/** What modules offer to their users by lists that stand apart from the definitions. */
import { Flag, Sym } from "../extract/facts.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Modules } from "./module_system.ts";
import type { ProjectFile } from "./project.ts";

/** Whether the module system of a file's language keeps such lists. */
export function listsOffers({ lookup }: Knowledge, file: ProjectFile): boolean {
  return lookup.modules(file).offered !== undefined;
}

/**
 * Symbols that are offered so, numbered through the project.
 * @param files of whose languages the module systems are asked
 */
export function offeredSymbols(
  { lookup }: Knowledge,
  files: readonly ProjectFile[],
): ReadonlySet<number> {
  const asked = new Set<Modules>();
  for (const file of files) asked.add(lookup.modules(file));
  const offered = new Set<number>();
  for (const modules of asked) for (const symbol of modules.offered?.() ?? []) offered.add(symbol);
  return offered;
}

/** Rows of a file's symbols that are exported, by their own words or by lists apart. */
export function* exportedRows(file: ProjectFile, offered: ReadonlySet<number>): Generator<number> {
  const count = file.count("symbols");
  for (let row = 0; row < count; row++) {
    const isOwn = (file.symbol(row, Sym.FLAGS) & Flag.exported) !== 0;
    if (isOwn || offered.has(file.firstSymbol + row)) yield row;
  }
}
