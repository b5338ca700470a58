/**
 * The form of the database.
 *
 * It is small because most of it is small integers: names are kept once, a call site needs no file
 * (its source symbol has one), and edges are clustered by their source, so that only the way back
 * needs an index, which holds all of an edge: a look into the table for each would take twice the
 * time. Symbols are numbered from 1; an external target is a negative number. The mechanism
 * of an edge that crosses languages is part of the number of its rule.
 *
 * Beside the graph stand the facts that it was made of, so that a change to one file is worked into
 * it without parsing the others: the tables by themselves, since a sync reads those of few files and
 * all the rest of every file. Symbols that are written in no language's own syntax, as routes are,
 * come from bridges and frameworks and stand behind those of their file. The facts' names have numbers of their own: most of them no symbol bears.
 * What bridges and frameworks asked of the project is kept too (`asked`): as long as edits touch nothing
 * of it, they need not run again.
 * What files said before they changed or went is kept for a while (`former`), so that a branch that
 * is switched to and back is not parsed again; `texts` is a list of signature and documentation of
 * each symbol.
 */

import { FIRST_MECHANISM } from "../resolve/edges.ts";

/** Raised with every change that older code cannot read. */
export const SCHEMA_VERSION = 14;

/** Marks the file as ours in SQLite's header: "CGrA". */
export const APPLICATION_ID = 0x43477241;

/**
 * Whether an edge comes from a bridge or a framework, which alone have a mechanism: few do, and they
 * are replaced together.
 */
export const IS_LINK = `evidence >= ${FIRST_MECHANISM}`;

/** Position, in its file, of the first symbol that comes from a bridge or a framework. */
export const FIRST_LINK_POSITION = 1 << 24;

/** Whether a symbol comes from a bridge or a framework. */
export const IS_LINK_SYMBOL = `position >= ${FIRST_LINK_POSITION}`;

/** Tables without their indexes. */
export const CREATE_TABLES = `
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE files(
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    hash TEXT NOT NULL,
    lines INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    flags INTEGER NOT NULL,
    unreadable TEXT,
    cells TEXT,
    UNIQUE(path, language)
  );

  CREATE TABLE skipped(
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER,
    mtime INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL, searchable INTEGER NOT NULL);

  CREATE TABLE symbols(
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    name INTEGER NOT NULL,
    container INTEGER,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    name_line INTEGER NOT NULL,
    name_column INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    qualifier INTEGER,
    signature TEXT,
    doc TEXT
  );

  CREATE TABLE facts(
    file INTEGER PRIMARY KEY,
    outline BLOB NOT NULL,
    names BLOB NOT NULL,
    manifest TEXT
  );

  CREATE TABLE fact_tables(file INTEGER PRIMARY KEY, tables BLOB NOT NULL);

  CREATE TABLE long_docs(symbol INTEGER PRIMARY KEY, doc TEXT NOT NULL);

  CREATE TABLE former(
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    lines INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    flags INTEGER NOT NULL,
    unreadable TEXT,
    cells TEXT,
    outline BLOB NOT NULL,
    tables BLOB NOT NULL,
    names BLOB NOT NULL,
    manifest TEXT,
    texts TEXT NOT NULL,
    bytes INTEGER NOT NULL
  );

  CREATE TABLE fact_names(id INTEGER PRIMARY KEY, text TEXT NOT NULL);

  CREATE TABLE asked(topic TEXT PRIMARY KEY, names BLOB NOT NULL, texts TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE externals(id INTEGER PRIMARY KEY, name TEXT NOT NULL);

  CREATE TABLE mechanisms(id INTEGER PRIMARY KEY, text TEXT NOT NULL);

  CREATE TABLE edges(
    source INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    target INTEGER NOT NULL,
    confidence INTEGER NOT NULL,
    evidence INTEGER NOT NULL,
    candidates INTEGER NOT NULL,
    PRIMARY KEY(source, line, column, kind, target)
  ) WITHOUT ROWID;

  CREATE TABLE possible(
    source INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    name INTEGER NOT NULL,
    PRIMARY KEY(source, line, column, kind, name)
  ) WITHOUT ROWID;

  CREATE VIRTUAL TABLE name_words USING fts5(
    words, content='', columnsize=0, detail='none', tokenize='unicode61'
  );
  CREATE VIRTUAL TABLE name_trigrams USING fts5(
    text, content='', columnsize=0, detail='none', tokenize='trigram'
  );
  CREATE VIRTUAL TABLE trigram_counts USING fts5vocab('name_trigrams', 'row');
  CREATE VIRTUAL TABLE docs USING fts5(
    doc, content='', tokenize='porter unicode61'
  );
`;

/** Indexes, made once the tables are full. */
export const CREATE_INDEXES = `
  CREATE INDEX names_text ON names(text COLLATE NOCASE);
  CREATE INDEX symbols_name ON symbols(name);
  CREATE INDEX symbols_file ON symbols(file, position);
  CREATE INDEX symbols_of_links ON symbols(kind, name) WHERE ${IS_LINK_SYMBOL};
  CREATE INDEX symbols_container ON symbols(container);
  CREATE INDEX externals_name ON externals(name);
  CREATE INDEX edges_target ON edges(
    target, kind, source, line, column, confidence, evidence, candidates
  );
  CREATE INDEX edges_of_links ON edges(source) WHERE ${IS_LINK};
  CREATE INDEX former_path ON former(path, size, bytes);
  CREATE INDEX possible_name ON possible(name, kind);
`;

/** Bits of `files.flags`. */
export const FileFlag = {
  /** Written by a program. */
  generated: 1,
  /** No source: says where modules lie (`package.json`, `NAMESPACE`). */
  manifest: 2,
  /** Holds tests, by its path. */
  test: 4,
  /** What it says may be something else where it lies in another directory. */
  placed: 8,
} as const;

/** Notes how many names symbols bear, which is asked with each question in words. */
export const COUNT_SEARCHABLE_NAMES =
  "INSERT OR REPLACE INTO meta SELECT 'searchableNames', count(*) FROM names WHERE searchable = 1";

/** Documentation kept with a symbol, in characters; all of what extraction gives is searchable. */
const LONGEST_KEPT_DOC = 300;

/** Whether documentation is longer than what is kept with a symbol: `long_docs` has all of it. */
export function isLongDoc(doc: string): boolean {
  return doc.length > LONGEST_KEPT_DOC;
}

/** Documentation as it is kept with a symbol. */
export function shortenedDoc(doc: string): string {
  return !isLongDoc(doc) ? doc : doc.slice(0, LONGEST_KEPT_DOC - 1) + "…";
}

/** Target of an edge that leads to the external of an index (from 0), as it is stored. */
export function externalTarget(index: number): number {
  return -1 - index;
}
