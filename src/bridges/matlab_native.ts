/**
 * From MATLAB to C and C++: functions that are compiled from the file of their name (MEX), beside
 * what MATLAB has of them, and functions of libraries (`calllib`).
 */
import { Flag, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { bridgeToLibrary } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { nearest, sharedFolders } from "../resolve/nearest.ts";

const MATLAB = ["matlab"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
const GATE = "mexFunction";
/** What a function calls that has nothing else to do. */
const COMPLAINTS: ReadonlySet<string> = new Set(["error", "mfilename", "sprintf", "upper"]);
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
    if (external !== undefined) continue;
    const all = nearest(links.project, site.file, gates.get(name) ?? []);
    const [twin, ...others] = targets.map(({ symbol }) => symbol);
    if (twin === undefined) bridge(links, site, all, Certainty.inferred);
    else if (others.length === 0) bridge(links, site, ...besides(links, name, twin, all));
  }
}

/**
 * Of compiled functions, those that lie beside a function of MATLAB's with their name, and how surely
 * they are meant: surely if that is only their help, and not if it does their work where they are missing.
 */
function besides(
  links: Links,
  name: string,
  twin: number,
  gates: readonly number[],
): [readonly number[], number] {
  const { path } = links.project.fileOfSymbol(twin);
  if (!path.endsWith(`/${name}.m`) && path !== `${name}.m`) return [[], Certainty.inferred];
  const folders = path.split("/").length - 1;
  const near = gates.filter((gate) =>
    sharedFolders(path, links.project.fileOfSymbol(gate).path) >= folders - 1
  );
  return [near, isOnlyHelp(links, twin) ? Certainty.exact : Certainty.inferred];
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

/** Whether a function of MATLAB does no more than to say that the compiled one is missing. */
function isOnlyHelp({ project }: Links, symbol: number): boolean {
  const file = project.fileOfSymbol(symbol);
  if ((file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0) return true;
  const count = file.count("references");
  for (let row = 0; row < count; row++) {
    const isCall = file.reference(row, Ref.KIND) === RefKind.call;
    if (isCall && !COMPLAINTS.has(file.text(file.reference(row, Ref.NAME)))) return false;
  }
  return count > 0;
}

function bridge(links: Links, site: Site, symbols: readonly number[], confidence: number): void {
  if (symbols.length > MOST_TARGETS) return;
  const known = symbols.length > 1 ? Certainty.inferred : confidence;
  for (const symbol of symbols) links.bridge(site, symbol, "MEX", known, symbols.length);
}

/** MATLAB to native code. */
export const matlabNative: Linker = { link };
