/** Files that have a content which they, or others, had before: what that says is not parsed again. */
import { type FileFacts, Sym } from "../extract/facts.ts";
import { decodeIntegers, StoredTables } from "../extract/facts_codec.ts";
import type { WalkedFile } from "../scan/walk.ts";
import { contentHashOfFile } from "../scan/content_hash.ts";
import type { FormerFile, FormerQueries } from "../store/former_queries.ts";
import type { StoredFile } from "../store/file_queries.ts";
import { append } from "../resolve/multimap.ts";
import type { ParsedFile } from "./parse_messages.ts";

/** A file as reading it gives it. */
export interface ReadFile {
  readonly parsed: ParsedFile;
  readonly facts: FileFacts;
  readonly nameIds: Int32Array;
}

/**
 * What reading a file would give, one for each of its languages, when it has a content that it had
 * before; nothing for others.
 */
export function readAsBefore(former: FormerQueries, root: string, walked: WalkedFile): ReadFile[] {
  const { path, size } = walked;
  if (!former.hasOfSize(path, size)) return [];
  const hash = hashOf(`${root}/${path}`);
  if (hash === undefined) return [];
  return former.ofContent(path, hash).map((file) => readFile(file, walked));
}

/** Files of an index by what can be told of their content and name without reading them. */
export class StoredContents {
  readonly #former: FormerQueries;
  readonly #files = new Map<string, StoredFile[]>();

  constructor(former: FormerQueries, files: Iterable<StoredFile>) {
    this.#former = former;
    for (const file of files) append(this.#files, likeness(file), file);
  }

  /**
   * What reading a file would give, one for each of its languages, when one of the same name has the
   * same content in another directory, and what it says does not depend on where it lies.
   */
  read(root: string, walked: WalkedFile): ReadFile[] {
    const alike = this.#files.get(likeness(walked));
    const hash = alike === undefined ? undefined : hashOf(`${root}/${walked.path}`);
    const first = alike?.find((file) => file.hash === hash);
    if (first === undefined) return [];
    const parts = alike!.filter(({ path }) => path === first.path);
    if (parts.some(({ placed }) => placed)) return [];
    return parts.map((file) => readFile(this.#former.ofStored(file), walked));
  }
}

function likeness({ path, size }: { readonly path: string; readonly size: number }): string {
  return `${size} ${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** Undefined when the file cannot be read; reading it again says why. */
function hashOf(path: string): string | undefined {
  try {
    return contentHashOfFile(path);
  } catch {
    return undefined;
  }
}

function readFile(former: FormerFile, { path, mtimeMs }: WalkedFile): ReadFile {
  const { record, unreadable, texts, facts: { names, manifest, ...encoded } } = former;
  const tables = new StoredTables(encoded.outline, () => encoded.tables);
  const said = manifest === null ? {} : { manifest: JSON.parse(manifest) as unknown };
  const { language } = record;
  const prose = new TextEncoder().encode(proseOf(tables.symbols, texts).join("\0"));
  return {
    parsed: {
      ...record,
      path,
      mtimeMs,
      facts: { language, integers: new Int32Array(0), prose, encoded, ...said },
    },
    facts: { language, strings: [], prose: [], tables, unreadable, ...said },
    nameIds: decodeIntegers(names),
  };
}

/** Signatures and documentation in the places where the symbols look for them. */
function proseOf(symbols: Int32Array, texts: FormerFile["texts"]): string[] {
  const prose: string[] = [];
  for (const [row, [signature, doc]] of texts.entries()) {
    const at = row * Sym.STRIDE;
    place(prose, symbols[at + Sym.SIGNATURE]!, signature);
    place(prose, symbols[at + Sym.DOC]!, doc);
  }
  return Array.from(prose, (text) => text ?? "");
}

function place(prose: string[], index: number, text: string | null): void {
  if (index >= 0 && text !== null) prose[index] = text;
}
