import { Buffer } from "node:buffer";

/** What `deno compile` embeds in an executable. */
export interface EmbeddedSection {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Contents of the embedded files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface EntryOfFile {
  readonly File: { readonly n: string; readonly o: readonly [offset: number, length: number] };
}
interface EntryOfDirectory {
  readonly Dir: { readonly n: string; readonly e: readonly EmbeddedEntry[] };
}
type EmbeddedEntry = EntryOfFile | EntryOfDirectory;

const MAGIC = "d3n0l4nd";
const LARGEST_METADATA = 1 << 20;
const OPENING_BRACE = 0x7b;
/** Counts of what executables without remote modules have none of: specifiers, redirects, modules. */
const NO_REMOTE_MODULES = 12;

/**
 * Reads back what `deno compile` embedded, from an ELF, Mach-O or PE file alike: the section's magic
 * bytes are looked for, followed by what can only be its metadata.
 *
 * The layout is Deno's own: magic; metadata; npm packages; remote modules; the embedded file system's
 * entries and contents; source maps; magic. Each part is preceded by its length.
 *
 * @throws {Error} when there is no such section, or it holds npm packages or remote modules
 */
export function readEmbeddedSection(executable: Uint8Array): EmbeddedSection {
  const { buffer, byteOffset, length } = executable;
  const bytes = Buffer.from(buffer, byteOffset, length);
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    const reader = new SectionReader(executable, at + MAGIC.length);
    if (reader.looksLikeMetadata()) return reader.read();
  }
  throw new Error("nothing is embedded in it");
}

class SectionReader {
  readonly #view: DataView;
  #at: number;

  constructor(readonly bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  looksLikeMetadata(): boolean {
    if (this.#at + 9 > this.bytes.length) return false;
    const length = this.#view.getBigUint64(this.#at, true);
    return length < LARGEST_METADATA && this.bytes[this.#at + 8] === OPENING_BRACE;
  }

  read(): EmbeddedSection {
    const metadata = JSON.parse(this.#text());
    if (this.#part().length > 0) throw new Error("npm packages are embedded in it");
    if (this.#take(NO_REMOTE_MODULES).some((byte) => byte !== 0)) {
      throw new Error("remote modules are embedded in it");
    }
    const entries: EmbeddedEntry[] = JSON.parse(this.#text());
    const files = new Map<string, Uint8Array>();
    collect(entries, "", this.#part(), files);
    return { metadata, files };
  }

  #text(): string {
    return new TextDecoder().decode(this.#part());
  }

  #part(): Uint8Array {
    const length = Number(this.#view.getBigUint64(this.#at, true));
    this.#at += 8;
    return this.#take(length);
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.bytes.length) {
      throw new Error("what is embedded in it is cut short");
    }
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }
}

function collect(
  entries: readonly EmbeddedEntry[],
  folder: string,
  contents: Uint8Array,
  files: Map<string, Uint8Array>,
): void {
  for (const entry of entries) {
    if ("Dir" in entry) collect(entry.Dir.e, `${folder}${entry.Dir.n}/`, contents, files);
    else {
      const [offset, length] = entry.File.o;
      files.set(folder + entry.File.n, contents.subarray(offset, offset + length));
    }
  }
}
