/** Functions that a shared library offers under their own names: what is found there by name alone. */
import { NATIVE } from "./native_languages.ts";
import { Kind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import { nearest } from "../resolve/nearest.ts";

/** Whose procedures get an underscore behind their names. */
export const FORTRAN: ReadonlySet<string> = new Set(["fortran"]);
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

/** Definitions of a name that a library can offer: functions with a body that are no methods. */
export function libraryFunctions(
  links: Links,
  name: string,
  languages: ReadonlySet<string> = NATIVE,
): readonly number[] {
  return links.functions(name, languages).filter((symbol) => {
    const file = links.project.fileOfSymbol(symbol);
    return !links.isDeclaration(symbol) &&
      file.symbol(symbol - file.firstSymbol, Sym.KIND) === Kind.function;
  });
}

/** Adds edges to the nearest definitions of a name in a library: to one it is likely, to more a guess. */
export function bridgeToLibrary(
  links: Links,
  site: Site,
  name: string,
  mechanism: string,
  languages: ReadonlySet<string> = NATIVE,
): void {
  const found = libraryFunctions(links, name, languages);
  if (found.length > 0) return bridgeToOne(links, site, found, mechanism);
  if (name.endsWith("_")) bridgeToFortran(links, site, name.slice(0, -1), mechanism);
}

/** As {@link bridgeToLibrary}, to procedures of Fortran outside of modules, by their own names. */
export function bridgeToFortran(links: Links, site: Site, name: string, mechanism: string): void {
  const found = libraryFunctions(links, name.toLowerCase(), FORTRAN).filter((symbol) => {
    const file = links.project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.CONTAINER) <= 0;
  });
  bridgeToOne(links, site, found, mechanism);
}

function bridgeToOne(links: Links, site: Site, all: readonly number[], mechanism: string): void {
  const symbols = nearest(links.project, site.file, all);
  if (symbols.length > MOST_TARGETS) return;
  const confidence = symbols.length > 1 ? Certainty.heuristic : Certainty.inferred;
  for (const symbol of symbols) links.bridge(site, symbol, mechanism, confidence, symbols.length);
}
