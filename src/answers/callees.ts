/** What does a symbol call? */
import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { AnswerContext } from "./answer_context.ts";
import { groupsTold, sharing } from "./groups_told.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import {
  callSite,
  callSiteShape,
  fewerPossible,
  possibleSitesShape,
  withFewerSites,
} from "./call_site.ts";
import { calleesText } from "./callees_text.ts";
import { countSites, siteCountsShape } from "./confidence.ts";
import { type InputOf, wholeNumber } from "./parameters.ts";
import { possibleSitesFrom } from "./possible_sites.ts";
import { question, type Telling } from "./question.ts";
import { list, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { MOST_SUBJECTS, type Subject, subjectsMeant, typeMembers } from "./subjects.ts";
import { FILE, limitOf, MIN_CONFIDENCE, SYMBOL } from "./symbol_parameters.ts";
import { symbolShape, targetReference } from "./symbol_reference.ts";

const parameters = {
  symbol: SYMBOL,
  file: FILE,
  limit: limitOf("callees", 20),
  depth: wholeNumber("2 also tells what the callees call, and so on, e.g. 2", {
    least: 1,
    most: 10,
    default: 1,
  }),
  minConfidence: MIN_CONFIDENCE,
};

const calleeShape = record({
  symbol: symbolShape,
  depth: whole("1 for those that the symbol itself calls"),
  calledBy: optional(text("at a greater depth: id of the callee that calls here")),
  sites: list(callSiteShape, "places of the calls"),
  moreSites: whole("sites not shown"),
});
export type Callee = ValueOf<typeof calleeShape>;

const groupShape = record({
  symbol: symbolShape,
  callees: list(calleeShape, "those of the project first, in the order of the source"),
  moreCallees: whole("direct callees not shown"),
  sites: siteCountsShape,
  externalSites: whole("sites that call something outside the project"),
  possible: possibleSitesShape,
});
export type CalleeGroup = ValueOf<typeof groupShape>;

const shape = record({
  symbol: text("as it was asked for"),
  groups: list(groupShape, "one for each symbol of that name"),
  moreSymbols: whole("symbols of that name beyond those told about"),
  suggestions: list(symbolShape, "the nearest, when no symbol has that name"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type CalleesAnswer = ValueOf<typeof shape>;

const SITES_A_CALLEE = 3;

/** What a symbol calls, with the places of the calls. */
export const callees = question({
  name: "callees",
  title: "Callees",
  description: "What a function, method or class calls, with the places of the calls.\n" +
    "What lies outside the project is marked external. Nameless functions inside count as part of it.",
  parameters,
  shape,
  maxChars: 10_000,
  ask,
  toText: calleesText,
});

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<CalleesAnswer> {
  const meant = subjectsMeant(context.store, input.symbol, input.file);
  const calls = meant.subjects.slice(0, MOST_SUBJECTS)
    .map((subject) => directCalls(context, subject, input.minConfidence));
  const groups = sharing(input.limit, (direct: DirectCalls, share, scale) => {
    const search = new CalleeSearch(context, input.minConfidence, input.depth, share);
    const group = search.group(direct);
    const fitting = {
      ...group,
      callees: group.callees.map((callee) => withFewerSites(callee, scale)),
      possible: fewerPossible(group.possible, scale),
    };
    return { group: fitting, taken: group.callees.length };
  });
  return groupsTold(context, input.symbol, meant, calls, groups);
}

/** What is known of a subject's calls, however much of it is shown. */
interface DirectCalls extends Omit<CalleeGroup, "callees" | "moreCallees"> {
  readonly edges: readonly StoredEdge[];
}

function directCalls(
  context: AnswerContext,
  subject: Subject,
  least: Confidence,
): DirectCalls {
  const { store } = context;
  const sources = callingSymbols(store, subject);
  const edges = store.edges.from(sources, CALL_KINDS, least);
  const inside = edges.filter(({ target }) => target > 0);
  return {
    symbol: subject.reference,
    edges,
    sites: countSites(inside),
    externalSites: edges.length - inside.length,
    possible: possibleSitesFrom(context, sources),
  };
}

/** Symbols whose calls are those of a subject: itself, nameless functions in it, a type's members. */
export function callingSymbols(store: IndexStore, { symbol, ids }: Subject): number[] {
  if (symbol === undefined) return [];
  const all = [symbol, ...typeMembers(store, symbol)];
  const parts = store.symbols.eachWithNameless(all.map(({ id }) => id));
  return [...new Set([...ids, ...[...parts.values()].flat()])];
}

class CalleeSearch {
  readonly #context: AnswerContext;
  readonly #least: Confidence;
  readonly #depth: number;
  readonly #limit: number;
  readonly #callees: Callee[] = [];
  readonly #seen = new Set<number>();

  constructor(context: AnswerContext, least: Confidence, depth: number, limit: number) {
    this.#context = context;
    this.#least = least;
    this.#depth = depth;
    this.#limit = limit;
  }

  group({ symbol, edges, ...counts }: DirectCalls): CalleeGroup {
    const moreCallees = this.#search(edges);
    return { symbol, callees: this.#callees, moreCallees, ...counts };
  }

  #search(edges: readonly StoredEdge[]): number {
    const direct = this.#addLevel(edges, 1, undefined);
    let level = direct.added;
    for (let depth = 2; depth <= this.#depth; depth++) {
      this.#context.checkpoint();
      const next: AddedCallee[] = [];
      for (const { target, id } of level) {
        const symbol = this.#context.store.symbols.get(target);
        if (symbol === undefined) continue;
        const sources = this.#context.store.symbols.withNameless(symbol);
        const further = this.#context.store.edges.from(sources, CALL_KINDS, this.#least);
        next.push(...this.#addLevel(further, depth, id).added);
      }
      level = next;
    }
    return direct.others;
  }

  #addLevel(
    edges: readonly StoredEdge[],
    depth: number,
    calledBy: string | undefined,
  ): { added: AddedCallee[]; others: number } {
    const added: AddedCallee[] = [];
    let others = 0;
    for (const [target, targetEdges] of ranked(edges)) {
      if (this.#seen.has(target)) continue;
      if (this.#callees.length >= this.#limit) {
        others++;
        continue;
      }
      this.#seen.add(target);
      const callee = this.#callee(target, depth, targetEdges, calledBy);
      this.#callees.push(callee);
      added.push({ target, id: callee.symbol.id });
    }
    return { added, others };
  }

  #callee(
    target: number,
    depth: number,
    edges: readonly StoredEdge[],
    calledBy: string | undefined,
  ): Callee {
    const { store } = this.#context;
    const shown = edges.slice(0, SITES_A_CALLEE);
    const file = store.symbols.get(edges[0]!.source)?.file ?? "";
    return {
      symbol: targetReference(store, target),
      depth,
      ...(calledBy === undefined ? {} : { calledBy }),
      sites: shown.map((edge) => callSite(this.#context, file, edge)),
      moreSites: edges.length - shown.length,
    };
  }
}

interface AddedCallee {
  readonly target: number;
  readonly id: string;
}

/** Edges by target: those of the project first, sure before unsure, then as they stand in the source. */
function ranked(edges: readonly StoredEdge[]): [target: number, edges: StoredEdge[]][] {
  return [...Map.groupBy(edges, ({ target }) => target)].sort(([a, first], [b, second]) =>
    (a > 0 ? 0 : 1) - (b > 0 ? 0 : 1) || unsureness(first[0]!) - unsureness(second[0]!) ||
    first[0]!.line - second[0]!.line || first[0]!.column - second[0]!.column
  );
}

function unsureness({ confidence }: StoredEdge): number {
  return CONFIDENCES.indexOf(confidence);
}
