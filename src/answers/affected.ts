/** What is affected by changes to files, and which tests are to be run? */
import type { StoredSymbol } from "../store/symbol_row.ts";
import { affectedText } from "./affected_text.ts";
import type { AnswerContext } from "./answer_context.ts";
import {
  filesShown,
  type FoundSymbol,
  ImpactSearch,
  levelShape,
  levelsOf,
} from "./impact_search.ts";
import { flag, type InputOf, texts, wholeNumber } from "./parameters.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, record, text, truth, type ValueOf, whole } from "./shape.ts";
import { limitOf, MIN_CONFIDENCE } from "./symbol_parameters.ts";
import { pathExists } from "../project/path_exists.ts";

const parameters = {
  files: texts('changed files or directories, relative to the project, e.g. "src/app.py"'),
  depth: wholeNumber("how far to follow: callers of callers, and so on, e.g. 3", {
    least: 1,
    most: 20,
    default: 5,
  }),
  limit: limitOf("affected symbols", 50),
  minConfidence: MIN_CONFIDENCE,
  testsOnly: flag("show the paths of the tests to run and nothing else, e.g. true", false),
};
export type AffectedInput = InputOf<typeof parameters>;

const STATES = ["indexed", "not-indexed", "unknown"] as const;

const changeShape = record({
  path: text(),
  state: oneOf(STATES, "not-indexed: no source; unknown: neither in the index nor on disk"),
  symbols: whole("defined in it"),
});
export type Change = ValueOf<typeof changeShape>;

const testFileShape = record({
  path: text(),
  distance: whole("of the nearest affected symbol; 0 when it changed itself"),
  tests: whole("affected symbols in it"),
});

const shape = record({
  changes: list(changeShape),
  testFiles: list(testFileShape, "tests to run, the nearest first"),
  levels: list(levelShape),
  total: whole("affected symbols within the depth"),
  files: whole("files they are in"),
  isComplete: truth("whether all within the depth were followed"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type AffectedAnswer = ValueOf<typeof shape>;
export type TestFile = ValueOf<typeof testFileShape>;

const MOST_NODES = 50_000;

/** Everything affected by changes to files, by distance. */
export const affected = question({
  name: "affected",
  title: "Affected",
  description: "The tests to run and everything else that changes to files affect.\n" +
    "By distance, with the reason for each.",
  parameters,
  shape,
  ask,
  toText: affectedText,
});

function ask(context: AnswerContext, input: AffectedInput): Telling<AffectedAnswer> {
  const { depth, limit, minConfidence } = input;
  const changed = input.files.map((path) => new ChangedPath(context, path));
  const starts = changed.flatMap(({ symbols }) => symbols);
  const search = new ImpactSearch(context, minConfidence, { depth, mostNodes: MOST_NODES });
  const found = search.follow(starts.map(({ id }) => id));
  const levels = levelsOf(context, found, limit);
  context.lines.check(filesShown(levels));
  return () => ({
    changes: changed.map(({ change }) => change),
    testFiles: testFilesOf(starts, found),
    levels,
    total: found.length,
    files: new Set(found.map(({ symbol }) => symbol.fileId)).size,
    isComplete: starts.length + found.length < MOST_NODES,
    changedFiles: context.lines.changed,
  });
}

/** What there is at a path: a file, or all files under it. */
class ChangedPath {
  readonly symbols: readonly StoredSymbol[];
  readonly change: Change;

  constructor({ store, root }: AnswerContext, path: string) {
    this.symbols = store.files.atOrUnder(path).flatMap(({ id }) => store.symbols.inFile(id));
    const state = this.symbols.length > 0
      ? "indexed"
      : pathExists(`${root}/${path}`)
      ? "not-indexed"
      : "unknown";
    const count = this.symbols.filter(({ kind }) => kind !== "file").length;
    this.change = { path, state, symbols: count };
  }
}

function testFilesOf(
  starts: readonly StoredSymbol[],
  found: readonly FoundSymbol[],
): TestFile[] {
  const files = new Map<string, TestFile>();
  const add = ({ file, kind }: StoredSymbol, distance: number): void => {
    const known = files.get(file) ?? { path: file, distance, tests: 0 };
    files.set(file, { ...known, tests: known.tests + (kind === "file" ? 0 : 1) });
  };
  for (const symbol of starts) if (symbol.test) add(symbol, 0);
  for (const { symbol, distance } of found) if (symbol.test) add(symbol, distance);
  return [...files.values()]
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
}
