/** The source of ranked definitions, cut to fit into a space and put together by file. */
import { allot } from "../graph/allotment.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { excerpt, headCost, type LineRange, LONGEST_SHOWN_LINE, rangeCost } from "./excerpt.ts";
import type { Exploration, Piece } from "./exploration.ts";
import { lineText, type ShownLine, shownLine } from "./place.ts";
import { list, record, text, type ValueOf } from "./shape.ts";

/** What is shown of one file. */
export const sourceFileShape = record({
  file: text(),
  definitions: list(text(), "what is shown of the file: qualified name, first and last line"),
  code: text(
    "source, each line as number|text, in notebooks cell:number|text; … stands for lines left out",
  ),
});
export type SourceFile = ValueOf<typeof sourceFileShape>;

/** What fits into a space. */
export interface Shown {
  readonly pieces: readonly Piece[];
  readonly files: readonly SourceFile[];
  /** Edges between the pieces. */
  readonly edges: readonly StoredEdge[];
}

/** Characters that a definition is shown with at least, beside its signature. */
const LEAST_SHOWN = 170;
/** The same for a type, of which only the beginning is shown. */
const LEAST_OF_TYPE = 150;
/** Share of the space that is given to breadth before depth. */
const BREADTH = 0.85;

/** Shows definitions in a given space. */
export class SourceView {
  readonly #context: AnswerContext;
  readonly #exploration: Exploration;
  readonly #names = new Map<number, string>();

  constructor(context: AnswerContext, exploration: Exploration) {
    this.#context = context;
    this.#exploration = exploration;
  }

  /** The qualified name of a symbol. */
  name(symbol: StoredSymbol): string {
    let name = this.#names.get(symbol.id);
    if (name === undefined) {
      name = this.#context.store.symbols.qualifiedName(symbol);
      this.#names.set(symbol.id, name);
    }
    return name;
  }

  /** A line of the file of a symbol, as it is shown. */
  line({ file }: StoredSymbol, line: number): ShownLine {
    return shownLine(this.#context.store, file, line);
  }

  /** First and last line of a symbol: `12-15`, in notebooks `[cell 3] 2-5`. */
  lines(symbol: StoredSymbol): string {
    const first = this.line(symbol, symbol.startLine);
    return `${lineText(first)}-${first.line + symbol.endLine - symbol.startLine}`;
  }

  /** As many of the pieces, from the first on, as fit. */
  shown(pieces: readonly Piece[], space: number): Shown {
    const spaces = this.#spaces(pieces, space);
    const shown = pieces.filter((_, index) => spaces[index]! > 0);
    const edges = this.#exploration.edgesAmong(shown);
    return { pieces: shown, edges, files: this.#files(shown, spaces, edges) };
  }

  #spaces(pieces: readonly Piece[], space: number): number[] {
    const { lines } = this.#context;
    const claims = pieces.map(({ symbol, range, score }) => {
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
  ): SourceFile[] {
    const files = new Map<string, { pieces: Piece[]; ranges: LineRange[] }>();
    for (const [index, piece] of shown.entries()) {
      const { symbol, range, marked } = piece;
      const ways = edges.filter(({ source }) => source === symbol.id).map(({ line }) => line);
      const ranges = excerpt(this.#context.lines, {
        file: symbol.file,
        range,
        signature: symbol.signature,
        terms: this.#exploration.terms,
        marked: new Set([...marked, ...ways]),
        space: spaces[index]! - this.#headingCost(symbol),
      });
      const file = files.get(symbol.file) ?? { pieces: [], ranges: [] };
      files.set(symbol.file, file);
      file.pieces.push(piece);
      file.ranges.push(...ranges);
    }
    return Array.from(files, ([file, { pieces, ranges }]) => ({
      file,
      definitions: pieces.toSorted((a, b) => a.range.first - b.range.first)
        .map(({ symbol }) => `${this.name(symbol)} ${this.lines(symbol)}`),
      code: codeOf(this.#context, file, ranges),
    }));
  }

  /** Characters that the mention of a definition takes beside its source. */
  #headingCost(symbol: StoredSymbol): number {
    return this.name(symbol).length + 20;
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
      const { cell, line: number } = shownLine(context.store, file, from + index);
      const shownAs = cell === undefined ? number : `${cell}:${number}`;
      shown.push(`${shownAs}|${cut(line.replace(/\r$/, ""))}`);
    }
    next = last + 1;
  }
  return shown.join("\n");
}

function cut(line: string): string {
  return line.length <= LONGEST_SHOWN_LINE ? line : line.slice(0, LONGEST_SHOWN_LINE - 1) + "…";
}
