/** What is affected if a symbol changes? */
import { breadthFirst, type Reached } from "../graph/breadth_first.ts";
import type { Hop } from "../graph/hop.ts";
import { type Confidence, CONFIDENCES, EDGE_KINDS, type EdgeKind } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { impactText } from "./impact_text.ts";
import { type InputOf, wholeNumber } from "./parameters.ts";
import { cellShape, shownLine } from "./place.ts";
import { question } from "./question.ts";
import { list, oneOf, optional, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { shareOf } from "./share.ts";
import { scaled } from "./scaled.ts";
import { MOST_SUBJECTS, type Subject, subjectsMeant } from "./subjects.ts";
import { FILE, limitOf, MIN_CONFIDENCE, SYMBOL } from "./symbol_parameters.ts";
import { briefReference, symbolReference, symbolShape } from "./symbol_reference.ts";

const parameters = {
  symbol: SYMBOL,
  file: FILE,
  depth: wholeNumber("how far to follow: callers of callers, and so on, e.g. 3", {
    least: 1,
    most: 10,
    default: 2,
  }),
  limit: limitOf("affected symbols", 50),
  minConfidence: MIN_CONFIDENCE,
};

const affectedShape = record({
  symbol: symbolShape,
  reason: oneOf(EDGE_KINDS, "what it does with the symbol it is affected through"),
  through: text("id of the symbol it is affected through"),
  cell: cellShape,
  line: whole("where it does that"),
  confidence: oneOf(CONFIDENCES),
  mechanism: optional(text("how it crosses from one language to another, e.g. .Call")),
});
export type Affected = ValueOf<typeof affectedShape>;

const levelShape = record({
  distance: whole(),
  count: whole("affected symbols at that distance, shown or not"),
  affected: list(affectedShape, "product before tests, the surest first"),
});

const groupShape = record({
  symbol: symbolShape,
  levels: list(levelShape),
  total: whole("affected symbols within the depth"),
  files: whole("files they are in"),
  tests: list(symbolShape, "tests among them"),
  moreTests: whole(),
  isComplete: truth("whether all within the depth were followed"),
});
export type ImpactGroup = ValueOf<typeof groupShape>;

const shape = record({
  symbol: text("as it was asked for"),
  groups: list(groupShape, "one for each symbol of that name"),
  moreSymbols: whole("symbols of that name beyond those told about"),
  suggestions: list(symbolShape, "the nearest, when no symbol has that name"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type ImpactAnswer = ValueOf<typeof shape>;

const MOST_NODES = 5000;
const MOST_TESTS = 10;

/** Everything affected if a symbol changes, by distance. */
export const impact = question({
  name: "impact",
  title: "Impact",
  description:
    "Everything affected if a symbol changes: callers, overriders, subclasses, importers, tests.\n" +
    "By distance, with the reason for each, and the tests to run.",
  parameters,
  shape,
  maxChars: 10_000,
  ask,
  toText: impactText,
});

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
  scale: number,
): ImpactAnswer {
  const { subjects, more, suggestions } = subjectsMeant(context.store, input.symbol, input.file);
  const shown = subjects.slice(0, scaled(MOST_SUBJECTS, scale));
  let left = scaled(input.limit, scale);
  const groups = shown.map((subject, index) => {
    const share = shareOf(left, shown.length - index);
    const group = new ImpactSearch(context, input).group(subject, share);
    left -= Math.min(group.total, share);
    return group;
  });
  context.lines.check(groups.flatMap(filesShown));
  return {
    symbol: input.symbol,
    groups,
    moreSymbols: more + subjects.length - shown.length,
    suggestions,
    changedFiles: context.lines.changed,
  };
}

function filesShown({ levels }: ImpactGroup): string[] {
  return levels.flatMap(({ affected }) => affected.flatMap(({ symbol }) => symbol.file ?? []));
}

/** Uses after which the one who uses is affected, but not those who use him. */
const ENDS: ReadonlySet<EdgeKind> = new Set(["imports", "uses_type"]);

interface Found {
  readonly symbol: StoredSymbol;
  readonly distance: number;
  readonly edge: StoredEdge;
  readonly from: number;
}

class ImpactSearch {
  readonly #context: AnswerContext;
  readonly #least: Confidence;
  readonly #depth: number;
  /** Symbols from which nobody further is affected. */
  readonly #ends = new Set<number>();

  constructor(context: AnswerContext, input: InputOf<typeof parameters>) {
    this.#context = context;
    this.#least = input.minConfidence;
    this.#depth = input.depth;
  }

  group(subject: Subject, limit: number): ImpactGroup {
    const { store } = this.#context;
    const found = this.#follow(this.#starts(subject));
    const byDistance = Map.groupBy(found, ({ distance }) => distance);
    let left = limit;
    const levels = Array.from(byDistance, ([distance, all]) => {
      const shown = ranked(all).slice(0, Math.max(left, 0));
      left -= shown.length;
      return { distance, count: all.length, affected: shown.map((one) => this.#affected(one)) };
    });
    const tests = found.filter(({ symbol }) => symbol.test && symbol.kind !== "file");
    return {
      symbol: subject.reference,
      levels,
      total: found.length,
      files: new Set(found.map(({ symbol }) => symbol.fileId)).size,
      tests: tests.slice(0, MOST_TESTS).map(({ symbol }) => briefReference(store, symbol)),
      moreTests: Math.max(0, tests.length - MOST_TESTS),
      isComplete: found.length < MOST_NODES,
    };
  }

  /** A class changes with its members, a file with what stands in it. */
  #starts({ symbol, ids }: Subject): number[] {
    const { symbols } = this.#context.store;
    if (symbol === undefined) return [...ids];
    if (symbol.kind === "file") return symbols.inFile(symbol.fileId).map(({ id }) => id);
    const members = OWNERS.has(symbol.kind) ? symbols.membersOf(symbol) : [];
    return [...new Set([...ids, ...members.map(({ id }) => id)])];
  }

  #follow(starts: readonly number[]): Found[] {
    const { symbols } = this.#context.store;
    const found: Found[] = [];
    const limits = { depth: this.#depth, mostNodes: MOST_NODES };
    let distance = 0;
    for (const level of breadthFirst(starts, this.#usersOf, limits)) {
      distance++;
      for (const { node, from, label } of level as Reached<StoredEdge>[]) {
        const symbol = symbols.get(node);
        if (symbol !== undefined) found.push({ symbol, distance, edge: label, from });
        if (ENDS.has(label.kind) || symbol?.kind === "file") this.#ends.add(node);
      }
    }
    return found;
  }

  readonly #usersOf = (node: number): Hop<StoredEdge>[] => {
    this.#context.checkpoint();
    if (this.#ends.has(node)) return [];
    const { symbols, edges } = this.#context.store;
    const uses = edges.to([node], EDGE_KINDS, this.#least);
    symbols.getAll(uses.map(({ source }) => source));
    return uses.flatMap((edge) => {
      const symbol = symbols.get(edge.source);
      if (symbol === undefined) return [];
      const to = symbols.namedAround(symbol).id;
      return [{ to, cost: unsureness(edge), label: edge }];
    });
  };

  #affected({ symbol, edge, from }: Found): Affected {
    const { store } = this.#context;
    const through = store.symbols.get(from);
    return {
      symbol: briefReference(store, symbol),
      reason: edge.kind,
      through: through === undefined ? "" : symbolReference(store, through).id,
      ...shownLine(store, symbol.file, edge.line),
      confidence: edge.confidence,
      ...(edge.mechanism === undefined ? {} : { mechanism: edge.mechanism }),
    };
  }
}

const OWNERS: ReadonlySet<string> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "object",
  "enum",
]);

function unsureness({ confidence, kind }: StoredEdge): number {
  return CONFIDENCES.indexOf(confidence) * 2 + (kind === "imports" ? 1 : 0);
}

function ranked(found: readonly Found[]): Found[] {
  const rank = ({ symbol, edge }: Found): number => (symbol.test ? 10 : 0) + unsureness(edge);
  return found.toSorted((a, b) => rank(a) - rank(b) || a.symbol.id - b.symbol.id);
}
