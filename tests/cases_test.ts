/**
 * Every `tests/cases/<language>/*.case`: what the product says of annotated sources. With
 * `UPDATE_CASES=1`, or `--update` after `--`, the annotations are rewritten from what it says.
 */
import { equal } from "node:assert/strict";
import { join } from "node:path";
import { parseCase, renderCase } from "./annotated_case.ts";
import { annotate, markerOf } from "./case_project.ts";

const CASES = join(import.meta.dirname!, "cases");
const IS_UPDATE = Deno.env.get("UPDATE_CASES") === "1" || Deno.args.includes("--update");

for (const folder of [...Deno.readDirSync(CASES)].filter((entry) => entry.isDirectory)) {
  const directory = join(CASES, folder.name);
  const names = [...Deno.readDirSync(directory)].map((entry) => entry.name)
    .filter((name) => name.endsWith(".case")).sort();
  Deno.test(`cases of ${folder.name}`, async (t) => {
    for (const name of names) {
      await t.step(name.slice(0, -".case".length), () => checkCase(join(directory, name)));
    }
  });
}

async function checkCase(path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  const actual = renderCase(await annotate(parseCase(text)), markerOf);
  if (IS_UPDATE) {
    if (actual !== text) await Deno.writeTextFile(path, actual);
  } else equal(actual, text);
}
