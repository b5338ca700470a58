import type { Hash } from "node:crypto";

/**
 * A SHA-256 digest in the making. What makes it is loaded with the first one: that takes longer than
 * all else that a process loads which asks an index and hashes nothing.
 */
export function sha256(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}
