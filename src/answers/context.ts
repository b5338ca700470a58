/** Where does a task begin, and what surrounds it? */
import { breadthFirst } from "../graph/breadth_first.ts";
import type { Neighbours } from "../graph/hop.ts";
import { SYMBOL_KINDS } from "../extract/facts.ts";
import { CONFIDENCES, EDGE_KINDS } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { asAsked } from "./as_asked.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { contextText } from "./context_text.ts";
import { Exploration, type Piece } from "./exploration.ts";
import { fewer } from "./fewer.ts";
import { firstSentence } from "./first_sentence.ts";
import { fitted } from "./fitted.ts";
import { flag, type InputOf, requiredText, wholeNumber } from "./parameters.ts";
import { cellShape } from "./place.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, optional, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { sourceFileShape, SourceView } from "./source_view.ts";
import { maxCharsOf } from "./symbol_parameters.ts";

const parameters = {
  task: requiredText('what is to be done, e.g. "add a timeout option to the HTTP client"'),
  maxNodes: wholeNumber("symbols told about at most, e.g. 40", {
    least: 1,
    most: 200,
    default: 20,
  }),
  includeCode: flag("give the source of the entry points, e.g. false", true),
  maxChars: maxCharsOf(12_000),
};

const relationShape = record({
  kind: oneOf(EDGE_KINDS),
  to: text("qualified name of the other end"),
  isUser: truth("whether the symbol is the one that uses the other"),
  cell: cellShape,
  line: whole("of the site"),
  confidence: oneOf(CONFIDENCES),
});
export type Relation = ValueOf<typeof relationShape>;

const nodeShape = record({
  symbol: text("qualified name"),
  kind: oneOf(SYMBOL_KINDS),
  place: text("path:first-last line, in notebooks path:[cell 3] first-last line"),
  signature: optional(text()),
  doc: optional(text("what its documentation says first")),
  relations: list(relationShape, "to the other symbols told about"),
});
export type ContextNode = ValueOf<typeof nodeShape>;

const testShape = record({
  symbol: text(),
  place: text(),
  distance: whole("calls between the test and an entry point"),
});

const shape = record({
  task: text(),
  entryPoints: list(nodeShape, "where to begin, the most relevant first"),
  surroundings: list(nodeShape, "what is connected with them"),
  tests: list(testShape, "tests that reach the entry points, the nearest first"),
  code: list(sourceFileShape, "source of the entry points, by file"),
  leftOut: whole("less relevant symbols not told about"),
  changedFiles: list(text(), "files that changed since they were indexed: lines may have moved"),
});
export type ContextAnswer = ValueOf<typeof shape>;

/** Entry points and surroundings for a task. */
export const context = question({
  name: "context",
  title: "Context",
  description:
    "Where to begin with a task described in words: entry points with source, what surrounds them, and their tests.\n" +
    "Ask before you change something that you have not read yet.",
  parameters,
  shape,
  ask,
  toText: contextText,
});

const MOST_ENTRY_POINTS = 6;
/** Of the best score, what an entry point must have. */
const ENTRY_SCORE = 0.45;
const MOST_RELATIONS = 3;
const MOST_TESTS = 6;
/** Entry points and tests are told as long as there is a third and half of the space for source. */
const ENTRIES_LAST = 3;
const TESTS_LATER = 2;
/** Calls from a test to an entry point that are followed. */
const TEST_DISTANCE = 3;
const MOST_CALLERS = 400;
/** Share of the answer that source may take at first. */
const SOURCE_SHARE = 0.5;

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<ContextAnswer> {
  const exploration = new Exploration(context, input.task);
  const pieces = exploration.pieces();
  context.checkpoint();
  const view = new SourceView(context, exploration);
  const entries = entryPoints(pieces, input.maxNodes);
  const others = surroundings(exploration, pieces, entries, input.maxNodes - entries.length);
  const tests = testsOf(context, view, entries);
  const answerIn = (space: number): ContextAnswer => {
    // When the source had to be cut, the rest is, too: what is next to it first.
    const share = space / (input.maxChars * SOURCE_SHARE);
    const begun = fewer(entries, share * ENTRIES_LAST, 1);
    const told = fewer(others, share);
    const edges = exploration.edgesAmong([...begun, ...told]);
    const portrait = new Portrait(view, [...begun, ...told], edges);
    const nodeOf = (piece: Piece): ContextNode => portrait.of(piece.symbol);
    return {
      task: asAsked(input.task),
      entryPoints: begun.map(nodeOf),
      surroundings: told.map(nodeOf),
      tests: fewer(tests, share * TESTS_LATER),
      code: input.includeCode ? view.shown(begun, space).files : [],
      leftOut: pieces.length - begun.length - told.length,
      changedFiles: changedAmong(context, [...begun, ...told]),
    };
  };
  return () => fitted(input.maxChars, input.maxChars * SOURCE_SHARE, answerIn, contextText);
}

function entryPoints(pieces: readonly Piece[], maxNodes: number): Piece[] {
  const best = pieces[0]?.score ?? 0;
  return pieces.filter(({ score }) => score >= best * ENTRY_SCORE)
    .slice(0, Math.min(MOST_ENTRY_POINTS, maxNodes));
}

/** The most relevant of the other pieces, those that are connected first. */
function surroundings(
  exploration: Exploration,
  pieces: readonly Piece[],
  entries: readonly Piece[],
  most: number,
): Piece[] {
  const others = pieces.filter((piece) => !entries.includes(piece));
  const connected = new Set<number>();
  for (const { source, target } of exploration.edgesAmong(pieces)) {
    connected.add(source);
    connected.add(target);
  }
  const isConnected = ({ symbol }: Piece): number => connected.has(symbol.id) ? 0 : 1;
  return others.toSorted((a, b) => isConnected(a) - isConnected(b)).slice(0, Math.max(0, most));
}

/** Tests from which calls lead to entry points. */
function testsOf(
  { store, checkpoint }: AnswerContext,
  view: SourceView,
  entries: readonly Piece[],
): ContextAnswer["tests"] {
  const starts = entries.flatMap(({ symbol }) => store.symbols.withNameless(symbol));
  const callers: Neighbours<undefined> = (ids) => {
    const calls = store.edges.toEach(ids, CALL_KINDS);
    return ids.map((id) =>
      calls.get(id)!.map(({ source }) => ({ to: source, cost: 1, label: undefined }))
    );
  };
  const found = new Map<number, { symbol: StoredSymbol; distance: number }>();
  let distance = 0;
  const limits = { depth: TEST_DISTANCE, mostNodes: MOST_CALLERS };
  for (const level of breadthFirst(starts, callers, limits)) {
    checkpoint();
    distance++;
    for (const symbol of store.symbols.getAll(level.map(({ node }) => node))) {
      const named = store.symbols.namedAround(symbol);
      if (named.test && !found.has(named.id)) found.set(named.id, { symbol: named, distance });
    }
    if (found.size >= MOST_TESTS) break;
  }
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance || byPlace(a.symbol, b.symbol)).slice(0, MOST_TESTS)
    .map(({ symbol, distance }) => ({
      symbol: view.name(symbol),
      place: placeOf(view, symbol),
      distance,
    }));
}

function changedAmong({ lines }: AnswerContext, pieces: readonly Piece[]): string[] {
  const files = new Set(pieces.map(({ symbol }) => symbol.file));
  return lines.changed.filter((path) => files.has(path));
}

function placeOf(view: SourceView, symbol: StoredSymbol): string {
  return `${symbol.file}:${view.lines(symbol)}`;
}

/** Describes symbols among others. */
class Portrait {
  readonly #view: SourceView;
  readonly #symbols: ReadonlyMap<number, StoredSymbol>;
  readonly #edges: readonly StoredEdge[];

  constructor(view: SourceView, pieces: readonly Piece[], edges: readonly StoredEdge[]) {
    this.#view = view;
    this.#symbols = new Map(pieces.map(({ symbol }) => [symbol.id, symbol]));
    this.#edges = edges;
  }

  of(symbol: StoredSymbol): ContextNode {
    const { kind, signature, doc } = symbol;
    return {
      symbol: this.#view.name(symbol),
      kind,
      place: placeOf(this.#view, symbol),
      ...(signature === undefined ? {} : { signature }),
      ...(doc === undefined ? {} : { doc: firstSentence(doc) }),
      relations: this.#edges.flatMap((edge) => this.#relation(symbol, edge))
        .slice(0, MOST_RELATIONS),
    };
  }

  #relation(
    symbol: StoredSymbol,
    { source, target, kind, line, confidence }: StoredEdge,
  ): Relation[] {
    const { id } = symbol;
    if (source !== id && target !== id) return [];
    const other = this.#symbols.get(source === id ? target : source);
    if (other === undefined) return [];
    const isUser = source === id;
    const place = this.#view.line(isUser ? symbol : other, line);
    return [{ kind, to: this.#view.name(other), isUser, ...place, confidence }];
  }
}
