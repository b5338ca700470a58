/**
 * The bytes of a regular file, or `undefined` when it is missing, unreadable, too large or not a
 * regular file: a pipe under the name of an ignore file would block for ever.
 */
export function readRegularFile(path: string, maxBytes: number): Uint8Array | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= maxBytes ? Deno.readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** No file of rules that people write is larger; in bytes. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** The text of a small regular file, read as UTF-8; else as {@link readRegularFile}. */
export function readSmallText(path: string): string | undefined {
  const bytes = readRegularFile(path, MAX_TEXT_BYTES);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
