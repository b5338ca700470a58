import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { ensureLayout, locateIndex, removeLayout } from "../../src/project/layout.ts";
import { LayoutConflictError, NoIndexDirectoryError } from "../../src/project/layout_errors.ts";
import { REFUSALS_APPLY, type Tree, withTree, writeTree } from "../scan/temp_tree.ts";

const NOTHING = (): undefined => undefined;

/** Everything under `root`: path to content, to a link's target, or to `null` for a directory. */
function snapshot(root: string, under = ""): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(join(root, under))) {
    const path = under + name;
    const absolute = join(root, path);
    if (isSymlink) found[path] = "-> " + Deno.readLinkSync(absolute);
    else if (!isDirectory) found[path] = Deno.readTextFileSync(absolute);
    else Object.assign(found, { [path + "/"]: null }, snapshot(root, path + "/"));
  }
  return found;
}

Deno.test("ensureLayout makes the directory, its ignore file and the link", () => {
  withTree({ "a.py": "" }, (root) => {
    const layout = ensureLayout(root, NOTHING);
    const directory = join(root, ".biorouter", "codegraph");
    assert.deepEqual(layout, {
      root,
      indexDirectory: directory,
      databasePath: join(directory, "codegraph.db"),
      lockPath: join(directory, "codegraph.lock"),
      cacheDirectory: join(directory, "cache"),
      readOnlyProject: false,
    });
    const ignored = Deno.readTextFileSync(join(directory, ".gitignore"));
    assert.equal(ignored, "*.db*\n*.lock\n.dirty\ncache/\n");
    assert.equal(Deno.realPathSync(join(root, ".codegraph")), directory);
    if (Deno.build.os !== "windows") {
      assert.equal(Deno.readLinkSync(join(root, ".codegraph")), ".biorouter/codegraph");
    }
    assert.ok(!Object.hasOwn(snapshot(root), ".gitignore"), "no ignore file without a repository");
  });
});

Deno.test("the ignore line is appended once, in the file's own line endings", () => {
  const cases: [string, string][] = [
    ["a\n", "a\n.codegraph\n"],
    ["a\r\nb\r\n", "a\r\nb\r\n.codegraph\r\n"],
    ["a", "a\n.codegraph\n"],
    ["a\r\nb", "a\r\nb\r\n.codegraph\r\n"],
    ["", ".codegraph\n"],
    ["/.codegraph\n", "/.codegraph\n"],
    [".codegraph", ".codegraph"],
    ["x\r\n.codegraph\r\n", "x\r\n.codegraph\r\n"],
    // A trailing slash does not cover a link.
    [".codegraph/\n", ".codegraph/\n.codegraph\n"],
    ["x.codegraph\n", "x.codegraph\n.codegraph\n"],
  ];
  for (const [before, after] of cases) {
    withTree({ ".gitignore": before }, (root) => {
      ensureLayout(root, NOTHING);
      ensureLayout(root, NOTHING);
      assert.equal(Deno.readTextFileSync(join(root, ".gitignore")), after, JSON.stringify(before));
    });
  }
});

Deno.test("a repository without an ignore file gets one", () => {
  withTree({ ".git/HEAD": "" }, (root) => {
    ensureLayout(root, NOTHING);
    assert.equal(Deno.readTextFileSync(join(root, ".gitignore")), ".codegraph\n");
  });
});

Deno.test("bytes of an ignore file that are not UTF-8 are kept, UTF-16 is left alone", () => {
  const latin = Uint8Array.of(0x61, 0xe9, 0x0a);
  const utf16 = Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0);
  withTree({ ".gitignore": latin }, (root) => {
    ensureLayout(root, NOTHING);
    assert.deepEqual(Deno.readFileSync(join(root, ".gitignore")).subarray(0, 3), latin);
    removeLayout(root, NOTHING);
    assert.deepEqual(Deno.readFileSync(join(root, ".gitignore")), latin);
  });
  withTree({ ".gitignore": utf16 }, (root) => {
    ensureLayout(root, NOTHING);
    assert.deepEqual(Deno.readFileSync(join(root, ".gitignore")), utf16);
  });
});

const CONFLICTS: Record<string, (root: string) => string> = {
  "a directory as .codegraph": (root) => {
    writeTree(root, { ".codegraph/codegraph.db": "theirs" });
    return ".codegraph";
  },
  "a file as .codegraph": (root) => {
    writeTree(root, { ".codegraph": "theirs" });
    return ".codegraph";
  },
  "a link elsewhere as .codegraph": (root) => {
    writeTree(root, { "other/x": "" });
    Deno.symlinkSync("other", join(root, ".codegraph"), { type: "dir" });
    return ".codegraph";
  },
  "a dangling link as .codegraph": (root) => {
    Deno.symlinkSync("gone", join(root, ".codegraph"), { type: "dir" });
    return ".codegraph";
  },
  "a file as .biorouter": (root) => {
    writeTree(root, { ".biorouter": "theirs" });
    return ".biorouter";
  },
  "a link as .biorouter": (root) => {
    writeTree(root, { "other/x": "" });
    Deno.symlinkSync("other", join(root, ".biorouter"), { type: "dir" });
    return ".biorouter";
  },
  "a link as the index directory": (root) => {
    writeTree(root, { ".biorouter/x": "", "other/x": "" });
    Deno.symlinkSync("../other", join(root, ".biorouter/codegraph"), { type: "dir" });
    return ".biorouter/codegraph";
  },
  "a link as the database": (root) => {
    writeTree(root, { ".biorouter/codegraph/x": "", "other": "precious" });
    Deno.symlinkSync("../../other", join(root, ".biorouter/codegraph/codegraph.db"), {
      type: "file",
    });
    return ".biorouter/codegraph/codegraph.db";
  },
};

for (const [name, arrange] of Object.entries(CONFLICTS)) {
  Deno.test(`${name} is a conflict and stays as it is`, () => {
    withTree({ ".gitignore": "a\n" }, (root) => {
      const path = join(root, arrange(root));
      const before = snapshot(root);
      assert.throws(() => ensureLayout(root, NOTHING), (error) => {
        assert.ok(error instanceof LayoutConflictError, String(error));
        assert.equal(error.path, path);
        assert.equal(error.remedy, `Rename or remove ${path}, then restart.`);
        return true;
      });
      assert.deepEqual(snapshot(root), before);
    });
  });
}

Deno.test("a link to our directory is left, however it is spelled", () => {
  for (const target of [".biorouter/codegraph", "./.biorouter/../.biorouter/codegraph/"]) {
    withTree({ "a.py": "" }, (root) => {
      Deno.symlinkSync(target, join(root, ".codegraph"), { type: "dir" });
      ensureLayout(root, NOTHING);
      assert.equal(Deno.readLinkSync(join(root, ".codegraph")), target);
    });
  }
});

Deno.test("an ignore file that is a link is not written through", () => {
  withTree({ "shared": "a\n" }, (root) => {
    Deno.symlinkSync("shared", join(root, ".gitignore"), { type: "file" });
    ensureLayout(root, NOTHING);
    assert.equal(Deno.readTextFileSync(join(root, "shared")), "a\n");
  });
});

const PROJECT: fc.Arbitrary<Tree> = fc.record({
  ignore: fc.option(fc.constantFrom("", "a\n", "a", "b\r\n", "b\r\nc", ".codegraph\n", "#\n\n")),
  repository: fc.boolean(),
  parent: fc.constantFrom("none", "empty", "used"),
}).map(({ ignore, repository, parent }) => ({
  "a.py": "x",
  ...(ignore === null ? {} : { ".gitignore": ignore }),
  ...(repository ? { ".git/HEAD": "ref" } : {}),
  ...(parent === "empty" ? { ".biorouter": null } : {}),
  ...(parent === "used" ? { ".biorouter/codegraph.json": "{}" } : {}),
}));

Deno.test("ensureLayout is idempotent, and removeLayout restores what was there", () => {
  fc.assert(
    fc.property(PROJECT, fc.integer({ min: 1, max: 3 }), (tree, times) => {
      withTree(tree, (root) => {
        const before = snapshot(root);
        ensureLayout(root, NOTHING);
        const once = snapshot(root);
        for (let i = 0; i < times; i++) ensureLayout(root, NOTHING);
        assert.deepEqual(snapshot(root), once);
        writeTree(join(root, ".biorouter/codegraph"), {
          "codegraph.db": "db",
          "codegraph.db-wal": "",
          "codegraph.lock": "",
          ".dirty": "",
          "cache/server.log": "",
        });
        removeLayout(root, NOTHING);
        assert.deepEqual(snapshot(root), before);
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("removeLayout keeps what others put there, and says so", () => {
  withTree({ ".gitignore": "a\n" }, (root) => {
    const { indexDirectory } = ensureLayout(root, NOTHING);
    writeTree(indexDirectory, { "notes.txt": "mine" });
    Deno.writeTextFileSync(join(root, ".gitignore"), "z\n", { append: true });
    const removal = removeLayout(root, NOTHING);
    assert.deepEqual(removal.kept, [join(indexDirectory, "notes.txt")]);
    assert.deepEqual(snapshot(root), {
      ".biorouter/": null,
      ".biorouter/codegraph/": null,
      ".biorouter/codegraph/notes.txt": "mine",
      ".gitignore": "a\nz\n",
    });
  });
});

Deno.test("removeLayout leaves an ignore line that the user wrote", () => {
  withTree({ ".gitignore": ".codegraph\n" }, (root) => {
    ensureLayout(root, NOTHING);
    removeLayout(root, NOTHING);
    assert.deepEqual(snapshot(root), { ".gitignore": ".codegraph\n" });
  });
});

Deno.test("removeLayout of a project without an index touches nothing", () => {
  withTree({ ".codegraph/x": "theirs", ".gitignore": ".codegraph\n" }, (root) => {
    const before = snapshot(root);
    assert.deepEqual(removeLayout(root, NOTHING), { removed: [], kept: [] });
    assert.deepEqual(snapshot(root), before);
  });
});

Deno.test("locateIndex finds a database and makes nothing", () => {
  withTree({ "a.py": "" }, (root) => {
    assert.equal(locateIndex(root, NOTHING), undefined);
    assert.deepEqual(snapshot(root), { "a.py": "" });
    const layout = ensureLayout(root, NOTHING);
    assert.equal(locateIndex(root, NOTHING), undefined);
    Deno.writeTextFileSync(layout.databasePath, "");
    assert.deepEqual(locateIndex(root, NOTHING), layout);
  });
});

Deno.test("locateIndex does not follow a link in the project", () => {
  withTree({ "other/codegraph/codegraph.db": "" }, (root) => {
    Deno.symlinkSync("other", join(root, ".biorouter"), { type: "dir" });
    assert.equal(locateIndex(root, NOTHING), undefined);
  });
});

Deno.test({
  name: "a read-only project has its index in the user's cache (not as superuser)",
  ignore: !REFUSALS_APPLY || Deno.build.os !== "linux",
  fn: () => {
    withTree({ "project/a.py": "", "project/.codegraph/x": "theirs", "cache": null }, (base) => {
      const root = join(base, "project");
      const cache = join(base, "cache");
      const environment = (name: string): string | undefined =>
        name === "XDG_CACHE_HOME" ? cache : undefined;
      Deno.chmodSync(root, 0o555);
      try {
        const layout = ensureLayout(root, environment);
        assert.ok(layout.readOnlyProject);
        assert.match(
          layout.indexDirectory,
          /\/cache\/codegraphagent\/projects\/project-[0-9a-f]{16}$/,
        );
        assert.deepEqual(ensureLayout(root, environment), layout);
        Deno.writeTextFileSync(layout.databasePath, "");
        assert.deepEqual(locateIndex(root, environment), layout);
        removeLayout(root, environment);
        assert.equal(locateIndex(root, environment), undefined);
        assert.throws(() => ensureLayout(root, NOTHING), NoIndexDirectoryError);
      } finally {
        Deno.chmodSync(root, 0o755);
      }
    });
  },
});
