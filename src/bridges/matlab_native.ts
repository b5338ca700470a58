/**
 * From MATLAB to C and C++: functions that are compiled from the file of their name (MEX), where MATLAB
 * has no more of them than their help, and functions of libraries (`calllib`).
 */
import { Flag, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { bridgeToLibrary } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { nearest } from "./nearest.ts";

const MATLAB = ["matlab"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
const GATE = "mexFunction";
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

function link(links: Links): void {
  for (const site of links.foreignCalls("calllib", MATLAB)) {
    bridgeToLibrary(links, site, links.nameOf(site), "calllib");
  }
  const gates = gatesByName(links);
  const names = new Set(
    [...gates.keys()].map((name) => links.project.nameId(name)).filter((id) => id >= 0),
  );
  for (const site of links.naming(names, KINDS, MATLAB)) {
    const name = links.nameOf(site);
    const { targets, external } = links.resolve(site);
    const isHelp = targets.length > 0 && targets.every(({ symbol }) => isOnlyHelp(links, symbol));
    if (external !== undefined || targets.length > 0 && !isHelp) continue;
    bridge(links, site, gates.get(name) ?? [], isHelp);
  }
}

/** Functions that MATLAB enters, by the name of their file. */
function gatesByName(links: Links): Map<string, number[]> {
  const gates = new Map<string, number[]>();
  for (const symbol of links.functions(GATE, NATIVE)) {
    const { path } = links.project.fileOfSymbol(symbol);
    append(gates, path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""), symbol);
  }
  return gates;
}

/** Whether a function's file of MATLAB says what it does and nothing more. */
function isOnlyHelp({ project }: Links, symbol: number): boolean {
  const file = project.fileOfSymbol(symbol);
  return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0;
}

function bridge(links: Links, site: Site, gates: readonly number[], isHelp: boolean): void {
  const symbols = nearest(links.project, site.file, gates);
  if (symbols.length > MOST_TARGETS) return;
  const confidence = isHelp && symbols.length === 1 ? Certainty.exact : Certainty.inferred;
  for (const symbol of symbols) links.bridge(site, symbol, "MEX", confidence, symbols.length);
}

/** MATLAB to native code. */
export const matlabNative: Linker = { link };
