/**
 * Changes a project and its index again and again until it is killed.
 *
 * usage: crash_victim.ts ROOT STATES, a project and a file of its states as JSON; says on stdout what it begins
 */
import { DatabaseSync } from "node:sqlite";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { type ProjectState, writeState } from "./project_states.ts";
import { settingsOf } from "./rebuilt.ts";

const [root, statesPath] = Deno.args as [string, string];
const states = JSON.parse(Deno.readTextFileSync(statesPath)) as ProjectState[];
const layout = ensureLayout(root);

function say(work: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${work}\n`));
}

/** Makes the index look as if another version had written it. */
function age(): void {
  const database = new DatabaseSync(layout.databasePath, { timeout: 5000 });
  database.exec("UPDATE meta SET value = '0' WHERE key = 'engineVersion'");
  database.close();
}

for (let turn = Math.floor(Math.random() * 100);; turn++) {
  writeState(root, states[Math.floor(Math.random() * states.length)]!);
  const options = { layout, settings: settingsOf(root) };
  const work = (["sync", "index", "migration"] as const)[turn % 3]!;
  if (work === "migration") age();
  say(work);
  if (work === "index") await fullIndex({ ...options, pool: new ParsePool(1) });
  else await syncIndex(options);
}
