/** Who calls a symbol? */
import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { callersText } from "./callers_text.ts";
import { callSite, callSiteShape, type PossibleSites, possibleSitesShape } from "./call_site.ts";
import { countSites, siteCountsShape } from "./confidence.ts";
import { areValues, mentionsOf, mentionsShape } from "./mentions.ts";
import { type InputOf, wholeNumber } from "./parameters.ts";
import { possibleSitesTo } from "./possible_sites.ts";
import { question } from "./question.ts";
import { list, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { shareOf } from "./share.ts";
import { scaled } from "./scaled.ts";
import { MOST_SUBJECTS, subjectsMeant } from "./subjects.ts";
import { FILE, limitOf, MIN_CONFIDENCE, SYMBOL } from "./symbol_parameters.ts";
import { briefReference, type SymbolReference, symbolShape } from "./symbol_reference.ts";

const parameters = {
  symbol: SYMBOL,
  file: FILE,
  limit: limitOf("callers", 20),
  depth: wholeNumber("2 also tells who calls the callers, and so on, e.g. 2", {
    least: 1,
    most: 10,
    default: 1,
  }),
  minConfidence: MIN_CONFIDENCE,
};

const callerShape = record({
  symbol: symbolShape,
  depth: whole("1 for those that call the symbol itself"),
  calls: optional(text("at a greater depth: id of the caller that is called here")),
  sites: list(callSiteShape),
  moreSites: whole("sites not shown"),
});
export type Caller = ValueOf<typeof callerShape>;

const groupShape = record({
  symbol: symbolShape,
  callers: list(callerShape, "the surest first, tests last"),
  moreCallers: whole("direct callers not shown"),
  sites: siteCountsShape,
  sharedSites: whole(
    "of these, sites of symbols told about before as well: dispatch decides which one runs",
  ),
  possible: possibleSitesShape,
  mentions: optional(mentionsShape),
  overrides: list(
    record({ symbol: symbolShape, sites: whole() }),
    "what it stands in for: calls of these may land here as well",
  ),
});
export type CallerGroup = ValueOf<typeof groupShape>;

const shape = record({
  symbol: text("as it was asked for"),
  groups: list(groupShape, "one for each symbol of that name"),
  moreSymbols: whole("symbols of that name beyond those told about"),
  suggestions: list(symbolShape, "the nearest, when no symbol has that name"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type CallersAnswer = ValueOf<typeof shape>;

const SITES_A_CALLER = 5;
/** Callers of one symbol that are ranked; beyond them the first in path order count. */
const MOST_RANKED = 300;

/** Who calls a symbol, with every call site. */
export const callers = question({
  name: "callers",
  title: "Callers",
  description: "Who calls a function, method or class: every caller with its call sites.\n" +
    "Each site says how surely it is known: exact, inferred, heuristic. Functions passed as values count.\n" +
    "Of a variable, constant or field: where it is read and written.",
  parameters,
  shape,
  maxChars: 10_000,
  ask,
  toText: callersText,
});

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
  scale: number,
): CallersAnswer {
  const { store } = context;
  const { subjects, more, suggestions } = subjectsMeant(store, input.symbol, input.file);
  const shown = subjects.slice(0, scaled(MOST_SUBJECTS, scale));
  let left = scaled(input.limit, scale);
  const told: Sites | undefined = shown.length > 1 ? new Map() : undefined;
  const mayBeMentioned = input.minConfidence === "heuristic" && areValues(subjects);
  // Namesakes have the same possible callers: looked up once a name.
  const possible = new Map<number, PossibleSites>();
  for (const { nameId } of shown) {
    if (!possible.has(nameId)) possible.set(nameId, possibleSitesTo(context, nameId));
  }
  const groups = shown.map((subject, index) => {
    const { reference, ids, nameId } = subject;
    const share = shareOf(left, shown.length - index);
    const search = new CallerSearch(context, input.minConfidence, input.depth, share);
    const group = search.group(reference, ids, possible.get(nameId)!, told);
    left -= group.callers.length;
    const isLookedFor = mayBeMentioned && group.callers.length === 0;
    const mentions = isLookedFor ? mentionsOf(context, subject, share) : undefined;
    if (mentions === undefined) return group;
    left -= mentions.sites.length;
    return { ...group, mentions };
  });
  return {
    symbol: input.symbol,
    groups,
    moreSymbols: more + subjects.length - shown.length,
    suggestions,
    changedFiles: context.lines.changed,
  };
}

class CallerSearch {
  readonly #context: AnswerContext;
  readonly #least: Confidence;
  readonly #depth: number;
  readonly #limit: number;
  readonly #callers: Caller[] = [];
  readonly #seen = new Set<number>();

  constructor(context: AnswerContext, least: Confidence, depth: number, limit: number) {
    this.#context = context;
    this.#least = least;
    this.#depth = depth;
    this.#limit = limit;
  }

  /**
   * @param told sites that were told about before, where there are other groups; those of this
   * group are added
   */
  group(
    symbol: SymbolReference,
    ids: readonly number[],
    possible: PossibleSites,
    told: Sites | undefined,
  ): CallerGroup {
    const edges = this.#context.store.edges.to(ids, CALL_KINDS, this.#least);
    const fresh = told === undefined ? edges : notTold(edges, told);
    const moreCallers = this.#search(ids, fresh);
    return {
      symbol,
      callers: this.#callers,
      moreCallers,
      sites: countSites(edges),
      sharedSites: edges.length - fresh.length,
      possible,
      overrides: this.#overrides(ids),
    };
  }

  /** @returns how many direct callers are left out */
  #search(targets: readonly number[], edges: readonly StoredEdge[]): number {
    for (const target of targets) this.#seen.add(target);
    const { symbols, edges: all } = this.#context.store;
    const direct = this.#addLevel(edges, 1, undefined);
    let level = direct.added;
    for (let depth = 2; depth <= this.#depth; depth++) {
      this.#context.checkpoint();
      const next: AddedCaller[] = [];
      const parts = symbols.eachWithNameless(level.map(({ id }) => id));
      const leading = all.toEach([...parts.values()].flat(), CALL_KINDS, this.#least);
      for (const { id, reference } of level) {
        const further = parts.get(id)!.flatMap((part) => leading.get(part)!);
        next.push(...this.#addLevel(further, depth, reference).added);
      }
      level = next;
    }
    return direct.others;
  }

  #addLevel(
    edges: readonly StoredEdge[],
    depth: number,
    calls: SymbolReference | undefined,
  ): { added: AddedCaller[]; others: number } {
    const { store } = this.#context;
    const bySource = Map.groupBy(edges, ({ source }) => source);
    const ranked = this.#ranked(bySource);
    const named = new Map(store.symbols.namedIdsAround(ranked.map(([source]) => source)));
    const sites = new Map<number, StoredEdge[]>();
    const others = new Set<number>();
    for (const [source, sourceEdges] of ranked) {
      const id = named.get(source)!;
      const known = sites.get(id);
      if (known !== undefined) known.push(...sourceEdges);
      else if (this.#seen.has(id) && depth > 1) continue;
      else if (this.#callers.length + sites.size >= this.#limit) others.add(id);
      else sites.set(id, sourceEdges);
    }
    const added: AddedCaller[] = [];
    store.symbols.getAll(sites.keys());
    for (const [id, callerEdges] of sites) {
      const reference = briefReference(store, store.symbols.get(id)!);
      added.push({ id, reference });
      this.#seen.add(id);
      this.#callers.push(this.#caller(reference, depth, callerEdges, calls));
    }
    return { added, others: others.size + bySource.size - ranked.length };
  }

  /** Edges by source, the surest first, product before tests. */
  #ranked(
    bySource: ReadonlyMap<number, StoredEdge[]>,
  ): [source: number, edges: StoredEdge[]][] {
    const sources = [...bySource].map(([source, sourceEdges]) => ({
      source,
      edges: sourceEdges,
      unsure: Math.min(...sourceEdges.map(unsureness)),
    }));
    sources.sort((a, b) => a.unsure - b.unsure);
    const ranked = sources.slice(0, MOST_RANKED);
    const tests = this.#context.store.symbols.testsAmong(ranked.map(({ source }) => source));
    const rank = (source: number): number => tests.has(source) ? 1 : 0;
    ranked.sort((a, b) => rank(a.source) - rank(b.source) || a.unsure - b.unsure);
    return ranked.map(({ source, edges: sourceEdges }) => [source, sourceEdges]);
  }

  #caller(
    symbol: SymbolReference,
    depth: number,
    edges: readonly StoredEdge[],
    calls: SymbolReference | undefined,
  ): Caller {
    const shown = edges.slice(0, SITES_A_CALLER);
    return {
      symbol,
      depth,
      ...(calls === undefined ? {} : { calls: calls.id }),
      sites: shown.map((edge) => callSite(this.#context, symbol.file ?? "", edge)),
      moreSites: edges.length - shown.length,
    };
  }

  #overrides(ids: readonly number[]): CallerGroup["overrides"] {
    const { store } = this.#context;
    return store.edges.from(ids, ["overrides"]).flatMap(({ target }) => {
      const base = store.symbols.get(target);
      if (base === undefined) return [];
      const sites = store.edges.to([target], CALL_KINDS, this.#least).length;
      return sites === 0 ? [] : [{ symbol: briefReference(store, base), sites }];
    });
  }
}

interface AddedCaller {
  readonly id: number;
  readonly reference: SymbolReference;
}

/** Sites as numbers, by the symbol that they are in. */
type Sites = Map<number, Set<number>>;

/** Those of some edges whose sites were not told about before; afterwards all are. */
function notTold(edges: readonly StoredEdge[], told: Sites): StoredEdge[] {
  const fresh = edges.filter((edge) => told.get(edge.source)?.has(siteOf(edge)) !== true);
  for (const edge of edges) {
    const sites = told.get(edge.source);
    if (sites === undefined) told.set(edge.source, new Set([siteOf(edge)]));
    else sites.add(siteOf(edge));
  }
  return fresh;
}

function siteOf({ line, column }: StoredEdge): number {
  return line * 2 ** 24 + column;
}

/** Calls before other uses, sure before unsure. */
function unsureness({ kind, confidence }: StoredEdge): number {
  return (kind === "calls" ? 0 : 1) + CONFIDENCES.indexOf(confidence) * 2;
}
