/** Who calls a symbol? */
import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import { groupsTold, sharing } from "./groups_told.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { callersText } from "./callers_text.ts";
import {
  callSite,
  callSiteShape,
  fewerPossible,
  type PossibleSites,
  possibleSitesShape,
  withFewerSites,
} from "./call_site.ts";
import { countSites, siteCountsShape } from "./confidence.ts";
import { areValues, mentionsOf, mentionsShape } from "./mentions.ts";
import { type InputOf, wholeNumber } from "./parameters.ts";
import { possibleSitesTo } from "./possible_sites.ts";
import { question, type Telling } from "./question.ts";
import { list, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { MOST_SUBJECTS, type Subject, subjectsMeant } from "./subjects.ts";
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

const OVERRIDES = ["overrides"] as const;
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
): Telling<CallersAnswer> {
  const meant = subjectsMeant(context.store, input.symbol, input.file);
  const shown = meant.subjects.slice(0, MOST_SUBJECTS);
  const mayBeMentioned = input.minConfidence === "heuristic" && areValues(meant.subjects);
  const known = directCalls(context, shown, input.minConfidence).map((direct) => {
    const isUncalled = mayBeMentioned && direct.callers.size === 0;
    return {
      direct,
      mentions: isUncalled ? mentionsOf(context, direct.subject, input.limit) : undefined,
    };
  });
  const groups = sharing(input.limit, ({ direct, mentions }: Known, share, scale) => {
    const search = new CallerSearch(context, input.minConfidence, input.depth, share);
    const group = search.group(direct);
    const fitting = {
      ...group,
      callers: group.callers.map((caller) => withFewerSites(caller, scale)),
      possible: fewerPossible(group.possible, scale),
    };
    const taken = group.callers.length;
    if (mentions === undefined) return { group: fitting, taken };
    const sites = mentions.sites.slice(0, share);
    return {
      group: { ...fitting, mentions: { ...mentions, sites } },
      taken: taken + sites.length,
    };
  });
  return groupsTold(context, input.symbol, meant, known, groups);
}

/** What was looked up of a subject. */
interface Known {
  readonly direct: DirectCalls;
  /** Where it is read and written, of what nothing calls. */
  readonly mentions: ReturnType<typeof mentionsOf>;
}

/** What is known of the calls of a subject, however much of it is shown. */
interface DirectCalls {
  readonly subject: Subject;
  readonly ids: readonly number[];
  /** Sites of the callers, the surest first, by the number of the caller. */
  readonly callers: ReadonlyMap<number, readonly StoredEdge[]>;
  /** Callers beyond those. */
  readonly beyond: number;
  readonly facts: Pick<
    CallerGroup,
    "symbol" | "sites" | "sharedSites" | "possible" | "overrides"
  >;
}

function directCalls(
  context: AnswerContext,
  subjects: readonly Subject[],
  least: Confidence,
): DirectCalls[] {
  const { store } = context;
  const idsOf = subjects.map(({ ids }) => ids);
  // Asked for together, they are met below.
  store.edges.toEach(idsOf.flat(), CALL_KINDS, least);
  store.edges.fromEach(idsOf.flat(), OVERRIDES);
  const told: Told = new Map();
  // Namesakes have the same possible callers: looked up once a name.
  const possible = new Map<number, PossibleSites>();
  return subjects.map((subject, index) => {
    const ids = idsOf[index]!;
    const { nameId, reference } = subject;
    const edges = store.edges.to(ids, CALL_KINDS, least);
    const fresh = subjects.length === 1 ? edges : notTold(edges, told);
    if (!possible.has(nameId)) possible.set(nameId, possibleSitesTo(context, nameId));
    return {
      subject,
      ids,
      ...callersOf(context, fresh),
      facts: {
        symbol: reference,
        sites: countSites(edges),
        sharedSites: edges.length - fresh.length,
        possible: possible.get(nameId)!,
        overrides: overridden(context, ids, least),
      },
    };
  });
}

function overridden(
  { store }: AnswerContext,
  ids: readonly number[],
  least: Confidence,
): CallerGroup["overrides"] {
  return store.edges.from(ids, OVERRIDES).flatMap(({ target }) => {
    const base = store.symbols.get(target);
    if (base === undefined) return [];
    const sites = store.edges.to([target], CALL_KINDS, least).length;
    return sites === 0 ? [] : [{ symbol: briefReference(store, base), sites }];
  });
}

/** Edges by the named symbol that they are in, the surest first, product before tests. */
function callersOf(
  { store: { symbols } }: AnswerContext,
  edges: readonly StoredEdge[],
): Pick<DirectCalls, "callers" | "beyond"> {
  const sources = bySource(edges).sort((a, b) => a.unsure - b.unsure);
  const ranked = sources.slice(0, MOST_RANKED);
  const ids = ranked.map(({ source }) => source);
  const tests = symbols.testsAmong(ids);
  const rank = (source: number): number => tests.has(source) ? 1 : 0;
  ranked.sort((a, b) => rank(a.source) - rank(b.source) || a.unsure - b.unsure);
  const named = new Map(symbols.namedIdsAround(ids));
  const callers = new Map<number, StoredEdge[]>();
  for (const { source, own } of ranked) {
    const caller = named.get(source)!;
    const known = callers.get(caller);
    if (known === undefined) callers.set(caller, own);
    else known.push(...own);
  }
  return { callers, beyond: sources.length - ranked.length };
}

/** Edges of one source, and how unsure the surest of them is. */
interface OfSource {
  readonly source: number;
  readonly own: StoredEdge[];
  unsure: number;
}

/** Edges by their sources: thousands, so that none is looked at twice. */
function bySource(edges: readonly StoredEdge[]): OfSource[] {
  const sources = new Map<number, OfSource>();
  for (const edge of edges) {
    const unsure = unsureness(edge);
    const known = sources.get(edge.source);
    if (known === undefined) sources.set(edge.source, { source: edge.source, own: [edge], unsure });
    else {
      known.own.push(edge);
      if (unsure < known.unsure) known.unsure = unsure;
    }
  }
  return [...sources.values()];
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

  group({ ids, callers, beyond, facts: { symbol, ...facts } }: DirectCalls): CallerGroup {
    const moreCallers = this.#search(ids, callers) + beyond;
    return { symbol, callers: this.#callers, moreCallers, ...facts };
  }

  /** @returns how many direct callers are left out */
  #search(targets: readonly number[], callers: DirectCalls["callers"]): number {
    const { symbols, edges: all } = this.#context.store;
    let level = this.#addLevel(callers, 1, undefined);
    const left = callers.size - level.length;
    for (const target of targets) this.#seen.add(target);
    for (let depth = 2; depth <= this.#depth; depth++) {
      this.#context.checkpoint();
      const next: AddedCaller[] = [];
      const parts = symbols.eachWithNameless(level.map(({ id }) => id));
      const leading = all.toEach([...parts.values()].flat(), CALL_KINDS, this.#least);
      for (const { id, reference } of level) {
        const further = parts.get(id)!.flatMap((part) => leading.get(part)!);
        const { callers } = callersOf(this.#context, further);
        next.push(...this.#addLevel(callers, depth, reference));
      }
      level = next;
    }
    return left;
  }

  #addLevel(
    callers: DirectCalls["callers"],
    depth: number,
    calls: SymbolReference | undefined,
  ): AddedCaller[] {
    const { store } = this.#context;
    const added = [...callers].filter(([id]) => !this.#seen.has(id))
      .slice(0, Math.max(0, this.#limit - this.#callers.length));
    store.symbols.lookAround(store.symbols.getAll(added.map(([id]) => id)));
    return added.map(([id, edges]) => {
      const reference = briefReference(store, store.symbols.get(id)!);
      this.#seen.add(id);
      this.#callers.push(this.#caller(reference, depth, edges, calls));
      return { id, reference };
    });
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
}

interface AddedCaller {
  readonly id: number;
  readonly reference: SymbolReference;
}

/** Edges by the symbol that their sites are in. */
type Told = Map<number, StoredEdge[]>;

/** Those of some edges whose sites were not told about before; afterwards all are. */
function notTold(edges: readonly StoredEdge[], told: Told): StoredEdge[] {
  const fresh = edges.filter((edge) =>
    told.get(edge.source)?.some((other) => isSameSite(edge, other)) !== true
  );
  for (const edge of edges) {
    const known = told.get(edge.source);
    if (known === undefined) told.set(edge.source, [edge]);
    else known.push(edge);
  }
  return fresh;
}

function isSameSite(one: StoredEdge, other: StoredEdge): boolean {
  return one.line === other.line && one.column === other.column;
}

/** Calls before other uses, sure before unsure. */
function unsureness({ kind, confidence }: StoredEdge): number {
  return (kind === "calls" ? 0 : 1) + CONFIDENCES.indexOf(confidence) * 2;
}
