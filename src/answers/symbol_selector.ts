/** Which symbols a person or an agent means by a text. */
import { lineOfCell } from "../scan/documents/cells.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { IndexStore } from "../store/index_store.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import { isUnder } from "./path_filter.ts";
import { routesServing } from "./route_match.ts";
import { nearestSymbols } from "./nearest_symbols.ts";
import { type SymbolReference, symbolReference } from "./symbol_reference.ts";

/** Symbols of one name that are looked at: more can only be narrowed down. */
const MOST_NAMESAKES = 100;
const MOST_IN_CONTAINERS = 1000;
const MOST_FILES = 20;
const MOST_SUGGESTIONS = 5;

/** How the names of a qualified name are joined, in any language. */
const SEPARATOR = /:::?|->|\.|\$|#|@|\//g;

/** What a text means. */
export interface Selection {
  /** The symbols meant, the likeliest first: several when the text is ambiguous. */
  readonly symbols: readonly StoredSymbol[];
  /** Symbols meant beyond these, since some names have thousands. */
  readonly more: number;
  /** When there is none: the nearest that there are. */
  readonly suggestions: readonly SymbolReference[];
}

/**
 * The symbols that a text names: `name`, `Class.method`, `Class::method`, `pkg::fun`,
 * `path/file.ext:name`, `path/file.ext:line`, `path/file.ipynb [cell 3]:line`, a path, an example URL
 * of a route, or an id from an earlier answer.
 *
 * @param file only symbols in files at or under a path that ends so
 */
export function selectSymbols(store: IndexStore, text: string, file?: string): Selection {
  const { symbols, more } = symbolsMeant(store, text, file);
  const suggestions = symbols.length > 0 ? [] : suggestionsFor(store, withoutCall(text.trim()));
  return { symbols, more, suggestions };
}

/** As {@link selectSymbols}, without suggestions. */
export function symbolsMeant(store: IndexStore, text: string, file?: string): Meant {
  const written = text.trim();
  const meant = meantBy(store, written, file);
  const called = withoutCall(written);
  return meant.symbols.length > 0 || called === written ? meant : meantBy(store, called, file);
}

function meantBy(store: IndexStore, text: string, file: string | undefined): Meant {
  const inFile = inNamedFile(store, text);
  const meant = inFile === undefined ? byQualifiedName(store, text, file) : all(inFile, file);
  if (meant.symbols.length > 0) return meant;
  const files = all(filesNamed(store, text), file);
  return files.symbols.length > 0 ? files : all(routesNamed(store, text), file);
}

/** Routes by an example of what they serve. */
function routesNamed(store: IndexStore, text: string): StoredSymbol[] {
  const names = routesServing(store, text).map(({ id }) => id);
  return names.length === 0
    ? []
    : [...store.symbols.ofNames(names, MOST_NAMESAKES).values()].flat();
}

type Meant = Pick<Selection, "symbols" | "more">;

function all(symbols: readonly StoredSymbol[], file: string | undefined): Meant {
  const wanted = file === undefined
    ? symbols
    : symbols.filter((symbol) => isUnder(symbol.file, file));
  return { symbols: wanted, more: 0 };
}

/** Without the parentheses of a call: they can be a name themselves (`Scale.()` in Julia). */
function withoutCall(text: string): string {
  return text.replace(/\(\s*\)$/, "");
}

/** `path:name`, `path:line` and ids; `undefined` when the text has no such form. */
function inNamedFile(store: IndexStore, text: string): StoredSymbol[] | undefined {
  for (const { index } of text.matchAll(/(?<!:):(?!:)/g)) {
    const { path, cell } = withoutCell(text.slice(0, index));
    const files = store.files.endingIn(path, MOST_FILES);
    if (files.length === 0) continue;
    const rest = text.slice(index + 1);
    return files.flatMap((file) => inFile(store, file, rest, cell));
  }
  return undefined;
}

/** `path [cell 3]` in its parts. */
function withoutCell(text: string): { path: string; cell: number | undefined } {
  const match = /^(.+?)\s*\[cell (\d+)\]$/.exec(text);
  if (match === null) return { path: text, cell: undefined };
  return { path: match[1]!, cell: Number(match[2]) };
}

function inFile(
  store: IndexStore,
  file: StoredFile,
  text: string,
  cell: number | undefined,
): StoredSymbol[] {
  const place = /^(\d+)(?::(\d+))?$/.exec(text);
  if (place !== null) {
    const written = Number(place[1]);
    const line = cell === undefined || file.cells === undefined
      ? written
      : lineOfCell(file.cells, { cell, line: written });
    return innermostAt(store, file, line, Number(place[2]));
  }
  const { name, ordinal } = withoutOrdinal(text);
  for (const ending of endings(name)) {
    const meant = store.symbols.bearingInFile(namesOf(store, ending), file.id)
      .filter((symbol) => isMeant(store, symbol, name));
    if (meant.length === 0) continue;
    return ordinal === undefined ? meant : meant.slice(ordinal - 1, ordinal);
  }
  return [];
}

/** A qualified name, and what is left of it after each of its separators. */
function* endings(name: string): Generator<string> {
  yield name;
  for (const match of name.matchAll(SEPARATOR)) yield name.slice(match.index + match[0].length);
}

function withoutOrdinal(text: string): { name: string; ordinal: number | undefined } {
  const match = /^(.+)#(\d+)$/.exec(text);
  if (match === null) return { name: text, ordinal: undefined };
  return { name: match[1]!, ordinal: Number(match[2]) };
}

function isMeant(store: IndexStore, symbol: StoredSymbol, name: string): boolean {
  if (name === symbol.name) return true;
  const qualified = store.symbols.qualifiedName(symbol);
  return qualified === name || parts(qualified).join() === parts(name).join();
}

/** The symbol whose name stands at a place, or else the innermost around the line. */
function innermostAt(
  store: IndexStore,
  file: StoredFile,
  line: number,
  column: number,
): StoredSymbol[] {
  const symbols = store.symbols.aroundLine(file.id, line);
  const there = symbols.find((symbol) => symbol.line === line && symbol.column === column);
  if (there !== undefined) return [there];
  const innermost = symbols
    .toSorted((a, b) => (a.endLine - a.startLine) - (b.endLine - b.startLine) || byPlace(b, a))[0];
  return innermost === undefined ? [] : [innermost];
}

/**
 * Names may hold what separates names elsewhere (`print.default` in R), so the longest name that
 * exists counts, and what stands before it has to lie around it.
 */
function byQualifiedName(store: IndexStore, text: string, file: string | undefined): Meant {
  const ids = namesOf(store, text);
  // What lies outside has a name, too, that perhaps nothing inside is called by.
  const named = ids.length === 0 ? [] : store.symbols.bearing(ids, { file }, MOST_NAMESAKES);
  if (named.length === MOST_NAMESAKES) {
    return { symbols: named, more: store.symbols.countBearing(ids, { file }) - named.length };
  }
  // Tests are called by what they test: `Cart.total`.
  if (named.some(({ kind }) => kind !== "test")) return { symbols: named, more: 0 };
  return { symbols: [...contained(store, text, file), ...named], more: 0 };
}

/**
 * Symbols by the first division of a text into a name and what lies around it that there are some for:
 * what is next to it, or else a package or directory that it lies in somewhere (`dplyr::mutate`).
 */
function contained(store: IndexStore, text: string, file: string | undefined): StoredSymbol[] {
  const divisions = Array.from(text.matchAll(SEPARATOR), (match) => ({
    around: parts(text.slice(0, match.index)),
    name: text.slice(match.index + match[0].length),
  })).filter(({ around, name }) => around.length > 0 && name !== "");
  for (const fits of [liesIn, liesSomewhereIn]) {
    for (const { around, name } of divisions) {
      const filter = { file, around: around.at(-1) };
      const bearers = store.symbols.bearing(namesOf(store, name), filter, MOST_IN_CONTAINERS);
      store.symbols.lookAround(bearers);
      const symbols = bearers.filter((symbol) => fits(store, symbol, around));
      if (symbols.length > 0) return symbols;
    }
  }
  return [];
}

/** Ids of the names that are written so, or else of those that differ in case only. */
function namesOf(store: IndexStore, name: string): number[] {
  const names = store.names.equalTo(name);
  const exact = names.filter(({ text }) => text === name);
  return (exact.length > 0 ? exact : names).map(({ id }) => id);
}

function parts(text: string): string[] {
  return text.split(SEPARATOR).filter((part) => part !== "");
}

/** Whether names lie around a symbol, the last one next to it: containers, then the path. */
function liesIn(store: IndexStore, symbol: StoredSymbol, around: readonly string[]): boolean {
  const outer = pathParts(symbol);
  const inner = containerParts(store, symbol);
  const all = [...outer, ...inner];
  if (inner.length === 0) return endsWith(all, around) || endsWith(all.slice(0, -1), around);
  return endsWith(all, around);
}

/** Whether all containers of a symbol are named, and before them something of its path or the project. */
function liesSomewhereIn(
  store: IndexStore,
  symbol: StoredSymbol,
  around: readonly string[],
): boolean {
  const inner = containerParts(store, symbol);
  const head = around.slice(0, Math.max(0, around.length - inner.length));
  if (head.length === 0 || !endsWith(around, inner)) return false;
  const outer = [...projectParts(store), ...pathParts(symbol)];
  return outer.some((_, index) => endsWith(outer.slice(0, index + 1), head));
}

/** The directory of the project, without a version: most are called like the package in them. */
function projectParts(store: IndexStore): string[] {
  const directory = store.meta.get("root")?.split(/[\\/]/).at(-1) ?? "";
  return parts(directory.replace(/-v?\d[\d.]*$/, ""));
}

function pathParts({ file }: StoredSymbol): string[] {
  return parts(file.replace(/\.\w+$/, ""));
}

function containerParts(store: IndexStore, symbol: StoredSymbol): string[] {
  const qualified = store.symbols.qualifiedName(symbol);
  return parts(qualified.slice(0, qualified.length - symbol.name.length));
}

function endsWith(all: readonly string[], ending: readonly string[]): boolean {
  const offset = all.length - ending.length;
  return offset >= 0 && ending.every((part, index) => all[offset + index] === part);
}

function filesNamed(store: IndexStore, text: string): StoredSymbol[] {
  const { name, ordinal } = withoutOrdinal(text);
  const named = store.files.endingIn(text, MOST_FILES);
  const files = named.length > 0 || ordinal === undefined
    ? named
    : store.files.partsAt(name).slice(ordinal - 1, ordinal);
  return files.flatMap((file) => store.symbols.inFile(file.id).slice(0, 1));
}

function suggestionsFor(store: IndexStore, text: string): SymbolReference[] {
  const name = text.split(/:::?|->|[.$#@/:]/).at(-1) ?? text;
  return nearestSymbols(store, name === "" ? text : name, MOST_SUGGESTIONS)
    .map((symbol) => symbolReference(store, symbol));
}
