import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { type ArchiveFile, byPath, modeOf } from "./archive_file.ts";

/** A gzipped tar of these files. The same files give the same bytes, whenever and wherever. */
export function tarGz(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const tar = createTar(
    byPath(files).map((file) => ({
      name: file.path,
      data: file.bytes,
      attrs: { mode: modeOf(file).toString(8) },
    })),
    { attrs: { mtime: 0, uid: 0, gid: 0, user: "root", group: "root" } },
  );
  return new Uint8Array(gzipSync(tar, { level: 9 }));
}
