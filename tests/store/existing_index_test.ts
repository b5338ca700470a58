import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  CorruptIndexError,
  ForeignDatabaseError,
  NewerIndexError,
  NoIndexError,
  OutdatedIndexError,
} from "../../src/store/errors.ts";
import {
  copyContent,
  emptyLog,
  isWhole,
  requireReplaceable,
} from "../../src/store/existing_index.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { IndexWriter } from "../../src/store/index_writer.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { withTree } from "../scan/temp_tree.ts";

/** Runs `work` with the path at which a test makes its database. */
function withPath(work: (path: string) => void): void {
  withTree({}, (root) => work(join(root, "codegraph.db")));
}

function writeIndex(path: string, version = SCHEMA_VERSION): void {
  new IndexWriter(path).finish();
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}

Deno.test("nothing, or an index of this version, can be replaced", () => {
  withPath((path) => {
    assert.equal(requireReplaceable(path, false), false);
    writeIndex(path);
    assert.equal(requireReplaceable(path, false), false);
    assert.equal(isWhole(path), true);
    IndexStore.open(path, "/project")[Symbol.dispose]();
  });
});

Deno.test("an index that is missing says how to make one", () => {
  withPath((path) => {
    assert.throws(() => IndexStore.open(path, "/project"), (error) => {
      assert.ok(error instanceof NoIndexError);
      assert.match(error.remedy, /codegraph index \/project/);
      return true;
    });
  });
});

Deno.test("an old index can be replaced but not read", () => {
  withPath((path) => {
    writeIndex(path, SCHEMA_VERSION - 1);
    requireReplaceable(path, false);
    assert.throws(() => IndexStore.open(path, "/project"), OutdatedIndexError);
  });
});

Deno.test("an index of a newer version is replaced only by force", () => {
  withPath((path) => {
    writeIndex(path, SCHEMA_VERSION + 1);
    assert.throws(() => IndexStore.open(path, "/project"), NewerIndexError);
    assert.throws(() => requireReplaceable(path, false), NewerIndexError);
    requireReplaceable(path, true);
  });
});

Deno.test("what is no database, or a cut one, is damaged and can be replaced", () => {
  withPath((path) => {
    writeIndex(path);
    const whole = Deno.readFileSync(path);
    const text = new TextEncoder().encode("no database".repeat(100));
    for (const bytes of [new Uint8Array(0), text, whole.slice(0, 700)]) {
      Deno.writeFileSync(path, bytes);
      assert.throws(() => IndexStore.open(path, "/project"), CorruptIndexError);
      assert.equal(requireReplaceable(path, false), true);
    }
  });
});

Deno.test("damage further in is told when it is met", () => {
  withPath((path) => {
    const writer = new IndexWriter(path);
    const ids = Int32Array.from({ length: 5000 }, (_, index) => index + 1);
    writer.addNames(ids, Array.from(ids, (id) => `name${id}`), true);
    writer.finish();
    const bytes = Deno.readFileSync(path);
    bytes.fill(0xa5, 8192);
    assert.equal(isWhole(path), true);
    Deno.writeFileSync(path, bytes);
    assert.equal(isWhole(path), false);
    using store = IndexStore.open(path, "/project");
    assert.throws(
      () => [...store.symbols.each(), ...store.names.equalTo("name4000")],
      CorruptIndexError,
    );
  });
});

Deno.test("a database of somebody else is never replaced", () => {
  withPath((path) => {
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE notes(text); PRAGMA application_id = 42");
    database.close();
    const before = Deno.readFileSync(path);
    assert.throws(() => IndexStore.open(path, "/project"), ForeignDatabaseError);
    for (const force of [false, true]) {
      assert.throws(() => requireReplaceable(path, force), ForeignDatabaseError);
    }
    assert.deepEqual(Deno.readFileSync(path), before);
  });
});

Deno.test("what lies in the log of an index goes into it before it is replaced", () => {
  withPath((path) => {
    writeIndex(path);
    const holder = new DatabaseSync(path);
    holder.exec("INSERT INTO meta VALUES ('key', 'value')");
    assert.ok(Deno.statSync(path + "-wal").size > 0);
    emptyLog(path);
    assert.throws(() => Deno.statSync(path + "-wal"), Deno.errors.NotFound);
    holder.close();
  });
});

Deno.test("an index in use can be given the content of another", async () => {
  const root = Deno.makeTempDirSync();
  try {
    const [old, fresh] = [join(root, "old.db"), join(root, "new.db")] as const;
    writeIndex(old);
    const writer = new IndexWriter(fresh);
    writer.addMeta({ which: "new" });
    writer.finish();
    using reader = IndexStore.open(old, root);
    await copyContent(fresh, old);
    assert.equal(reader.meta.get("which"), "new");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
