/**
 * Where a value is read and written. The graph holds calls, imports and types, not each use of a
 * variable: those are looked for in the text of the files that can see it, as a reader would with
 * grep, and are told as no more than that.
 */
import { Flag, type SymbolKind } from "../extract/facts.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { cellShape, shownLine } from "./place.ts";
import { list, oneOf, record, text, type ValueOf, whole } from "./shape.ts";
import { SourceLines } from "./source_lines.ts";
import type { Subject } from "./subjects.ts";
import type { Occurrence } from "./text_lines.ts";

const ACCESSES = ["read", "write"] as const;

/** One place at which a value is used, by its name. */
export const mentionShape = record({
  file: text(),
  cell: cellShape,
  line: whole(),
  column: whole(),
  text: text(),
  access: oneOf(ACCESSES, "by what stands beside the name"),
});
export type Mention = ValueOf<typeof mentionShape>;

/** The places at which a value is used, by its name. */
export const mentionsShape = record(
  {
    count: whole(),
    files: whole("files that these are in"),
    sites: list(mentionShape, "the first of them, those of the symbol's own file first"),
    unread: whole("files that can see it and were not looked at"),
  },
  "of a variable, constant, field …: where its name is written in files that can see it, by text alone",
);
export type Mentions = ValueOf<typeof mentionsShape>;

/** Kinds of symbols that are read and written rather than called. */
const VALUES: ReadonlySet<SymbolKind> = new Set([
  "property",
  "field",
  "variable",
  "constant",
  "enumMember",
]);
const MEMBERS: ReadonlySet<SymbolKind> = new Set(["property", "field"]);

/** Files that are looked at for one symbol. */
const MOST_FILES = 400;

/** Symbols of the same name that are looked at: their files have a value of their own. */
const MOST_NAMESAKES = 200;

/** What stands before the name of a member of something, and not after it. */
const BEFORE_MEMBER = /(?:\.|->|::|[$@])\s*$/;
const AFTER_MODULE = /^\w+::/;
/** Lines that hold nothing but a comment, in one language or another. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|$)|#(?:['\s]|include\b)|%|--\s|;;|!\s)/;
/** What stands before a comment's words that follow code. */
const IN_COMMENT = /\s(?:\/\*(?!.*\*\/)|#\s)/;
const WRITTEN_AFTER =
  /^\s*(?:\[[^\]]*\]\s*)?(?:=(?![=~>])|(?:[-+*\/%&|^~.?]|\*\*|\/\/|<<|>>|&&|\|\||\?\?)=|<<?-|:=|\+\+|--)/;
const WRITTEN_BEFORE = /(?:\+\+|--|->>?\s)\s*$/;

/**
 * Whether uses are looked for: where a name means functions or types as well, its text does not tell
 * which of them is used, and those have edges.
 */
export function areValues(subjects: readonly Subject[]): boolean {
  return subjects.every(({ symbol }) => symbol !== undefined && VALUES.has(symbol.kind));
}

/** Where a value is read and written; nothing for what is called, or is outside the project. */
export function mentionsOf(
  context: AnswerContext,
  { symbol }: Subject,
  limit: number,
): Mentions | undefined {
  if (symbol === undefined || !VALUES.has(symbol.kind)) return undefined;
  const { store } = context;
  const lines = presentLines(context);
  const isMember = MEMBERS.has(symbol.kind);
  const shadowing = isMember ? [] : filesOfNamesakes(context, symbol);
  const paths = store.files.seeing(symbol.file, MOST_FILES + 1)
    .filter((path) => !shadowing.includes(path));
  const sites: Mention[] = [];
  let count = 0;
  let files = 0;
  for (const path of paths.slice(0, MOST_FILES)) {
    context.checkpoint();
    const isOwn = path === symbol.file;
    const found = lines.occurrences(path, symbol.name).filter(({ line, before, rest }) =>
      !(isOwn && line === symbol.line) && !COMMENT.test(before + rest) &&
      !IN_COMMENT.test(before) &&
      (isOwn || !isMember || BEFORE_MEMBER.test(before) && !AFTER_MODULE.test(rest))
    );
    count += found.length;
    if (found.length > 0) files++;
    for (const occurrence of found.slice(0, limit - sites.length)) {
      const { line, before } = occurrence;
      sites.push({
        file: path,
        ...shownLine(store, path, line),
        column: before.length + 1,
        text: lines.line(path, line),
        access: accessOf(occurrence, symbol.name),
      });
    }
  }
  return { count, files, sites, unread: Math.max(0, paths.length - MOST_FILES) };
}

/** Readers of their own by question: what is told stands there now. */
const PRESENT = new WeakMap<AnswerContext, SourceLines>();

function presentLines(context: AnswerContext): SourceLines {
  let lines = PRESENT.get(context);
  if (lines === undefined) {
    const { store, root } = context;
    lines = new SourceLines(root, (path) => store.files.stateAt(path));
    PRESENT.set(context, lines);
  }
  return lines;
}

/** Other files that define the name for themselves. */
function filesOfNamesakes({ store }: AnswerContext, { nameId, file }: StoredSymbol): string[] {
  const namesakes = store.symbols.ofNames([nameId], MOST_NAMESAKES).get(nameId) ?? [];
  return namesakes.filter((other) =>
    other.file !== file && !MEMBERS.has(other.kind) && (other.flags & Flag.declaration) === 0
  ).map((other) => other.file);
}

function accessOf({ before, rest }: Occurrence, name: string): Mention["access"] {
  const isWritten = WRITTEN_AFTER.test(rest.slice(name.length)) || WRITTEN_BEFORE.test(before);
  return isWritten ? "write" : "read";
}
