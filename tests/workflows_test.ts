/** Holds the workflows to what they must keep to; actionlint sees to the rest. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { inRepository } from "../tasks/release/repository.ts";

const FOLDER = inRepository(".github/workflows");
const WORKFLOWS = [...Deno.readDirSync(FOLDER)].map(({ name }) => {
  return { name, text: Deno.readTextFileSync(join(FOLDER, name)) };
});

for (const { name, text } of WORKFLOWS) {
  Deno.test(`${name}: actions are pinned by commit, with their version beside`, () => {
    const uses = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, used]) => used!);
    assert.ok(uses.length > 0);
    for (const used of uses) {
      assert.match(
        used,
        /^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
      );
    }
  });

  Deno.test(`${name}: nothing may be written but where a job says so`, () => {
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m);
    for (const [, wider] of text.matchAll(/^ {6}(\S+: write.*)$/gm)) {
      assert.match(wider!, / # to /, "a wider permission says what it is for");
    }
  });

  Deno.test(`${name}: checkouts leave no credentials behind`, () => {
    const checkouts = text.match(/actions\/checkout@.*\n( +with:\n(?: {10}.*\n)+)?/g) ?? [];
    for (const checkout of checkouts) assert.match(checkout, /persist-credentials: false/);
  });

  Deno.test(`${name}: tasks that are run exist, with the deno that we are made for`, () => {
    const { tasks } = JSON.parse(Deno.readTextFileSync(inRepository("deno.json")));
    for (const [, task] of text.matchAll(/deno task ([\w-]+)/g)) assert.ok(task! in tasks, task);
    for (const [, version] of text.matchAll(/deno@(\S+)/g)) assert.equal(version, "2.9.6");
  });
}
