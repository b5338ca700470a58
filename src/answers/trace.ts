/** How does a call get from one symbol to another? */
import { type PathStep, shortestPaths } from "../graph/shortest_paths.ts";
import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import type { AnswerContext } from "./answer_context.ts";
import { asAsked } from "./as_asked.ts";
import { CallHops, type CallStep } from "./call_hops.ts";
import { callSite, callSiteShape } from "./call_site.ts";
import { type InputOf, requiredText, wholeNumber } from "./parameters.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, optional, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { fewer } from "./fewer.ts";
import { scaled } from "./scaled.ts";
import { MOST_SUBJECTS, subjectsMeant, typeMembers } from "./subjects.ts";
import { MIN_CONFIDENCE } from "./symbol_parameters.ts";
import { symbolShape, targetReference } from "./symbol_reference.ts";
import { gapBetween, gapShape, narrowed } from "./trace_gap.ts";
import { traceText } from "./trace_text.ts";

const parameters = {
  from: requiredText('where the call starts: a symbol, as for the other questions, e.g. "main"'),
  to: requiredText(
    'where it should end: a symbol, or something outside the project, e.g. "os.remove"',
  ),
  maxDepth: wholeNumber("calls of a path at most, e.g. 20", { least: 1, most: 30, default: 12 }),
  limit: wholeNumber("paths at most, e.g. 10", { least: 1, most: 50, default: 3 }),
  minConfidence: MIN_CONFIDENCE,
};

const stepShape = record({
  symbol: symbolShape,
  site: optional(callSiteShape),
  dispatch: optional(truth("reached because it overrides the step before, not by a call site")),
});

const pathShape = record({
  steps: list(stepShape, "from start to end; each but the first with the site that leads to it"),
  confidence: oneOf(CONFIDENCES, "that of its least sure step"),
});
export type TracePath = ValueOf<typeof pathShape>;

const endShape = record({
  asked: text("as it was asked for"),
  symbols: list(symbolShape, "what it means: any of them counts"),
  moreSymbols: whole(),
  suggestions: list(symbolShape, "the nearest, when it means nothing"),
});
export type TraceEnd = ValueOf<typeof endShape>;

const shape = record({
  from: endShape,
  to: endShape,
  paths: list(pathShape, "shortest paths, the surest first"),
  morePaths: whole("other paths of the same length"),
  searched: whole("symbols looked at"),
  gap: optional(gapShape),
  isComplete: truth("whether, within the depth, there is certainly no other path as short"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type TraceAnswer = ValueOf<typeof shape>;

/** Symbols looked at before the search gives up. */
const MOST_NODES = 40_000;

/** Call paths between two symbols. */
export const trace = question({
  name: "trace",
  title: "Trace",
  description: "Shortest call paths from one symbol to another, each hop with its call site.\n" +
    "Dispatch to overriding methods and bridges between languages are marked. Among equals the surest comes first.",
  parameters,
  shape,
  maxChars: 10_000,
  ask,
  toText: traceText,
});

function ask(
  context: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<TraceAnswer> {
  const from = endOf(context, input.from, true);
  const to = endOf(context, input.to, false);
  const hops = new CallHops(context, input.minConfidence);
  const { paths, morePaths, visited, isComplete } = shortestPaths(
    from.ids,
    to.ids,
    hops.forward,
    hops.backward,
    { depth: input.maxDepth, paths: input.limit, mostNodes: MOST_NODES },
  );
  const told = paths.map((steps) => pathOf(context, steps));
  const gap = paths.length > 0 || from.ids.length === 0 || to.ids.length === 0
    ? undefined
    : gapBetween(context, hops, from.ids, to.ids, input.maxDepth);
  return (scale) => {
    const shown = told.slice(0, scaled(input.limit, scale));
    return {
      from: from.tell(scale),
      to: to.tell(scale),
      paths: shown,
      morePaths: morePaths + told.length - shown.length,
      searched: visited,
      ...(gap === undefined ? {} : { gap: narrowed(gap, scale) }),
      isComplete,
      changedFiles: context.lines.changed,
    };
  };
}

/** @param withMembers whether the members of a type stand for it, as where a call starts */
function endOf(
  { store }: AnswerContext,
  asked: string,
  withMembers: boolean,
): { tell: Telling<TraceEnd>; ids: number[] } {
  const { subjects, more, suggestions } = subjectsMeant(store, asked);
  const references = subjects.slice(0, MOST_SUBJECTS).map(({ reference }) => reference);
  const tell = (scale: number): TraceEnd => {
    const symbols = references.slice(0, scaled(MOST_SUBJECTS, scale));
    const moreSymbols = more + subjects.length - symbols.length;
    return {
      asked: asAsked(asked),
      symbols,
      moreSymbols,
      suggestions: fewer(suggestions, scale, 1),
    };
  };
  const ids = subjects.flatMap(({ symbol, ids }) => {
    const members = withMembers && symbol !== undefined ? typeMembers(store, symbol) : [];
    return [...ids, ...members.map(({ id }) => id)];
  });
  return { tell, ids };
}

function pathOf(context: AnswerContext, steps: readonly PathStep<CallStep>[]): TracePath {
  let confidence: Confidence = "exact";
  const shown = steps.map(({ node, label }) => {
    const symbol = targetReference(context.store, node);
    if (label === undefined) return { symbol };
    if (label.dispatch) {
      confidence = lessSure(confidence, "inferred");
      return { symbol, dispatch: true };
    }
    const { edge } = label;
    confidence = lessSure(confidence, edge.confidence);
    const file = context.store.symbols.get(edge.source)?.file ?? "";
    return { symbol, site: callSite(context, file, edge) };
  });
  return { steps: shown, confidence };
}

function lessSure(a: Confidence, b: Confidence): Confidence {
  return CONFIDENCES.indexOf(a) >= CONFIDENCES.indexOf(b) ? a : b;
}
