import assert from "node:assert/strict";
import { silentFileSystem, silentFileSystemOf } from "../../src/index/watched_file_system.ts";

Deno.test("file systems that do not tell of changes are known by their number", () => {
  const [ext4, tmpfs, nfs] = [0xef53, 0x01021994, 0x6969];
  assert.deepEqual([ext4, tmpfs, nfs].map(silentFileSystem), [undefined, undefined, "nfs"]);
  // Some systems give the number with a sign.
  assert.deepEqual([0xff534d42, -0xacb2be].map(silentFileSystem), ["cifs", "cifs"]);
});

Deno.test("a directory of this machine tells of changes", () => {
  const directory = Deno.makeTempDirSync();
  try {
    assert.equal(silentFileSystemOf(directory), undefined);
  } finally {
    Deno.removeSync(directory);
  }
});
