import assert from "node:assert/strict";
import { join } from "node:path";
import { walk, type WalkOptions, type WalkResult } from "../../src/scan/walk.ts";
import { REFUSALS_APPLY, type Tree, withTree } from "./temp_tree.ts";

const ALL: WalkOptions = { accept: () => true };

function pathsOf({ files }: WalkResult): string[] {
  return files.map((file) => file.path);
}

function reasonsOf({ skipped }: WalkResult): Record<string, string> {
  return Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]));
}

/** Walks a tree and expects exactly these files, leaving ignore files themselves aside. */
function expectFiles(tree: Tree, expected: string[], options: WalkOptions = ALL): void {
  withTree(tree, (root) => {
    const paths = pathsOf(walk(root, options));
    assert.deepEqual(paths.filter((path) => !path.endsWith(".gitignore")), expected);
  });
}

Deno.test("walk lists files with size and modification time, in code-unit order", () => {
  withTree({ "b.py": "12345", "a/z.py": "", "a.py": "1", "B.py": "", "a-b/x.py": "" }, (root) => {
    const time = new Date("2020-02-02T02:02:02Z");
    Deno.utimeSync(join(root, "b.py"), time, time);
    const result = walk(root, ALL);
    assert.deepEqual(pathsOf(result), ["B.py", "a-b/x.py", "a.py", "a/z.py", "b.py"]);
    assert.deepEqual(result.directories, ["", "a-b/", "a/"]);
    assert.deepEqual(result.files.at(-1), { path: "b.py", size: 5, mtimeMs: time.getTime() });
  });
});

Deno.test("walk takes only accepted files and does not mention the others", () => {
  withTree({ "a.py": "", "a.png": "", "b/c.py": "" }, (root) => {
    const result = walk(root, { accept: (name) => name.endsWith(".py") });
    assert.deepEqual(pathsOf(result), ["a.py", "b/c.py"]);
    assert.deepEqual(result.skipped, []);
  });
});

Deno.test("walk of an empty project finds nothing", () => {
  withTree({}, (root) => {
    assert.deepEqual(walk(root, ALL), { files: [], skipped: [], directories: [""] });
  });
});

Deno.test("walk of a missing root throws the system's error", () => {
  withTree({}, (root) => {
    assert.throws(() => walk(join(root, "none"), ALL), Deno.errors.NotFound);
  });
});

Deno.test("walk gives the same for a root with a trailing slash", () => {
  withTree({ "a/b.py": "" }, (root) => {
    assert.deepEqual(walk(root + "/", ALL), walk(root, ALL));
  });
});

Deno.test("default directories are skipped whole, each with what it holds", () => {
  const tree = {
    "node_modules/a/index.js": "",
    "pkg/node_modules/b.js": "",
    "__pycache__/x.pyc": "",
    ".git/config": "",
    "renv/activate.R": "",
    "mypkg.Rcheck/00_pkg_src/R/a.R": "",
    "src/a.py": "",
  };
  withTree(tree, (root) => {
    const result = walk(root, ALL);
    assert.deepEqual(pathsOf(result), ["src/a.py"]);
    const details = Object.fromEntries(result.skipped.map(({ path, detail }) => [path, detail]));
    assert.deepEqual(details, {
      ".git/": "version control",
      "__pycache__/": "cache or state of a tool",
      "mypkg.Rcheck/": "build output",
      "node_modules/": "dependencies",
      "pkg/node_modules/": "dependencies",
      "renv/": "dependencies",
    });
  });
});

Deno.test("build output and vendor are skipped only where a build puts them", () => {
  expectFiles({
    "build/a.py": "",
    "vendor/a.go": "",
    "web/package.json": "",
    "web/dist/a.js": "",
    "java/org/acme/build/Step.java": "",
    "java/org/acme/target/Aim.java": "",
    "shop/vendor/model.py": "",
  }, [
    "java/org/acme/build/Step.java",
    "java/org/acme/target/Aim.java",
    "shop/vendor/model.py",
    "web/package.json",
  ]);
});

Deno.test("environments and tagged caches are known by what they hold", () => {
  expectFiles({
    "my-env/pyvenv.cfg": "",
    "my-env/lib/x.py": "",
    "conda/conda-meta/history": "",
    "conda/x.py": "",
    "out/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55",
    "out/x.py": "",
    "x.py": "",
  }, ["x.py"]);
});

Deno.test("settings include brings back an environment known by what it holds", () => {
  expectFiles(
    { "my-env/pyvenv.cfg": "", "my-env/x.py": "" },
    ["my-env/pyvenv.cfg", "my-env/x.py"],
    { ...ALL, include: ["my-env/"] },
  );
});

Deno.test("a root that is itself an environment is walked", () => {
  expectFiles({ "pyvenv.cfg": "", "a.py": "" }, ["a.py", "pyvenv.cfg"]);
});

Deno.test("a negated ignore rule brings a default directory back", () => {
  expectFiles({
    ".gitignore": "!vendor/\n!test/fixtures/**/node_modules\n",
    "vendor/a.go": "",
    "node_modules/no.js": "",
    "test/fixtures/one/node_modules/yes.js": "",
  }, ["test/fixtures/one/node_modules/yes.js", "vendor/a.go"]);
});

Deno.test("a negated ignore rule beneath a default directory brings back only what it names", () => {
  expectFiles({
    ".gitignore": "!vendor/ours/\n",
    "vendor/ours/a.go": "",
    "vendor/theirs/b.go": "",
    "vendor/c.go": "",
  }, ["vendor/ours/a.go"]);
});

Deno.test("a rule that negates every directory does not bring dependencies back", () => {
  expectFiles({
    ".gitignore": "*\n!*/\n!*.py\n",
    "node_modules/a.py": "",
    "src/b.py": "",
    "src/c.txt": "",
  }, ["src/b.py"]);
});

Deno.test("nested ignore files: the deeper one wins, both ways", () => {
  expectFiles({
    ".gitignore": "*.gen.py\n/top.py\ndata/\n",
    "a.gen.py": "",
    "top.py": "",
    "sub/top.py": "",
    "sub/.gitignore": "!keep.gen.py\n!data/\n/local.py\n",
    "sub/keep.gen.py": "",
    "sub/drop.gen.py": "",
    "sub/data/x.py": "",
    "sub/local.py": "",
    "sub/deep/local.py": "",
    "data/x.py": "",
  }, ["sub/data/x.py", "sub/deep/local.py", "sub/keep.gen.py", "sub/top.py"]);
});

Deno.test("ignore files with CRLF, a byte order mark, comments and quoted characters", () => {
  expectFiles({
    ".gitignore":
      "\uFEFFa.py\r\n# b.py\r\n\r\nc.py   \r\n\\#d.py\r\n\\!e.py\r\nwith\\ space.py\r\n",
    "a.py": "",
    "b.py": "",
    "c.py": "",
    "#d.py": "",
    "!e.py": "",
    "with space.py": "",
  }, ["b.py"]);
});

Deno.test("ignore rules in a directory whose name has special characters", () => {
  expectFiles({
    "a[1] (x)/.gitignore": "/drop.py\nany.py\n",
    "a[1] (x)/drop.py": "",
    "a[1] (x)/deep/any.py": "",
    "a[1] (x)/deep/drop.py": "",
    "a1 (x)/drop.py": "",
  }, ["a1 (x)/drop.py", "a[1] (x)/deep/drop.py"]);
});

Deno.test("the rule that ignored a path is named as its file has it", () => {
  const tree = { "sub/.gitignore": "/gen/\n*.tmp.py\n", "sub/gen/a.py": "", "sub/b.tmp.py": "" };
  withTree(tree, (root) => {
    assert.deepEqual(walk(root, ALL).skipped, [
      { path: "sub/b.tmp.py", reason: "ignored", detail: "sub/.gitignore: *.tmp.py" },
      { path: "sub/gen/", reason: "ignored", detail: "sub/.gitignore: /gen/" },
    ]);
  });
});

Deno.test("info/exclude counts, and the project's ignore files weigh more", () => {
  expectFiles({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/info/exclude": "*.log.py\nlib/\n",
    ".gitignore": "!lib/\n",
    "a.log.py": "",
    "lib/b.py": "",
  }, ["lib/b.py"]);
});

Deno.test("a project inside a repository keeps to the ignore files above it", () => {
  const tree = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": "*.gen.py\n/packages/one/out/\n",
    "packages/.gitignore": "/one/local.py\n",
    "packages/one/a.py": "",
    "packages/one/a.gen.py": "",
    "packages/one/local.py": "",
    "packages/one/out/x.py": "",
  };
  withTree(tree, (root) => {
    assert.deepEqual(pathsOf(walk(join(root, "packages/one"), ALL)), ["a.py"]);
  });
});

Deno.test("a project in an ignored directory is walked all the same", () => {
  const tree = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": "scratch/\n",
    "scratch/a.py": "",
  };
  withTree(tree, (root) => {
    assert.deepEqual(pathsOf(walk(join(root, "scratch"), ALL)), ["a.py"]);
  });
});

Deno.test("settings exclude weighs more than include, include more than ignore files", () => {
  expectFiles(
    {
      ".gitignore": "gen/\n*.out.py\n",
      "gen/a.py": "",
      "gen/big/b.py": "",
      "vendor/lib/c.go": "",
      "keep.out.py": "",
      "drop.out.py": "",
      "src/d.py": "",
      "src/skip/e.py": "",
    },
    ["gen/a.py", "keep.out.py", "src/d.py", "vendor/lib/c.go"],
    {
      ...ALL,
      include: ["gen/", "vendor/lib/", "keep.out.py"],
      exclude: ["gen/big/", "/src/skip"],
    },
  );
});

Deno.test("settings include enters an ignored directory for one file of it", () => {
  expectFiles(
    { ".gitignore": "gen/\n", "gen/deep/one.py": "", "gen/deep/two.py": "", "gen/three.py": "" },
    ["gen/deep/one.py"],
    { ...ALL, include: ["/gen/deep/one.py"] },
  );
});

Deno.test("a negated settings exclude brings back, but never version control", () => {
  expectFiles(
    { "vendor/a.go": "", ".git/hook.py": "" },
    ["vendor/a.go"],
    { ...ALL, exclude: ["!vendor/"], include: [".git/"] },
  );
});

Deno.test("excluded paths name the rule", () => {
  withTree({ "a/b.py": "", "c.py": "" }, (root) => {
    assert.deepEqual(walk(root, { ...ALL, exclude: ["a/", "c.*"] }).skipped, [
      { path: "a/", reason: "excluded", detail: "exclude: a/" },
      { path: "c.py", reason: "excluded", detail: "exclude: c.*" },
    ]);
  });
});

Deno.test({
  name: "links are never followed: loops, duplicates, links out and broken ones",
  ignore: Deno.build.os === "windows",
  fn: () => {
    withTree({ "a/x.py": "", "b/y.py": "" }, (root) => {
      Deno.symlinkSync("..", join(root, "a/loop"));
      Deno.symlinkSync("self", join(root, "self"));
      Deno.symlinkSync("a/x.py", join(root, "dup.py"));
      Deno.symlinkSync("/etc/hosts", join(root, "out.py"));
      Deno.symlinkSync("gone.py", join(root, "broken.py"));
      const result = walk(root, ALL);
      assert.deepEqual(pathsOf(result), ["a/x.py", "b/y.py"]);
      assert.deepEqual(reasonsOf(result), {
        "a/loop": "link",
        "broken.py": "link",
        "dup.py": "link",
        "out.py": "link",
        "self": "link",
      });
      const details = result.skipped.map(({ detail }) => detail);
      assert.ok(details.includes("a link to a/x.py"), details.join("; "));
      assert.ok(details.some((detail) => detail.startsWith("a link out of the project, to ")));
    });
  },
});

Deno.test({
  name: "a pipe is skipped and never opened",
  ignore: Deno.build.os === "windows",
  fn: () => {
    withTree({ "a.py": "" }, (root) => {
      const pipes = [join(root, "pipe.py"), join(root, ".gitignore")];
      assert.ok(new Deno.Command("mkfifo", { args: pipes }).outputSync().success);
      const result = walk(root, ALL);
      assert.deepEqual(pathsOf(result), ["a.py"]);
      assert.deepEqual(reasonsOf(result), {
        ".gitignore": "special-file",
        "pipe.py": "special-file",
      });
    });
  },
});

Deno.test({
  name: "a directory that cannot be listed is a skipped path (not as superuser)",
  ignore: !REFUSALS_APPLY,
  fn: () => {
    withTree({ "a.py": "", "closed/b.py": "" }, (root) => {
      Deno.chmodSync(join(root, "closed"), 0o000);
      try {
        const result = walk(root, ALL);
        assert.deepEqual(pathsOf(result), ["a.py"]);
        assert.deepEqual(reasonsOf(result), { "closed/": "unreadable" });
      } finally {
        Deno.chmodSync(join(root, "closed"), 0o755);
      }
    });
  },
});

Deno.test({
  name: "a name that is not UTF-8 is a skipped path",
  ignore: Deno.build.os !== "linux",
  fn: () => {
    withTree({ "a.py": "" }, (root) => {
      const made = new Deno.Command("sh", {
        args: ["-c", `: > "$(printf 'b\\377.py')"`],
        cwd: root,
      });
      assert.ok(made.outputSync().success);
      const result = walk(root, ALL);
      assert.deepEqual(pathsOf(result), ["a.py"]);
      assert.equal(result.skipped[0]?.reason, "unreadable");
      assert.equal(result.skipped[0]?.detail, "its name is not valid UTF-8");
    });
  },
});
