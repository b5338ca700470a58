import assert from "node:assert/strict";
import { join } from "node:path";
import type { ParsedFile } from "../../src/index/parse_messages.ts";
import { type ParseJob, ParsePool } from "../../src/index/parse_pool.ts";
import { NameTable } from "../../src/resolve/name_table.ts";
import type { SkippedPath } from "../../src/scan/skip.ts";
import { type Tree, writeTree } from "../scan/temp_tree.ts";

/** A tree on disk, and what a pool makes of it. */
class ParsedTree implements Disposable {
  readonly root: string;
  readonly read: string[] = [];
  readonly skipped = new Map<string, Pick<SkippedPath, "reason" | "detail">>();
  readonly #job: Omit<ParseJob, "signal">;

  constructor(tree: Tree) {
    this.root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "parsed_" }));
    writeTree(this.root, tree);
    const names = new NameTable();
    this.#job = {
      root: this.root,
      files: Object.keys(tree).map((path) => {
        const { size, mtime } = Deno.statSync(join(this.root, path));
        return { path, size, mtimeMs: mtime?.getTime() ?? 0 };
      }),
      extensions: new Map(),
      maxFileBytes: 1 << 20,
      intern: (name) => names.intern(name),
      onFile: ({ path }: ParsedFile) => this.read.push(path),
      onSkipped: ({ path, reason, detail }) => this.skipped.set(path, { reason, detail }),
      onProgress: () => {},
    };
  }

  parse(pool: ParsePool, signal?: AbortSignal): Promise<void> {
    return pool.run({ ...this.#job, signal });
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** Nested quotes, each of which is looked for again at every one: many seconds of work. */
const ENDLESS = "q{".repeat(200_000);

const SMALL = Object.fromEntries(
  Array.from({ length: 30 }, (_, file) => [`m${file}.py`, `def f${file}():\n    return g()\n`]),
);

Deno.test("a worker that hangs is replaced, its file put aside, and the rest read", async () => {
  using tree = new ParsedTree({ ...SMALL, "endless.pl": ENDLESS });
  await tree.parse(new ParsePool(1, 3000));
  assert.deepEqual(tree.skipped.get("endless.pl"), {
    reason: "timeout",
    detail: "no end after 3 s of work",
  });
  assert.equal(tree.skipped.size, 1);
  assert.deepEqual(tree.read.toSorted(), Object.keys(SMALL).toSorted());
});

Deno.test("files that changed since they were listed are read as they are, or have a reason", async () => {
  using tree = new ParsedTree({
    "gone.py": "def f():\n    pass\n",
    "directory.py": "def f():\n    pass\n",
    "binary.py": "def f():\n    pass\n",
    "large.py": "def f():\n    pass\n",
    "longer.py": "def f():\n    pass\n",
    "shorter.py": "def f():\n    pass\n",
    "same.py": "def f():\n    pass\n",
  });
  const at = (path: string): string => join(tree.root, path);
  Deno.removeSync(at("gone.py"));
  Deno.removeSync(at("directory.py"));
  Deno.mkdirSync(at("directory.py"));
  Deno.writeFileSync(at("binary.py"), new Uint8Array([0, 1, 2, 0, 255, 254]));
  Deno.writeTextFileSync(at("large.py"), "x = 1\n".repeat(200_000));
  Deno.writeTextFileSync(at("longer.py"), "def g():\n    pass\n".repeat(500));
  Deno.writeTextFileSync(at("shorter.py"), "");
  await tree.parse(new ParsePool(2));
  assert.deepEqual(tree.read.toSorted(), ["longer.py", "same.py", "shorter.py"]);
  const reasons = Array.from(tree.skipped, ([path, { reason }]) => [path, reason]).sort();
  assert.deepEqual(reasons, [
    ["binary.py", "binary"],
    ["directory.py", "special-file"],
    ["gone.py", "unreadable"],
    ["large.py", "too-large"],
  ]);
});

Deno.test("a pool that is stopped at a long file stops at once", async () => {
  using tree = new ParsedTree({ ...SMALL, "endless.pl": ENDLESS });
  const controller = new AbortController();
  const reason = new Error("stopped");
  const parsing = tree.parse(new ParsePool(1), controller.signal);
  setTimeout(() => controller.abort(reason), 500);
  await assert.rejects(parsing, reason);
  assert.ok(!tree.read.includes("endless.pl") && !tree.skipped.has("endless.pl"));
});

Deno.test("nothing to parse is no work", async () => {
  using tree = new ParsedTree({});
  await tree.parse(new ParsePool(1));
  assert.deepEqual([tree.read, tree.skipped.size], [[], 0]);
});
