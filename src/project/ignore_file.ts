import { isWriteRefused } from "./layout_errors.ts";

/** What adding a line to an ignore file did, as far as needed to undo it. */
export type IgnoreFileChange =
  | { readonly kind: "none" }
  | { readonly kind: "created" }
  | { readonly kind: "appended"; readonly endedLastLine: boolean };

/**
 * Adds `line` to the ignore file at `path`, unless it is there already, keeping the file's line
 * endings. The file is locked meanwhile, so that two processes do not both add it. A file that is a
 * link, or not writable, is left as it is.
 *
 * @param create whether to make the file when there is none
 */
export function addIgnoreLine(path: string, line: string, create: boolean): IgnoreFileChange {
  const existed = isRegularFile(path);
  if (existed === undefined) return { kind: "none" };
  if (!existed && !create) return { kind: "none" };
  try {
    using file = Deno.openSync(path, { read: true, append: true, create: !existed });
    lock(file);
    return append(file, line, existed);
  } catch (error) {
    if (isWriteRefused(error)) return { kind: "none" };
    throw error;
  }
}

/** Takes back what {@link addIgnoreLine} did, and nothing that was written since. */
export function removeIgnoreLine(path: string, line: string, change: IgnoreFileChange): void {
  if (change.kind === "none" || isRegularFile(path) !== true) return;
  const bytes = Deno.readFileSync(path);
  const text = latin.decode(bytes);
  const start = lineStart(text, line);
  if (start === undefined) return;
  const after = text.slice(start + line.length);
  const end = text.length - after.replace(/^ *\r?\n?/, "").length;
  const isLast = end === text.length;
  const undoEnding = change.kind === "appended" && change.endedLastLine && isLast;
  const kept = undoEnding ? text.slice(0, start).replace(/\r?\n$/, "") : text.slice(0, start);
  const rest = text.slice(end);
  if (change.kind === "created" && kept + rest === "") Deno.removeSync(path);
  else Deno.writeFileSync(path, encodeLatin(kept + rest));
}

/** `true` for a file, `false` for nothing, `undefined` for what must not be written to. */
function isRegularFile(path: string): boolean | undefined {
  try {
    return Deno.lstatSync(path).isFile ? true : undefined;
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? false : undefined;
  }
}

/** Held until the file is closed. */
function lock(file: Deno.FsFile): void {
  try {
    file.lockSync(true);
  } catch {
    // Some network file systems have no locks; a line written twice is then the lesser evil.
  }
}

function append(file: Deno.FsFile, line: string, existed: boolean): IgnoreFileChange {
  const text = latin.decode(readAll(file));
  // A file in UTF-16 cannot take bytes of ASCII, and git does not read it anyway.
  if (text.includes("\0") || lineStart(text, line) !== undefined) return { kind: "none" };
  if (hasAnchored(text, line)) return { kind: "none" };
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const endsLastLine = text !== "" && !text.endsWith("\n");
  writeAll(file, encodeLatin((endsLastLine ? ending : "") + line + ending));
  return existed ? { kind: "appended", endedLastLine: endsLastLine } : { kind: "created" };
}

function hasAnchored(text: string, line: string): boolean {
  return lineStart(text, "/" + line) !== undefined;
}

/** Where a line that is exactly `line` (but for trailing spaces) starts; the last such one. */
function lineStart(text: string, line: string): number | undefined {
  const escaped = line.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const matches = [...text.matchAll(new RegExp(`^${escaped}[ ]*\\r?$`, "gm"))];
  return matches.at(-1)?.index;
}

function readAll(file: Deno.FsFile): Uint8Array {
  const bytes = new Uint8Array(file.statSync().size);
  let length = 0;
  for (;;) {
    const read = file.readSync(bytes.subarray(length));
    if (read === null || read === 0) return bytes.subarray(0, length);
    length += read;
  }
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
}

/** Keeps every byte as it is: the file's encoding does not matter for a line of ASCII. */
const latin = {
  decode(bytes: Uint8Array): string {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return text;
  },
};

function encodeLatin(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
