/** The type in which a symbol is written. */
import { Sym } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";

/** Row of the type that a symbol of a file is, or is written in; -1 if there is none. */
export function typeAround(file: ProjectFile, symbol: number): number {
  let at = symbol;
  while (at > 0 && !isType(file.symbol(at, Sym.KIND))) at = file.symbol(at, Sym.CONTAINER);
  return at > 0 ? at : -1;
}
