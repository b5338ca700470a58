/**
 * What must be resolved again after some files changed.
 *
 * Whatever one file can learn of another, it learns through a name that stands in its own text: so a
 * reference is touched only if it goes through a name that came, went, or came to mean something
 * else. A name of a changed file does when its surface says so; a name of any file, when it goes
 * through such a name and what it comes to then is not what it came to before. That is found by
 * working it out in both states of the project. Following it to its end gives all names that changed
 * and, with them, all references that may have.
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
import { Counterparts } from "./counterparts.ts";
import type { Knowledge } from "./knowledge.ts";
import { MarkedNames, Mentions, MethodNames } from "./mentions.ts";
import type { Project, ProjectFile } from "./project.ts";
import { SameMeaning, Sameness } from "./same_meaning.ts";
import {
  EVERYTHING,
  type NameDigest,
  NOTHING_APART,
  runsUnnamed,
  SELF_NAMED,
  subjectOf,
  Surface,
} from "./surface.ts";

/** Row of the file itself among its symbols. */
const FILE = 0;
const NO_DIGESTS: Digests = new Map();

/** One file before and after; `undefined` where it did not exist. */
export interface FileChange {
  readonly before: ProjectFile | undefined;
  readonly after: ProjectFile | undefined;
}

/** What influence must know of languages. */
export interface Languages {
  /** Language family of a file: no name means anything in another one. */
  familyOf(file: ProjectFile): string;
  /** What a file says of how files of its language reach each other; "" when it says nothing. */
  structureOf(file: ProjectFile): string;
  /** What decides how other files see all that a file holds. */
  standingOf(file: ProjectFile): string;
  /** Whether names inside a class may mean members, also inherited ones. */
  namesReachMembers(file: ProjectFile): boolean;
  /** Whether the name of a generic function, a dot and a class make a function its method. */
  namesMethods(file: ProjectFile): boolean;
}

/** What in one unchanged file is touched: all of it when `mentions` is missing. */
export interface Touched {
  readonly file: ProjectFile;
  readonly mentions: Mentions | undefined;
}

/** How far changes to the files of one language family reach. */
export interface Reach {
  readonly family: string;
  readonly changes: readonly FileChange[];
  readonly touched: readonly Touched[];
  /** Names that may mean something else than before; undefined when all may. */
  readonly marked: MarkedNames | undefined;
}

/**
 * What of `unchanged` may be resolved in another way after the changes, by language family.
 * @param changes the files that changed
 * @param unchanged all other files of the project
 * @param after what is known of the project as it is now
 * @param before gives what was known of it before the changes; asked only when that is needed
 * @param keyOf tells the files of a project apart
 */
export function reachOf(
  changes: readonly FileChange[],
  unchanged: readonly ProjectFile[],
  after: Knowledge,
  before: () => Knowledge,
  keyOf: (file: ProjectFile) => string,
  languages: Languages,
): Reach[] {
  const { familyOf } = languages;
  const families = Map.groupBy(changes, ({ before, after }) => familyOf((after ?? before)!));
  return Array.from(families, ([family, own]) => {
    const others = unchanged.filter((file) => familyOf(file) === family);
    if (isStructureChanged(own, languages)) {
      const touched = others.map((file) => ({ file, mentions: undefined }));
      return { family, changes: own, touched, marked: undefined };
    }
    const influence = new Influence(own, others, after, before, keyOf, languages);
    const touched = influence.touched();
    return { family, changes: own, touched, marked: influence.marked };
  });
}

/**
 * A manifest says how its languages' files reach each other, and so do the modules of some languages:
 * any of their files may be touched.
 */
function isStructureChanged(
  changes: readonly FileChange[],
  { structureOf }: Languages,
): boolean {
  return changes.some(({ before, after }) => {
    if (before?.manifest !== undefined || after?.manifest !== undefined) return true;
    const was = before === undefined ? "" : structureOf(before);
    return was !== (after === undefined ? "" : structureOf(after));
  });
}

/** The influence of changes to files of one language family. */
class Influence {
  readonly #changes: readonly FileChange[];
  readonly #unchanged: readonly ProjectFile[];
  readonly #languages: Languages;
  readonly #project: Project;
  readonly #after: Knowledge;
  readonly #before: () => Knowledge;
  readonly #keyOf: (file: ProjectFile) => string;
  readonly #methods: MethodNames | undefined;
  readonly #marked: MarkedNames;
  readonly #openComparison: () => SameMeaning;
  #comparison: SameMeaning | undefined;
  /** Names (global) that mean something else in the files that give them. */
  readonly #changed = new Map<ProjectFile, Set<number>>();
  /** Names (global) to which something was given in another place than their definition. */
  readonly #apart = new Set<number>();
  /** What of each file goes through the names that were marked last. */
  readonly #mentions = new Map<ProjectFile, Mentions>();
  /** Changed files into which names come in another way than before. */
  readonly #opened: ProjectFile[] = [];
  /** Changed files that know other modules by the names which those give themselves. */
  readonly #knowsOthers: ProjectFile[] = [];
  #fresh: MarkedNames;

  constructor(
    changes: readonly FileChange[],
    unchanged: readonly ProjectFile[],
    after: Knowledge,
    before: () => Knowledge,
    keyOf: (file: ProjectFile) => string,
    languages: Languages,
  ) {
    this.#changes = changes;
    this.#unchanged = unchanged;
    this.#languages = languages;
    const { project } = after;
    this.#project = project;
    this.#after = after;
    this.#before = before;
    this.#keyOf = keyOf;
    this.#methods = unchanged.some((file) => languages.namesMethods(file))
      ? new MethodNames(project)
      : undefined;
    this.#marked = new MarkedNames(project, this.#methods);
    this.#fresh = new MarkedNames(project, this.#methods);
    const edited = new Set(changes.flatMap(({ after }) => after ?? []));
    this.#openComparison = (): SameMeaning => {
      const former = before();
      const pairs = new Counterparts(former.project, project, edited, keyOf);
      return new SameMeaning(former, after, pairs, {
        hasName: (file, name) =>
          this.#apart.has(name) || this.#changed.get(file)?.has(name) === true,
        mentionsIn: (file) => this.#mentions.get(file),
      });
    };
  }

  /** Names that may mean something else than before, once {@link touched} found them. */
  get marked(): MarkedNames {
    return this.#marked;
  }

  touched(): Touched[] {
    const rewritten: [ProjectFile, string][] = [];
    for (const change of this.#changes) rewritten.push(...this.#markChanged(change));
    this.#markImportsOfNew();
    this.#markImportsOfGone();
    for (const [file, name] of rewritten) this.#compareRewritten(file, name);
    for (const file of this.#opened) {
      this.#markPath(file);
      this.#compareNames(file, this.#read(file, this.#marked, true));
    }
    for (const file of this.#knowsOthers) {
      this.#compareNames(file, this.#read(file, this.#marked, true));
    }
    while (this.#fresh.size > 0) this.#follow();
    const touched: Touched[] = [];
    for (const file of this.#unchanged) {
      if (this.#marked.isIn(file)) touched.push({ file, mentions: this.#read(file, this.#marked) });
    }
    return touched;
  }

  #read(file: ProjectFile, marked: MarkedNames, isOpen = false): Mentions {
    return new Mentions(file, marked, this.#languages.namesReachMembers(file), isOpen);
  }

  get #same(): SameMeaning {
    return this.#comparison ??= this.#openComparison();
  }

  // ── marks ───────────────────────────────────────────────────────────────────────────────────

  #mark(name: string): void {
    if (this.#marked.add(name)) this.#fresh.add(name);
  }

  /** A name means something else where a file gives it, so that values made of that are others, too. */
  #markIn(file: ProjectFile, name: string): void {
    this.#mark(name);
    const id = this.#project.nameId(name);
    const names = this.#changed.get(file) ?? new Set();
    this.#changed.set(file, names);
    if (names.has(id)) return;
    names.add(id);
    this.#fresh.add(name);
  }

  #markApart(name: string): void {
    this.#mark(name);
    const id = this.#project.nameId(name);
    if (this.#apart.has(id)) return;
    this.#apart.add(id);
    this.#fresh.add(name);
  }

  // ── changed files ───────────────────────────────────────────────────────────────────────────

  /**
   * Marks the names to which a change surely gives another meaning.
   * @returns those of which only expressions are written in another way
   */
  #markChanged({ before, after }: FileChange): [ProjectFile, string][] {
    const old = before === undefined ? NO_DIGESTS : Surface.of(before).digests();
    const now = after === undefined ? NO_DIGESTS : Surface.of(after).digests();
    const rewritten: [ProjectFile, string][] = [];
    const hasMoved = this.#placeOf(before) !== this.#placeOf(after);
    if (after !== undefined) {
      if (isOpened(old, now)) this.#opened.push(after);
      if (before !== undefined && isOther(SELF_NAMED, old, now)) this.#knowsOthers.push(after);
    }
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const was = old.get(name);
      const is = now.get(name);
      if ((was?.apart ?? NOTHING_APART) !== (is?.apart ?? NOTHING_APART)) this.#markApart(name);
      // A file that is part of something else now takes all its names there (a Go package).
      if (hasMoved || was === undefined || is === undefined || was.outline !== is.outline) {
        if (after === undefined) this.#mark(name);
        else this.#markIn(after, name);
      } else if (was.text !== is.text) rewritten.push([after!, name]);
    }
    if (hasMoved) {
      for (const one of [before, after]) if (one !== undefined) this.#mark(qualifierOf(one));
    }
    const cameOrWent = before === undefined || after === undefined;
    if (cameOrWent || isOpened(old, now)) this.#markPath((after ?? before)!);
    return rewritten;
  }

  /** What a file says of its place as a whole: the package it is part of, whether builds take it. */
  #placeOf(file: ProjectFile | undefined): string {
    if (file === undefined) return "";
    const standing = this.#languages.standingOf(file);
    return `${qualifierOf(file)} ${file.symbol(FILE, Sym.FLAGS)} ${standing}`;
  }

  /** What an import can call a file by: its name without extension, and the directory around it. */
  #markPath({ path }: ProjectFile): void {
    const parts = path.split("/");
    this.#mark(parts.at(-1)!.replace(/\..*$/, ""));
    if (parts.length > 1) this.#mark(parts.at(-2)!);
  }

  /** Marks the specifiers by which others import files that came: a manifest may say which file is meant. */
  #markImportsOfNew(): void {
    const came = this.#changes.flatMap(({ before, after }) => before === undefined ? after! : []);
    if (came.length > 0) this.#markImportsOf(came, this.#unchanged, this.#after);
  }

  /** The same of files that went, as others imported them then. */
  #markImportsOfGone(): void {
    const went = this.#changes.flatMap(({ before, after }) => after === undefined ? before! : []);
    if (went.length === 0) return;
    const unchanged = new Set(this.#unchanged.map(this.#keyOf));
    const former = this.#before();
    const others = former.project.files.filter((file) => unchanged.has(this.#keyOf(file)));
    this.#markImportsOf(went, others, former);
  }

  #markImportsOf(
    imported: readonly ProjectFile[],
    files: readonly ProjectFile[],
    { lookup }: Knowledge,
  ): void {
    const ids = new Set(imported.map(({ id }) => id));
    for (const file of files) {
      const table = file.table("imports");
      for (let at = 0; at < table.length; at += Import.STRIDE) {
        const specifier = file.text(table[at + Import.SPECIFIER]!);
        const located = lookup.modules(file).locate(file.id, specifier, table[at + Import.FORM]!);
        const meant = located !== undefined && "module" in located ? located.module.files[0] : -1;
        // What others of a module's files hold is found by its names.
        if (ids.has(meant ?? -1) && this.#marked.addSpecifier(specifier)) {
          this.#fresh.addSpecifier(specifier);
        }
      }
    }
  }

  /** Compares all that a changed file says by one name. */
  #compareRewritten(file: ProjectFile, name: string): void {
    const id = this.#project.nameId(name);
    for (let row = 1; row < file.count("symbols"); row++) {
      if (file.nameIds[file.symbol(row, Sym.NAME)] === id) this.#compareSymbol(file, row);
    }
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.nameIds[file.binding(row, Binding.NAME)] !== id) continue;
      if (!isInFunction(file, file.binding(row, Binding.SCOPE))) this.#compareBinding(file, row);
    }
    const exports = file.table("exports");
    for (let row = 0; row < file.count("exports"); row++) {
      const offered = exports[row * Export.STRIDE + Export.NAME]!;
      if (file.nameIds[offered] === id) this.#compareExport(file, row);
    }
  }

  // ── names that go through marked ones ───────────────────────────────────────────────────────

  #follow(): void {
    const fresh = this.#fresh;
    this.#fresh = new MarkedNames(this.#project, this.#methods);
    this.#mentions.clear();
    this.#comparison?.forget();
    const edited = this.#changes.flatMap(({ after }) => after ?? []);
    for (const file of [...edited, ...this.#unchanged]) {
      if (fresh.isIn(file)) this.#mentions.set(file, this.#read(file, fresh));
    }
    for (const [file, mentions] of this.#mentions) this.#compare(file, mentions);
  }

  #compare(file: ProjectFile, mentions: Mentions): void {
    // What comes in from other files in another way goes out in another way, too.
    if (mentions.isOpen) this.#markPath(file);
    this.#compareNames(file, mentions);
  }

  #compareNames(file: ProjectFile, mentions: Mentions): void {
    for (let row = 1; row < mentions.symbols.length; row++) {
      if (mentions.symbols[row] === 1) this.#compareSymbol(file, row);
    }
    for (let row = 0; row < mentions.bindings.length; row++) {
      if (mentions.bindings[row] === 0) continue;
      if (!mentions.isInFunction(file.binding(row, Binding.SCOPE))) this.#compareBinding(file, row);
    }
    for (let row = 0; row < mentions.exports.length; row++) {
      if (mentions.exports[row] === 1) this.#compareExport(file, row);
    }
    this.#compareBasesApart(file, mentions);
  }

  #compareSymbol(file: ProjectFile, row: number): void {
    // What no other file can name is compared where a name leads to it.
    if (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) return;
    const found = this.#same.symbol(file, row);
    if (found === Sameness.same) return;
    this.#markIn(file, file.nameOf(row));
    const container = file.symbol(row, Sym.CONTAINER);
    if (container > 0 && runsUnnamed(file, row)) {
      this.#markIn(file, file.nameOf(container));
    }
    if (found === Sameness.otherBases) this.#markMembers(file, row);
    if (file.symbol(row, Sym.QUALIFIER) >= 0) this.#markOwner(file, row);
  }

  /** What a type inherits decides what its members are found under. */
  #markMembers(file: ProjectFile, type: number): void {
    const scope = file.symbol(type, Sym.SCOPE);
    if (scope < 0 || file.scope(scope, Scope.KIND) !== ScopeKind.class) return;
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) === scope) {
        this.#markIn(file, file.text(file.binding(row, Binding.NAME)));
      }
    }
  }

  /** A type is another one with members that it is given elsewhere or no longer given. */
  #markOwner(file: ProjectFile, row: number): void {
    const qualifier = file.text(file.symbol(row, Sym.QUALIFIER));
    this.#markApart(qualifier.split(/::|\./).at(-1)!);
    for (const name of this.#same.ownerNames(file, row)) this.#markApart(name);
  }

  #compareBinding(file: ProjectFile, row: number): void {
    if (!this.#same.binding(file, row)) {
      this.#markIn(file, file.text(file.binding(row, Binding.NAME)));
    }
  }

  #compareExport(file: ProjectFile, row: number): void {
    const table = file.table("exports");
    const at = row * Export.STRIDE;
    const name = file.text(table[at + Export.NAME]!);
    const isPassedOn = table[at + Export.SPECIFIER]! >= 0;
    if (isPassedOn && name === EVERYTHING) this.#markPath(file);
    else if (isPassedOn || !this.#same.export(file, row)) this.#markIn(file, name);
  }

  #compareBasesApart(file: ProjectFile, mentions: Mentions): void {
    const count = file.count("references");
    for (let row = 0; row < count; row++) {
      const kind = file.reference(row, Ref.KIND);
      if (kind !== RefKind.implement && kind !== RefKind.inherit) continue;
      const subject = file.reference(row, Ref.CALL);
      if (subject < 0) continue;
      const isTouched = mentions.expressions[subject] === 1 ||
        mentions.expressions[file.reference(row, Ref.EXPR)] === 1;
      if (!isTouched || this.#same.baseApart(file, row)) continue;
      this.#markApart(file.text(file.reference(row, Ref.NAME)));
      const name = subjectOf(file, row);
      if (name !== undefined) this.#markApart(name);
    }
  }
}

type Digests = ReadonlyMap<string, NameDigest>;

function isOpened(old: Digests, now: Digests): boolean {
  return isOther(EVERYTHING, old, now);
}

function isOther(name: string, old: Digests, now: Digests): boolean {
  return old.get(name)?.text !== now.get(name)?.text;
}

/** What a file says that all it holds belongs to, such as its package; "" for nothing. */
export function qualifierOf(file: ProjectFile): string {
  const qualifier = file.symbol(FILE, Sym.QUALIFIER);
  return qualifier < 0 ? "" : file.text(qualifier);
}

function isInFunction(file: ProjectFile, from: number): boolean {
  for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
    if (file.scope(scope, Scope.KIND) === ScopeKind.function) return true;
  }
  return false;
}
