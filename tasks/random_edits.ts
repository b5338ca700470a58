/**
 * Makes random edits to random projects; after each few the index is synced, and compared with a new
 * one. The two must say the same.
 *
 * usage: deno task edits [--runs N] [--seed S] [--quick]
 *
 * --quick: stop at the first difference instead of looking for a smaller project that has it
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { history } from "../tests/index/random_edits.ts";
import { differencesAlong } from "../tests/index/rebuilt.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
let edits = 0;
let syncs = 0;
const result = await fc.check(
  fc.asyncProperty(history, async (lived) => {
    syncs += lived.steps.length;
    edits += lived.steps.flat().length;
    const found = await differencesAlong(lived);
    if (found.length > 0) throw new Error(found.join("\n"));
  }),
  {
    numRuns: Number(values.runs),
    endOnFailure: values.quick,
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  },
);
const text = result.failed
  ? `${fc.defaultReportMessage(result)}\n${result.errorInstance}\n`
  : `${result.numRuns} projects, ${edits} edits, ${syncs} syncs, 0 differences (seed ${result.seed})\n`;
Deno.stdout.writeSync(new TextEncoder().encode(text));
Deno.exit(result.failed ? 1 : 0);
