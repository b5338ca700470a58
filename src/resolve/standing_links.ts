/**
 * Whether all that linkers add stands as it is after an edit, so that they need not run.
 *
 * What a linker adds follows from the references that it asks for and from what these go through. An
 * edit leaves it as it is when no name by which the edited files look another way stands in any other
 * file or was looked up by its text, and the references asked for in the edited files themselves are
 * the same as before, except for the lines that they stand in. In doubt, it does not stand.
 */
import {
  Binding,
  Export,
  Flag,
  Import,
  Ref,
  RefKind,
  Scope,
  ScopeKind,
  Sym,
} from "../extract/facts.ts";
import { type FileChange, type Languages, qualifierOf } from "./influence.ts";
import type { LinkerEntry } from "./linker.ts";
import type { LinkQuestions } from "./link_questions.ts";
import { isGivenValue } from "./links.ts";
import { MarkedNames, Mentions, MethodNames } from "./mentions.ts";
import type { Project, ProjectFile } from "./project.ts";
import { EVERYTHING, SELF_NAMED, Surface } from "./surface.ts";

/** What is known of the links of an edited file, if they stand. */
export interface StandingFile {
  readonly file: ProjectFile;
  /** Where what stood at a place (`line:column`) stands now: of all references that linkers look at. */
  readonly places: ReadonlyMap<string, LinePlace>;
  /** Rows of symbols, as the file was, that are no longer told from others like them. */
  readonly uncertain: ReadonlySet<number>;
}

/** Where something stands in a file. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** What is needed to find out. */
export interface StandingQuery {
  readonly changes: readonly FileChange[];
  /** All other files of the project. */
  readonly unchanged: readonly ProjectFile[];
  readonly project: Project;
  readonly languages: Languages;
  /** What the linkers asked when they last ran. */
  readonly questions: LinkQuestions;
  /** Those that the project needs now. */
  readonly linkers: readonly LinkerEntry[];
}

/** An edited file. */
interface Edit {
  readonly before: ProjectFile;
  readonly after: ProjectFile;
}

/** The edited files, if what linkers add stands as far as facts tell; undefined otherwise. */
export function standingLinks(query: StandingQuery): readonly StandingFile[] | undefined {
  const { changes, linkers, questions, project } = query;
  questions.numberMissed((name) => project.nameId(name));
  const ids = linkers.map(({ id }) => id);
  if (ids.join() !== questions.linkers.join()) return undefined;
  const edits: Edit[] = [];
  for (const { before, after } of changes) {
    if (before === undefined || after === undefined) return undefined;
    if (!isPlainEdit({ before, after }, query)) return undefined;
    edits.push({ before, after });
  }
  const marked = markedNames(edits, query);
  if (marked === undefined || isReached(marked, edits, query)) return undefined;
  const files = edits.map((edit) => standingFile(edit, marked, query));
  return files.every((file) => file !== undefined) ? files : undefined;
}

/** Whether an edit leaves a file where it is and what it imports, and no linker may look at all of it. */
function isPlainEdit(
  { before, after }: Edit,
  { linkers, languages, questions }: StandingQuery,
): boolean {
  if (questions.hasWhole("everything", after.language)) return false;
  if (before.manifest !== undefined || after.manifest !== undefined) return false;
  if (languages.structureOf(before) !== languages.structureOf(after)) return false;
  if (languages.standingOf(before) !== languages.standingOf(after)) return false;
  if (before.symbol(0, Sym.FLAGS) !== after.symbol(0, Sym.FLAGS)) return false;
  if (qualifierOf(before) !== qualifierOf(after)) return false;
  if (importsOf(before) !== importsOf(after)) return false;
  const own = linkers.filter((entry) => entry.languages.flat().includes(after.language));
  return own.every(({ asksForAll }) => asksForAll === true);
}

function importsOf(file: ProjectFile): string {
  const table = file.table("imports");
  const described: string[] = [];
  for (let at = 0; at < table.length; at += Import.STRIDE) {
    const name = table[at + Import.NAME]!;
    described.push(
      `${table[at + Import.KIND]} ${table[at + Import.FORM]} ` +
        `${file.text(table[at + Import.SPECIFIER]!)}\0${name < 0 ? "" : file.text(name)}`,
    );
  }
  return described.join("\n");
}

// ── names ─────────────────────────────────────────────────────────────────────────────────────────

/** Names by which the edited files look another way, literals included; undefined for what has none. */
function markedNames(edits: readonly Edit[], query: StandingQuery): MarkedNames | undefined {
  const names = new Set<string>();
  for (const { before, after } of edits) {
    const was = Surface.of(before).digests();
    const is = Surface.of(after).digests();
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      const one = was.get(name);
      const other = is.get(name);
      const isSame = one !== undefined && other !== undefined && one.outline === other.outline &&
        one.text === other.text && one.apart === other.apart && one.literals === other.literals;
      if (isSame) continue;
      if (name === EVERYTHING || name === SELF_NAMED) return undefined;
      names.add(name);
      if (query.languages.namesMethods(after)) beginningsOf(name).forEach((one) => names.add(one));
    }
  }
  const areMethods = names.size > 0 &&
    edits.some(({ after }) => query.languages.namesMethods(after));
  const marked = new MarkedNames(
    query.project,
    areMethods ? new MethodNames(query.project) : undefined,
  );
  for (const name of names) marked.add(name);
  return spread(marked, edits, query) ? marked : undefined;
}

/** Names of the functions of which one of that name may be a method: `print` of `print.summary`. */
function beginningsOf(name: string): readonly string[] {
  return Array.from(name.matchAll(/(?!^)\./g), ({ index }) => name.slice(0, index));
}

/** Marks what in the edited files goes through marked names. @returns false when that cannot be told */
function spread(
  marked: MarkedNames,
  edits: readonly Edit[],
  { languages }: StandingQuery,
): boolean {
  for (let isMore = marked.size > 0; isMore;) {
    const before = marked.size;
    for (const { after } of edits) {
      const mentions = new Mentions(after, marked, languages.namesReachMembers(after));
      if (mentions.isOpen) return false;
      for (const name of namesThrough(after, mentions)) marked.add(name);
    }
    isMore = marked.size > before;
  }
  return true;
}

function* namesThrough(file: ProjectFile, mentions: Mentions): Generator<string> {
  for (let row = 1; row < mentions.symbols.length; row++) {
    if (mentions.symbols[row] === 0) continue;
    if (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) continue;
    yield file.nameOf(row);
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier >= 0) yield file.text(qualifier).split(/::|\./).at(-1)!;
  }
  for (let row = 0; row < mentions.bindings.length; row++) {
    if (mentions.bindings[row] === 0) continue;
    if (mentions.isInFunction(file.binding(row, Binding.SCOPE))) continue;
    yield file.text(file.binding(row, Binding.NAME));
  }
  const exports = file.table("exports");
  for (let row = 0; row < mentions.exports.length; row++) {
    if (mentions.exports[row] === 1) yield file.text(exports[row * Export.STRIDE + Export.NAME]!);
  }
}

/** Whether anything outside of the edited files may go by one of the names. */
function isReached(
  marked: MarkedNames,
  edits: readonly Edit[],
  { unchanged, questions, project }: StandingQuery,
): boolean {
  if (marked.size === 0) return false;
  const isAsked = marked.names.some((name) => questions.hasName(name, project.nameId(name)));
  if (isAsked || unchanged.some((file) => marked.isIn(file))) return true;
  return edits.some(({ before, after }) =>
    questions.hasWhole("definitions", after.language) ||
    questions.hasWhole("fields", after.language) &&
      (hasField(before, marked) || hasField(after, marked))
  );
}

function hasField(file: ProjectFile, marked: MarkedNames): boolean {
  for (let row = 0; row < file.count("bindings"); row++) {
    if (!marked.hasId(file.nameIds[file.binding(row, Binding.NAME)]!)) continue;
    const scope = file.binding(row, Binding.SCOPE);
    if (file.scope(scope, Scope.KIND) === ScopeKind.class) return true;
  }
  return false;
}

// ── references and symbols of an edited file ──────────────────────────────────────────────────────

function standingFile(
  { before, after }: Edit,
  marked: MarkedNames,
  { questions, project, languages }: StandingQuery,
): StandingFile | undefined {
  const keysBefore = symbolKeys(before);
  const keysAfter = symbolKeys(after);
  const isOrdered = questions.hasWhole("definitions", after.language);
  if (isOrdered && keysBefore.join("\n") !== keysAfter.join("\n")) return undefined;
  const was = askedReferences(before, questions, project);
  const is = askedReferences(after, questions, project);
  if (was.length !== is.length) return undefined;
  const digests = Surface.ofReferences(after, is);
  if (Surface.ofReferences(before, was).some((digest, at) => digest !== digests[at])) {
    return undefined;
  }
  if (marked.size > 0) {
    const mentions = new Mentions(after, marked, languages.namesReachMembers(after));
    if (is.some((row) => isTouched(after, row, mentions))) return undefined;
  }
  const places = new Map<string, LinePlace>();
  for (const [at, row] of was.entries()) {
    const line = after.reference(is[at]!, Ref.LINE);
    const column = after.reference(is[at]!, Ref.COLUMN);
    const key = placeKey(before.reference(row, Ref.LINE), before.reference(row, Ref.COLUMN));
    const known = places.get(key);
    if (known !== undefined && (known.line !== line || known.column !== column)) return undefined;
    if (aroundOf(before, keysBefore, row) !== aroundOf(after, keysAfter, is[at]!)) return undefined;
    places.set(key, { line, column });
  }
  return { file: after, places, uncertain: uncertainRows(keysBefore, keysAfter) };
}

/** Whether a reference, or the symbol that it is said of, goes through marked names. */
function isTouched(file: ProjectFile, row: number, mentions: Mentions): boolean {
  const around = file.reference(row, Ref.SYMBOL);
  return mentions.touchesReference(row) ||
    around > 0 && (mentions.symbols[around] === 1 || mentions.touchesSymbol(around));
}

/** Key of a place in a file. */
export function placeKey(line: number, column: number): string {
  return `${line}:${column}`;
}

/** Rows of a file's references at which linkers look. */
function askedReferences(
  file: ProjectFile,
  questions: LinkQuestions,
  project: Project,
): readonly number[] {
  const { language } = file;
  const asksValues = questions.hasWhole("values", language);
  const rows: number[] = [];
  for (let row = 0; row < file.count("references"); row++) {
    const kind = file.reference(row, Ref.KIND);
    const isAsked = kind === RefKind.offer || kind === RefKind.foreign ||
      questions.hasSite(language, kind, file.nameIds[file.reference(row, Ref.NAME)]!) ||
      asksValues && isGivenValue(project, file, row);
    if (isAsked) rows.push(row);
  }
  return rows;
}

/** What each symbol is: its kind and name, and those of what it is written in. */
function symbolKeys(file: ProjectFile): readonly string[] {
  const keys: string[] = [];
  for (let row = 0; row < file.count("symbols"); row++) {
    const container = file.symbol(row, Sym.CONTAINER);
    const own = `${file.symbol(row, Sym.KIND)} ${row === 0 ? "" : file.nameOf(row)}`;
    keys.push(container > 0 ? `${keys[container]}\0${own}` : own);
  }
  return keys;
}

/** Rows of symbols of which there are not as many of the same key as before. */
function uncertainRows(before: readonly string[], after: readonly string[]): ReadonlySet<number> {
  const balance = new Map<string, number>();
  for (const key of before) balance.set(key, (balance.get(key) ?? 0) + 1);
  for (const key of after) balance.set(key, (balance.get(key) ?? 0) - 1);
  const rows = before.keys().filter((row) => balance.get(before[row]!) !== 0);
  return new Set(rows);
}

/** Key of the innermost symbol on whose lines a reference stands. */
function aroundOf(file: ProjectFile, keys: readonly string[], reference: number): string {
  const line = file.reference(reference, Ref.LINE);
  let found = 0;
  for (let row = 1; row < keys.length; row++) {
    const isAround = file.symbol(row, Sym.START_LINE) <= line &&
      file.symbol(row, Sym.END_LINE) >= line;
    if (isAround) found = row;
  }
  return keys[found]!;
}
