/** Edits whose effect lies far from them: after each a synced index must say what a new one says. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { logicalDump } from "./logical_dump.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** A file that is changed, removed (`undefined`) or added, and a file whose edges change with it. */
interface Trap {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly edits: Readonly<Record<string, string | undefined>>;
  /** Edges that stand in this file must be others afterwards, or the trap would catch nothing. */
  readonly touched: string;
}

const TRAPS: readonly Trap[] = [
  {
    title: "what a function returns goes through another one of the same file",
    files: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\ndef inner():\n  return A()\ndef outer():\n  return inner()\n",
      "z.py": "from x import outer\ndef go():\n  outer().m()\n",
    },
    edits: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\ndef inner():\n  return B()\ndef outer():\n  return inner()\n",
    },
    touched: "z.py",
  },
  {
    title: "a base that another file gives to a type survives an edit of the type's file",
    files: {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs":
        "pub mod b;\npub trait Shout { fn shout(&self); }\nimpl Shout for b::Speaker { fn shout(&self) {} }\n",
      "src/b.rs": "pub struct Speaker {}\npub fn go(s: Speaker) { s.shout() }\n",
    },
    edits: { "src/b.rs": "\npub struct Speaker {}\npub fn go(s: Speaker) { s.shout() }\n" },
    touched: "src/b.rs",
  },
];

for (const trap of TRAPS) {
  Deno.test(`sync: ${trap.title}`, async () => {
    const directory = Deno.makeTempDirSync({ prefix: "codegraph-trap-" });
    try {
      const root = join(directory, "project");
      Deno.mkdirSync(join(root, ".git"), { recursive: true });
      write(root, trap.files);
      const layout = ensureLayout(root);
      const settings = settingsOf(root);
      await fullIndex({ layout, settings, pool: new ParsePool(1) });
      const before = edgesIn(layout.databasePath, trap.touched);
      write(root, trap.edits);
      await syncIndex({ layout, settings });
      assert.deepEqual(await differencesToNew(root, directory), []);
      assert.notDeepEqual(edgesIn(layout.databasePath, trap.touched), before);
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  });
}

function write(root: string, files: Trap["edits"]): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    Deno.mkdirSync(dirname(full), { recursive: true });
    if (text === undefined) Deno.removeSync(full);
    else Deno.writeTextFileSync(full, text);
  }
}

function edgesIn(databasePath: string, path: string): string[] {
  return logicalDump(databasePath).filter((line) => line.startsWith(`["edge","${path}"`));
}
