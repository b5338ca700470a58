import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { parseTar } from "nanotar";
import type { ArchiveFile } from "../../../tasks/archives/archive_file.ts";
import { tarGz } from "../../../tasks/archives/tar_gz.ts";
import { zip } from "../../../tasks/archives/zip.ts";
import { zipEntries } from "../../../tasks/brxt/zip_entries.ts";

const FILES: readonly ArchiveFile[] = [
  { path: "b.txt", bytes: new TextEncoder().encode("b") },
  { path: "bin/run", bytes: new TextEncoder().encode("#!/bin/sh\n"), isExecutable: true },
  { path: "a.txt", bytes: new Uint8Array(100_000) },
];

for (const [name, pack] of [["zip", zip], ["tar.gz", tarGz]] as const) {
  Deno.test(`${name}: the same files give the same bytes, in whatever order they come`, async () => {
    const first = pack(FILES);
    // Times in archives have a resolution of two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    assert.deepEqual(pack([...FILES].reverse()), first);
  });
}

Deno.test("tar.gz: sorted, with modes, without times and owners", () => {
  const entries = parseTar(gunzipSync(tarGz(FILES)));
  assert.deepEqual(entries.map(({ name }) => name), ["a.txt", "b.txt", "bin/run"]);
  assert.equal(entries[0]!.size, 100_000);
  assert.equal(entries[2]!.text, "#!/bin/sh\n");
  for (const { attrs, type } of entries) {
    assert.equal(type, "file");
    assert.deepEqual([attrs?.mtime, attrs?.uid, attrs?.gid], [0, 0, 0]);
  }
  assert.deepEqual(entries.map(({ attrs }) => parseInt(attrs!.mode!, 8)), [0o644, 0o644, 0o755]);
});

Deno.test("tar.gz: ends as tar wants it", () => {
  const { length } = gunzipSync(tarGz([]));
  assert.ok(length >= 1024 && length % 512 === 0);
  const last = gunzipSync(tarGz(FILES)).subarray(-1024);
  assert.ok(last.every((byte) => byte === 0));
});

Deno.test("zip: regular files with their contents", () => {
  const archive = zip(FILES);
  assert.deepEqual(zipEntries(archive).map(({ path, kind }) => [path, kind]), [
    ["a.txt", "file"],
    ["b.txt", "file"],
    ["bin/run", "file"],
  ]);
  assert.equal(new TextDecoder().decode(unzipSync(archive)["bin/run"]), "#!/bin/sh\n");
});

Deno.test("what is no ZIP has no directory", () => {
  assert.throws(() => zipEntries(new Uint8Array(100)), /it has no directory/);
});
