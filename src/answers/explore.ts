/** Which source answers a question in words? */
import { allot } from "../graph/allotment.ts";
import { type Confidence, CONFIDENCES, EDGE_KINDS } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { excerpt, headCost, type LineRange, LONGEST_SHOWN_LINE, rangeCost } from "./excerpt.ts";
import { Exploration, type Piece } from "./exploration.ts";
import { exploreText } from "./explore_text.ts";
import { type InputOf, requiredText, wholeNumber } from "./parameters.ts";
import { question } from "./question.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";

const parameters = {
  query: requiredText(
    'what you want to know, in words and names, e.g. "how is a session cookie signed and loaded"',
  ),
  maxFiles: wholeNumber("files shown at most", { least: 1, most: 50, default: 12 }),
  maxChars: wholeNumber("characters of the answer at most", {
    least: 2000,
    most: 100_000,
    default: 12_000,
  }),
};

const fileShape = record({
  file: text(),
  definitions: list(text(), "what is shown of the file: qualified name, first and last line"),
  code: text("source, each line as number|text; … stands for lines left out"),
});
export type ExploredFile = ValueOf<typeof fileShape>;

const callShape = record({
  from: text(),
  to: text(),
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
});

const shape = record({
  query: text(),
  files: list(fileShape, "the source that answers, the most relevant file first"),
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

/** Characters that a definition is shown with at least, beside its signature. */
const LEAST_SHOWN = 140;
/** The same for a type, of which only the beginning is shown. */
const LEAST_OF_TYPE = 150;
/** Share of the space that is given to breadth before depth. */
const BREADTH = 0.85;
/** Of the best score, what a definition must have to be shown. */
const LEAST_SCORE = 0.06;
const MOST_CALLS = 10;
const MOST_AFFECTED = 3;
const MOST_NEXT = 8;
/** Times that an answer is made smaller until it fits. */
const MOST_TRIES = 6;

function ask(context: AnswerContext, input: InputOf<typeof parameters>): ExploreAnswer {
  const exploration = new Exploration(context, input.query);
  const pieces = exploration.pieces();
  context.checkpoint();
  const view = new View(context, exploration, pieces, input);
  let space = input.maxChars * 0.86;
  let answer = view.answer(space);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const size = Math.max(JSON.stringify(answer).length, exploreText(answer).length);
    if (size <= input.maxChars) break;
    space -= Math.max(size - input.maxChars, 50) * 1.05;
    answer = view.answer(Math.max(space, 300));
  }
  return answer;
}

/** What is shown of the pieces in a given space. */
class View {
  readonly #context: AnswerContext;
  readonly #exploration: Exploration;
  readonly #pieces: readonly Piece[];
  readonly #others: readonly Piece[];
  readonly #query: string;

  constructor(
    context: AnswerContext,
    exploration: Exploration,
    pieces: readonly Piece[],
    { query, maxFiles }: { readonly query: string; readonly maxFiles: number },
  ) {
    this.#context = context;
    this.#exploration = exploration;
    this.#query = query;
    const files = new Set<string>();
    const best = pieces[0]?.score ?? 0;
    const shown: Piece[] = [];
    const others: Piece[] = [];
    for (const piece of pieces) {
      if (files.size < maxFiles) files.add(piece.symbol.file);
      const fits = files.has(piece.symbol.file) && piece.score >= best * LEAST_SCORE;
      (fits ? shown : others).push(piece);
    }
    this.#pieces = shown;
    this.#others = others;
  }

  answer(space: number): ExploreAnswer {
    const spaces = this.#spaces(space);
    const shown = this.#pieces.filter((_, index) => spaces[index]! > 0);
    const edges = this.#exploration.edgesAmong(shown);
    const files = this.#files(shown, spaces, edges);
    const left = [...this.#pieces.filter((_, index) => spaces[index] === 0), ...this.#others];
    const paths = new Set(files.map(({ file }) => file));
    return {
      query: this.#query,
      files,
      calls: this.#calls(edges, shown),
      affected: shown.slice(0, MOST_AFFECTED).map(({ symbol }) => this.#affected(symbol)),
      leftOut: {
        symbols: left.length,
        next: left.slice(0, MOST_NEXT).map(({ symbol }) => this.#name(symbol)),
      },
      changedFiles: this.#context.lines.changed.filter((path) => paths.has(path)),
    };
  }

  #spaces(space: number): number[] {
    const { lines } = this.#context;
    const claims = this.#pieces.map(({ symbol, range, score }) => {
      const heading = this.#headingCost(symbol);
      const size = rangeCost(lines, symbol.file, range) + heading;
      const least = symbol.endLine > range.last
        ? LEAST_OF_TYPE
        : headCost(lines, symbol.file, range, symbol.signature) + LEAST_SHOWN;
      return { size, least: least + heading, worth: score * score };
    });
    return allot(claims, space, BREADTH);
  }

  #files(
    shown: readonly Piece[],
    spaces: readonly number[],
    edges: readonly StoredEdge[],
  ): ExploredFile[] {
    const ranges = new Map<string, { pieces: Piece[]; ranges: LineRange[] }>();
    for (const [index, piece] of shown.entries()) {
      const { symbol, range, marked } = piece;
      const ways = edges.filter(({ source }) => source === symbol.id).map(({ line }) => line);
      const part = excerpt(this.#context.lines, {
        file: symbol.file,
        range,
        signature: symbol.signature,
        terms: this.#exploration.terms,
        marked: new Set([...marked, ...ways]),
        space: spaces[index]! - this.#headingCost(symbol),
      });
      const file = ranges.get(symbol.file) ?? { pieces: [], ranges: [] };
      ranges.set(symbol.file, file);
      file.pieces.push(piece);
      file.ranges.push(...part);
    }
    return Array.from(ranges, ([file, { pieces, ranges }]) => ({
      file,
      definitions: pieces.toSorted((a, b) => a.range.first - b.range.first)
        .map(({ symbol }) => `${this.#name(symbol)} ${symbol.startLine}-${symbol.endLine}`),
      code: codeOf(this.#context, file, ranges),
    }));
  }

  #calls(edges: readonly StoredEdge[], shown: readonly Piece[]): ExploredCall[] {
    const ranks = new Map(shown.map(({ symbol }, index) => [symbol.id, index]));
    const symbols = new Map(shown.map(({ symbol }) => [symbol.id, symbol]));
    const worst = ({ source, target }: StoredEdge): number =>
      ranks.get(source)! + ranks.get(target)!;
    return edges.filter(({ kind }) => kind !== "uses_type")
      .toSorted((a, b) => worst(a) - worst(b) || a.line - b.line).slice(0, MOST_CALLS)
      .map(({ source, target, line, kind, confidence }) => ({
        from: this.#name(symbols.get(source)!),
        to: this.#name(symbols.get(target)!),
        line,
        ...(kind === "calls" ? {} : { kind }),
        confidence: confidence as Confidence,
      }));
  }

  #affected(symbol: StoredSymbol): ExploreAnswer["affected"][number] {
    const { edges, relevance } = this.#context.store;
    const sources = new Set(edges.to([symbol.id], CALL_KINDS).map(({ source }) => source));
    const users = relevance.symbols([...sources]);
    return {
      symbol: this.#name(symbol),
      users: users.length,
      files: new Set(users.map(({ file }) => file)).size,
      tests: users.filter(({ test }) => test).length,
    };
  }

  /** Characters that the mention of a definition takes beside its source. */
  #headingCost(symbol: StoredSymbol): number {
    return this.#name(symbol).length + 20;
  }

  readonly #names = new Map<number, string>();

  #name(symbol: StoredSymbol): string {
    let name = this.#names.get(symbol.id);
    if (name === undefined) {
      name = this.#context.store.symbols.qualifiedName(symbol);
      this.#names.set(symbol.id, name);
    }
    return name;
  }
}

/** Lines of a file as `number|text`, each once, in order. */
function codeOf(context: AnswerContext, file: string, ranges: readonly LineRange[]): string {
  const shown: string[] = [];
  let next = 0;
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    const from = Math.max(first, next);
    if (from > last) continue;
    if (next > 0 && from > next) shown.push("…");
    for (const [index, line] of context.lines.range(file, from, last).split("\n").entries()) {
      shown.push(`${from + index}|${cut(line.trimEnd())}`);
    }
    next = last + 1;
  }
  return shown.join("\n");
}

function cut(line: string): string {
  return line.length <= LONGEST_SHOWN_LINE ? line : line.slice(0, LONGEST_SHOWN_LINE - 1) + "…";
}
