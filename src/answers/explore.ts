/** Which source answers a question in words? */
import { CONFIDENCES, EDGE_KINDS } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { asAsked } from "./as_asked.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { Exploration, type Piece } from "./exploration.ts";
import { exploreText } from "./explore_text.ts";
import { fitted } from "./fitted.ts";
import { type InputOf, requiredText, wholeNumber } from "./parameters.ts";
import { cellShape } from "./place.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { sourceFileShape, SourceView } from "./source_view.ts";
import { maxCharsOf } from "./symbol_parameters.ts";

const parameters = {
  query: requiredText(
    'what you want to know, in words and names, e.g. "how is a session cookie signed and loaded"',
  ),
  maxFiles: wholeNumber("files shown at most, e.g. 5", { least: 1, most: 50, default: 12 }),
  maxChars: maxCharsOf(10_800),
};

const callShape = record({
  from: text(),
  to: text(),
  cell: cellShape,
  line: whole("of the site, in the file of `from`"),
  kind: optional(oneOf(EDGE_KINDS, "when it is no call")),
  confidence: oneOf(CONFIDENCES),
});
export type ExploredCall = ValueOf<typeof callShape>;

const radiusShape = record({
  symbol: text(),
  users: whole("symbols that use it"),
  files: whole("files they are in"),
  tests: whole("tests among them"),
  overrides: optional(text("what it overrides: it may run where that is called")),
});
export type Radius = ValueOf<typeof radiusShape>;

const shape = record({
  query: text(),
  files: list(sourceFileShape, "the source that answers, the most relevant file first"),
  calls: list(callShape, "how what is shown is connected"),
  affected: list(radiusShape, "who depends on the most relevant symbols"),
  leftOut: record({ symbols: whole(), next: list(text(), "the most relevant of them") }),
  changedFiles: list(text(), "files that changed since they were indexed: lines may have moved"),
});
export type ExploreAnswer = ValueOf<typeof shape>;

/** The source that answers a question. */
export const explore = question({
  name: "explore",
  title: "Explore",
  description:
    "The source that answers a question about the code, with line numbers: use it instead of reading files.\n" +
    "Grouped by file, with the calls between the pieces and who depends on them. Ask in words, with names where you know them.",
  parameters,
  shape,
  ask,
  toText: exploreText,
});

/** Of the best score, what a definition must have to be shown. */
const LEAST_SCORE = 0.06;
const MOST_CALLS = 10;
const MOST_AFFECTED = 3;
const MOST_NEXT = 8;
/** Share of the answer that source may take at first. */
const SOURCE_SHARE = 0.86;

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<ExploreAnswer> {
  const exploration = new Exploration(context, input.query);
  const pieces = exploration.pieces();
  context.checkpoint();
  const { shown, others } = withinFiles(pieces, input.maxFiles);
  const view = new SourceView(context, exploration);
  const answerIn = (space: number): ExploreAnswer => {
    const { pieces, files, edges } = view.shown(shown, space);
    const left = [...shown.slice(pieces.length), ...others];
    const paths = new Set(files.map(({ file }) => file));
    return {
      query: asAsked(input.query),
      files,
      calls: callsAmong(view, pieces, edges),
      affected: pieces.slice(0, MOST_AFFECTED).map(({ symbol }) => affected(context, view, symbol)),
      leftOut: {
        symbols: left.length,
        next: left.slice(0, MOST_NEXT).map(({ symbol }) => view.name(symbol)),
      },
      changedFiles: context.lines.changed.filter((path) => paths.has(path)),
    };
  };
  return () => fitted(input.maxChars, input.maxChars * SOURCE_SHARE, answerIn, exploreText);
}

/** Pieces that may be shown: those of the first files, and not far below the best. */
function withinFiles(
  pieces: readonly Piece[],
  maxFiles: number,
): { readonly shown: readonly Piece[]; readonly others: readonly Piece[] } {
  const files = new Set<string>();
  const best = pieces[0]?.score ?? 0;
  const shown: Piece[] = [];
  const others: Piece[] = [];
  for (const piece of pieces) {
    if (files.size < maxFiles) files.add(piece.symbol.file);
    const isShown = files.has(piece.symbol.file) && piece.score >= best * LEAST_SCORE;
    (isShown ? shown : others).push(piece);
  }
  return { shown, others };
}

/** Edges between pieces, those between the most relevant first. */
function callsAmong(
  view: SourceView,
  pieces: readonly Piece[],
  edges: readonly StoredEdge[],
): ExploredCall[] {
  const ranks = new Map(pieces.map(({ symbol }, index) => [symbol.id, index]));
  const symbols = new Map(pieces.map(({ symbol }) => [symbol.id, symbol]));
  const worst = ({ source, target }: StoredEdge): number => ranks.get(source)! + ranks.get(target)!;
  return edges.filter(({ kind }) => kind !== "uses_type")
    .toSorted((a, b) => worst(a) - worst(b) || a.line - b.line).slice(0, MOST_CALLS)
    .map(({ source, target, line, kind, confidence }) => ({
      from: view.name(symbols.get(source)!),
      to: view.name(symbols.get(target)!),
      ...view.line(symbols.get(source)!, line),
      ...(kind === "calls" ? {} : { kind }),
      confidence,
    }));
}

function affected(
  { store: { edges, symbols } }: AnswerContext,
  view: SourceView,
  symbol: StoredSymbol,
): Radius {
  const sources = new Set(edges.to([symbol.id], CALL_KINDS).map(({ source }) => source));
  const users = symbols.getAll(sources);
  const base = edges.from([symbol.id], ["overrides"]).find(({ target }) => target > 0);
  const overridden = base === undefined ? undefined : symbols.get(base.target);
  return {
    symbol: view.name(symbol),
    users: users.length,
    files: new Set(users.map(({ file }) => file)).size,
    tests: users.filter(({ test }) => test).length,
    ...(overridden === undefined ? {} : { overrides: view.name(overridden) }),
  };
}
