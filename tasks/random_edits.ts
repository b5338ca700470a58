/**
 * Makes random edits to random projects; after each few the index is synced, and compared with a new
 * one. The two must say the same.
 *
 * usage: deno task edits [--runs N] [--seed S] [--quick] [--of SORT]
 *
 * --of: projects of "languages" (the default), "bridges", "routes" or "links"
 * --quick: stop at the first difference instead of looking for a smaller project that has it
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import {
  bridgedHistory,
  history,
  linkedHistory,
  routedHistory,
} from "../tests/index/random_edits.ts";
import { differencesAlong } from "../tests/index/rebuilt.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string" },
    quick: { type: "boolean", default: false },
    of: { type: "string", default: "languages" },
  },
});
const HISTORIES = new Map([
  ["languages", history],
  ["bridges", bridgedHistory],
  ["routes", routedHistory],
  ["links", linkedHistory],
]);
const histories = HISTORIES.get(values.of);
if (histories === undefined) throw new Error(`--of ${values.of} is none of these`);
let edits = 0;
let syncs = 0;
const result = await fc.check(
  fc.asyncProperty(histories, async (lived) => {
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
