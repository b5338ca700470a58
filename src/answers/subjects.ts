/** What a question about a symbol is really about. */
import { Flag, TYPES_WITH_MEMBERS } from "../extract/facts.ts";
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
  /** Symbols meant beyond these. */
  readonly more: number;
  /** The nearest names, when the text means nothing. */
  readonly suggestions: readonly SymbolReference[];
}

const MOST_EXTERNALS = 5;

/**
 * What a question is about: the symbols that a text means, or else what it means outside the
 * project.
 */
export function subjectsMeant(store: IndexStore, text: string, file?: string): Subjects {
  const { symbols, more, suggestions } = selectSymbols(store, text, file);
  if (symbols.length > 0) {
    store.symbols.lookAround(symbols.slice(0, MOST_SUBJECTS));
    return { subjects: subjectsOf(store, symbols), more, suggestions: [] };
  }
  const subjects = externalsMeant(store, text, MOST_EXTERNALS).map(({ id, name }) => ({
    symbol: undefined,
    reference: externalReference(name),
    ids: [id],
    nameId: 0,
  }));
  return { subjects, more: 0, suggestions: subjects.length > 0 ? [] : suggestions };
}

/**
 * Makes one subject of a definition and its declarations (prototypes, overload signatures, stubs),
 * and of a class and its constructors: a call of one is a call of the other.
 */
function subjectsOf(store: IndexStore, symbols: readonly StoredSymbol[]): Subject[] {
  const definitions = symbols.filter((symbol) => !isDeclaration(symbol));
  const declarations = Map.groupBy(
    symbols.filter(isDeclaration),
    (symbol) => store.symbols.qualifiedName(symbol),
  );
  const subjects: Subject[] = [];
  for (const symbol of definitions) {
    const name = declarations.size === 0 ? "" : store.symbols.qualifiedName(symbol);
    subjects.push(subjectOf(store, symbol, declarations.get(name) ?? []));
    declarations.delete(name);
  }
  for (const [first, ...others] of declarations.values()) {
    if (first !== undefined) subjects.push(subjectOf(store, first, others));
  }
  return subjects;
}

/** What belongs to a subject is looked up when it is asked for: most of many are only counted. */
function subjectOf(
  store: IndexStore,
  symbol: StoredSymbol,
  declarations: readonly StoredSymbol[],
): Subject {
  return {
    symbol,
    nameId: symbol.nameId,
    get reference(): SymbolReference {
      return symbolReference(store, symbol);
    },
    get ids(): number[] {
      const constructors = constructorsOf(store, [symbol]).get(symbol.id) ?? [];
      return [symbol.id, ...declarations.map(({ id }) => id), ...constructors];
    },
  };
}

function isDeclaration({ flags }: StoredSymbol): boolean {
  return (flags & Flag.declaration) !== 0;
}

const TYPES: ReadonlySet<string> = new Set(TYPES_WITH_MEMBERS);

/** What stands for a type where calls start or changes spread: its members; none of anything else. */
export function typeMembers({ symbols }: IndexStore, symbol: StoredSymbol): StoredSymbol[] {
  return TYPES.has(symbol.kind) ? symbols.membersOf(symbol) : [];
}

const CONSTRUCTED: ReadonlySet<string> = new Set(["class", "struct"]);

/** Ids of the constructors of each class among some symbols: a call of the class is a call of these. */
export function constructorsOf(
  { symbols }: IndexStore,
  all: readonly StoredSymbol[],
): ReadonlyMap<number, readonly number[]> {
  const classes = all.filter(({ kind }) => CONSTRUCTED.has(kind));
  return classes.length === 0 ? new Map() : symbols.constructorsIn(classes.map(({ id }) => id));
}
