/** Which symbols a person or an agent means by a text. */
import { Flag } from "../extract/facts.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import { isUnder } from "./path_filter.ts";
import { nearestSymbols } from "./nearest_symbols.ts";
import { type SymbolReference, symbolReference } from "./symbol_reference.ts";

/** Symbols of one name that are looked at: more can only be narrowed down. */
const MOST_NAMESAKES = 2000;
const MOST_FILES = 20;
const MOST_SUGGESTIONS = 5;

/** How the names of a qualified name are joined, in any language. */
const SEPARATOR = /:::?|->|\.|\$|#|@|\//g;

/** What a text means. */
export interface Selection {
  /** The symbols meant, the likeliest first: several when the text is ambiguous. */
  readonly symbols: readonly StoredSymbol[];
  /** When there is none: the nearest that there are. */
  readonly suggestions: readonly SymbolReference[];
}

/**
 * The symbols that a text names: `name`, `Class.method`, `Class::method`, `pkg::fun`,
 * `path/file.ext:name`, `path/file.ext:line`, a path, or an id from an earlier answer.
 *
 * @param file only symbols in files at or under a path that ends so
 */
export function selectSymbols(store: IndexStore, text: string, file?: string): Selection {
  const all = symbolsMeant(store, text);
  const symbols = file === undefined ? all : all.filter((symbol) => isUnder(symbol.file, file));
  if (symbols.length > 0) return { symbols: likeliestFirst(symbols), suggestions: [] };
  return { symbols: [], suggestions: suggestionsFor(store, bare(text)) };
}

/** The symbols that a text names, in no order. */
export function symbolsMeant(store: IndexStore, text: string): readonly StoredSymbol[] {
  const wanted = bare(text);
  const symbols = inNamedFile(store, wanted) ?? byQualifiedName(store, wanted);
  return symbols.length > 0 ? symbols : filesNamed(store, wanted);
}

/** Without the parentheses of a call. */
function bare(text: string): string {
  return text.trim().replace(/\(\s*\)$/, "");
}

/** `path:name`, `path:line` and ids; `undefined` when the text has no such form. */
function inNamedFile(store: IndexStore, text: string): StoredSymbol[] | undefined {
  for (const { index } of text.matchAll(/(?<!:):(?!:)/g)) {
    const files = store.files.endingIn(text.slice(0, index), MOST_FILES);
    if (files.length === 0) continue;
    const rest = text.slice(index + 1);
    return files.flatMap((file) => inFile(store, file, rest));
  }
  return undefined;
}

function inFile(store: IndexStore, file: StoredFile, text: string): StoredSymbol[] {
  const symbols = store.symbols.inFile(file.id);
  if (/^\d+(?::\d+)?$/.test(text)) return innermostAt(symbols, Number.parseInt(text));
  const { name, ordinal } = withoutOrdinal(text);
  const named = symbols.filter((symbol) =>
    symbol.kind !== "file" && name.endsWith(symbol.name) && isMeant(store, symbol, name)
  );
  return ordinal === undefined ? named : named.slice(ordinal - 1, ordinal);
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

function innermostAt(symbols: readonly StoredSymbol[], line: number): StoredSymbol[] {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const innermost =
    around.toSorted((a, b) =>
      (a.endLine - a.startLine) - (b.endLine - b.startLine) || b.id - a.id
    )[0];
  return innermost === undefined ? [] : [innermost];
}

/**
 * Names may hold what separates names elsewhere (`print.default` in R), so the longest name that
 * exists counts, and what stands before it has to lie around it.
 */
function byQualifiedName(store: IndexStore, text: string): StoredSymbol[] {
  const whole = named(store, text);
  if (whole.length > 0) return whole;
  for (const match of text.matchAll(SEPARATOR)) {
    const around = parts(text.slice(0, match.index));
    const name = text.slice(match.index + match[0].length);
    if (around.length === 0 || name === "") continue;
    const found = named(store, name).filter((symbol) => liesIn(store, symbol, around));
    if (found.length > 0) return found;
  }
  return [];
}

/** Symbols of a name, written exactly so if there are any. */
function named(store: IndexStore, name: string): StoredSymbol[] {
  const symbols = store.symbols.named(name, MOST_NAMESAKES);
  const exact = symbols.filter((symbol) => symbol.name === name);
  return exact.length > 0 ? exact : symbols;
}

function parts(text: string): string[] {
  return text.split(SEPARATOR).filter((part) => part !== "");
}

/** Whether names lie around a symbol, the last one next to it: containers, then the path. */
function liesIn(store: IndexStore, symbol: StoredSymbol, around: readonly string[]): boolean {
  const outer = parts(symbol.file.replace(/\.\w+$/, ""));
  const qualified = store.symbols.qualifiedName(symbol);
  const inner = parts(qualified.slice(0, qualified.length - symbol.name.length));
  const all = [...outer, ...inner];
  if (inner.length === 0) return endsWith(all, around) || endsWith(all.slice(0, -1), around);
  return endsWith(all, around);
}

function endsWith(all: readonly string[], ending: readonly string[]): boolean {
  const offset = all.length - ending.length;
  return offset >= 0 && ending.every((part, index) => all[offset + index] === part);
}

function filesNamed(store: IndexStore, text: string): StoredSymbol[] {
  return store.files.endingIn(text, MOST_FILES)
    .flatMap((file) => store.symbols.inFile(file.id).slice(0, 1));
}

/** Definitions before declarations, product before tests, what others can see before what is local. */
function likeliestFirst(symbols: readonly StoredSymbol[]): StoredSymbol[] {
  return symbols.toSorted((a, b) => unlikeliness(a) - unlikeliness(b) || a.id - b.id);
}

function unlikeliness({ flags, test, generated, kind }: StoredSymbol): number {
  return (test ? 16 : 0) + (generated ? 8 : 0) + ((flags & Flag.local) !== 0 ? 4 : 0) +
    ((flags & Flag.declaration) !== 0 ? 2 : 0) + (VALUES.has(kind) ? 1 : 0);
}

const VALUES = new Set(["variable", "field", "property", "constant", "enumMember"]);

function suggestionsFor(store: IndexStore, text: string): SymbolReference[] {
  const name = text.split(/:::?|->|[.$#@/:]/).at(-1) ?? text;
  return nearestSymbols(store, name === "" ? text : name, MOST_SUGGESTIONS)
    .map((symbol) => symbolReference(store, symbol));
}
