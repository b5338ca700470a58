/** What a question about a symbol is really about. */
import { Flag } from "../extract/facts.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import {
  externalReference,
  externalsMeant,
  type SymbolReference,
  symbolReference,
} from "./symbol_reference.ts";
import { selectSymbols } from "./symbol_selector.ts";

/** Symbols that an answer tells about one by one; more of the same name are only counted. */
export const MOST_SUBJECTS = 8;

/** One symbol, with those that stand for it where edges lead. */
export interface Subject {
  /** Undefined for something outside the project. */
  readonly symbol: StoredSymbol | undefined;
  readonly reference: SymbolReference;
  /** Its own id, those of its declarations, and of a class's constructors. */
  readonly ids: readonly number[];
  /** 0 for something outside the project. */
  readonly nameId: number;
}

/** What a text means. */
export interface Subjects {
  readonly subjects: readonly Subject[];
  /** The nearest names, when the text means nothing. */
  readonly suggestions: readonly SymbolReference[];
}

const MOST_EXTERNALS = 5;

/**
 * What a question is about: the symbols that a text means, or else what it means outside the
 * project.
 */
export function subjectsMeant(store: IndexStore, text: string, file?: string): Subjects {
  const { symbols, suggestions } = selectSymbols(store, text, file);
  if (symbols.length > 0) return { subjects: subjectsOf(store, symbols), suggestions: [] };
  const subjects = externalsMeant(store, text, MOST_EXTERNALS).map(({ id, name }) => ({
    symbol: undefined,
    reference: externalReference(name),
    ids: [id],
    nameId: 0,
  }));
  return { subjects, suggestions: subjects.length > 0 ? [] : suggestions };
}

/**
 * Makes one subject of a definition and its declarations (prototypes, overload signatures, stubs),
 * and of a class and its constructors: a call of one is a call of the other.
 */
function subjectsOf(store: IndexStore, symbols: readonly StoredSymbol[]): Subject[] {
  const definitions = new Map<string, { symbol: StoredSymbol; ids: number[] }>();
  const subjects: { symbol: StoredSymbol; ids: number[] }[] = [];
  for (const symbol of symbols.toSorted((a, b) => declared(a) - declared(b))) {
    const name = store.symbols.qualifiedName(symbol);
    const definition = definitions.get(name);
    if (definition !== undefined && declared(symbol) === 1) {
      definition.ids.push(symbol.id);
      continue;
    }
    const subject = { symbol, ids: [symbol.id, ...constructorsOf(store, symbol)] };
    if (declared(symbol) === 0 || definition === undefined) definitions.set(name, subject);
    subjects.push(subject);
  }
  return subjects.map(({ symbol, ids }) => ({
    symbol,
    // Most of many namesakes are only counted.
    get reference(): SymbolReference {
      return symbolReference(store, symbol);
    },
    ids,
    nameId: symbol.nameId,
  }));
}

function declared({ flags }: StoredSymbol): 0 | 1 {
  return (flags & Flag.declaration) === 0 ? 0 : 1;
}

/** Constructors of a class: a call of the class is a call of these. */
export function constructorsOf(store: IndexStore, symbol: StoredSymbol): number[] {
  if (symbol.kind !== "class" && symbol.kind !== "struct") return [];
  return store.symbols.membersOf(symbol)
    .filter(({ kind }) => kind === "constructor").map(({ id }) => id);
}
