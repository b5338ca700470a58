import { createHash } from "node:crypto";

/**
 * The first 128 bits of the SHA-256 of a file's bytes, as 32 hexadecimal digits: equal content is
 * recognised by it, in the index and between work trees. SHA-256 is the fastest digest measured in
 * Deno on a machine with the SHA extensions (1.7 GB/s, as fast as SHA-1).
 */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
