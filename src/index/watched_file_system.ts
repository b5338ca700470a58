/** Whether changes to a directory are told by the system, or must be looked for. */
import { statfsSync } from "node:fs";

/**
 * File systems whose changes, as made elsewhere, no system tells of, by the numbers that Linux has
 * for them in `linux/magic.h` and in their own drivers.
 */
const SILENT: Readonly<Record<number, string>> = {
  0x6969: "nfs",
  0x517b: "smb",
  0xff534d42: "cifs",
  0xfe534d42: "smb2",
  0x01021997: "9p",
  0x53464846: "drvfs",
  // sshfs, s3fs, virtiofs: which of them is not told.
  0x65735546: "fuse",
  0x5346414f: "afs",
  0x00c36400: "ceph",
  0x0bd00bd0: "lustre",
  0x47504653: "gpfs",
  0x19830326: "beegfs",
  0x786f4256: "vboxsf",
  0x7c7c6673: "prl_fs",
};

/** Name of a file system of such a kind. @param type its number, as `statfs` gives it */
export function silentFileSystem(type: number): string | undefined {
  return SILENT[type >>> 0];
}

/** Such a file system on which a directory lies; undefined for others, and where none is known. */
export function silentFileSystemOf(directory: string): string | undefined {
  if (Deno.build.os === "windows") return directory.startsWith("\\\\") ? "network" : undefined;
  if (Deno.build.os !== "linux") return undefined;
  try {
    return silentFileSystem(Number(statfsSync(directory).type));
  } catch {
    return undefined;
  }
}
