/**
 * Kills processes at random moments while they index, sync and migrate; each time the index must be
 * whole, that of before or after, and the next sync must say the same as a new index.
 *
 * usage: deno task crash [--kills N] [--seed S]
 */
import { parseArgs } from "node:util";
import { Crashes } from "../tests/index/crashes.ts";
import { print, runTask, TaskFailure } from "./measure/task.ts";

/** Kills of one project before the next. */
const KILLS_A_PROJECT = 25;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

await runTask(async () => {
  const kills = Number(values.kills);
  const totals: Record<string, number> = {};
  for (let done = 0, seed = Number(values.seed); done < kills; seed++) {
    using crashes = await Crashes.of(seed, seed % 2 === 0);
    for (let kill = 0; kill < KILLS_A_PROJECT && done < kills; kill++, done++) {
      const faults = await crashes.kill();
      if (faults.length > 0) {
        throw new TaskFailure(`after ${done} kills, seed ${seed}:\n${faults.join("\n")}`);
      }
    }
    for (const [work, count] of Object.entries(crashes.killed)) {
      totals[work] = (totals[work] ?? 0) + count;
    }
    print(`${done} kills, no fault (${JSON.stringify(totals)})`);
  }
});
