import assert from "node:assert/strict";
import { join } from "node:path";
import { rootsOfSameCode } from "../../src/scan/work_trees.ts";
import { commitAll, git, HAS_GIT } from "./git.ts";
import { withTree, writeTree } from "./temp_tree.ts";

Deno.test({
  name: "work trees, the cloned repository and clones of it beside are the same code",
  ignore: !HAS_GIT,
  fn: () => {
    withTree({ "main/part/a.py": "", "other/part/a.py": "" }, (directory) => {
      const at = (name: string): string => join(directory, name, "part");
      const main = join(directory, "main");
      commitAll(main);
      commitAll(join(directory, "other"));
      assert.deepEqual(rootsOfSameCode(at("main")), []);
      git(main, "worktree", "add", "--quiet", "../tree", "-b", "branch");
      git(main, "clone", "--quiet", main, "../clone");
      git(main, "clone", "--quiet", main, "../further/clone");
      assert.deepEqual(rootsOfSameCode(at("main")).sort(), [at("clone"), at("tree")]);
      assert.deepEqual(rootsOfSameCode(at("tree")), [at("main")]);
      assert.deepEqual(rootsOfSameCode(at("further/clone")), [at("main"), at("tree")]);
      assert.deepEqual(rootsOfSameCode(at("clone")), [at("main"), at("tree")]);
      // The work tree has no such directory.
      assert.deepEqual(rootsOfSameCode(join(at("main"), "new")), []);
    });
  },
});

Deno.test("clones of one address are the same code, whatever else their configuration says", () => {
  const config = (address: string): string =>
    `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${address}\n\tfetch = +refs/*:refs/*\n[branch "b"]\n\turl = no\n`;
  withTree({}, (root) => {
    const addresses = { one: "git@host:a/b.git", two: "git@host:a/b.git", three: "git@host:c.git" };
    for (const [name, address] of Object.entries(addresses)) {
      writeTree(join(root, name), { ".git/HEAD": "ref\n", ".git/config": config(address) });
    }
    writeTree(root, { "four/.git/HEAD": "ref\n", "five/a.py": "" });
    assert.deepEqual(rootsOfSameCode(join(root, "one")), [join(root, "two")]);
    assert.deepEqual(rootsOfSameCode(join(root, "four")), []);
    assert.deepEqual(rootsOfSameCode(join(root, "five")), []);
  });
});
