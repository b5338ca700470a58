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
import { callAt, type GivenCall, GivenTexts } from "./given.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Asked, LinkQuestions } from "./link_questions.ts";
import type { Entity, Modules } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import { type Origin, Origins } from "./origins.ts";
import { isCallable, isFunction, isType } from "./symbol_kinds.ts";
import type { Resolved } from "./targets.ts";
import { type Maybe, parts } from "./values.ts";

/** A reference of a file. */
export interface Site {
  readonly file: ProjectFile;
  /** Row of the file's references. */
  readonly row: number;
}

/** Where something stands in a file. */
export interface LinkPlace {
  readonly file: ProjectFile;
  readonly line: number;
  readonly column: number;
}

/** A symbol that no language's own syntax defines, such as a route. It stands in its file's symbol. */
export interface LinkSymbol extends LinkPlace {
  readonly kind: number;
  readonly name: string;
  /** What is shown of it, as of a definition everything before its body. */
  readonly signature: string;
}

/** What all linkers together add. */
export interface LinkRows {
  /** Numbered on after the symbols of the project. */
  readonly symbols: readonly LinkSymbol[];
  /** Rows of `Edge`. */
  readonly edges: Int32Array;
  /** How bridges cross, numbered as in the edges' evidence. */
  readonly mechanisms: readonly string[];
  /** What they asked. */
  readonly asked: readonly Asked[];
}

/** How an edge came to be. Codes are rows of the tables in `edges.ts`. */
export interface LinkEdge {
  readonly kind: number;
  readonly evidence: number;
  /** By what it crosses, for people: `.Call`, `Flask`. */
  readonly mechanism: string;
  readonly confidence: number;
  /** How many definitions there were to choose from; one when not said. */
  readonly candidates?: number;
}

/** Ids of languages. */
type Languages = readonly string[] | ReadonlySet<string>;

const NO_FILES: readonly ProjectFile[] = [];

/** A sealed project as linkers see it. */
export class Links {
  readonly project: Project;
  /** Where values come from. */
  readonly origins: Origins;
  /** Texts that calls are given. */
  readonly texts: GivenTexts;
  readonly #declarations: Declarations;
  readonly #symbols: LinkSymbol[] = [];
  readonly #edges = new RowTable(Edge.STRIDE);
  readonly #mechanisms: string[] = [];
  #byLanguage: Map<string, ProjectFile[]> | undefined;

  /** @param questions takes note of what is asked */
  constructor(
    readonly knowledge: Knowledge,
    declarations: Declarations,
    readonly questions: LinkQuestions,
  ) {
    this.project = knowledge.project;
    this.origins = new Origins(knowledge);
    this.texts = new GivenTexts(this.origins);
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

  /** References of a kind that only linkers look at, in files of some languages that mention a name. */
  *#markedBy(kind: number, languages: Iterable<string>, name: string): Generator<Site> {
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
   * another name under which one of these is imported.
   */
  *naming(
    names: ReadonlySet<number>,
    kinds: ReadonlySet<number>,
    languages: Languages,
  ): Generator<Site> {
    if (names.size === 0) return;
    const files = this.filesIn(languages);
    const wanted = new Set(names);
    for (const file of files) addRenamed(file, names, wanted);
    this.questions.noteSites(languages, kinds, wanted);
    yield* sitesNaming(files, wanted, kinds);
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

  /** Whether a symbol only declares what is defined elsewhere. */
  isDeclaration(symbol: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0;
  }

  /** Names of functions and types that code outside their files can use, in files of some languages. */
  definedNames(languages: Languages): Set<number> {
    this.questions.noteWhole("definitions", languages);
    const names = new Set<number>();
    for (const file of this.filesIn(languages)) {
      const count = file.count("symbols");
      for (let row = 1; row < count; row++) {
        if (isOpen(file, row) || isType(file.symbol(row, Sym.KIND))) {
          names.add(file.nameIds[file.symbol(row, Sym.NAME)]!);
        }
      }
    }
    return names;
  }

  /** Functions whose names begin in some way, in files of some languages. */
  functionsStarting(prefix: string, languages: ReadonlySet<string>): readonly number[] {
    this.questions.noteWhole("definitions", languages);
    return this.project.names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => this.functions(name, languages));
  }

  /** Functions that are given a name for another language by some means. */
  *offers(means: string, languages: Iterable<string>): Generator<Site> {
    for (const site of this.#markedBy(RefKind.offer, languages, means)) {
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
    for (const site of this.#markedBy(RefKind.foreign, languages, means)) {
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
    return this.resolveExpression(file, file.reference(row, Ref.EXPR));
  }

  /** What an expression points at, as {@link Links.resolve}. */
  resolveExpression(file: ProjectFile, expression: number): Resolved {
    this.knowledge.evaluator.begin();
    const resolved = this.knowledge.targets.of(file, expression);
    return { ...resolved, targets: this.#declarations.defined(file, resolved.targets) };
  }

  /** What a name or a member stands for, variables and fields included. */
  entitiesAt(file: ProjectFile, expression: number): readonly Entity[] {
    if (expression < 0) return [];
    const { evaluator, lookup, members } = this.knowledge;
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return lookup.find(file, b, a, file.expression(expression, Expr.C), "value")
          .map(({ entity }) => entity);
      case Op.member:
        evaluator.begin();
        return parts(evaluator.value(file, a)).flatMap((part) =>
          members.find(part, file.text(b)).map(({ entity }) => entity)
        );
      default:
        return [];
    }
  }

  /** The module system of a file's language. */
  modules(file: ProjectFile): Modules {
    return this.knowledge.lookup.modules(file);
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

  /** References of some kinds to some names in files of some languages, in path order. */
  *referencesTo(
    kinds: ReadonlySet<number>,
    languages: Languages,
    names: Iterable<string>,
  ): Generator<Site> {
    const wanted = new Set<number>();
    const missed: string[] = [];
    for (const name of names) {
      const id = this.project.nameId(name);
      if (id >= 0) wanted.add(id);
      else missed.push(name);
    }
    this.questions.noteSites(languages, kinds, wanted, missed);
    if (wanted.size > 0) yield* sitesNaming(this.filesIn(languages), wanted, kinds);
  }

  /** Values, in files of some languages, that are given to a place and have the name of a function. */
  *givenValues(languages: Languages): Generator<Site> {
    this.questions.noteWhole("values", languages);
    for (const file of this.filesIn(languages)) {
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (isGivenValue(this.project, file, row)) yield { file, row };
      }
    }
  }

  /** What a reference that calls gives; undefined where its language does not record it. */
  callOf({ file, row }: Site): GivenCall | undefined {
    return callAt(file, file.reference(row, Ref.CALL));
  }

  /** Innermost function on whose lines, its signature's included, a place is; else the file. */
  functionAround({ file, line }: LinkPlace): number {
    let found = 0;
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      const isAround = file.symbol(row, Sym.START_LINE) <= line &&
        file.symbol(row, Sym.END_LINE) >= line && isCallable(file.symbol(row, Sym.KIND));
      // What stands further in comes later.
      if (isAround) found = row;
    }
    return file.firstSymbol + found;
  }

  /** Where a reference stands. */
  placeOf({ file, row }: Site): LinkPlace {
    return { file, line: file.reference(row, Ref.LINE), column: file.reference(row, Ref.COLUMN) };
  }

  /**
   * Qualified names of what an expression points at: outside the project as imports name it, inside
   * by path (`src.flask.app.Flask.route`), so that a framework is known in its own repository.
   */
  namesOf(file: ProjectFile, expression: number): readonly string[] {
    const { external, targets } = this.resolveExpression(file, expression);
    const inside = targets.map(({ symbol }) => this.#pathName(symbol));
    return external === undefined ? inside : [external, ...inside];
  }

  #pathName(symbol: number): string {
    const file = this.project.fileOfSymbol(symbol);
    const names: string[] = [];
    for (let row = symbol - file.firstSymbol; row > 0; row = file.symbol(row, Sym.CONTAINER)) {
      names.unshift(file.nameOf(row));
    }
    return [...file.path.replace(/\.\w+$/, "").split("/"), ...names].join(".");
  }

  /** Qualified names of the classes that a value is of, those outside that they inherit from included. */
  typeNamesOf(file: ProjectFile, expression: number): readonly string[] {
    const { evaluator } = this.knowledge;
    evaluator.begin();
    return this.#typeNames(evaluator.value(file, expression));
  }

  /** As {@link typeNamesOf}, of what comes from somewhere. */
  typeNamesFrom(origin: Origin): readonly string[] {
    const { evaluator } = this.knowledge;
    evaluator.begin();
    switch (origin.tag) {
      case "expression":
        return this.typeNamesOf(origin.file, origin.expression);
      case "binding":
        return this.#typeNames(evaluator.binding(origin.file, origin.binding));
      case "external":
        return [origin.name];
      case "symbol":
        return this.#typeNames(evaluator.symbol(origin.symbol));
      default:
        return [];
    }
  }

  /** Qualified names of the classes outside that a class inherits from, as far as they are known. */
  outsideBasesOf(symbol: number): readonly string[] {
    this.knowledge.evaluator.begin();
    return this.knowledge.members.ancestry(symbol).outside.map(({ name }) => name);
  }

  #typeNames(value: Maybe): readonly string[] {
    const { members } = this.knowledge;
    return parts(value).flatMap((part) => {
      switch (part.tag) {
        case "external":
          return [part.name];
        case "builtin":
          return [part.type];
        case "instance":
        case "self": {
          const outside = members.outsideOf(part, "");
          const own = this.#pathName(part.symbol);
          return outside === undefined ? [own] : [own, outside];
        }
        default:
          return [];
      }
    });
  }

  /** Classes of the project of which an expression is an instance. */
  instancesOf(file: ProjectFile, expression: number): readonly number[] {
    const { evaluator } = this.knowledge;
    evaluator.begin();
    return parts(evaluator.value(file, expression)).flatMap((part) =>
      part.tag === "instance" || part.tag === "self" ? [part.symbol] : []
    );
  }

  /** Modules that a file imports, as written. */
  specifiersOf(file: ProjectFile): readonly string[] {
    const table = file.table("imports");
    return Array.from(
      { length: table.length / Import.STRIDE },
      (_, row) => file.text(table[row * Import.STRIDE + Import.SPECIFIER]!),
    );
  }

  /** Whether a file imports a package, by what is written before the first dot or slash. */
  importsPackage(file: ProjectFile, packages: RegExp): boolean {
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      const specifier = file.text(table[at + Import.SPECIFIER]!);
      if (packages.test(/^@[^/]+\/[^/]+|^[^./:]+/.exec(specifier)?.[0] ?? "")) return true;
    }
    return false;
  }

  /** Texts that a member of a class is declared with: `methods = ["GET"]`. */
  memberTexts(symbol: number, name: string): readonly string[] {
    const [member] = this.knowledge.members.find({ tag: "instance", symbol, args: [] }, name);
    if (member?.entity.tag !== "binding") return [];
    const file = this.project.file(member.entity.file);
    const row = member.entity.binding;
    const held = file.binding(row, Binding.SYMBOL);
    const value = held < 0 ? file.binding(row, Binding.VALUE) : file.symbol(held, Sym.VALUE);
    return this.texts.texts(file, value);
  }

  /** Adds a symbol. @returns its number, as those of the project's symbols */
  addSymbol(symbol: LinkSymbol): number {
    return this.project.symbolCount + this.#symbols.push(symbol) - 1;
  }

  /**
   * Adds an edge from where a reference stands to what it means in another language.
   * @param mechanism how it crosses, for people: `.Call`, `ccall`
   * @param candidates how many definitions there were to choose from
   */
  bridge(
    site: Site,
    target: number,
    mechanism: string,
    confidence: number = Certainty.inferred,
    candidates = 1,
  ): void {
    const from = site.file.firstSymbol + Math.max(0, site.file.reference(site.row, Ref.SYMBOL));
    this.addEdge(this.placeOf(site), from, target, {
      kind: EdgeCode.bridges,
      evidence: EvidenceCode.bridge,
      mechanism,
      confidence,
      candidates,
    });
  }

  /** Adds an edge between two symbols. */
  addEdge(place: LinkPlace, from: number, to: number, how: LinkEdge): void {
    const edges = this.#edges;
    const edge = edges.add();
    edges.set(edge, Edge.KIND, how.kind);
    edges.set(edge, Edge.FROM, from);
    edges.set(edge, Edge.TO, to);
    edges.set(edge, Edge.FILE, place.file.id);
    edges.set(edge, Edge.LINE, place.line);
    edges.set(edge, Edge.COLUMN, place.column);
    edges.set(edge, Edge.CONFIDENCE, how.confidence);
    edges.set(edge, Edge.EVIDENCE, withMechanism(how.evidence, this.#mechanism(how.mechanism)));
    edges.set(edge, Edge.CANDIDATES, how.candidates ?? 1);
  }

  #mechanism(text: string): number {
    const known = this.#mechanisms.indexOf(text);
    return known >= 0 ? known : this.#mechanisms.push(text) - 1;
  }

  /** All that was added so far. */
  rows(): LinkRows {
    return {
      symbols: this.#symbols,
      edges: this.#edges.view(),
      mechanisms: this.#mechanisms,
      asked: this.questions.rows(),
    };
  }
}

/** Whether a reference gives a place a value that has the name of a function: most are something else. */
export function isGivenValue(project: Project, file: ProjectFile, row: number): boolean {
  return file.reference(row, Ref.KIND) === RefKind.value && file.reference(row, Ref.CALL) >= 0 &&
    project.symbolsNamed(file.nameIds[file.reference(row, Ref.NAME)]!).some((symbol) => {
      const owner = project.fileOfSymbol(symbol);
      return isFunction(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
}

/** References of some kinds in some files whose name is one of some (global ids). */
function* sitesNaming(
  files: readonly ProjectFile[],
  names: ReadonlySet<number>,
  kinds: ReadonlySet<number>,
): Generator<Site> {
  const isWanted = new Uint8Array(1 + names.values().reduce((most, id) => Math.max(most, id), 0));
  for (const id of names) isWanted[id] = 1;
  for (const file of files) {
    const { nameIds } = file;
    if (!holdsAny(nameIds, isWanted)) continue;
    const count = file.count("references");
    for (let row = 0; row < count; row++) {
      if (isWanted[nameIds[file.reference(row, Ref.NAME)]!] !== 1) continue;
      if (kinds.has(file.reference(row, Ref.KIND))) yield { file, row };
    }
  }
}

/** Whether one of some names (global ids) is wanted. Asked of every file: nothing is called for each. */
function holdsAny(nameIds: Int32Array, isWanted: Uint8Array): boolean {
  for (let i = 0; i < nameIds.length; i++) if (isWanted[nameIds[i]!] === 1) return true;
  return false;
}

/** Adds the names under which a file imports what has one of some names elsewhere. */
function addRenamed(file: ProjectFile, names: ReadonlySet<number>, to: Set<number>): void {
  const imports = file.table("imports");
  const count = imports.length === 0 ? 0 : file.count("bindings");
  for (let row = 0; row < count; row++) {
    if (file.binding(row, Binding.KIND) !== BindingKind.import) continue;
    const name = imports[file.binding(row, Binding.INDEX) * Import.STRIDE + Import.NAME] ?? -1;
    if (name >= 0 && names.has(file.nameIds[name]!)) {
      to.add(file.nameIds[file.binding(row, Binding.NAME)]!);
    }
  }
}

/** Whether a symbol is a function that code outside its file can call. */
function isOpen(file: ProjectFile, row: number): boolean {
  const kind = file.symbol(row, Sym.KIND);
  const closed = Flag.local | Flag.anonymous | Flag.fileLocal;
  return isCallable(kind) && kind !== Kind.macro && (file.symbol(row, Sym.FLAGS) & closed) === 0;
}
