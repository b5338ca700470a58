import assert from "node:assert/strict";
import { join } from "node:path";
import {
  currentWatcher,
  watchHolder,
  WatchLock,
  WatchLockQueue,
} from "../../src/index/watch_lock.ts";
import { withTree } from "../scan/temp_tree.ts";

Deno.test("one watches at a time, says who it is, and the next in the queue follows", () => {
  withTree({}, (cache) => {
    assert.equal(currentWatcher(cache), undefined);
    const lock = WatchLock.tryTake(cache)!;
    lock.record("polling", "no more watches");
    using queue = new WatchLockQueue(cache);
    assert.equal(queue.tryTake(), undefined);
    assert.equal(WatchLock.tryTake(cache), undefined);
    const { pid, state, reason, since } = currentWatcher(cache)!;
    assert.deepEqual([pid, state, reason], [Deno.pid, "polling", "no more watches"]);
    assert.ok(new Date(since) <= new Date());
    lock[Symbol.dispose]();
    assert.equal(currentWatcher(cache), undefined);
    using next = queue.tryTake();
    assert.ok(next !== undefined);
    assert.equal(queue.tryTake(), undefined);
  });
});

Deno.test("what a dead watcher wrote does not make it watch", () => {
  withTree({ "watch.json": '{"pid": 1, "state": "watching"}', "watch.lock": "" }, (cache) => {
    assert.equal(watchHolder(cache)?.pid, 1);
    assert.equal(currentWatcher(cache), undefined);
  });
});

Deno.test("a lock whose file was removed is not taken for the one that others see", () => {
  withTree({}, (cache) => {
    const first = WatchLock.tryTake(cache);
    using queue = new WatchLockQueue(cache);
    assert.equal(queue.tryTake(), undefined);
    Deno.removeSync(join(cache, "watch.lock"));
    using second = WatchLock.tryTake(cache);
    assert.ok(second !== undefined);
    first?.[Symbol.dispose]();
    assert.equal(queue.tryTake(), undefined);
  });
});
