import { Flag, SYMBOL_KINDS } from "../extract/facts.ts";
import { documentFormat } from "../scan/documents/document_formats.ts";
import type { IndexStore } from "../store/index_store.ts";
import { isAnonymous } from "../store/symbol_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import { cellShape, shownLine } from "./place.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";

/** What kinds of symbol an answer may show. */
const SHOWN_KINDS = [...SYMBOL_KINDS, "external"] as const;

/** A symbol in an answer. What lies outside the project has no place. */
export const symbolShape = record({
  id: text("names the symbol in later questions; stays the same when other files change"),
  kind: oneOf(SHOWN_KINDS),
  name: text(),
  qualifiedName: text("with the names of what contains it"),
  file: optional(text("relative to the project")),
  cell: cellShape,
  line: optional(whole("where the name stands")),
  endLine: optional(whole()),
  language: optional(text()),
  signature: optional(text()),
  traits: optional(list(text(), "async, static, declaration, test, generated …")),
});
export type SymbolReference = ValueOf<typeof symbolShape>;

/** Marks the id of something outside the project. */
const EXTERNAL_ID = "external:";

/**
 * A symbol as answers show it. Its id is `path:qualifiedName`, with `#1`, `#2` … where its file
 * has several of that name; a nameless function's is `path:line:column`.
 */
export function symbolReference(store: IndexStore, symbol: StoredSymbol): SymbolReference {
  const qualifiedName = store.symbols.qualifiedName(symbol);
  const traits = traitsOf(symbol);
  const place = shownLine(store, symbol.file, symbol.line);
  return {
    id: symbolId(store, symbol, qualifiedName),
    kind: symbol.kind,
    name: symbol.name,
    qualifiedName,
    file: symbol.file,
    ...place,
    endLine: symbol.endLine + place.line - symbol.line,
    language: symbol.language,
    ...(symbol.signature === undefined ? {} : { signature: symbol.signature }),
    ...(traits.length === 0 ? {} : { traits }),
  };
}

/** A symbol in a list of others: enough to find it and to ask about it. */
export function briefReference(store: IndexStore, symbol: StoredSymbol): SymbolReference {
  const { signature: _, language: __, endLine: ___, ...brief } = symbolReference(store, symbol);
  return brief;
}

/** What an edge leads to, as answers show it: a symbol, or something outside. */
export function targetReference(store: IndexStore, target: number): SymbolReference {
  const symbol = target > 0 ? store.symbols.get(target) : undefined;
  if (symbol !== undefined) return symbolReference(store, symbol);
  return externalReference(store.edges.externalName(target));
}

/** Something outside the project, by its qualified name. */
export function externalReference(qualifiedName: string): SymbolReference {
  const name = qualifiedName.split(/[.:/$]/).at(-1) || qualifiedName;
  return { id: EXTERNAL_ID + qualifiedName, kind: "external", name, qualifiedName };
}

/** Externals of that id or qualified name, or whose last parts it is: their numbers and names. */
export function externalsMeant(
  store: IndexStore,
  text: string,
  limit: number,
): { id: number; name: string }[] {
  const name = text.trim();
  return store.edges.externals(
    name.startsWith(EXTERNAL_ID) ? name.slice(EXTERNAL_ID.length) : name,
    limit,
  );
}

function symbolId(store: IndexStore, symbol: StoredSymbol, qualifiedName: string): string {
  if (symbol.kind === "file") return fileId(store, symbol);
  if (isAnonymous(symbol)) return `${symbol.file}:${symbol.line}:${symbol.column}`;
  const place = `${symbol.file}:${qualifiedName}`;
  const namesakes = store.symbols.namesakes(symbol);
  if (namesakes.length === 1) return place;
  const equal = namesakes.filter((other) => store.symbols.qualifiedName(other) === qualifiedName);
  return equal.length === 1 ? place : `${place}#${equal.findIndex(isSame) + 1}`;

  function isSame({ id }: StoredSymbol): boolean {
    return id === symbol.id;
  }
}

/** The path; of a document's second language, `path#2`. */
function fileId(store: IndexStore, { file, fileId }: StoredSymbol): string {
  if (documentFormat(file) === undefined) return file;
  const part = store.files.partsAt(file).findIndex(({ id }) => id === fileId);
  return part > 0 ? `${file}#${part + 1}` : file;
}

const TRAITS = [
  "async",
  "static",
  "abstract",
  "private",
  "protected",
  "getter",
  "setter",
  "generator",
  "declaration",
  "classMethod",
  "dynamic",
  "virtual",
  "deprecated",
] as const;

function traitsOf(symbol: StoredSymbol): string[] {
  const traits: string[] = TRAITS.filter((trait) => (symbol.flags & Flag[trait]) !== 0);
  if (symbol.test) traits.push("test");
  if (symbol.generated) traits.push("generated");
  return traits;
}
