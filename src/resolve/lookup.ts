/** Looks names up: the scopes around a reference, then what the module system makes visible. */
import {
  Binding,
  BindingKind,
  Import,
  ImportKind,
  Kind,
  Scope,
  ScopeKind,
  Sym,
} from "../extract/facts.ts";
import type { Language } from "../languages/language.ts";
import { EvidenceCode } from "./edges.ts";
import { inForce } from "./in_force.ts";
import type { Entity, Module, Modules, ModuleSystem } from "./module_system.ts";
import { inSpace, mayBe, meantAs, type Space } from "./name_spaces.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { Value } from "./values.ts";
import type { BuiltinType, Semantics } from "./semantics.ts";

/** What a name was found to stand for, and by which rule. */
export interface Found {
  readonly entity: Entity;
  /** Row of `EVIDENCES`. */
  readonly evidence: number;
  /** Instance whose member it is, when the name stands for a member of the class around. */
  readonly receiver?: Value;
}

/** The part of the look-up of members that names without a receiver need. */
export interface ImplicitMembers {
  find(receiver: Value, name: string, space?: Space): readonly Found[];
  extendedBy(member: number): number;
}

const NOTHING: readonly Found[] = [];
/** Deeper nesting of classes than people write. */
const DEEPEST_CLASS = 16;
const NO_ENTITIES: readonly Entity[] = [];
const NO_ROWS: readonly number[] = [];
/** Of a name that is bound more often, only the last binding counts. */
const MOST_BINDINGS = 6;

/** Look-up of names in one project. */
export class Lookup {
  readonly #languages: (id: string) => Language;
  readonly #opened = new Map<ModuleSystem, Modules>();
  readonly #modulesOfFile: (Modules | undefined)[] = [];
  /** What import rows stand for, by file and row. */
  readonly #imported: (readonly Entity[])[][] = [];
  /** Bindings of a name in a scope, by the first of them. */
  readonly #orderedOfFile: Map<number, number[]>[] = [];
  readonly #semanticsOfFile: (Semantics | undefined)[] = [];

  /** Set once members can be looked up: what a class's own code names without a receiver. */
  members: ImplicitMembers | undefined;

  constructor(readonly project: Project, languages: (id: string) => Language) {
    this.#languages = languages;
  }

  semantics(file: ProjectFile): Semantics {
    return this.#semanticsOfFile[file.id] ??= this.#languages(file.language).semantics;
  }

  /** What a language says of one of its built-in types. */
  builtinType(language: string, type: string): BuiltinType | undefined {
    const { builtinTypes } = this.#languages(language).semantics;
    return Object.hasOwn(builtinTypes, type) ? builtinTypes[type] : undefined;
  }

  /** Whether a value may have a method that `Op.dispatch` asks for. */
  dispatchesOn(value: Value, file: ProjectFile): boolean {
    return value.tag === "instance" || value.tag === "self" ||
      value.tag === "symbol" && this.semantics(file).classMembersApart === true;
  }

  modules(file: ProjectFile): Modules {
    return this.#modulesOfFile[file.id] ??= this.#open(this.#languages(file.language).modules);
  }

  #open(system: ModuleSystem): Modules {
    let modules = this.#opened.get(system);
    if (modules === undefined) {
      modules = system.open(this.project);
      this.#opened.set(system, modules);
    }
    return modules;
  }

  /**
   * What a name means at an offset in a scope of a file.
   * @param name local string index of the name
   * @param space what it is used as
   */
  find(
    file: ProjectFile,
    scope: number,
    name: number,
    offset: number,
    space: Space = "value",
  ): readonly Found[] {
    const { namesApart } = this.semantics(file);
    const use = namesApart === true ? space : "value";
    const found = this.#find(file, scope, name, offset, use);
    // A variable may hold what can be called.
    return found.length === 0 && use === "call"
      ? this.#find(file, scope, name, offset, "value")
      : found;
  }

  #find(
    file: ProjectFile,
    scope: number,
    name: number,
    offset: number,
    use: Space,
  ): readonly Found[] {
    if (this.semantics(file).classScopeIsLexical === true) {
      const found = this.#findThroughClasses(file, scope, name, offset, use);
      if (found.length > 0) return found;
    }
    const bindings = this.findBindings(file, scope, file.nameIds[name]!, offset, use);
    if (bindings.length > 0) {
      const found = bindings.map((binding): Found => ({
        entity: { tag: "binding", file: file.id, binding },
        evidence: EvidenceCode.scope,
      }));
      return meantAs(this.project, found, use);
    }
    const modules = this.modules(file);
    const ambient = modules.ambient(file.id, file.text(name), scope, offset);
    if (ambient.length === 0) {
      const owners = modules.ambientOwners?.(file.id, scope) ?? NO_ROWS;
      return owners.length === 0 ? NOTHING : this.#membersOf(owners, file.text(name), use);
    }
    const evidence = modules.ambientEvidence ?? EvidenceCode["package-scope"];
    return meantAs(this.project, ambient.map((entity) => ({ entity, evidence })), use);
  }

  /** Members of the first of some types that has any of that name. */
  #membersOf(owners: readonly number[], name: string, use: Space): readonly Found[] {
    for (const symbol of owners) {
      const found = this.members!.find({ tag: "self", symbol }, name, use)
        .filter(({ entity }) => !this.#isImported(entity));
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** Whether a type only knows something by an import of its own, which gives it to nobody else. */
  #isImported(entity: Entity): boolean {
    return entity.tag === "binding" &&
      this.project.file(entity.file).binding(entity.binding, Binding.KIND) === BindingKind.import;
  }

  /**
   * What a name means inside a class where members need no receiver, as far as a scope inside the
   * class or a member, own or inherited, has the name.
   */
  #findThroughClasses(
    file: ProjectFile,
    from: number,
    name: number,
    offset: number,
    use: Space,
  ): readonly Found[] {
    const id = file.nameIds[name]!;
    const { declaredBeforeUse } = this.semantics(file);
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const kind = file.scope(scope, Scope.KIND);
      const first = this.#firstFitting(file, scope, id, use);
      if (isLocal(kind)) {
        const last = first < 0 || !declaredBeforeUse ? first : lastBefore(file, first, offset);
        if (last >= 0) return NOTHING;
      } else if (kind !== ScopeKind.class) continue;
      if (first >= 0 && file.binding(first, Binding.KIND) === BindingKind.typeParameter) {
        return NOTHING;
      }
      let owner = this.#classOf(file, scope, kind);
      for (let depth = 0; owner >= 0 && depth < DEEPEST_CLASS; depth++) {
        const members = this.members!.find({ tag: "self", symbol: owner }, file.text(name), use);
        if (members.length > 0) return members;
        owner = this.#classAround(owner);
      }
    }
    return NOTHING;
  }

  /** Class that a class is written in, or belongs to by its qualifier; -1 if none. */
  #classAround(symbol: number): number {
    const file = this.project.fileOfSymbol(symbol);
    const container = file.symbol(symbol - file.firstSymbol, Sym.CONTAINER);
    if (container >= 0 && file.symbol(container, Sym.KIND) === Kind.class) {
      return file.firstSymbol + container;
    }
    return this.members?.extendedBy(symbol) ?? -1;
  }

  /** Class whose members are names in a scope: the class itself, or that of a method outside it. */
  #classOf(file: ProjectFile, scope: number, kind: number): number {
    const symbol = file.scope(scope, Scope.SYMBOL);
    if (symbol < 0 || this.members === undefined) return -1;
    if (kind === ScopeKind.class) return file.firstSymbol + symbol;
    if (kind !== ScopeKind.function || file.symbol(symbol, Sym.QUALIFIER) < 0) return -1;
    return this.members.extendedBy(file.firstSymbol + symbol);
  }

  /** As {@link find}, imports followed, and only what the name can mean in a name space. */
  findIn(
    file: ProjectFile,
    scope: number,
    name: number,
    offset: number,
    space: Space,
  ): readonly Found[] {
    return this.inNameSpace(file, this.find(file, scope, name, offset, space), space);
  }

  /** Of what was found, imports followed, that which can be meant in a name space. */
  inNameSpace<E extends { readonly entity: Entity; readonly evidence: number }>(
    file: ProjectFile,
    found: readonly E[],
    space: Space,
  ): readonly E[] {
    if (found.length === 0 || !this.semantics(file).separatesTypes) return found;
    const followed = found.some(({ entity }) => this.#isImport(file, entity))
      ? found.flatMap((one) => this.#followed(file, one))
      : found;
    return inSpace(this.project, followed, space);
  }

  #isImport(file: ProjectFile, entity: Entity): boolean {
    return entity.tag === "binding" && entity.file === file.id &&
      file.binding(entity.binding, Binding.KIND) === BindingKind.import;
  }

  #followed<E extends { readonly entity: Entity; readonly evidence: number }>(
    file: ProjectFile,
    found: E,
  ): readonly E[] {
    const { entity } = found;
    if (entity.tag !== "binding" || !this.#isImport(file, entity)) return [found];
    const entities = this.imported(file, file.binding(entity.binding, Binding.INDEX));
    return entities.map((one) => ({ ...found, entity: one, evidence: EvidenceCode.import }));
  }

  /** Bindings that a name reaches through the scopes of its own file, the innermost scope that has any. */
  findBindings(
    file: ProjectFile,
    from: number,
    name: number,
    offset: number,
    use: Space = "value",
  ): readonly number[] {
    const { classScopeIsLexical, declaredBeforeUse } = this.semantics(file);
    let crossedFunction = false;
    let later: readonly number[] = NO_ROWS;
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const kind = file.scope(scope, Scope.KIND);
      const hidden = kind === ScopeKind.object || kind === ScopeKind.class &&
          (classScopeIsLexical === "never" || crossedFunction && !classScopeIsLexical);
      const first = file.firstBinding(scope, name);
      if (first >= 0 && hidden) {
        if (file.binding(first, Binding.KIND) === BindingKind.typeParameter) return [first];
      } else if (first >= 0) {
        if (declaredBeforeUse && isLocal(kind)) {
          const last = lastBefore(file, first, offset);
          if (last >= 0 && this.#fitting(file, [last], use).length > 0) return [last];
        } else {
          const rows = this.#choose(
            file,
            first,
            offset,
            crossedFunction,
            classScopeIsLexical === true,
          );
          const chosen = this.#fitting(file, rows, use);
          // In a class body that runs as it is read, a name means one further out until it is bound.
          const isLater = kind === ScopeKind.class && classScopeIsLexical === false &&
            chosen.every((row) => file.binding(row, Binding.OFFSET) > offset);
          if (chosen.length > 0 && !isLater) return chosen;
          if (later.length === 0) later = chosen;
        }
      }
      if (kind === ScopeKind.function) crossedFunction = true;
    }
    return later;
  }

  /** First binding of a name in a scope that it can mean as it is used; -1 if none. */
  #firstFitting(file: ProjectFile, scope: number, name: number, use: Space): number {
    let row = file.firstBinding(scope, name);
    while (row >= 0 && this.#fitting(file, [row], use).length === 0) row = file.nextBinding(row);
    return row;
  }

  /** Of bindings of one name, those that it can mean as it is used. */
  #fitting(file: ProjectFile, rows: readonly number[], use: Space): readonly number[] {
    return use === "value"
      ? rows
      : rows.filter((binding) =>
        mayBe(this.project, { tag: "binding", file: file.id, binding }, use)
      );
  }

  /**
   * Of several bindings of a name in one scope, those that can hold at an offset. Attributes of the
   * instance are no names, unless the class scope is lexical.
   */
  #choose(
    file: ProjectFile,
    first: number,
    offset: number,
    crossedFunction: boolean,
    fieldsAreNames: boolean,
  ): readonly number[] {
    if (file.nextBinding(first) < 0) {
      const isName = fieldsAreNames || file.binding(first, Binding.KIND) !== BindingKind.field;
      return isName ? [first] : NO_ROWS;
    }
    const rows = this.#ordered(file, first, fieldsAreNames);
    if (rows.length < 2) return rows;
    const { redefinition, laterReplaces, laterShadows } = this.semantics(file);
    if (laterReplaces === true) {
      // What a function means is found when it runs, which is when all is defined.
      const count = crossedFunction ? 0 : countUntil(file, rows, offset);
      return inForce(file, rows, count > 0 ? count : rows.length);
    }
    if (redefinition === "overload") return rows;
    if (crossedFunction && laterShadows !== true) return this.#meaningful(file, rows);
    const count = countUntil(file, rows, offset);
    return this.#withoutShadowed(file, rows, count > 0 ? count : rows.length);
  }

  /**
   * Bindings of a name in a scope: as written where all of them are meant, else by the offset from
   * which they hold. Kept, since a script may assign to a variable thousands of times.
   */
  #ordered(file: ProjectFile, first: number, fieldsAreNames: boolean): readonly number[] {
    const known = this.#orderedOfFile[file.id] ??= new Map();
    let rows = known.get(first);
    if (rows === undefined) {
      rows = [];
      for (let row = first; row >= 0; row = file.nextBinding(row)) {
        const isField = file.binding(row, Binding.KIND) === BindingKind.field;
        if (fieldsAreNames || !isField) rows.push(row);
      }
      const { redefinition, laterReplaces } = this.semantics(file);
      if (redefinition === "replace" || laterReplaces === true) {
        rows.sort((a, b) => file.binding(a, Binding.OFFSET) - file.binding(b, Binding.OFFSET));
      }
      known.set(first, rows);
    }
    return rows;
  }

  /**
   * A name of a scope around a function means whatever it holds when the function runs: any of its
   * bindings that say something.
   */
  #meaningful(file: ProjectFile, rows: readonly number[]): readonly number[] {
    if (rows.length > MOST_BINDINGS) return this.#withoutShadowed(file, rows, rows.length);
    const meaningful = rows.filter((row) => this.#says(file, row));
    return meaningful.length > 0 ? meaningful : rows.slice(-1);
  }

  #says(file: ProjectFile, row: number): boolean {
    const kind = file.binding(row, Binding.KIND);
    return kind !== BindingKind.variable || file.binding(row, Binding.TYPE) >= 0 ||
      file.binding(row, Binding.VALUE) >= 0;
  }

  /**
   * Of the first so many replacements, the last one whose meaning is known; the variable that a
   * symbol names counts with it.
   */
  #withoutShadowed(file: ProjectFile, rows: readonly number[], count: number): readonly number[] {
    for (let i = count - 1; i >= 0; i--) {
      const row = rows[i]!;
      if (this.#says(file, row)) return [row];
    }
    return count > 0 ? [rows[count - 1]!] : NO_ROWS;
  }

  /** What an import binding stands for: modules, names of modules, or something outside. */
  imported(file: ProjectFile, importRow: number): readonly Entity[] {
    if (importRow < 0) return NO_ENTITIES;
    const known = this.#imported[file.id] ??= [];
    return known[importRow] ??= this.#findImported(file, importRow);
  }

  #findImported(file: ProjectFile, importRow: number): readonly Entity[] {
    const table = file.table("imports");
    const at = importRow * Import.STRIDE;
    const specifier = file.text(table[at + Import.SPECIFIER]!);
    const modules = this.modules(file);
    const located = modules.locate(file.id, specifier, table[at + Import.FORM]!);
    if (located === undefined) return [];
    const named = table[at + Import.KIND] === ImportKind.name;
    const name = named ? file.text(table[at + Import.NAME]!) : "";
    if ("external" in located) {
      const external = located.external;
      if (!named) return [{ tag: "external", name: external }];
      const outside = this.outside(file, external, name);
      return [...modules.additions?.(outside) ?? [], { tag: "external", name: outside }];
    }
    if (!named) return [{ tag: "module", module: located.module }];
    const own = modules.exported(located.module, name);
    const found = own.length > 0
      ? own
      : this.#membersOf(modules.ownersOf?.(located.module) ?? NO_ROWS, name, "value")
        .map(({ entity }) => entity);
    const missing = found.length > 0 ? undefined : modules.missing?.(located.module, name);
    return missing === undefined ? found : [{ tag: "external", name: missing }];
  }

  /**
   * Qualified name of a member of something outside.
   * @param derived whether it is a value got from outside rather than a module
   */
  outside(file: ProjectFile, owner: string, name: string, derived = false): string {
    const { moduleSeparator, separator, wholeNames } = this.semantics(file);
    if (wholeNames?.has(name) === true) return owner;
    return moduleSeparator === undefined
      ? `${owner}.${name}`
      : `${owner}${derived ? separator : moduleSeparator}${name}`;
  }

  /** The module systems at work. */
  get opened(): Iterable<Modules> {
    return this.#opened.values();
  }

  /** What a module offers under a name, asked through the module system of one of its files. */
  exported(modules: Modules, module: Module, name: string): readonly Entity[] {
    return modules.exported(module, name);
  }
}

function isLocal(scopeKind: number): boolean {
  return scopeKind === ScopeKind.function || scopeKind === ScopeKind.block;
}

/** How many of the bindings, which are ordered, hold at an offset. */
function countUntil(file: ProjectFile, rows: readonly number[], offset: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (file.binding(rows[middle]!, Binding.OFFSET) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last binding of a name in a scope that holds at an offset; -1 when it is declared later. */
function lastBefore(file: ProjectFile, first: number, offset: number): number {
  let last = -1;
  for (let row = first; row >= 0; row = file.nextBinding(row)) {
    if (file.binding(row, Binding.OFFSET) <= offset) last = row;
  }
  return last;
}
