/** Where the output goes, and what happens when it goes nowhere. */
import assert from "node:assert/strict";
import { index, SHOP } from "../sample_project.ts";
import { command, type CommandResult, run, runInShell, words } from "./command.ts";
import { withProject } from "./with_project.ts";

const ESCAPE = "\x1b";

/** A terminal of its own for a command, as `script` gives it. */
async function runOnTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const quoted = args.map((word) => `'${word}'`).join(" ");
  const { stdout } = await new Deno.Command("script", {
    args: ["-qec", quoted, "/dev/null"],
    env,
    stdin: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

const HAS_TERMINALS = Deno.build.os === "linux" && await hasScript();

async function hasScript(): Promise<boolean> {
  try {
    return (await new Deno.Command("script", { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

/** Starts a command, takes one piece of its output, and goes, as `head` does. */
async function runForHead(args: readonly string[]): Promise<Omit<CommandResult, "stdout">> {
  const child = command(args).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  const stderr = await new Response(child.stderr).text();
  return { code: (await child.status).code, stderr };
}

Deno.test("a reader that has seen enough upsets no command", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const child = command(["export", root]).spawn();
    await child.stdout.cancel();
    const stderr = await new Response(child.stderr).text();
    assert.deepEqual([(await child.status).code, stderr], [0, ""]);
    const cases = [
      ["export", root],
      ["node", "Cart", "--json", "--project", root],
      ["languages", "--json"],
      ["help"],
    ];
    for (const args of cases) {
      assert.deepEqual(await runForHead(args), { code: 0, stderr: "" }, args[0]);
    }
  });
});

Deno.test("text and JSON are plain when they go to a pipe", async () => {
  await withProject(SHOP, async (root) => {
    const results = [
      await run(["index", root], { env: { TERM: "xterm-256color" } }),
      await run(["search", "pricing", "--project", root]),
      await run(["search", "pricing", "--json", "--project", root]),
      await run(["help"]),
    ];
    for (const { stdout, stderr } of results) {
      assert.ok(!stdout.includes(ESCAPE) && !`${stdout}${stderr}`.includes("\r"));
    }
    assert.ok(Array.isArray(JSON.parse(results[2]!.stdout).results));
  });
});

Deno.test({
  name: `a terminal shows progress in place, and NO_COLOR takes off the bold${
    HAS_TERMINALS ? "" : " (no util-linux script here)"
  }`,
  ignore: !HAS_TERMINALS,
  fn: async () => {
    await withProject(SHOP, async (root) => {
      const args = words(["index", root]);
      const colored = await runOnTerminal(args, { NO_COLOR: "" });
      assert.ok(colored.includes(`\r${ESCAPE}[2KReading source files`));
      assert.ok(colored.includes(`${ESCAPE}[1mIndexed 4 files`));
      const plain = await runOnTerminal(args, { NO_COLOR: "1" });
      assert.ok(plain.includes("Indexed 4 files") && !plain.includes(`${ESCAPE}[1m`));
    });
  },
});

Deno.test({
  name: "an index goes on when nobody listens to its progress",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withProject(SHOP, async (root) => {
      await runInShell('"$@" 2>&1 >/dev/null | true', ["index", root]);
      const { code } = await run(["callers", "pricing_for", "--project", root]);
      assert.equal(code, 0);
    });
  },
});

Deno.test({
  name: "results that cannot be written are told",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await withProject(SHOP, async (root) => {
      await index(root);
      const full = await runInShell('"$@" >/dev/full', ["export", root]);
      assert.equal(full.code, 1);
      assert.match(full.stderr, /the output could not be written: .*\n {2}Check where the output/);
      const mute = await runInShell('"$@" 2>/dev/full', ["callers"]);
      assert.equal(mute.code, 2);
    });
  },
});
