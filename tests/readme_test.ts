/** Holds the README to what the program says and can do. */
import assert from "node:assert/strict";
import { inRepository } from "../tasks/release/repository.ts";

const README = Deno.readTextFileSync(inRepository("README.md"));
const LAUNCHER = inRepository("src/launcher/src/codegraphagent");
const COMMANDS = inRepository("src/cli/command_line.ts");

/** How each message that the launcher may give begins. */
function* launcherMessages(): Generator<string> {
  const written = /(?:Failure\(|super\(\).__init__\(|problem(?:, remedy)? = )f?"([^"{:]+)/g;
  for (const { name } of Deno.readDirSync(LAUNCHER)) {
    if (!name.endsWith(".py")) continue;
    const text = Deno.readTextFileSync(`${LAUNCHER}/${name}`);
    for (const [, message] of text.matchAll(written)) yield message!.trim();
  }
}

Deno.test("the README explains every message of the launcher", () => {
  const messages = [...launcherMessages()];
  assert.ok(messages.length > 10, "the messages are written in another way");
  assert.deepEqual(messages.filter((message) => !README.includes(`\`${message}`)), []);
});

Deno.test("the README names every command that is asked, and none that there is not", () => {
  const known = Array.from(
    Deno.readTextFileSync(COMMANDS).matchAll(/^ {4}(\w+): \(\) => import/gm),
    ([, name]) => name!,
  );
  assert.ok(known.length > 20);
  const named = Array.from(
    README.matchAll(/(?:task codegraph|`codegraph|^codegraph|\| codegraph) ([a-z]+)/gm),
    ([, name]) => name!,
  );
  assert.deepEqual(named.filter((name) => !known.includes(name)), []);
  const [, table = ""] = /\n\| command .*\n([\s\S]*?)\n\n/.exec(README) ?? [];
  const apart = ["watch", "unlock", "uninit", "version"];
  const missing = known.filter((name) => !apart.includes(name) && !table.includes(`\`${name}`));
  assert.deepEqual(missing, []);
});
