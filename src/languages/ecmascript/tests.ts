/** Tells tests by the functions that they are handed to: `it("adds", () => …)`. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Names } from "./names.ts";

const CASES: ReadonlySet<string> = new Set([
  "it",
  "test",
  "specify",
  "bench",
  "fit",
  "xit",
  "xtest",
]);
const SUITES: ReadonlySet<string> = new Set(
  "describe suite context fdescribe xdescribe before beforeEach beforeAll after afterEach afterAll setup teardown"
    .split(" "),
);
const LONGEST_TITLE = 80;

/** A function that a test framework is handed. */
export interface TestFunction {
  /** A case by itself, not a suite or a hook. */
  readonly isCase: boolean;
  readonly flags: number;
  /** What the test calls itself. */
  readonly title: string | undefined;
}

/** What kind of test a function is; undefined when it is none. */
export function testOf(x: Extraction, node: NodeIndex, names: Names): TestFunction | undefined {
  const { tree } = x;
  const { F, K } = names.s;
  const args = tree.parents[node]!;
  if (args === NONE || tree.kinds[args] !== K.arguments) return undefined;
  const call = tree.parents[args]!;
  if (tree.kinds[call] !== K.call) return undefined;
  const root = rootOf(x, tree.child(call, F.function), names);
  if (root === NONE || tree.kinds[root] !== K.identifier) return undefined;
  const word = x.textOf(root);
  const isCase = CASES.has(word);
  if (!isCase && !SUITES.has(word)) return undefined;
  const first = tree.namedChild(args);
  const kind = tree.kinds[first];
  const title = kind === K.string || kind === K.templateString
    ? names.stringText(x, first).replace(/\s+/g, " ").slice(0, LONGEST_TITLE)
    : undefined;
  return { isCase, flags: Flag.test, title: title === "" ? undefined : title };
}

/** The `it` of `it.each(table)("…", f)` and `it.only("…", f)`. */
function rootOf(x: Extraction, callee: NodeIndex, names: Names): NodeIndex {
  const { F, K } = names.s;
  let at = callee;
  for (let depth = 0; at !== NONE && depth < 6; depth++) {
    if (x.tree.kinds[at] === K.member) at = x.tree.child(at, F.object);
    else if (x.tree.kinds[at] === K.call) at = x.tree.child(at, F.function);
    else return at;
  }
  return at;
}
