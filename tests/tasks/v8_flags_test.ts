import assert from "node:assert/strict";
import { join } from "node:path";
import { V8_FLAGS } from "../../tasks/v8_flags.ts";

Deno.test("the tasks run the engine as the executable runs", () => {
  const path = join(import.meta.dirname!, "..", "..", "deno.json");
  const { tasks } = JSON.parse(Deno.readTextFileSync(path)) as { tasks: Record<string, string> };
  const engine = Object.values(tasks).filter((task) => task.includes("src/main.ts"));
  assert.deepEqual(engine.filter((task) => !task.includes(` ${V8_FLAGS} `)), []);
  assert.equal(engine.length, 2);
});
