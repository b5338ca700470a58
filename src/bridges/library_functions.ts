/** Functions that a shared library offers under their own names: what is found there by name alone. */
import { NATIVE } from "./native_languages.ts";
import { Flag, Kind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import { nearest } from "./nearest.ts";

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
    const row = symbol - file.firstSymbol;
    return (file.symbol(row, Sym.FLAGS) & Flag.declaration) === 0 &&
      file.symbol(row, Sym.KIND) === Kind.function;
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
  const symbols = nearest(links.project, site.file, libraryFunctions(links, name, languages));
  if (symbols.length > MOST_TARGETS) return;
  const confidence = symbols.length > 1 ? Certainty.heuristic : Certainty.inferred;
  for (const symbol of symbols) links.bridge(site, symbol, mechanism, confidence, symbols.length);
}
