/** What bridges and frameworks see of a project, and the edges that they add to it. */
import {
  Binding,
  BindingKind,
  Expr,
  Flag,
  Import,
  Kind,
  Op,
  Ref,
  RefKind,
  Sym,
} from "../extract/facts.ts";
import { RowTable } from "../extract/facts_builder.ts";
import type { Declarations } from "./declarations.ts";
import { Certainty, Edge, EdgeCode, EvidenceCode, withMechanism } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import type { Modules } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isCallable } from "./symbol_kinds.ts";
import type { Resolved, Targets } from "./targets.ts";

/** A reference of a file. */
export interface Site {
  readonly file: ProjectFile;
  /** Row of the file's references. */
  readonly row: number;
}

/** What all linkers together add. */
export interface LinkRows {
  /** Rows of `Edge`. */
  readonly edges: Int32Array;
  /** How bridges cross, numbered as in the edges' evidence. */
  readonly mechanisms: readonly string[];
}

const NO_FILES: readonly ProjectFile[] = [];

/** A sealed project as linkers see it. */
export class Links {
  readonly #lookup: Lookup;
  readonly #evaluator: Evaluator;
  readonly #targets: Targets;
  readonly #declarations: Declarations;
  readonly #edges = new RowTable(Edge.STRIDE);
  readonly #mechanisms: string[] = [];
  #byLanguage: Map<string, ProjectFile[]> | undefined;

  constructor(
    readonly project: Project,
    lookup: Lookup,
    evaluator: Evaluator,
    targets: Targets,
    declarations: Declarations,
  ) {
    this.#lookup = lookup;
    this.#evaluator = evaluator;
    this.#targets = targets;
    this.#declarations = declarations;
  }

  /** Source files of some languages, in path order within each. */
  filesIn(languages: Iterable<string>): readonly ProjectFile[] {
    const byLanguage = this.#byLanguage ??= Map.groupBy(
      this.project.files.filter(({ manifest }) => manifest === undefined),
      ({ language }) => language,
    );
    return Array.from(languages).flatMap((language) => byLanguage.get(language) ?? NO_FILES);
  }

  /** What manifests of some languages say, with the files that say it. */
  manifestsIn(languages: readonly string[]): readonly ProjectFile[] {
    return this.project.files.filter(({ manifest, language }) =>
      manifest !== undefined && languages.includes(language)
    );
  }

  /** Whether a name stands in a file. */
  mentions(file: ProjectFile, name: string): boolean {
    const id = this.project.nameId(name);
    return id >= 0 && file.nameIds.includes(id);
  }

  /** References of one kind in files of some languages that mention a name. */
  *references(kind: number, languages: Iterable<string>, name: string): Generator<Site> {
    for (const file of this.filesIn(languages)) {
      if (!this.mentions(file, name)) continue;
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (file.reference(row, Ref.KIND) === kind) yield { file, row };
      }
    }
  }

  /**
   * References of some kinds, in files of some languages, whose name is one of some (global ids), or
   * another name under which a file imports one of these.
   */
  *naming(
    names: ReadonlySet<number>,
    kinds: ReadonlySet<number>,
    languages: Iterable<string>,
  ): Generator<Site> {
    if (names.size === 0) return;
    for (const file of this.filesIn(languages)) {
      const { nameIds } = file;
      if (!nameIds.some((id) => names.has(id))) continue;
      const renamed = renamedIn(file, names);
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (!kinds.has(file.reference(row, Ref.KIND))) continue;
        const name = nameIds[file.reference(row, Ref.NAME)]!;
        if (names.has(name) || renamed.has(name)) yield { file, row };
      }
    }
  }

  /** What a reference is written as, where that is names joined by members: `a.b.c`; "" for others. */
  writtenPath({ file, row }: Site): string {
    const names: string[] = [];
    let expression = file.reference(row, Ref.EXPR);
    while (expression >= 0 && file.expression(expression, Expr.OP) === Op.member) {
      names.unshift(file.text(file.expression(expression, Expr.B)));
      expression = file.expression(expression, Expr.A);
    }
    const first = this.#text(file, expression, Op.name);
    return first === "" ? "" : [first, ...names].join(".");
  }

  /** Whether a file imports a module, by the name written. */
  imports(file: ProjectFile, specifier: string): boolean {
    const count = file.count("imports");
    for (let row = 0; row < count; row++) {
      const at = row * Import.STRIDE + Import.SPECIFIER;
      if (file.text(file.table("imports")[at]!) === specifier) return true;
    }
    return false;
  }

  /** Names of functions that code outside their files can call, in files of some languages. */
  functionNames(languages: Iterable<string>): ReadonlySet<number> {
    const names = new Set<number>();
    for (const file of this.filesIn(languages)) {
      const count = file.count("symbols");
      for (let row = 1; row < count; row++) {
        if (isOpen(file, row)) names.add(file.nameIds[file.symbol(row, Sym.NAME)]!);
      }
    }
    return names;
  }

  /** Functions whose names begin in some way, in files of some languages. */
  functionsStarting(prefix: string, languages: ReadonlySet<string>): readonly number[] {
    return this.project.names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => this.functions(name, languages));
  }

  /** Functions that are given a name for another language by some means. */
  *offers(means: string, languages: Iterable<string>): Generator<Site> {
    for (const site of this.references(RefKind.offer, languages, means)) {
      if (this.#meansOf(site) === means) yield site;
    }
  }

  #meansOf({ file, row }: Site): string {
    const said = file.reference(row, Ref.CALL);
    const isOwned = said >= 0 && file.expression(said, Expr.OP) === Op.keyword;
    return this.#text(file, isOwned ? file.expression(said, Expr.B) : said, Op.external);
  }

  /** Table or class that owns an offer; "" when none is told. */
  ownerOf({ file, row }: Site): string {
    return this.#text(file, file.reference(row, Ref.CALL), Op.keyword);
  }

  /** Name by which a reference says what it means, where it is a plain name; "" for others. */
  writtenName({ file, row }: Site): string {
    return this.#text(file, file.reference(row, Ref.EXPR), Op.name);
  }

  /** Calls, by some means, of what is written in another language. */
  *foreignCalls(means: string, languages: Iterable<string>): Generator<Site> {
    for (const site of this.references(RefKind.foreign, languages, means)) {
      const said = site.file.reference(site.row, Ref.EXPR);
      if (this.#text(site.file, said, Op.external) === means) yield site;
    }
  }

  /** All calls of what is written in another language, and by what means. */
  *allForeignCalls(languages: Iterable<string>): Generator<Site & { readonly means: string }> {
    for (const file of this.filesIn(languages)) {
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (file.reference(row, Ref.KIND) !== RefKind.foreign) continue;
        yield { file, row, means: this.#text(file, file.reference(row, Ref.EXPR), Op.external) };
      }
    }
  }

  /** Name of a reference. */
  nameOf({ file, row }: Site): string {
    return file.text(file.reference(row, Ref.NAME));
  }

  /** Library that a foreign call names; "" when it names none. */
  libraryOf({ file, row }: Site): string {
    return this.#text(file, file.reference(row, Ref.CALL), Op.module);
  }

  /** Text of an expression of one operation; "" for others. */
  #text(file: ProjectFile, expression: number, op: number): string {
    if (expression < 0 || file.expression(expression, Expr.OP) !== op) return "";
    return file.text(file.expression(expression, Expr.A));
  }

  /** What a reference points at in its own language: definitions, not declarations, where it can. */
  resolve({ file, row }: Site): Resolved {
    this.#evaluator.begin();
    const resolved = this.#targets.of(file, file.reference(row, Ref.EXPR));
    return { ...resolved, targets: this.#declarations.defined(file, resolved.targets) };
  }

  /** The module system of a file's language. */
  modules(file: ProjectFile): Modules {
    return this.#lookup.modules(file);
  }

  /**
   * Functions of a name that code outside their file can call, in files of some languages; those with
   * a body, if there are any.
   */
  functions(name: string, languages: ReadonlySet<string>): readonly number[] {
    const id = this.project.nameId(name);
    if (id < 0) return [];
    const found = this.project.symbolsNamed(id).filter((symbol) => {
      const file = this.project.fileOfSymbol(symbol);
      return languages.has(file.language) && isOpen(file, symbol - file.firstSymbol);
    });
    const defined = found.filter((symbol) => {
      const file = this.project.fileOfSymbol(symbol);
      return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) === 0;
    });
    return defined.length > 0 ? defined : found;
  }

  /**
   * Adds an edge from where a reference stands to what it means in another language.
   * @param mechanism how it crosses, for people: `.Call`, `ccall`
   * @param candidates how many definitions there were to choose from
   */
  bridge(
    { file, row }: Site,
    target: number,
    mechanism: string,
    confidence: number = Certainty.inferred,
    candidates = 1,
  ): void {
    const edges = this.#edges;
    const edge = edges.add();
    edges.set(edge, Edge.KIND, EdgeCode.bridges);
    edges.set(edge, Edge.FROM, file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL)));
    edges.set(edge, Edge.TO, target);
    edges.set(edge, Edge.FILE, file.id);
    edges.set(edge, Edge.LINE, file.reference(row, Ref.LINE));
    edges.set(edge, Edge.COLUMN, file.reference(row, Ref.COLUMN));
    edges.set(edge, Edge.CONFIDENCE, confidence);
    edges.set(edge, Edge.EVIDENCE, withMechanism(EvidenceCode.bridge, this.#mechanism(mechanism)));
    edges.set(edge, Edge.CANDIDATES, candidates);
  }

  #mechanism(text: string): number {
    const known = this.#mechanisms.indexOf(text);
    return known >= 0 ? known : this.#mechanisms.push(text) - 1;
  }

  /** All that was added so far. */
  rows(): LinkRows {
    return { edges: this.#edges.view(), mechanisms: this.#mechanisms };
  }
}

/** Names under which a file imports what has one of some names elsewhere. */
function renamedIn(file: ProjectFile, names: ReadonlySet<number>): ReadonlySet<number> {
  const renamed = new Set<number>();
  const imports = file.table("imports");
  const count = file.count("bindings");
  for (let row = 0; row < count; row++) {
    if (file.binding(row, Binding.KIND) !== BindingKind.import) continue;
    const name = imports[file.binding(row, Binding.INDEX) * Import.STRIDE + Import.NAME] ?? -1;
    const bound = file.nameIds[file.binding(row, Binding.NAME)]!;
    if (name >= 0 && names.has(file.nameIds[name]!) && !names.has(bound)) renamed.add(bound);
  }
  return renamed;
}

/** Whether a symbol is a function that code outside its file can call. */
function isOpen(file: ProjectFile, row: number): boolean {
  const kind = file.symbol(row, Sym.KIND);
  const closed = Flag.local | Flag.anonymous | Flag.fileLocal;
  return isCallable(kind) && kind !== Kind.macro && (file.symbol(row, Sym.FLAGS) & closed) === 0;
}
