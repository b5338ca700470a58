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
import type { Language } from "../languages/language.ts";
import { Declarations } from "./declarations.ts";
import { type DerivedEdge, derivedEdges } from "./derived_edges.ts";
import { EdgeRows, type Edges, type LineAndColumn } from "./edge_rows.ts";
import { Certainty, EdgeCode, EvidenceCode } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import { calls, FittingTargets } from "./fitting_targets.ts";
import { Knowledge } from "./knowledge.ts";
import type { NamedLinker } from "./linker.ts";
import { LinkQuestions } from "./link_questions.ts";
import { type LinkRows, Links } from "./links.ts";
import type { Lookup } from "./lookup.ts";
import type { Members } from "./members.ts";
import { NameMatching } from "./name_matching.ts";
import type { Space } from "./name_spaces.ts";
import { offeredSymbols } from "./offered_symbols.ts";
import { hasName, type Places } from "./places.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isCallable, isType } from "./symbol_kinds.ts";
import { SymbolEdges } from "./symbol_edges.ts";
import type { Target, Targets } from "./targets.ts";

/** All edges of a project. */
export interface Resolution extends Edges {
  /** What bridges and frameworks add, which is worked out for the whole project at a time. */
  readonly links: LinkRows;
  /** Symbols, numbered through the project, that lists apart from their definitions export. */
  readonly offered: ReadonlySet<number>;
}

const EVERYWHERE: Places = { has: () => true };

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
  return { ...resolver.rows.finish(), links: resolver.link(linkers), offered };
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
    if (resolver.rows.count >= edgesAPart) {
      yield { ...resolver.rows.take(), files: file.id + 1, links: NO_LINKS, offered: NO_SYMBOLS };
    }
  }
  for (const edges of derivedEdges(resolver.knowledge).values()) resolver.addDerived(edges);
  const links = resolver.link(linkers);
  const offered = offeredSymbols(resolver.knowledge, project.files);
  yield { ...resolver.rows.take(), files: project.files.length, links, offered };
}

/** Resolves files one by one. */
export class Resolver {
  readonly #rows: EdgeRows;
  readonly #symbolEdges: SymbolEdges;
  readonly #lookup: Lookup;
  readonly #evaluator: Evaluator;
  readonly #members: Members;
  readonly #targets: Targets;
  readonly #names: NameMatching;
  readonly #declarations: Declarations;
  readonly #fitting: FittingTargets;
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
    this.#fitting = new FittingTargets(knowledge);
    this.#rows = new EdgeRows(this.project);
    this.#symbolEdges = new SymbolEdges(knowledge, this.#rows);
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
    this.#symbolEdges.resolve(file, places);
    this.#resolveBasesApart(file, places);
  }

  /** Edges so far that were not taken. */
  get rows(): EdgeRows {
    return this.#rows;
  }

  /** Adds edges that follow from the project as a whole. */
  addDerived(edges: Iterable<DerivedEdge>): void {
    const { inferred } = Certainty;
    for (const { kind, from, to } of edges) {
      if (typeof to === "number") this.#rows.addAtName(kind, from, to);
      else {
        const external = this.#rows.external(to);
        this.#rows.addAtName(kind, from, -1, inferred, EvidenceCode.dispatch, external);
      }
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
    const chosen = this.#declarations.defined(file, this.#fitting.of(file, row, resolved));
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
    if (targets.length === 0 && match.candidates > 0) this.#rows.addPossible(file, row, name);
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
        this.#rows.add(
          file,
          EdgeCode.imports,
          file.firstSymbol,
          -1,
          place,
          Certainty.exact,
          EvidenceCode.import,
          this.#rows.external(located.external),
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
        this.#rows.add(
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
      this.#rows.add(
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
    const external = this.#rows.external(name);
    for (const from of this.#sourcesOf(file, row)) {
      this.#rows.add(
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
      : this.#rows.placeOfName(from);
  }
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
