import assert from "node:assert/strict";
import { silentFileSystem } from "../../src/index/watched_file_system.ts";

const MOUNTS = `/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
tmpfs /home/me/local tmpfs rw 0 0
C:\\134 /mnt/c 9p rw 0 0
//nas/share /mnt/my\\040share cifs rw 0 0
`;

Deno.test("file systems that do not tell of changes are known by the innermost mount", () => {
  assert.equal(silentFileSystem("/srv/project", MOUNTS), undefined);
  assert.equal(silentFileSystem("/home/me/project", MOUNTS), "nfs4");
  assert.equal(silentFileSystem("/home/me/local/project", MOUNTS), undefined);
  assert.equal(silentFileSystem("/mnt/c/Users/me/project", MOUNTS), "9p");
  assert.equal(silentFileSystem("/mnt/my share/project", MOUNTS), "cifs");
  assert.equal(silentFileSystem("/homes/project", MOUNTS), undefined);
});
