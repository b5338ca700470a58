/** Whether changes to a directory are told by the system, or must be looked for. */

/** File systems whose changes, as made elsewhere, no system tells of. */
const SILENT =
  /^(?:nfs\d?|cifs|smb\w*|9p|drvfs|fuse\.sshfs|fuse\.s3fs|afs|ceph|lustre|vboxsf|prl_fs)$/;

/**
 * Type of the network or foreign file system that a directory lies on; undefined for others.
 * @param mounts content of `/proc/mounts`
 */
export function silentFileSystem(directory: string, mounts: string): string | undefined {
  let longest = "";
  let type = "";
  for (const line of mounts.split("\n")) {
    const [, point = "", kind = ""] = line.split(" ");
    const path = point.replace(
      /\\(\d{3})/g,
      (_, code: string) => String.fromCharCode(parseInt(code, 8)),
    );
    const holds = path === "/" || directory === path || directory.startsWith(path + "/");
    if (!holds || path.length < longest.length) continue;
    longest = path;
    type = kind;
  }
  return SILENT.test(type) ? type : undefined;
}

/** As {@link silentFileSystem}, on this machine. */
export function silentFileSystemOf(directory: string): string | undefined {
  if (Deno.build.os === "windows") return directory.startsWith("\\\\") ? "network" : undefined;
  if (Deno.build.os !== "linux") return undefined;
  try {
    return silentFileSystem(directory, Deno.readTextFileSync("/proc/mounts"));
  } catch {
    return undefined;
  }
}
