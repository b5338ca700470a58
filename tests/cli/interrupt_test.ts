/** Commands that are stopped half-way, for real: by a signal to their process. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { index, SHOP } from "../sample_project.ts";
import { writeTree } from "../scan/temp_tree.ts";
import { command, run } from "./command.ts";
import { databaseOf, leftOvers, withProject } from "./with_project.ts";

/** A large project: every function calls those of the file before, so that there is much to do. */
function largeTree(): Record<string, string> {
  const calls = Array.from({ length: 8 }, (_, call) => `before.f${call}(a)`).join(" + ");
  const tree: Record<string, string> = {};
  for (let file = 0; file < 60; file++) {
    const functions = Array.from({ length: 100 }, (_, f) => `def f${f}(a):\n    return ${calls}\n`);
    tree[`m${file}.py`] = `import m${(file + 1) % 60} as before\n\n\n${functions.join("\n\n")}`;
  }
  return tree;
}

interface Stopped {
  readonly code: number;
  readonly stdout: string;
  /** All that was said on stderr. */
  readonly said: string;
}

/** Starts an index and sends it a signal as soon as it says that a phase begins. */
async function stopIndex(root: string, phase: string, signal: Deno.Signal): Promise<Stopped> {
  const child = command(["index", root]).spawn();
  const stdout = new Response(child.stdout).text();
  let said = "";
  let isSent = false;
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (isSent || !said.includes(phase)) continue;
    isSent = true;
    child.kill(signal);
  }
  assert.ok(isSent, `it never came to ${phase}`);
  return { code: (await child.status).code, stdout: await stdout, said };
}

async function assertAnswers(root: string): Promise<void> {
  const { code, stdout } = await run(["callers", "pricing_for", "--project", root]);
  assert.equal(code, 0);
  assert.match(stdout, /pricing = pricing_for\(customer\)/);
}

/** The index of a small project that has become a large one since. */
async function withGrownProject(
  work: (root: string, before: Uint8Array) => Promise<void>,
): Promise<void> {
  await withProject(SHOP, async (root) => {
    await index(root);
    const before = Deno.readFileSync(databaseOf(root));
    writeTree(root, largeTree());
    await work(root, before);
  });
}

Deno.test({
  name: "an interrupt stops the index and leaves the one from before usable",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withGrownProject(async (root, before) => {
      const cases: [phase: string, signal: Deno.Signal][] = [
        ["Reading source files", "SIGINT"],
        ["Resolving names", "SIGINT"],
        ["Resolving names", "SIGTERM"],
      ];
      for (const [phase, signal] of cases) {
        const { code, stdout, said } = await stopIndex(root, phase, signal);
        assert.deepEqual([code, stdout], [1, ""], phase);
        assert.match(said, /codegraph: stopped\n {2}The index from before.*\n$/);
        assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
        assert.deepEqual(leftOvers(root), []);
      }
      await assertAnswers(root);
      assert.equal((await run(["index", "--quiet", root])).code, 0);
      assert.equal((await run(["callers", "m7.py:f0", "--project", root])).code, 0);
    });
  },
});

Deno.test("an index that is killed leaves the one from before usable, and no lock", async () => {
  await withGrownProject(async (root, before) => {
    for (const phase of ["Reading source files", "Resolving names"]) {
      await stopIndex(root, phase, "SIGKILL");
      assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
      await assertAnswers(root);
    }
    const { code, stdout } = await run(["unlock", root]);
    assert.equal(code, 0);
    assert.match(stdout, /Removed what was left of process \d+ on /);
    assert.equal((await run(["index", "--quiet", root])).code, 0);
    assert.deepEqual(leftOvers(root), []);
  });
});

Deno.test({
  name: "a first index that is interrupted leaves a project without one",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withProject(largeTree(), async (root) => {
      const { code } = await stopIndex(root, "Reading source files", "SIGINT");
      assert.equal(code, 1);
      assert.deepEqual(leftOvers(root), []);
      const { code: asked, stderr } = await run(["callers", "f0", "--project", root]);
      assert.equal(asked, 1);
      assert.match(stderr, /has no index\n {2}Run: codegraph index/);
      assert.ok(Deno.statSync(join(root, "m0.py")).isFile);
    });
  },
});
