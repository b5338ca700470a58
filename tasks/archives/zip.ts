import { type Zippable, zipSync } from "fflate";
import { type ArchiveFile, byPath, modeOf } from "./archive_file.ts";

/** The earliest time that a ZIP can say; its fields are local time, so it is made in local time. */
const FIXED_TIME = new Date(1980, 0, 1);
const UNIX = 3;
const REGULAR_FILE = 0o100000;

/** A ZIP of these files. The same files give the same bytes, whenever and wherever. */
export function zip(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const file of byPath(files)) {
    const attrs = (REGULAR_FILE | modeOf(file)) * 0x10000;
    entries[file.path] = [file.bytes, { os: UNIX, attrs }];
  }
  return new Uint8Array(zipSync(entries, { level: 9, mtime: FIXED_TIME }));
}
