/** What is a symbol: what it says of itself, and what it has to do with others? */
import { Flag, SYMBOL_KINDS } from "../extract/facts.ts";
import type { EdgeKind } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { groupsTold } from "./groups_told.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { callingSymbols } from "./callees.ts";
import { countSites, siteCountsShape } from "./confidence.ts";
import { nodeText } from "./node_text.ts";
import { flag, type InputOf } from "./parameters.ts";
import { cellShape, shownLine } from "./place.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, optional, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { fewer } from "./fewer.ts";
import { scaled } from "./scaled.ts";
import { MOST_SUBJECTS, type Subject, subjectsMeant } from "./subjects.ts";
import { FILE, SYMBOL } from "./symbol_parameters.ts";
import {
  briefReference,
  externalReference,
  type SymbolReference,
  symbolShape,
} from "./symbol_reference.ts";

const parameters = {
  symbol: SYMBOL,
  file: FILE,
  includeCode: flag("also give the source, e.g. true", false),
};

const relatedShape = record({
  symbols: list(symbolShape, "the first of them"),
  more: whole("how many are not shown"),
});
export type Related = ValueOf<typeof relatedShape>;

const memberShape = record({
  symbol: record({
    kind: oneOf(SYMBOL_KINDS),
    name: text(),
    file: optional(text("of what is written outside it, where not in its file")),
    cell: cellShape,
    line: whole("where the name stands"),
    endLine: whole(),
    signature: optional(text()),
  }),
  depth: whole("0 for those directly in it"),
});
export type Member = ValueOf<typeof memberShape>;

const groupShape = record({
  symbol: symbolShape,
  doc: optional(text("what its documentation says")),
  exported: truth("visible to other files or packages by the language's own rule"),
  container: optional(symbolShape),
  members: list(memberShape, "what is written in it, in order; of a file, its whole outline"),
  moreMembers: whole(),
  bases: relatedShape,
  derived: relatedShape,
  overrides: relatedShape,
  overriddenBy: relatedShape,
  callers: relatedShape,
  callerSites: siteCountsShape,
  callees: relatedShape,
  unreadable: optional(text("lines of the file that could not be read, as 3-5,9")),
  code: optional(text("the source, each line as it stands")),
  moreLines: optional(whole("lines of the source not given")),
});
export type NodeGroup = ValueOf<typeof groupShape>;

const shape = record({
  symbol: text("as it was asked for"),
  groups: list(groupShape, "one for each symbol of that name"),
  moreSymbols: whole("symbols of that name beyond those told about"),
  suggestions: list(symbolShape, "the nearest, when no symbol has that name"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type NodeAnswer = ValueOf<typeof shape>;

const MOST_MEMBERS = 150;
/** Where several symbols share an answer. */
const MEMBERS_OF_SEVERAL = 15;
const MOST_RELATED = 6;
const MOST_LINES = 400;

/** What an edge says of the symbols at its ends. */
type Relation = "call" | "inheritance" | "overriding";
/** Edges that are no calls, looked up together with them. */
const RELATION_KINDS: readonly EdgeKind[] = ["inherits", "implements", "overrides"];
const RELATING_KINDS: readonly EdgeKind[] = [...RELATION_KINDS, ...CALL_KINDS];

function relationOf({ kind }: StoredEdge): Relation {
  if (kind === "overrides") return "overriding";
  return kind === "inherits" || kind === "implements" ? "inheritance" : "call";
}

/** One symbol, or a file's outline. */
export const node = question({
  name: "node",
  title: "Node",
  description:
    "One symbol: signature, documentation, place, members, relations, and its source on demand.\n" +
    "For the path of a file: its outline.",
  parameters,
  shape,
  maxChars: 12_000,
  ask,
  toText: nodeText,
});

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<NodeAnswer> {
  const meant = subjectsMeant(context.store, input.symbol, input.file);
  const tellings = meant.subjects.slice(0, MOST_SUBJECTS)
    .map((subject) => groupOf(context, subject));
  return groupsTold(context, input.symbol, meant, tellings, (shown, scale) => {
    const most = {
      members: scaled(shown.length > 1 ? MEMBERS_OF_SEVERAL : MOST_MEMBERS, scale),
      related: scale,
      lines: input.includeCode ? scaled(MOST_LINES, scale) : 0,
    };
    return shown.map((tell) => tell(most));
  });
}

function groupOf(context: AnswerContext, subject: Subject): (most: Most) => NodeGroup {
  const { store } = context;
  const { symbol, ids, reference } = subject;
  const leading = Map.groupBy(store.edges.to(ids, RELATING_KINDS), relationOf);
  const leaving = Map.groupBy(store.edges.from(ids, RELATION_KINDS), relationOf);
  const sources = (relation: Relation): number[] =>
    (leading.get(relation) ?? []).map(({ source }) => source);
  const targets = (relation: Relation): number[] =>
    (leaving.get(relation) ?? []).map(({ target }) => target);
  const calleeEdges = store.edges.from(callingSymbols(store, subject), CALL_KINDS);
  const members = membersOf(context, symbol);
  const relations = {
    bases: related(context, targets("inheritance")),
    derived: related(context, sources("inheritance")),
    overrides: related(context, targets("overriding")),
    overriddenBy: related(context, sources("overriding")),
    callers: related(context, sources("call")),
    callees: related(context, insideFirst(calleeEdges.map(({ target }) => target))),
  };
  const callerSites = countSites(leading.get("call") ?? []);
  return (most) => ({
    symbol: reference,
    exported: symbol !== undefined && (symbol.flags & Flag.exported) !== 0,
    ...(symbol === undefined ? {} : ownFacts(context, symbol, most.lines)),
    members: members.slice(0, most.members),
    moreMembers: Math.max(0, members.length - most.members),
    bases: fewerRelated(relations.bases, most.related),
    derived: fewerRelated(relations.derived, most.related),
    overrides: fewerRelated(relations.overrides, most.related),
    overriddenBy: fewerRelated(relations.overriddenBy, most.related),
    callers: fewerRelated(relations.callers, most.related),
    callerSites,
    callees: fewerRelated(relations.callees, most.related),
  });
}

/** How much is shown at most. */
interface Most {
  readonly members: number;
  /** Share of what could be shown of each relation. */
  readonly related: number;
  /** Of the source; 0 when it is not asked for. */
  readonly lines: number;
}

function insideFirst(targets: readonly number[]): number[] {
  return [...targets.filter((target) => target > 0), ...targets.filter((target) => target < 0)];
}

type OwnFacts = Pick<NodeGroup, "doc" | "container" | "unreadable" | "code" | "moreLines">;

function ownFacts(context: AnswerContext, symbol: StoredSymbol, mostLines: number): OwnFacts {
  const { store } = context;
  const container = symbol.container > 0 ? store.symbols.get(symbol.container) : undefined;
  const unreadable = symbol.kind === "file"
    ? store.files.get(symbol.fileId)?.unreadable
    : undefined;
  return {
    ...(symbol.doc === undefined ? {} : { doc: symbol.doc }),
    ...(container === undefined ? {} : { container: briefReference(store, container) }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(mostLines > 0 ? codeOf(context, symbol, mostLines) : {}),
  };
}

function codeOf(
  { lines }: AnswerContext,
  symbol: StoredSymbol,
  most: number,
): Pick<NodeGroup, "code" | "moreLines"> {
  const { file, startLine, endLine } = symbol;
  const last = Math.min(endLine, startLine + most - 1);
  const code = lines.range(file, startLine, last);
  return last < endLine ? { code, moreLines: endLine - last } : { code };
}

/** All that is written in a symbol, in order, and what belongs to it without being declared there. */
function membersOf({ store }: AnswerContext, symbol: StoredSymbol | undefined): Member[] {
  if (symbol === undefined) return [];
  const isFile = symbol.kind === "file";
  const all = isFile ? store.symbols.inFile(symbol.fileId) : store.symbols.membersOf(symbol);
  const depths = new Map([[symbol.id, -1]]);
  const declared = new Set<string>();
  const members: Member[] = [];
  for (const other of all) {
    if (other.id === symbol.id) continue;
    const around = depths.get(other.container) ?? (isFile ? undefined : -1);
    const isOutside = !isFile && other.container !== symbol.id;
    if (around === undefined || isOutside && declared.has(other.name)) continue;
    depths.set(other.id, around + 1);
    if ((other.flags & Flag.declaration) !== 0) declared.add(other.name);
    members.push({ symbol: memberOf(store, other, symbol.file), depth: around + 1 });
  }
  return members;
}

/** Characters of a member's signature that are shown. */
const LONGEST_SIGNATURE = 120;

function memberOf(store: IndexStore, symbol: StoredSymbol, around: string): Member["symbol"] {
  const { kind, name, file, line, signature } = symbol;
  const place = shownLine(store, file, line);
  const endLine = symbol.endLine + place.line - line;
  const shown = signature === undefined || signature.length <= LONGEST_SIGNATURE
    ? signature
    : signature.slice(0, LONGEST_SIGNATURE - 1) + "…";
  const elsewhere = file === around ? {} : { file };
  return {
    kind,
    name,
    ...elsewhere,
    ...place,
    endLine,
    ...(shown === undefined ? {} : { signature: shown }),
  };
}

function fewerRelated({ symbols, more }: Related, share: number): Related {
  const shown = fewer(symbols, share);
  return { symbols: shown, more: more + symbols.length - shown.length };
}

/** The first of some symbols, each once, nameless ones as what they stand in. */
function related({ store }: AnswerContext, ids: readonly number[]): Related {
  const found = new Map<number, SymbolReference>();
  const all = new Set(ids);
  const first = [...all].slice(0, MOST_RELATED).filter((id) => id > 0);
  store.symbols.lookAround(store.symbols.getAll(first));
  let told = 0;
  for (const id of all) {
    if (found.size === MOST_RELATED) break;
    told++;
    const symbol = id > 0 ? store.symbols.get(id) : undefined;
    const named = symbol === undefined ? undefined : store.symbols.namedAround(symbol);
    const reference = named === undefined
      ? externalReference(store.edges.externalName(id))
      : briefReference(store, named);
    found.set(named?.id ?? id, reference);
  }
  return { symbols: [...found.values()], more: all.size - told };
}
