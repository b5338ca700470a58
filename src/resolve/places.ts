/** Places of a file, of which some may be all that is asked about. */
import { Sym } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";

/** Some places of a file. */
export interface Places {
  has(line: number, column: number): boolean;
}

/** Whether the name of a symbol stands at one of some places. */
export function hasName(places: Places, file: ProjectFile, symbol: number): boolean {
  return places.has(file.symbol(symbol, Sym.NAME_LINE), file.symbol(symbol, Sym.NAME_COLUMN));
}
