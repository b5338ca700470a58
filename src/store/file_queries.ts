import { cellsOf, type CellStarts } from "../scan/documents/cells.ts";
import { Kind } from "../extract/facts.ts";
import { EdgeCode } from "../resolve/edges.ts";
import { FileFlag } from "./schema.ts";
import type { Statements } from "./statements.ts";

/** A file as it was indexed. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Whole milliseconds since 1970. */
  readonly mtimeMs: number;
  readonly hash: string;
}

/** A file of the index. */
export interface StoredFile extends FileState {
  readonly id: number;
  readonly path: string;
  /** Language id. */
  readonly language: string;
  readonly lines: number;
  readonly encoding: string;
  readonly generated: boolean;
  readonly manifest: boolean;
  readonly test: boolean;
  /** What it says may be something else where it lies in another directory. */
  readonly placed: boolean;
  /** Lines that could not be read: `3-5,9-9`. */
  readonly unreadable: string | undefined;
  /** Of a notebook, where its cells start. */
  readonly cells: CellStarts | undefined;
}

const COLUMNS = "id, path, language, size, mtime, hash, lines, encoding, flags, unreadable, cells";

type FileRow = readonly [
  id: number,
  path: string,
  language: string,
  size: number,
  mtime: number,
  hash: string,
  lines: number,
  encoding: string,
  flags: number,
  unreadable: string | null,
  cells: string | null,
];

/** A header that comes by way of as many others is still looked for. */
const MOST_IMPORTS_APART = 3;

/** Questions about files. */
export class FileQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The file at a path; of a document, that of its first language. */
  at(path: string): StoredFile | undefined {
    const row = this.#statements.firstTuple<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE path = ? ORDER BY language`,
      path,
    );
    return row === undefined ? undefined : fileOf(row);
  }

  /** What the file {@link at} a path was when it was indexed. */
  stateAt(path: string): FileState | undefined {
    const row = this.#statements.firstTuple<[size: number, mtimeMs: number, hash: string]>(
      "SELECT size, mtime, hash FROM files WHERE path = ? ORDER BY language",
      path,
    );
    return row === undefined ? undefined : { size: row[0], mtimeMs: row[1], hash: row[2] };
  }

  /** What there is of a file at a path: of a document, one for each of its languages. */
  partsAt(path: string): StoredFile[] {
    return this.#statements.tuples<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE path = ? ORDER BY language`,
      path,
    ).map(fileOf);
  }

  /** The file at a path, or all under it, in path order; of "" and ".", all. */
  atOrUnder(path: string): StoredFile[] {
    if (path === "" || path === ".") return [...this.each()];
    // What comes after "/" is "0".
    return this.#statements.tuples<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0')
       ORDER BY path, language`,
      path,
    ).map(fileOf);
  }

  /** The file of an id. */
  get(id: number): StoredFile | undefined {
    const row = this.#statements.firstTuple<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE id = ?`,
      id,
    );
    return row === undefined ? undefined : fileOf(row);
  }

  /** Files whose path is `ending` or ends in `/` and `ending`, in path order. */
  endingIn(ending: string, limit: number): StoredFile[] {
    const exact = this.partsAt(ending);
    if (exact.length > 0) return exact;
    return this.#statements.tuples<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE substr(path, -?2) = ?3 AND id IN (
         SELECT s.file FROM names n JOIN symbols s ON s.name = n.id AND s.kind = ${Kind.file}
         WHERE n.text = ?1 COLLATE NOCASE
       ) ORDER BY path, language LIMIT ?4`,
      ending.slice(ending.lastIndexOf("/") + 1),
      ending.length + 1,
      "/" + ending,
      limit,
    ).map(fileOf);
  }

  /**
   * Paths of the files that can see what a file defines, as far as the graph tells: itself, those that
   * use anything of it, those beside it, and, while they are no more than `limit`, those that import it
   * directly or through others. Itself first, then in path order.
   */
  seeing(path: string, limit: number): string[] {
    const own = this.#ids("SELECT id FROM files WHERE path = ?", path);
    const seeing = new Set([...own, ...this.#using(path), ...this.#beside(path)]);
    const imported = new Set(own);
    let last = own;
    for (let apart = 1; apart <= MOST_IMPORTS_APART && seeing.size <= limit; apart++) {
      last = this.#importing(last).filter((file) => !imported.has(file));
      for (const file of last) imported.add(file), seeing.add(file);
    }
    return this.#statements.all<{ path: string }>(
      `SELECT DISTINCT f.path FROM json_each(?) AS j JOIN files f ON f.id = j.value
       ORDER BY f.path <> ?, f.path LIMIT ?`,
      JSON.stringify([...seeing]),
      path,
      limit,
    ).map((row) => row.path);
  }

  /** Files that have an edge to anything in the file at a path. */
  #using(path: string): number[] {
    return this.#ids(
      `SELECT DISTINCT s.file FROM files f
         CROSS JOIN symbols t ON t.file = f.id
         CROSS JOIN edges e ON e.target = t.id
         CROSS JOIN symbols s ON s.id = e.source
       WHERE f.path = ?`,
      path,
    );
  }

  /** Files of the same language in the directory of the file at a path. */
  #beside(path: string): number[] {
    const directory = path.slice(0, path.lastIndexOf("/") + 1);
    return this.#ids(
      `SELECT f.id FROM files o JOIN files f ON f.language = o.language
       WHERE o.path = ?1 AND f.path >= ?2 AND f.path < ?2 || x'7f'
         AND instr(substr(f.path, ?3), '/') = 0`,
      path,
      directory,
      directory.length + 1,
    );
  }

  /** Files that import any of some. */
  #importing(files: readonly number[]): number[] {
    return this.#ids(
      `SELECT DISTINCT s.file FROM json_each(?) AS j
         CROSS JOIN symbols t ON t.file = j.value AND t.position = 0
         CROSS JOIN edges e ON e.target = t.id AND e.kind = ${EdgeCode.imports}
         CROSS JOIN symbols s ON s.id = e.source`,
      JSON.stringify(files),
    );
  }

  #ids(sql: string, ...values: (string | number)[]): number[] {
    return this.#statements.tuples<[id: number]>(sql, ...values).map(([id]) => id);
  }

  /** All files, in path order. */
  *each(): Generator<StoredFile> {
    for (
      const row of this.#statements.eachTuple<FileRow>(
        `SELECT ${COLUMNS} FROM files ORDER BY path, language`,
      )
    ) {
      yield fileOf(row);
    }
  }

  /** Files of which some lines could not be read. */
  partlyRead(limit: number): { path: string; unreadable: string }[] {
    return this.#statements.all(
      "SELECT path, unreadable FROM files WHERE unreadable IS NOT NULL ORDER BY path LIMIT ?",
      limit,
    );
  }
}

function fileOf(
  [id, path, language, size, mtimeMs, hash, lines, encoding, flags, unreadable, cells]: FileRow,
): StoredFile {
  return {
    id,
    path,
    language,
    size,
    mtimeMs,
    hash,
    lines,
    encoding,
    generated: (flags & FileFlag.generated) !== 0,
    manifest: (flags & FileFlag.manifest) !== 0,
    test: (flags & FileFlag.test) !== 0,
    placed: (flags & FileFlag.placed) !== 0,
    unreadable: unreadable ?? undefined,
    cells: cells === null ? undefined : cellsOf(cells),
  };
}
