import assert from "node:assert/strict";
import { join } from "node:path";
import { IndexBusyError, takeWriteLock } from "../../src/index/write_lock.ts";
import { withTree } from "../scan/temp_tree.ts";

Deno.test("one writer at a time, and the next when it is done", () => {
  withTree({}, (root) => {
    const path = join(root, "codegraph.lock");
    const lock = takeWriteLock(path);
    assert.throws(() => takeWriteLock(path), (error) => {
      assert.ok(error instanceof IndexBusyError);
      if (Deno.build.os !== "windows") {
        assert.match(error.holder, new RegExp(`process ${Deno.pid} `));
      }
      return true;
    });
    lock[Symbol.dispose]();
    takeWriteLock(path)[Symbol.dispose]();
  });
});

Deno.test("what a dead process left of a lock is no lock", () => {
  withTree({ "codegraph.lock": "process 1 since yesterday\n" }, (root) => {
    takeWriteLock(join(root, "codegraph.lock"))[Symbol.dispose]();
  });
});
