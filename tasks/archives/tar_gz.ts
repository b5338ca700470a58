import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import { type ArchiveFile, byPath, modeOf } from "./archive_file.ts";

/** What an archive ends with; without it GNU tar complains. */
const END = new Uint8Array(1024);

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
  return new Uint8Array(gzipSync(Buffer.concat([tar, END]), { level: 9 }));
}
