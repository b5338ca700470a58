import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { walk } from "../../src/scan/walk.ts";
import { git, HAS_GIT } from "./git.ts";
import { type Tree, withTree } from "./temp_tree.ts";

function gitPaths(root: string): string[] {
  const listed = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z");
  return [...new Set(listed.split("\0").filter((path) => path !== ""))].sort();
}

function walkedPaths(root: string): string[] {
  return walk(root, { accept: () => true }).files.map((file) => file.path);
}

const DIRECTORY = fc.constantFrom("", "a/", "b/", "a/b/", "a/c d/", "b/a/", "a/b/c/");
const NAME = fc.constantFrom("x.py", "y.py", "x.gen.py", "README", "[z].py", "!n.py");
const SEGMENT = fc.constantFrom(
  "a",
  "b",
  "c d",
  "*",
  "**",
  "x.py",
  "*.py",
  "x.*",
  "?",
  "[ab]",
  "c*",
);
const RULE = fc.tuple(
  fc.constantFrom("", "", "!"),
  fc.constantFrom("", "/"),
  fc.array(SEGMENT, { minLength: 1, maxLength: 3 }),
  fc.constantFrom("", "/"),
).map(([not, anchor, segments, end]) => not + anchor + segments.join("/") + end);
const IGNORE_FILE = fc.tuple(
  fc.array(RULE, { minLength: 1, maxLength: 4 }),
  fc.constantFrom("\n", "\r\n"),
).map(([rules, ending]) => rules.join(ending) + ending);
const TREE: fc.Arbitrary<Tree> = fc.record({
  files: fc.array(fc.tuple(DIRECTORY, NAME), { minLength: 3, maxLength: 14 }),
  ignores: fc.array(fc.tuple(DIRECTORY, IGNORE_FILE), { minLength: 1, maxLength: 3 }),
}).map(({ files, ignores }) => ({
  ...Object.fromEntries(files.map(([directory, name]) => [directory + name, "1"])),
  ...Object.fromEntries(ignores.map(([directory, text]) => [directory + ".gitignore", text])),
}));

Deno.test({
  name: "walk finds exactly what git lists, for any nesting of ignore rules (needs git)",
  ignore: !HAS_GIT,
  fn: () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        withTree(tree, (root) => {
          git(root, "init", "-q");
          assert.deepEqual(walkedPaths(root), gitPaths(root));
        });
      }),
      { numRuns: 60 },
    );
  },
});

for (const version of ["2", "4"]) {
  Deno.test({
    name: `what git tracks counts although a rule ignores it, index version ${version} (needs git)`,
    ignore: !HAS_GIT,
    fn: () => {
      const tree = {
        ".gitignore": "lib/\n*.gen.py\n",
        "lib/tracked.py": "",
        "lib/deep/tracked.py": "",
        "lib/other.py": "",
        "a.gen.py": "",
        "b.gen.py": "",
        "build/tracked.py": "",
        "dist/untracked.js": "",
        "src/é.py": "",
      };
      withTree(tree, (root) => {
        git(root, "init", "-q");
        git(root, "update-index", "--index-version", version);
        git(root, "add", "-f", "lib/tracked.py", "lib/deep", "a.gen.py", "build", "src");
        assert.deepEqual(walkedPaths(root), [
          ".gitignore",
          "a.gen.py",
          "build/tracked.py",
          "lib/deep/tracked.py",
          "lib/tracked.py",
          "src/é.py",
        ]);
      });
    },
  });
}

Deno.test({
  name: "dependencies stay out even where git tracks them (needs git)",
  ignore: !HAS_GIT,
  fn: () => {
    withTree({ "go.mod": "", "vendor/a.go": "", "node_modules/b.js": "" }, (root) => {
      git(root, "init", "-q");
      git(root, "add", "-f", ".");
      assert.deepEqual(walkedPaths(root), ["go.mod"]);
    });
  },
});

Deno.test({
  name: "a linked work tree keeps the repository's info/exclude (needs git)",
  ignore: !HAS_GIT,
  fn: () => {
    withTree({ "main/a.py": "" }, (root) => {
      const main = join(root, "main");
      git(main, "init", "-q");
      Deno.mkdirSync(join(main, ".git/info"), { recursive: true });
      Deno.writeTextFileSync(join(main, ".git/info/exclude"), "secret.py\n");
      git(main, "add", ".");
      git(main, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "one");
      git(main, "worktree", "add", "-q", join(root, "linked"));
      const linked = join(root, "linked");
      Deno.writeTextFileSync(join(linked, "secret.py"), "");
      Deno.writeTextFileSync(join(linked, "b.py"), "");
      const paths = walkedPaths(linked).filter((path) => path !== ".git");
      assert.deepEqual(paths, ["a.py", "b.py"]);
    });
  },
});
