/** From facts to edges: every reference of every file gets what can be said of it. */
import {
  Binding,
  BindingKind,
  Expr,
  Flag,
  Import,
  ImportKind,
  Kind,
  Op,
  Ref,
  RefKind,
  Scope,
  Sym,
} from "../extract/facts.ts";
import { RowTable } from "../extract/facts_builder.ts";
import type { Language } from "../languages/language.ts";
import { BestOverloads } from "./best_overloads.ts";
import { Declarations } from "./declarations.ts";
import { type DerivedEdge, derivedEdges } from "./derived_edges.ts";
import { Certainty, Edge, EdgeCode, EvidenceCode, Possible } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import { Knowledge } from "./knowledge.ts";
import type { NamedLinker } from "./linker.ts";
import { LinkQuestions } from "./link_questions.ts";
import { type LinkRows, Links } from "./links.ts";
import type { Lookup } from "./lookup.ts";
import { CONSTRUCT_MEMBER, type Members } from "./members.ts";
import { NameMatching } from "./name_matching.ts";
import type { Space } from "./name_spaces.ts";
import { offeredSymbols } from "./offered_symbols.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isCallable, isType } from "./symbol_kinds.ts";
import type { Resolved, Target, Targets } from "./targets.ts";
import { symbolValue } from "./values.ts";

/** All edges of a project. */
export interface Resolution {
  /** Rows of `Edge`. */
  readonly edges: Int32Array;
  /** Rows of `Possible`: calls of which only the name is known, where the project defines such a name. */
  readonly possible: Int32Array;
  /** Qualified names of what lies outside, indexed by `Edge.EXTERNAL`. */
  readonly externals: readonly string[];
  /** What bridges and frameworks add, which is worked out for the whole project at a time. */
  readonly links: LinkRows;
  /** Symbols, numbered through the project, that lists apart from their definitions export. */
  readonly offered: ReadonlySet<number>;
}

/** What references make. */
export type Edges = Omit<Resolution, "links" | "offered">;

/** Some places of a file. */
export interface Places {
  has(line: number, column: number): boolean;
}

const EVERYWHERE: Places = { has: () => true };

/** Where an edge stands. */
interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}
/** Of more overloads than this, that any one of them is meant is a guess. */
const MOST_OVERLOADS = 2;

const NO_LINKS: LinkRows = { symbols: [], edges: new Int32Array(0), mechanisms: [], asked: [] };
const NO_SYMBOLS: ReadonlySet<number> = new Set();

/** Kind of edge that each kind of reference makes; -1 for none. */
const EDGE_OF: readonly number[] = (() => {
  const kinds = new Array<number>(Object.keys(RefKind).length).fill(-1);
  kinds[RefKind.call] = EdgeCode.calls;
  kinds[RefKind.construct] = EdgeCode.calls;
  kinds[RefKind.inherit] = EdgeCode.inherits;
  kinds[RefKind.implement] = EdgeCode.implements;
  kinds[RefKind.decorate] = EdgeCode.decorates;
  kinds[RefKind.value] = EdgeCode.references;
  kinds[RefKind.read] = EdgeCode.references;
  kinds[RefKind.write] = EdgeCode.references;
  kinds[RefKind.type] = EdgeCode.uses_type;
  return kinds;
})();

/** Resolves a sealed project. */
export function resolveProject(
  project: Project,
  languages: (id: string) => Language,
  linkers: readonly NamedLinker[],
): Resolution {
  const resolver = new Resolver(new Knowledge(project, languages));
  for (const file of project.files) resolver.resolveFile(file);
  for (const edges of derivedEdges(resolver.knowledge).values()) resolver.addDerived(edges);
  const offered = offeredSymbols(resolver.knowledge, project.files);
  return { ...resolver.finish(), links: resolver.link(linkers), offered };
}

/** What came to be since the part before; links and what is offered come with the last. */
export interface ResolutionPart extends Resolution {
  /** Files resolved so far. */
  readonly files: number;
}

/**
 * As {@link resolveProject}, in parts, so that others may work between them and with them: each
 * gives what came to be since the part before. `Edge.EXTERNAL` counts through all parts.
 *
 * @param edgesAPart about how many edges make a part
 */
export function* resolveInParts(
  project: Project,
  languages: (id: string) => Language,
  linkers: readonly NamedLinker[],
  edgesAPart: number,
): Generator<ResolutionPart> {
  const resolver = new Resolver(new Knowledge(project, languages));
  for (const file of project.files) {
    resolver.resolveFile(file);
    if (resolver.edgeCount >= edgesAPart) {
      yield { ...resolver.take(), files: file.id + 1, links: NO_LINKS, offered: NO_SYMBOLS };
    }
  }
  for (const edges of derivedEdges(resolver.knowledge).values()) resolver.addDerived(edges);
  const links = resolver.link(linkers);
  const offered = offeredSymbols(resolver.knowledge, project.files);
  yield { ...resolver.take(), files: project.files.length, links, offered };
}

/** Resolves files one by one. */
export class Resolver {
  readonly #edges = new RowTable(Edge.STRIDE);
  readonly #possible = new RowTable(Possible.STRIDE);
  readonly #externals: string[] = [];
  #takenExternals = 0;
  readonly #externalIndex = new Map<string, number>();
  readonly #lookup: Lookup;
  readonly #evaluator: Evaluator;
  readonly #members: Members;
  readonly #targets: Targets;
  readonly #names: NameMatching;
  readonly #declarations: Declarations;
  readonly #overloads: BestOverloads;
  /** The file whose edges are being added. */
  #fileAtWork: ProjectFile | undefined;

  readonly project: Project;

  constructor(readonly knowledge: Knowledge) {
    this.project = knowledge.project;
    this.#lookup = knowledge.lookup;
    this.#evaluator = knowledge.evaluator;
    this.#members = knowledge.members;
    this.#targets = knowledge.targets;
    this.#names = new NameMatching(this.project, this.#lookup);
    this.#declarations = new Declarations(this.project, this.#lookup);
    this.#overloads = new BestOverloads(this.project, this.#lookup, this.#evaluator, this.#members);
  }

  /**
   * Adds the edges that a file's own text makes.
   * @param places where in the file edges are wanted; everywhere when it is left out
   */
  resolveFile(file: ProjectFile, places: Places = EVERYWHERE): void {
    this.#fileAtWork = file;
    this.#resolveImports(file, places);
    const count = file.count("references");
    for (let row = 0; row < count; row++) {
      const line = file.reference(row, Ref.LINE);
      if (places.has(line, file.reference(row, Ref.COLUMN))) this.#resolveReference(file, row);
    }
    this.#resolveOverrides(file, places);
    this.#resolveOwners(file, places);
    this.#resolveBasesApart(file, places);
  }

  /** How many edges there are that were not taken. */
  get edgeCount(): number {
    return this.#edges.count;
  }

  /** Adds edges that follow from the project as a whole. */
  addDerived(edges: Iterable<DerivedEdge>): void {
    for (const { kind, from, to } of edges) {
      if (typeof to === "number") this.#addDerived(kind, from, to);
      else this.#addDerived(kind, from, -1, this.#external(to));
    }
  }

  /** What bridges and frameworks add to the whole project. */
  link(linkers: readonly NamedLinker[]): LinkRows {
    const questions = new LinkQuestions(linkers.map(({ id }) => id));
    const links = new Links(this.knowledge, this.#declarations, questions);
    this.project.noting(
      (name, id) => questions.noteName(name, id),
      () => {
        for (const linker of linkers) linker.link(links);
      },
    );
    return links.rows();
  }

  /** What came to be since it was last taken. */
  take(): Edges {
    const taken = {
      edges: this.#edges.view().slice(),
      possible: this.#possible.view().slice(),
      externals: this.#externals.slice(this.#takenExternals),
    };
    this.#edges.clear();
    this.#possible.clear();
    this.#takenExternals = this.#externals.length;
    return taken;
  }

  /** All edges so far, if none were taken. */
  finish(): Edges {
    return {
      edges: this.#edges.view(),
      possible: this.#possible.view(),
      externals: this.#externals,
    };
  }

  /** Where a type is meant, a function of its name beside it is not. */
  #typesAmong(targets: readonly Target[]): readonly Target[] {
    const types = targets.filter(({ symbol }) => {
      const owner = this.project.fileOfSymbol(symbol);
      return isType(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
    return types.length > 0 ? types : targets;
  }

  #resolveReference(file: ProjectFile, row: number): void {
    const kind = file.reference(row, Ref.KIND);
    const edgeKind = EDGE_OF[kind]!;
    if (edgeKind < 0) return;
    const expression = file.reference(row, Ref.EXPR);
    if (kind === RefKind.value && mentionsLocal(file, expression)) return;
    this.#evaluator.begin();
    const isMade = kind === RefKind.construct && this.#lookup.semantics(file).namesApart === true;
    const space = isMade ? "type" : spaceOf(kind);
    const resolved = this.#targets.of(file, expression, space);
    const chosen = this.#declarations.defined(file, this.#fitting(file, row, resolved));
    if (chosen.length > 0) {
      const { choosesByTypes, mostMethods = Infinity } = this.#lookup.semantics(file);
      const kept = chosen.length > mostMethods ? chosen.slice(0, 1) : chosen;
      const isGuess = choosesByTypes === true && calls(kind) && chosen.length > MOST_OVERLOADS;
      for (const target of kept) {
        const made = isGuess ? { ...target, confidence: Certainty.heuristic } : target;
        this.#addTarget(file, row, edgeKind, made, chosen.length);
      }
      return;
    }
    if (resolved.external !== undefined) {
      // That a type of the language itself is used says nothing.
      const isPlain = edgeKind === EdgeCode.uses_type &&
        this.#lookup.semantics(file).builtinNames.has(resolved.external);
      if (edgeKind !== EdgeCode.references && !isPlain) {
        this.#addExternal(file, row, edgeKind, resolved.external);
      }
      return;
    }
    if (calls(kind) && !resolved.settled) this.#matchName(file, row, expression);
  }

  /** Of the definitions that a reference may mean, those that fit what is done with it. */
  #fitting(file: ProjectFile, row: number, resolved: Resolved): readonly Target[] {
    if (resolved.targets.length === 0) return resolved.targets;
    const kind = file.reference(row, Ref.KIND);
    const ordinary = this.#ordinary(resolved.targets);
    // A function from outside to which the project adds methods.
    const isExtended = resolved.external !== undefined &&
      this.#lookup.semantics(file).multipleDispatch !== undefined;
    if (calls(kind)) {
      const called = this.#callable(file, row, this.#withConstructors(ordinary));
      return this.#overloads.choose(file, row, called, isExtended);
    }
    if (isExtended) return [];
    return namesType(kind) ? this.#typesAmong(ordinary) : ordinary;
  }

  /**
   * The symbols of the file at work from which the edges of a reference lead, numbered through the
   * project. A base that is given apart is the type's, and its edge stands in the type's file.
   */
  #sourcesOf(file: ProjectFile, row: number): readonly number[] {
    const own = [file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL))];
    if (this.#lookup.semantics(file).basesStandApart !== true) return own;
    const owners = this.#members.basesApart.ownersOf(file, row);
    return owners.length > 0
      ? owners.filter((owner) => this.project.fileOfSymbol(owner) === this.#fileAtWork)
      : own;
  }

  /** References that mention a value count only when the value is a function or a class. */
  #addTarget(
    file: ProjectFile,
    row: number,
    edgeKind: number,
    target: Target,
    candidates: number,
  ): void {
    const owner = this.project.fileOfSymbol(target.symbol);
    const kind = owner.symbol(target.symbol - owner.firstSymbol, Sym.KIND);
    const flags = owner.symbol(target.symbol - owner.firstSymbol, Sym.FLAGS);
    const isAccessor = (flags & Flag.accessor) !== 0;
    const isFunctionLike = isCallable(kind) || isType(kind) || isAccessor || kind === Kind.table ||
      kind === Kind.module;
    const isUsed = isFunctionLike || this.#lookup.semantics(owner).valuesAreUsed === true;
    if (edgeKind === EdgeCode.references && !isUsed) return;
    const made = edgeKind === EdgeCode.calls
      ? this.#meansOfCall(file, row, owner, target)
      : edgeKind;
    // That one of several is meant is sure; that this one is, is not.
    const confidence = candidates > 1
      ? Math.max(target.confidence, Certainty.inferred)
      : target.confidence;
    this.#addEdge(file, row, made, target.symbol, confidence, target.evidence, candidates);
  }

  /** What a call of a target is, which may be written like one and be none. */
  #meansOfCall(
    file: ProjectFile,
    row: number,
    owner: ProjectFile,
    { symbol, handsOn }: Target,
  ): number {
    if (handsOn === true) return EdgeCode.references;
    const target = symbol - owner.firstSymbol;
    // An accessor has no body: to call it is to read or set the property.
    if ((owner.symbol(target, Sym.FLAGS) & Flag.accessor) !== 0) return EdgeCode.references;
    const { callsOfTypesAreCasts, readsMayBeCalls } = this.#lookup.semantics(file);
    if (callsOfTypesAreCasts === true && isType(owner.symbol(target, Sym.KIND))) {
      return EdgeCode.uses_type;
    }
    // What must be given arguments is not called by its name alone, but handed on.
    const isRead = readsMayBeCalls === true && file.reference(row, Ref.ARGUMENTS) < 0;
    return isRead && owner.symbol(target, Sym.ARITY) >> 8 > 0
      ? EdgeCode.references
      : EdgeCode.calls;
  }

  /** To call a type is to call its constructors, if it has any of its own. */
  #withConstructors(targets: readonly Target[]): readonly Target[] {
    return targets.flatMap((target) => {
      const file = this.project.fileOfSymbol(target.symbol);
      const kind = file.symbol(target.symbol - file.firstSymbol, Sym.KIND);
      if (kind === Kind.module) return this.#makersOf(file, target);
      if (!isType(kind)) return [target];
      const constructors = this.#members.constructorsOf(target.symbol);
      return constructors.length === 0
        ? [target]
        : constructors.map((symbol) => ({ ...target, symbol }));
    });
  }

  /**
   * Where a function is called by reading it, what a name alone calls: no type, nor what its object runs
   * when that is called. A type that says nothing of its arguments is not made by its name, if something
   * else has it.
   */
  #callable(file: ProjectFile, row: number, targets: readonly Target[]): readonly Target[] {
    const { readsMayBeCalls, callMember } = this.#lookup.semantics(file);
    if (readsMayBeCalls !== true || file.reference(row, Ref.KIND) !== RefKind.call) return targets;
    const isRead = file.reference(row, Ref.ARGUMENTS) < 0;
    const isNamed = file.text(file.reference(row, Ref.NAME)) === callMember;
    // Beside `apply(items: Item*)` an object makes an instance of what holds the items by other means.
    const takesAny = targets.some(({ symbol }) => {
      const owner = this.project.fileOfSymbol(symbol);
      const target = symbol - owner.firstSymbol;
      return owner.nameOf(target) === callMember && (owner.symbol(target, Sym.ARITY) & 255) === 255;
    });
    return targets.filter(({ symbol }) => {
      const owner = this.project.fileOfSymbol(symbol);
      const target = symbol - owner.firstSymbol;
      if (!isType(owner.symbol(target, Sym.KIND))) {
        return !isRead || isNamed || owner.nameOf(target) !== callMember;
      }
      return !isRead && !takesAny &&
        (targets.length < 2 || owner.symbol(target, Sym.ARITY) >= 0);
    });
  }

  /** To construct a module is to call what it defines for that, `def self.new`, if anything. */
  #makersOf(file: ProjectFile, target: Target): readonly Target[] {
    if (this.#lookup.semantics(file).classMembersApart !== true) return [target];
    const makers = this.#members.find(symbolValue(target.symbol), CONSTRUCT_MEMBER)
      .flatMap(({ entity }) => this.knowledge.symbolsOf(file, entity));
    return makers.length === 0 ? [target] : makers.map((symbol) => ({ ...target, symbol }));
  }

  /** Without definitions in files that ordinary builds leave out, where others have the name too. */
  #ordinary(targets: readonly Target[]): readonly Target[] {
    if (targets.length < 2) return targets;
    const ordinary = targets.filter(({ symbol }) =>
      (this.project.fileOfSymbol(symbol).symbol(0, Sym.FLAGS) & Flag.optional) === 0
    );
    return ordinary.length > 0 ? ordinary : targets;
  }

  #matchName(file: ProjectFile, row: number, expression: number): void {
    const name = file.nameIds[file.reference(row, Ref.NAME)]!;
    const asMember = isMember(file, expression);
    const match = this.#names.match(file, name, asMember);
    const targets = match.targets.length > 0 || !asMember || match.candidates === 0
      ? match.targets
      : this.#names.ofNamedReceiver(file, name, receiverName(file, expression));
    for (const target of targets) {
      this.#addEdge(
        file,
        row,
        EdgeCode.calls,
        target.symbol,
        target.confidence,
        target.evidence,
        match.candidates,
      );
    }
    if (targets.length === 0 && match.candidates > 0) this.#addPossible(file, row, name);
  }

  #resolveImports(file: ProjectFile, places: Places): void {
    const table = file.table("imports");
    const modules = this.#lookup.modules(file);
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (!places.has(table[at + Import.LINE]!, table[at + Import.COLUMN]!)) continue;
      const specifier = file.text(table[at + Import.SPECIFIER]!);
      const located = modules.locate(file.id, specifier, table[at + Import.FORM]!);
      if (located === undefined) continue;
      const place = { line: table[at + Import.LINE]!, column: table[at + Import.COLUMN]! };
      if ("external" in located) {
        this.#push(
          file,
          EdgeCode.imports,
          file.firstSymbol,
          -1,
          place,
          Certainty.exact,
          EvidenceCode.import,
          this.#external(located.external),
          1,
        );
        continue;
      }
      const named = table[at + Import.KIND] === ImportKind.name
        ? this.#importedSymbols(file, at / Import.STRIDE)
        : [];
      const { files } = located.module;
      // Whoever takes in several files takes in each.
      const meant = table[at + Import.KIND] === ImportKind.include ? files : files.slice(0, 1);
      const targets = named.length > 0
        ? named
        : meant.map((id) => this.project.file(id).firstSymbol);
      for (const to of targets) {
        if (to === file.firstSymbol) continue;
        this.#push(
          file,
          EdgeCode.imports,
          file.firstSymbol,
          to,
          place,
          Certainty.exact,
          EvidenceCode.import,
          -1,
          targets.length,
        );
      }
    }
  }

  #importedSymbols(file: ProjectFile, row: number): readonly number[] {
    const symbols = this.#lookup.imported(file, row).flatMap((entity) => {
      if (entity.tag === "module") {
        const first = entity.module.files[0];
        return first === undefined ? [] : [this.project.file(first).firstSymbol];
      }
      return this.knowledge.symbolsOf(file, entity);
    });
    return [...new Set(symbols)];
  }

  /** A method that stands in for one of a base class. */
  #resolveOverrides(file: ProjectFile, places: Places): void {
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      const kind = file.symbol(row, Sym.KIND);
      if (kind !== Kind.method && kind !== Kind.property) continue;
      if (file.symbol(row, Sym.FLAGS) & Flag.private && file.language !== "python") continue;
      const owner = this.#ownerWithBases(file, row);
      if (owner < 0 || !hasName(places, file, row)) continue;
      this.#evaluator.begin();
      const name = file.nameOf(row);
      for (const member of this.#members.find({ tag: "super", symbol: owner }, name)) {
        for (const to of this.knowledge.symbolsOf(file, member.entity)) {
          if (!this.#takesAsMany(file, row, to)) continue;
          this.#addDerived(EdgeCode.overrides, file.firstSymbol + row, to);
        }
      }
    }
  }

  /** Leads from what is written outside its type to the type. */
  #resolveOwners(file: ProjectFile, places: Places): void {
    if (!file.hasQualifiers) return;
    for (let row = 1; row < file.count("symbols"); row++) {
      const from = file.firstSymbol + row;
      const owner = this.#members.extendedBy(from);
      if (owner < 0 || !hasName(places, file, row)) continue;
      const isHere = this.project.fileOfSymbol(owner) === file;
      const evidence = isHere ? EvidenceCode.scope : EvidenceCode["package-scope"];
      const place = this.#placeOfName(from);
      this.#push(file, EdgeCode.member_of, from, owner, place, Certainty.exact, evidence, -1, 1);
    }
  }

  /** Bases that other files give to the types of a file. */
  #resolveBasesApart(file: ProjectFile, places: Places): void {
    if (this.#lookup.semantics(file).basesStandApart !== true) return;
    const given = new Map<ProjectFile, Set<number>>();
    for (let symbol = 1; symbol < file.count("symbols"); symbol++) {
      if (!hasName(places, file, symbol)) continue;
      for (const { file: other, row } of this.#members.basesApart.of(file.firstSymbol + symbol)) {
        if (other === file) continue;
        const rows = given.get(other);
        if (rows === undefined) given.set(other, new Set([row]));
        else rows.add(row);
      }
    }
    for (const [other, rows] of given) for (const row of rows) this.#resolveReference(other, row);
  }

  /** Whether a method can override another: where overloads are inherited, both take as many arguments. */
  #takesAsMany(file: ProjectFile, row: number, other: number): boolean {
    if (this.#lookup.semantics(file).inheritsOverloads !== true) return true;
    const owner = this.project.fileOfSymbol(other);
    const own = file.symbol(row, Sym.ARITY);
    const overridden = owner.symbol(other - owner.firstSymbol, Sym.ARITY);
    return own < 0 || overridden < 0 || (own & 255) === (overridden & 255);
  }

  /** Type of a method, when it has bases; -1 otherwise. */
  #ownerWithBases(file: ProjectFile, row: number): number {
    const container = file.symbol(row, Sym.CONTAINER);
    if (container >= 0 && isType(file.symbol(container, Sym.KIND))) {
      const owner = file.firstSymbol + container;
      const hasBases = file.bases(container).length > 0 ||
        this.#members.basesApart.of(owner).length > 0;
      return hasBases ? owner : -1;
    }
    const owner = this.#members.extendedBy(file.firstSymbol + row);
    if (owner < 0) return -1;
    const { basesStandApart } = this.#lookup.semantics(file);
    const type = this.project.fileOfSymbol(owner);
    const hasBases = basesStandApart === true && type.bases(owner - type.firstSymbol).length > 0;
    return hasBases || this.#members.basesApart.of(owner).length > 0 ? owner : -1;
  }

  /** Adds an edge that no reference makes, at the name of the symbol that it is from. */
  #addDerived(kind: number, from: number, to: number, external = -1): void {
    this.#push(
      this.project.fileOfSymbol(from),
      kind,
      from,
      to,
      this.#placeOfName(from),
      Certainty.inferred,
      EvidenceCode.dispatch,
      external,
      1,
    );
  }

  #addEdge(
    file: ProjectFile,
    row: number,
    kind: number,
    to: number,
    confidence: number,
    evidence: number,
    candidates: number,
  ): void {
    for (const from of this.#sourcesOf(file, row)) {
      this.#push(
        this.#fileAtWork ?? file,
        kind,
        from,
        to,
        this.#placeOf(file, row, from),
        confidence,
        evidence,
        -1,
        candidates,
      );
    }
  }

  #addExternal(file: ProjectFile, row: number, kind: number, name: string): void {
    const external = this.#external(name);
    for (const from of this.#sourcesOf(file, row)) {
      this.#push(
        this.#fileAtWork ?? file,
        kind,
        from,
        -1,
        this.#placeOf(file, row, from),
        Certainty.exact,
        EvidenceCode.import,
        external,
        1,
      );
    }
  }

  /** Where an edge of a reference stands: what another file says of a symbol, at the symbol's name. */
  #placeOf(file: ProjectFile, row: number, from: number): LineAndColumn {
    return file === this.#fileAtWork
      ? { line: file.reference(row, Ref.LINE), column: file.reference(row, Ref.COLUMN) }
      : this.#placeOfName(from);
  }

  #placeOfName(symbol: number): LineAndColumn {
    const file = this.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    return {
      line: file.symbol(row, Sym.NAME_LINE),
      column: file.symbol(row, Sym.NAME_COLUMN),
    };
  }

  #external(name: string): number {
    let index = this.#externalIndex.get(name);
    if (index === undefined) {
      index = this.#externals.push(name) - 1;
      this.#externalIndex.set(name, index);
    }
    return index;
  }

  #push(
    file: ProjectFile,
    kind: number,
    from: number,
    to: number,
    place: LineAndColumn,
    confidence: number,
    evidence: number,
    external: number,
    candidates: number,
  ): void {
    const edges = this.#edges;
    const row = edges.add();
    edges.set(row, Edge.KIND, kind);
    edges.set(row, Edge.FROM, from);
    edges.set(row, Edge.TO, to);
    edges.set(row, Edge.FILE, file.id);
    edges.set(row, Edge.LINE, place.line);
    edges.set(row, Edge.COLUMN, place.column);
    edges.set(row, Edge.CONFIDENCE, confidence);
    edges.set(row, Edge.EVIDENCE, evidence);
    edges.set(row, Edge.EXTERNAL, external);
    edges.set(row, Edge.CANDIDATES, candidates);
  }

  #addPossible(file: ProjectFile, row: number, name: number): void {
    const possible = this.#possible;
    const at = possible.add();
    possible.set(at, Possible.KIND, file.reference(row, Ref.KIND));
    possible.set(
      at,
      Possible.FROM,
      file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL)),
    );
    possible.set(at, Possible.NAME, name);
    possible.set(at, Possible.FILE, file.id);
    possible.set(at, Possible.LINE, file.reference(row, Ref.LINE));
    possible.set(at, Possible.COLUMN, file.reference(row, Ref.COLUMN));
  }
}

/** Whether the name of a symbol stands at one of some places. */
function hasName(places: Places, file: ProjectFile, symbol: number): boolean {
  return places.has(file.symbol(symbol, Sym.NAME_LINE), file.symbol(symbol, Sym.NAME_COLUMN));
}

/** What a kind of reference uses a name as. */
function spaceOf(kind: number): Space {
  switch (kind) {
    case RefKind.type:
    case RefKind.implement:
    case RefKind.inherit:
      return "type";
    case RefKind.call:
      return "call";
    default:
      return "value";
  }
}

/**
 * Whether an expression names a parameter or a variable of a function. Most mentions do, and none is
 * a mention of a definition: where the variable was given one, it was mentioned.
 */
function mentionsLocal(file: ProjectFile, expression: number): boolean {
  if (expression < 0 || file.expression(expression, Expr.OP) !== Op.name) return false;
  const name = file.nameIds[file.expression(expression, Expr.A)]!;
  let scope = file.expression(expression, Expr.B);
  for (; scope > 0; scope = file.scope(scope, Scope.PARENT)) {
    const binding = file.firstBinding(scope, name);
    if (binding < 0) continue;
    const kind = file.binding(binding, Binding.KIND);
    return kind === BindingKind.parameter ||
      (kind === BindingKind.variable && file.binding(binding, Binding.SYMBOL) < 0);
  }
  return false;
}

/** Whether an expression names a member, or does so where dispatch on an argument finds nothing. */
function isMember(file: ProjectFile, expression: number): boolean {
  let row = expression;
  while (row >= 0 && file.expression(row, Expr.OP) === Op.dispatch) {
    row = file.expression(row, Expr.C);
  }
  return row >= 0 && file.expression(row, Expr.OP) === Op.member;
}

/** Whether a kind of reference calls what it names. */
function calls(kind: number): boolean {
  return kind === RefKind.call || kind === RefKind.construct;
}

/** Whether a kind of reference names a type. */
function namesType(kind: number): boolean {
  return kind === RefKind.type || kind === RefKind.implement || kind === RefKind.inherit;
}

/** The last name of what a member is read of: `stat` of `self$stat$compute`; "" when it has none. */
function receiverName(file: ProjectFile, member: number): string {
  const receiver = file.expression(member, Expr.A);
  if (receiver < 0) return "";
  switch (file.expression(receiver, Expr.OP)) {
    case Op.name:
      return file.text(file.expression(receiver, Expr.A));
    case Op.member:
      return file.text(file.expression(receiver, Expr.B));
    default:
      return "";
  }
}
