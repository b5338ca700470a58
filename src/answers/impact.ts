/** What is affected if a symbol changes? */
import type { AnswerContext } from "./answer_context.ts";
import { groupsTold, sharing } from "./groups_told.ts";
import {
  filesShown,
  type FoundSymbol,
  ImpactSearch,
  levelShape,
  levelsOf,
} from "./impact_search.ts";
import { impactText } from "./impact_text.ts";
import { areValues, mentionsOf, mentionsShape } from "./mentions.ts";
import { type InputOf, wholeNumber } from "./parameters.ts";
import { question, type Telling } from "./question.ts";
import { list, optional, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { fewer } from "./fewer.ts";
import { MOST_SUBJECTS, type Subject, subjectsMeant, typeMembers } from "./subjects.ts";
import { FILE, limitOf, MIN_CONFIDENCE, SYMBOL } from "./symbol_parameters.ts";
import { briefReference, symbolShape } from "./symbol_reference.ts";

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

const groupShape = record({
  symbol: symbolShape,
  levels: list(levelShape),
  total: whole("affected symbols within the depth"),
  files: whole("files they are in"),
  tests: list(symbolShape, "tests among them"),
  moreTests: whole(),
  mentions: optional(mentionsShape),
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
): Telling<ImpactAnswer> {
  const meant = subjectsMeant(context.store, input.symbol, input.file);
  const mayBeMentioned = input.minConfidence === "heuristic" && areValues(meant.subjects);
  const all = meant.subjects.slice(0, MOST_SUBJECTS)
    .map((subject) => affectedBy(context, subject, input, mayBeMentioned));
  const groups = sharing(
    input.limit,
    ({ found, symbol, tests, moreTests, ...rest }: AffectedBy, share, scale) => {
      const levels = levelsOf(context, found, share);
      context.lines.check(filesShown(levels));
      const told = fewer(tests, scale);
      const more = moreTests + tests.length - told.length;
      const group = { symbol, levels, ...rest, tests: told, moreTests: more };
      return { group, taken: Math.min(rest.total, share) };
    },
  );
  return groupsTold(context, input.symbol, meant, all, groups);
}

/** What is known of a subject, however much of it is shown. */
interface AffectedBy extends Omit<ImpactGroup, "levels"> {
  readonly found: readonly FoundSymbol[];
}

function affectedBy(
  context: AnswerContext,
  subject: Subject,
  { depth, minConfidence }: InputOf<typeof parameters>,
  mayBeMentioned: boolean,
): AffectedBy {
  const { store } = context;
  const mentions = mayBeMentioned ? mentionsOf(context, subject, 0) : undefined;
  const search = new ImpactSearch(context, minConfidence, { depth, mostNodes: MOST_NODES });
  const found = search.follow(startsOf(context, subject));
  const tests = found.filter(({ symbol }) => symbol.test && symbol.kind !== "file");
  return {
    symbol: subject.reference,
    found,
    total: found.length,
    files: new Set(found.map(({ symbol }) => symbol.fileId)).size,
    tests: tests.slice(0, MOST_TESTS).map(({ symbol }) => briefReference(store, symbol)),
    moreTests: Math.max(0, tests.length - MOST_TESTS),
    isComplete: found.length < MOST_NODES,
    ...(mentions === undefined ? {} : { mentions }),
  };
}

/** A type changes with its members, a file with what stands in it. */
function startsOf({ store }: AnswerContext, { symbol, ids }: Subject): number[] {
  if (symbol === undefined) return [...ids];
  if (symbol.kind === "file") return store.symbols.inFile(symbol.fileId).map(({ id }) => id);
  return [...new Set([...ids, ...typeMembers(store, symbol).map(({ id }) => id)])];
}
