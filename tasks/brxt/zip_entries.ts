/** What a ZIP's central directory says of an entry. */
export interface ZipEntry {
  readonly path: string;
  readonly kind: "file" | "directory" | "link" | "special file";
  readonly isEncrypted: boolean;
}

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const ENCRYPTED = 1;
const UNIX = 3;
const KIND_MASK = 0o170000;
const DIRECTORY = 0o040000;
const REGULAR = 0o100000;
const LINK = 0o120000;

/**
 * Lists a ZIP by its central directory, with the kinds that unpackers look at.
 *
 * @throws {Error} when it has none
 */
export function zipEntries(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOfDirectory(view);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new Error("its directory is broken");
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(
      zip.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength),
    );
    const mode = view.getUint8(at + 5) === UNIX ? view.getUint32(at + 38, true) >>> 16 : 0;
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0;
    entries.push({ path, kind: kindOf(path, mode), isEncrypted });
    at += ENTRY_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOfDirectory(view: DataView): number {
  for (let at = view.byteLength - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new Error("it has no directory");
}

function kindOf(path: string, mode: number): ZipEntry["kind"] {
  const kind = mode & KIND_MASK;
  if (kind === LINK) return "link";
  if (kind === DIRECTORY || path.endsWith("/")) return "directory";
  return kind === REGULAR || kind === 0 ? "file" : "special file";
}
