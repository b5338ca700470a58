/** Which machine this is: an index on a shared file system may be held from another. */
import { hostname } from "node:os";

/** Name of this machine; "this machine" where it may not be asked for. */
export function hostName(): string {
  try {
    return hostname();
  } catch {
    // The executable may not ask the system, but it may read.
    return written() ?? "this machine";
  }
}

function written(): string | undefined {
  try {
    return Deno.readTextFileSync("/etc/hostname").trim() || undefined;
  } catch {
    return undefined;
  }
}
