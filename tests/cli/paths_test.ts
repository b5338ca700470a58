/** Commands that are given paths: from where they are, and from where git lists them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { index, SHOP } from "../sample_project.ts";
import { run, runInShell } from "./command.ts";
import { writeTree } from "../scan/temp_tree.ts";
import { withProject } from "./with_project.ts";

Deno.test("files takes the project's path, or one within it, from anywhere", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    assert.match((await run(["files", root])).stdout, /\n4 files, 18 symbols\n$/);
    assert.match((await run(["files", join(root, "shop")])).stdout, /\n3 files, 17 symbols\n$/);
    const inside = { cwd: join(root, "shop") };
    const one = await run(["files", "cart.py", "--json"], inside);
    assert.deepEqual(JSON.parse(one.stdout).files.length, 1);
    const here = await run(["files", ".", "--project", root], { cwd: root });
    assert.match(here.stdout, /\n4 files, 18 symbols\n$/);
    const nothing = await run(["files", "nowhere"], inside);
    assert.deepEqual([nothing.code, nothing.stdout.trim()], [
      1,
      "No indexed file at or under shop/nowhere.",
    ]);
  });
});

Deno.test("affected takes paths from here, or as git lists them", async () => {
  await withProject({ "repo/.git": null, "repo/part": null }, async (above) => {
    const root = join(above, "repo", "part");
    await withTree(root);
    const inside = { cwd: join(root, "shop") };
    const named = await run(["affected", "cart.py", "--tests-only"], inside);
    assert.deepEqual([named.code, named.stdout], [0, "tests/test_cart.py\n"]);
    const none = await run(["affected", "gone.py"], inside);
    assert.deepEqual([none.code, none.stdout.split("\n")[0]], [
      1,
      "shop/gone.py: neither in the index nor in the project",
    ]);
    const missing = await run(["affected"], inside);
    assert.deepEqual([missing.code, missing.stdout], [2, ""]);
    assert.match(missing.stderr, /no files were given\n {2}Name them, or list them on --stdin/);
  });
});

Deno.test({
  name: "affected reads what git lists on standard input",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withProject({ "repo/part": null }, async (above) => {
      const root = join(above, "repo", "part");
      await withTree(root);
      const args = ["affected", "--stdin", "--json", "--project", root];
      const list = String.raw`printf 'part/shop/cart.py\nREADME\n' | "$@"`;
      const { code, stdout } = await runInShell(list, args);
      assert.equal(code, 0);
      const { changes } = JSON.parse(stdout);
      assert.deepEqual(changes.map(({ path }: { path: string }) => path), [
        "shop/cart.py",
        "README",
      ]);
      const nothing = await runInShell('printf "" | "$@"', args.filter((arg) => arg !== "--json"));
      assert.deepEqual([nothing.code, nothing.stderr], [0, ""]);
      assert.match(nothing.stdout, /^No files were given/);
    });
  },
});

async function withTree(root: string): Promise<void> {
  writeTree(root, SHOP);
  await index(root);
}
