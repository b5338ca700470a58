/** From Cython to C and C++: functions and classes that `cdef extern` declares, and what defines them. */
import { Kind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { nearest } from "../resolve/nearest.ts";

const CYTHON = ["cython"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const FUNCTIONS = "cdef extern";
const METHODS = "cppclass";
const MEMBERS: ReadonlySet<number> = new Set([Kind.method, Kind.constructor]);
/** More overloads than this say nothing. */
const MOST_TARGETS = 4;

function link(links: Links): void {
  for (const site of links.foreignCalls(FUNCTIONS, CYTHON)) {
    bridgeToLibrary(links, site, links.nameOf(site), FUNCTIONS, NATIVE);
  }
  for (const site of links.foreignCalls(METHODS, CYTHON)) bridgeToMethod(links, site);
}

/** To what a class of C++ defines, by the names of both. */
function bridgeToMethod(links: Links, site: Site): void {
  const owner = links.libraryOf(site);
  const id = links.project.nameId(links.nameOf(site));
  const all = id < 0
    ? []
    : links.project.symbolsNamed(id).filter((symbol) => isMemberOf(links, symbol, owner));
  const defined = all.filter((symbol) => !links.isDeclaration(symbol));
  const symbols = nearest(links.project, site.file, defined.length > 0 ? defined : all);
  if (symbols.length > MOST_TARGETS) return;
  for (const symbol of symbols) {
    links.bridge(site, symbol, METHODS, Certainty.inferred, symbols.length);
  }
}

function isMemberOf(links: Links, symbol: number, owner: string): boolean {
  const file = links.project.fileOfSymbol(symbol);
  const row = symbol - file.firstSymbol;
  if (!NATIVE.has(file.language) || !MEMBERS.has(file.symbol(row, Sym.KIND))) return false;
  const qualifier = file.symbol(row, Sym.QUALIFIER);
  const container = file.symbol(row, Sym.CONTAINER);
  const name = qualifier >= 0
    ? file.text(qualifier).replace(/^.*::/, "")
    : container > 0
    ? file.nameOf(container)
    : "";
  return name === owner;
}

/** Cython to C and C++. */
export const cythonNative: Linker = { link };
