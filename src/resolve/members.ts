/** Members of values: classes with their bases in resolution order, modules, object literals, built-ins. */
import { Binding, BindingKind, Flag, Kind, Sym } from "../extract/facts.ts";
import { Ancestries, type Ancestry, isLoose, typeArgumentsOf } from "./ancestries.ts";
import { BasesApart } from "./bases_apart.ts";
import { EvidenceCode } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import type { Entity, Modules } from "./module_system.ts";
import { inSpace, mayBe, meantAs, signatures, type Space } from "./name_spaces.ts";
import { EVERY_TYPE, extendedNames, lastName, OutsideExtensions } from "./outside_extensions.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import type { Semantics } from "./semantics.ts";
import { TypeParts } from "./type_parts.ts";
import {
  type Environment,
  instanceOf,
  type Maybe,
  parameterKey,
  parts,
  substitute,
  union,
  type Value,
} from "./values.ts";
import { append } from "./multimap.ts";

/** A member that was found. */
export interface Member {
  readonly entity: Entity;
  /** Module system through which an entity of a module is read. */
  readonly modules: Modules | undefined;
  /** What it was found on; `self` stands for it in the member's own types. */
  readonly receiver: Value;
  /** Row of `EVIDENCES`. */
  readonly evidence: number;
}

/** Member under which a type keeps how it is constructed. */
export const CONSTRUCT_MEMBER = "new";
/** Entries of a table that is looked through. */
const MOST_ENTRIES = 64;
const NO_MEMBERS: readonly Member[] = [];
/** With more members of one name than this that are given to types outside, nothing is said. */
const MOST_EXTENSIONS = 3;

/** Looks members up in one project. */
export class Members {
  readonly #ancestries: Ancestries;
  readonly #extensions = new Map<number, Map<number, number[]>>();
  /** The type that a definition outside it extends. */
  readonly #extended = new Map<number, number>();
  readonly #soleMethods = new Map<number, number>();
  readonly basesApart: BasesApart;
  readonly outside = new OutsideExtensions();
  readonly #parts: TypeParts;

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
  ) {
    this.#parts = new TypeParts(project, lookup);
    this.basesApart = new BasesApart(project, lookup, evaluator, this.outside);
    this.#ancestries = new Ancestries(project, lookup, evaluator, this.#parts, this.basesApart);
  }

  /** What reading a member gives; in a type, a member of a name space is a type. */
  read(receiver: Maybe, name: string, from: ProjectFile, space: Space = "value"): Maybe {
    if (receiver === undefined) return undefined;
    switch (receiver.tag) {
      case "union":
        return union(receiver.values.map((part) => this.read(part, name, from, space)));
      case "external":
        if (receiver.derived && !this.outside.isEmpty) {
          const added = this.extensions(receiver, name);
          if (added.length > 0) return union(added.map((member) => this.valueOf(member)));
        }
        return {
          tag: "external",
          name: receiver.derived ? receiver.name : this.lookup.outside(from, receiver.name, name),
          derived: receiver.derived,
        };
      case "builtin":
        return this.#readBuiltin(receiver, name, from);
      case "tuple": {
        const position = tuplePosition(name, this.lookup.semantics(from));
        if (position >= 0) return receiver.values[position];
        const list = this.evaluator.elements.asList(receiver, from);
        return list === undefined ? undefined : this.#readBuiltin(list, name, from);
      }
      default:
        return union(this.#seen(receiver, name, from, space).map((m) => this.valueOf(m)));
    }
  }

  /** Members as a reader sees them: signatures of overloads, or what any other name gives. */
  #seen(receiver: Value, name: string, from: ProjectFile, space: Space): readonly Member[] {
    const { namesApart, separatesTypes, indexMember, callMember } = this.lookup.semantics(from);
    const found = this.find(receiver, name, namesApart === true ? space : "value");
    if (found.length > 0) {
      return separatesTypes ? signatures(this.project, inSpace(this.project, found, space)) : found;
    }
    // Any other name reads what an index signature declares; being called is no name.
    const isNamed = indexMember !== undefined && name !== callMember && name !== CONSTRUCT_MEMBER;
    return isNamed ? this.find(receiver, indexMember) : found;
  }

  /** Members of what an instance forwards to, or those that the project gives to every type. */
  #indirect(receiver: Value & { tag: "instance" | "self" }, name: string): readonly Member[] {
    const file = this.project.fileOfSymbol(receiver.symbol);
    const { forwardMember } = this.lookup.semantics(file);
    if (forwardMember !== undefined && name !== forwardMember) {
      const forwarded = this.evaluator.calls.called(
        file,
        this.read(receiver, forwardMember, file),
        [],
      );
      const found = forwarded === undefined ? NO_MEMBERS : this.find(forwarded, name);
      if (found.length > 0) return found;
    }
    return this.extensions(receiver, name);
  }

  /** Members that the project gives to a value whose own type has none of that name. */
  extensions(receiver: Value, name: string): readonly Member[] {
    const id = this.outside.isEmpty ? -1 : this.project.nameId(name);
    if (id < 0) return NO_MEMBERS;
    const evidence = EvidenceCode["receiver-type"];
    const isClass = receiver.tag === "external" && !receiver.derived;
    for (const type of isClass ? [lastName(receiver.name)] : extendedNames(receiver)) {
      const given = this.outside.members(type, id).filter((symbol) =>
        this.#isGiven(symbol, isClass)
      );
      const found: Member[] = this.#unlessMany(given).map((symbol) => ({
        entity: { tag: "symbol", symbol },
        modules: undefined,
        receiver,
        evidence,
      }));
      for (const base of found.length > 0 ? [] : this.outside.bases(type)) {
        found.push(...this.#ofClass(base, name, receiver, evidence, 0));
      }
      if (found.length > 0) return found;
    }
    return NO_MEMBERS;
  }

  /** Whether a member is given to a class outside itself, or to its instances. */
  #isGiven(symbol: number, toClass: boolean): boolean {
    const { classMembersApart } = this.lookup.semantics(this.project.fileOfSymbol(symbol));
    return classMembersApart === true
      ? ((this.#flags(symbol) & Flag.static) !== 0) === toClass
      : !toClass;
  }

  /**
   * Members of a name that the project gives to types outside it, of which the receiver's type may be
   * one: of types outside nobody knows what they derive from.
   */
  guessedExtensions(name: string): readonly number[] {
    const id = this.outside.isEmpty ? -1 : this.project.nameId(name);
    return id < 0 ? [] : this.#unlessMany(this.outside.membersOfAny(id));
  }

  /** Of many definitions nothing is said, unless they are overloads that a call tells apart. */
  #unlessMany(symbols: readonly number[]): readonly number[] {
    const [first] = symbols;
    if (first === undefined || symbols.length <= MOST_EXTENSIONS) return symbols;
    const { choosesByTypes } = this.lookup.semantics(this.project.fileOfSymbol(first));
    return choosesByTypes === true ? symbols : [];
  }

  /** Adds a definition whose owner, as it is named, lies outside the project or is a type parameter. */
  extendOutside(owner: string, member: number): void {
    const file = this.project.fileOfSymbol(member);
    const row = member - file.firstSymbol;
    const scope = file.symbol(row, Sym.SCOPE);
    const isParameter = scope >= 0 &&
      file.typeParameters(scope).some((binding) =>
        file.text(file.binding(binding, Binding.NAME)) === owner
      );
    const name = isParameter ? EVERY_TYPE : lastName(owner);
    this.outside.add(name, this.#nameOfExtension(file, row), member);
  }

  #readBuiltin(receiver: Value & { tag: "builtin" }, name: string, from: ProjectFile): Maybe {
    const type = this.lookup.builtinType(receiver.language, receiver.type);
    if (type === undefined) return undefined;
    const field = type.fields?.[name];
    if (field !== undefined) return receiver.args[field];
    if (!Object.hasOwn(type.members, name)) {
      const added = this.extensions(receiver, name);
      if (added.length > 0) return union(added.map((member) => this.valueOf(member)));
      const { forwards, anyField } = type;
      if (anyField !== undefined) return receiver.args[anyField];
      return forwards === undefined ? undefined : this.read(receiver.args[forwards], name, from);
    }
    const method: Value = { tag: "builtinMethod", receiver, result: type.members[name]! };
    return type.properties?.has(name) === true
      ? this.evaluator.calls.called(from, method, [])
      : method;
  }

  /** What a member that was found is, seen from what it was found on. */
  valueOf(member: Member): Maybe {
    const { receiver } = member;
    const value = this.#ownValue(member);
    if (value === undefined) return undefined;
    if (receiver.tag === "module") return value;
    const env = this.#environmentOf(member);
    return parts(value).length === 1 && value.tag === "symbol"
      ? { ...value, receiver }
      : substitute(value, env);
  }

  #ownValue({ entity, modules }: Member): Maybe {
    if (modules !== undefined) return this.evaluator.entity(entity, modules);
    if (entity.tag === "symbol" || entity.tag === "method") {
      return this.evaluator.symbol(entity.symbol);
    }
    if (entity.tag !== "binding") return undefined;
    return this.evaluator.binding(this.project.file(entity.file), entity.binding);
  }

  #environmentOf(member: Member): Environment {
    const types = new Map<number, Maybe>();
    const { receiver, entity } = member;
    if (receiver.tag === "object") return receiver.env ?? { self: receiver, types };
    if (entity.tag === "binding") {
      const file = this.project.file(entity.file);
      const symbol = file.binding(entity.binding, Binding.SYMBOL);
      const owner = this.#ownerOf(file, entity.binding, symbol);
      if (owner >= 0) this.#bindClass(types, receiver, owner);
    }
    return { self: receiver, types };
  }

  #ownerOf(file: ProjectFile, binding: number, symbol: number): number {
    const scope = file.binding(binding, Binding.SCOPE);
    const owner = file.scope(scope, 2);
    if (owner >= 0) return file.firstSymbol + owner;
    return symbol < 0 ? -1 : file.firstSymbol + file.symbol(symbol, Sym.CONTAINER);
  }

  /** Fills in what the receiver of a method says of the type parameters of the method's class. */
  bindReceiver(types: Map<number, Maybe>, receiver: Maybe, method: number): void {
    if (receiver === undefined) return;
    const file = this.project.fileOfSymbol(method);
    this.#bindExtended(types, receiver, file, method - file.firstSymbol);
    const container = file.symbol(method - file.firstSymbol, Sym.CONTAINER);
    if (container >= 0) this.#bindClass(types, receiver, file.firstSymbol + container);
    else if (receiver.tag === "instance") this.#bindExtension(types, receiver, method);
    else if (receiver.tag === "symbol" && receiver.args.length > 0) {
      const instance = instanceOf(receiver.symbol, receiver.args);
      this.#bindExtension(types, instance as Value & { tag: "instance" }, method);
    }
  }

  /** A method that is given to every type (`fun <T> T.also2()`) knows by its receiver what the type is. */
  #bindExtended(types: Map<number, Maybe>, receiver: Value, file: ProjectFile, row: number): void {
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    const scope = file.symbol(row, Sym.SCOPE);
    if (qualifier < 0 || scope < 0) return;
    const own = file.typeParameters(scope).find((binding) =>
      file.nameIds[file.binding(binding, Binding.NAME)] === file.nameIds[qualifier]
    );
    if (own !== undefined) types.set(parameterKey(file.id, own), receiver);
  }

  /** A method that stands outside its type names the type's parameters anew, in the same order. */
  #bindExtension(
    types: Map<number, Maybe>,
    receiver: Value & { tag: "instance" },
    method: number,
  ): void {
    const file = this.project.fileOfSymbol(method);
    const scope = file.symbol(method - file.firstSymbol, Sym.SCOPE);
    const owner = this.#extended.get(method);
    if (scope < 0 || owner === undefined) return;
    const parameters = file.typeParameters(scope);
    if (parameters.length === 0) return;
    const args = this.asBase(receiver, owner)?.args ?? [];
    parameters.forEach((binding, i) => {
      if (args[i] !== undefined) types.set(parameterKey(file.id, binding), args[i]);
    });
  }

  #bindClass(types: Map<number, Maybe>, receiver: Value, owner: number): void {
    const isSelf = receiver.tag === "self" || receiver.tag === "super";
    // Inside a class its own type parameters stand for themselves.
    if (receiver.tag !== "instance" && !isSelf || isSelf && receiver.symbol === owner) return;
    const file = this.project.fileOfSymbol(owner);
    const scope = file.symbol(owner - file.firstSymbol, Sym.SCOPE);
    if (scope < 0) return;
    const parameters = file.typeParameters(scope);
    if (parameters.length === 0) return;
    const base = receiver.tag === "instance"
      ? this.asBase(receiver, owner)
      : this.ancestry(receiver.symbol).order.find((ancestor) => ancestor.symbol === owner);
    parameters.forEach((binding, i) => {
      const arg = base?.args[i] ?? this.evaluator.type(file, file.binding(binding, Binding.VALUE));
      types.set(parameterKey(file.id, binding), arg);
    });
  }

  /** An instance seen as one of its base classes, with that class's type arguments. */
  asBase(
    instance: Value & { tag: "instance" },
    base: number,
  ): (Value & { tag: "instance" }) | undefined {
    if (instance.symbol === base) return instance;
    if (this.#parts.areOne(instance.symbol, base)) return { ...instance, symbol: base };
    const found = this.ancestry(instance.symbol).order.find((ancestor) => ancestor.symbol === base);
    if (found === undefined || found.args.length === 0) return found;
    const seen = substitute(found, {
      self: instance,
      types: typeArgumentsOf(this.project, instance),
    });
    return seen?.tag === "instance" ? seen : found;
  }

  /** What `new` makes of an instance whose type declares how it is constructed. */
  constructedBy(receiver: Value, file: ProjectFile, args: readonly Maybe[]): Maybe {
    return this.evaluator.calls.called(file, this.read(receiver, CONSTRUCT_MEMBER, file), args);
  }

  /** Members of that name; of a class, those of the first class in resolution order that has any. */
  find(receiver: Value, name: string, space: Space = "value"): readonly Member[] {
    this.project.noteAsked(name);
    const found = meantAs(this.project, this.#find(receiver, name, space), space);
    // A field may hold what can be called.
    return found.length === 0 && space === "call" ? this.#find(receiver, name, "value") : found;
  }

  #find(receiver: Value, name: string, space: Space): readonly Member[] {
    switch (receiver.tag) {
      case "union":
        return receiver.values.flatMap((part) => this.find(part, name, space));
      case "instance": {
        const evidence = EvidenceCode["receiver-type"];
        const own = this.#ofClass(receiver.symbol, name, receiver, evidence, 0, space);
        return own.length > 0 ? own : this.#indirect(receiver, name);
      }
      case "self": {
        const evidence = EvidenceCode["self-member"];
        const own = this.#ofClass(receiver.symbol, name, receiver, evidence, 0, space);
        return own.length > 0 ? own : this.#indirect(receiver, name);
      }
      case "super": {
        const evidence = EvidenceCode["super-member"];
        return this.#ofClass(receiver.symbol, name, receiver, evidence, 1, space);
      }
      case "symbol":
        return this.#ofSymbol(receiver, name, space);
      case "module":
        return this.#ofModule(receiver, name);
      case "object":
        return this.#ofScope(this.project.file(receiver.file), receiver.scope, name, receiver);
      case "parameter": {
        const bound = this.evaluator.bound(receiver);
        return bound === undefined || bound.tag === "parameter"
          ? NO_MEMBERS
          : this.find(bound, name, space);
      }
      default:
        return NO_MEMBERS;
    }
  }

  /** Whether all that a value's type can have as members is in the project. */
  isClosed(receiver: Value): boolean {
    switch (receiver.tag) {
      case "instance":
      case "self":
      case "super":
        return !this.ancestry(receiver.symbol).open;
      case "symbol":
        return this.#isClass(receiver.symbol)
          ? !this.ancestry(receiver.symbol).open
          : this.#isClosedFunction(receiver.symbol);
      case "module":
        return true;
      case "union":
        return receiver.values.every((part) => this.isClosed(part));
      case "builtin":
        return true;
      default:
        return false;
    }
  }

  /**
   * Qualified name of the base outside the project in which a member that a class lacks must be;
   * undefined when there is none such, or when any of several interfaces may have it.
   */
  outsideOf(receiver: Value, name: string): string | undefined {
    switch (receiver.tag) {
      case "instance":
      case "self":
      case "super":
        return this.#outsideWith(receiver.symbol, name);
      case "symbol":
        return this.#isClass(receiver.symbol)
          ? this.#outsideWith(receiver.symbol, name)
          : undefined;
      default:
        return undefined;
    }
  }

  #outsideWith(symbol: number, name: string): string | undefined {
    const { outside } = this.ancestry(symbol);
    if (outside.length < 2) return outside[0]?.name;
    const { language } = this.project.fileOfSymbol(symbol);
    const known = outside.find((base) => {
      const type = this.lookup.builtinType(language, base.name);
      return type !== undefined && Object.hasOwn(type.members, name);
    });
    return (known ?? outside.find((base) => !base.isInterface))?.name;
  }

  #isClosedFunction(symbol: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
    return this.lookup.semantics(file).functionsAreClosed === true &&
      (kind === Kind.function || kind === Kind.method);
  }

  #isClass(symbol: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return isType(file.symbol(symbol - file.firstSymbol, Sym.KIND));
  }

  #ofModule(receiver: Value & { tag: "module" }, name: string): readonly Member[] {
    const { module, modules } = receiver;
    const evidence = EvidenceCode["module-member"];
    const own = modules.exported(module, name).map((entity) => ({
      entity,
      modules,
      receiver,
      evidence,
    }));
    if (own.length > 0) return own;
    return (modules.ownersOf?.(module) ?? []).flatMap((symbol) =>
      this.#ofClass(symbol, name, { tag: "self", symbol }, evidence, 0)
    );
  }

  #ofSymbol(
    receiver: Value & { tag: "symbol" },
    name: string,
    space: Space,
  ): readonly Member[] {
    const file = this.project.fileOfSymbol(receiver.symbol);
    const row = receiver.symbol - file.firstSymbol;
    const evidence = EvidenceCode["class-member"];
    if (isType(file.symbol(row, Sym.KIND))) {
      const aliased = this.#aliased(file, row, receiver);
      const seen = aliased ?? receiver;
      return this.#ofClass(seen.symbol, name, seen, evidence, 0, space);
    }
    const extended = this.#extensionMembers(receiver.symbol, name, receiver, evidence);
    const parts = this.#parts.of(receiver.symbol);
    if (parts.length > 1 && extended.length === 0) {
      return parts.flatMap((part) => {
        const owner = this.project.fileOfSymbol(part);
        const inner = owner.symbol(part - owner.firstSymbol, Sym.SCOPE);
        return inner < 0 ? [] : this.#ofScope(owner, inner, name, receiver);
      });
    }
    const scope = file.symbol(row, Sym.SCOPE);
    if (extended.length > 0 || scope < 0) return extended;
    // A function's locals are nobody's members; a namespace's are.
    return file.scope(scope, 0) === 1 ? NO_MEMBERS : this.#ofScope(file, scope, name, receiver);
  }

  /** The class that another name of a type stands for. */
  #aliased(
    file: ProjectFile,
    row: number,
    receiver: Value & { tag: "symbol" },
  ): (Value & { tag: "symbol" }) | undefined {
    const type = file.symbol(row, Sym.TYPE);
    if (file.symbol(row, Sym.KIND) !== Kind.type || type < 0) return undefined;
    const made = this.evaluator.type(file, type);
    return made?.tag === "instance"
      ? { ...receiver, symbol: made.symbol, args: made.args }
      : undefined;
  }

  #ofScope(file: ProjectFile, scope: number, name: string, receiver: Value): readonly Member[] {
    const id = this.project.nameId(name);
    if (id < 0) return NO_MEMBERS;
    const members: Member[] = [];
    for (let row = file.firstBinding(scope, id); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.KIND) === BindingKind.typeParameter) continue;
      members.push(memberBound(file, row, receiver));
    }
    return members;
  }

  /** All members of an object literal, unless they are so many that it is a table of data. */
  inScope(object: Value & { tag: "object" }): readonly Member[] {
    const file = this.project.file(object.file);
    const members: Member[] = [];
    const count = file.count("bindings");
    for (let row = 0; row < count; row++) {
      if (file.binding(row, Binding.SCOPE) !== object.scope) continue;
      if (file.binding(row, Binding.KIND) === BindingKind.typeParameter) continue;
      if (members.length === MOST_ENTRIES) return NO_MEMBERS;
      members.push(memberBound(file, row, object));
    }
    return members;
  }

  #ofClass(
    symbol: number,
    name: string,
    receiver: Value,
    evidence: number,
    skip: number,
    space: Space = "value",
  ): readonly Member[] {
    const { order } = this.ancestry(symbol);
    for (let i = skip; i < order.length; i++) {
      const owner = order[i]!.symbol;
      const inherited = i > 0 && evidence === EvidenceCode["self-member"];
      const by = inherited ? EvidenceCode["inherited-member"] : evidence;
      const all = this.#ownMembers(owner, name, receiver, by);
      const members = space === "value"
        ? all
        : all.filter(({ entity }) => mayBe(this.project, entity, space));
      if (members.length === 0) continue;
      // In C++ only the declaration says `static`, and no other member may share the name.
      const { separatesTypes, classMembersApart } = this.lookup.semantics(
        this.project.fileOfSymbol(owner),
      );
      if (classMembersApart === true) {
        const own = members.filter((one) => this.#isOnSide(one.entity, receiver.tag === "symbol"));
        if (own.length === 0) continue;
        return own;
      }
      return separatesTypes ? this.#onSide(members, receiver.tag === "symbol") : members;
    }
    return NO_MEMBERS;
  }

  /** A class may have a static member and one of its instances under one name. */
  #onSide(members: readonly Member[], ofClassItself: boolean): readonly Member[] {
    if (members.length < 2) return members;
    const fitting = members.filter(({ entity }) => this.#isStatic(entity) === ofClassItself);
    return fitting.length > 0 ? fitting : members;
  }

  /** Whether a member is the class's own, or its instances'; types and constants are both's. */
  #isOnSide(entity: Entity, ofClassItself: boolean): boolean {
    const symbol = entity.tag === "symbol"
      ? entity.symbol
      : entity.tag === "binding"
      ? this.#symbolBound(entity.file, entity.binding)
      : -1;
    if (symbol < 0) return !ofClassItself;
    const file = this.project.fileOfSymbol(symbol);
    const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
    if (kind !== Kind.method && kind !== Kind.property) return true;
    return this.#isStatic(entity) === ofClassItself;
  }

  #symbolBound(file: number, binding: number): number {
    const owner = this.project.file(file);
    const symbol = owner.binding(binding, Binding.SYMBOL);
    return symbol < 0 ? -1 : owner.firstSymbol + symbol;
  }

  #isStatic(entity: Entity): boolean {
    return (this.#flagsOf(entity) & Flag.static) !== 0;
  }

  #flagsOf(entity: Entity): number {
    if (entity.tag === "symbol") return this.#flags(entity.symbol);
    if (entity.tag !== "binding") return 0;
    const file = this.project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? 0 : this.#flags(file.firstSymbol + symbol);
  }

  #flags(symbol: number): number {
    const file = this.project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.FLAGS);
  }

  #isSignature(symbol: number): boolean {
    return (this.#flags(symbol) & Flag.declaration) !== 0;
  }

  /** Members that a class itself has, its body's and those added from outside it. */
  #ownMembers(owner: number, name: string, receiver: Value, evidence: number): readonly Member[] {
    const parts = this.#parts.of(owner);
    return parts.length === 1
      ? this.#writtenMembers(owner, name, receiver, evidence)
      : parts.flatMap((part) => this.#writtenMembers(part, name, receiver, evidence));
  }

  /** Members that one part of a class has. */
  #writtenMembers(
    owner: number,
    name: string,
    receiver: Value,
    evidence: number,
  ): readonly Member[] {
    const file = this.project.fileOfSymbol(owner);
    const scope = file.symbol(owner - file.firstSymbol, Sym.SCOPE);
    // The locals of a function that makes instances are none of their members.
    const written = scope < 0 || isLoose(file, owner)
      ? NO_MEMBERS
      : this.#ofScope(file, scope, name, receiver);
    const added = this.#extensionMembers(owner, name, receiver, evidence);
    // What replaces a declared member at run time is no other member.
    const isPatched = written.length > 0 && this.lookup.semantics(file).separatesTypes === true;
    if (added.length === 0 || isPatched) return written.map((member) => ({ ...member, evidence }));
    return [...added, ...written.map((member) => ({ ...member, evidence }))];
  }

  #extensionMembers(
    owner: number,
    name: string,
    receiver: Value,
    evidence: number,
  ): readonly Member[] {
    const extensions = this.#extensions.get(owner);
    if (extensions === undefined) return NO_MEMBERS;
    const symbols = extensions.get(this.project.nameId(name));
    if (symbols === undefined) return NO_MEMBERS;
    return symbols.map((symbol) => ({
      entity: { tag: "symbol", symbol },
      modules: undefined,
      receiver,
      evidence,
    }));
  }

  /** The one method of a type and its bases that lacks a body; -1 when it is not one. */
  soleMethod(type: number): number {
    const known = this.#soleMethods.get(type);
    if (known !== undefined) return known;
    let sole = -1;
    for (const { symbol } of this.ancestry(type).order) {
      const file = this.project.fileOfSymbol(symbol);
      const end = file.firstSymbol + file.count("symbols");
      for (let member = symbol + 1; member < end; member++) {
        const row = member - file.firstSymbol;
        if (file.symbol(row, Sym.CONTAINER) !== symbol - file.firstSymbol) continue;
        if ((this.#flags(member) & Flag.abstract) === 0) continue;
        sole = sole === -1 ? member : -2;
      }
    }
    const found = Math.max(sole, -1);
    this.#soleMethods.set(type, found);
    return found;
  }

  /** Constructors that a class itself has: all where the language overloads, else the first. */
  constructorsOf(owner: number): readonly number[] {
    return this.#parts.of(owner).flatMap((part) => this.#writtenConstructors(part));
  }

  #writtenConstructors(owner: number): readonly number[] {
    const file = this.project.fileOfSymbol(owner);
    const scope = file.symbol(owner - file.firstSymbol, Sym.SCOPE);
    const { constructors, redefinition, separatesTypes } = this.lookup.semantics(file);
    for (const name of constructors) {
      const id = this.project.nameId(name);
      if (id < 0) continue;
      const found = [...this.#extensions.get(owner)?.get(id) ?? []];
      for (let row = scope < 0 ? -1 : file.firstBinding(scope, id); row >= 0;) {
        const symbol = file.binding(row, Binding.SYMBOL);
        if (symbol >= 0) found.push(file.firstSymbol + symbol);
        row = file.nextBinding(row);
      }
      if (found.length === 0) continue;
      const bodies = separatesTypes ? found.filter((symbol) => !this.#isSignature(symbol)) : [];
      return bodies.length > 0 ? bodies : redefinition === "overload" ? found : found.slice(0, 1);
    }
    return [];
  }

  /** Adds a definition that stands outside its type (`func (t T) f()`, `A::f`, `app.use = …`). */
  extend(owner: number, member: number): void {
    const file = this.project.fileOfSymbol(member);
    const name = this.#nameOfExtension(file, member - file.firstSymbol);
    const extensions = this.#extensions.get(owner) ?? new Map<number, number[]>();
    this.#extensions.set(owner, extensions);
    this.#extended.set(member, owner);
    append(extensions, name, member);
  }

  /** The type or variable that a definition written outside it extends; -1 when it extends none. */
  extendedBy(member: number): number {
    return this.#extended.get(member) ?? -1;
  }

  /** Whether members are given to a type or variable from outside it. */
  isExtended(owner: number): boolean {
    return this.#extensions.has(owner);
  }

  /** Constructors are known by one name in all classes of a language, whatever they are called. */
  #nameOfExtension(file: ProjectFile, row: number): number {
    if (file.symbol(row, Sym.KIND) === Kind.constructor) {
      const name = this.lookup.semantics(file).constructors[0];
      if (name !== undefined) return this.project.intern(name);
    }
    return file.nameIds[file.symbol(row, Sym.NAME)]!;
  }

  /** Definitions that {@link extend} added to a type. */
  extensionsOf(owner: number): readonly number[] {
    const extensions = this.#extensions.get(owner);
    return extensions === undefined ? [] : [...extensions.values()].flat();
  }

  /** The classes that a class inherits from, in the order in which members are searched. */
  ancestry(symbol: number): Ancestry {
    return this.#ancestries.of(symbol);
  }
}

/** What is bound in an object literal or a class body. */
function memberBound(file: ProjectFile, binding: number, receiver: Value): Member {
  return {
    entity: { tag: "binding", file: file.id, binding },
    modules: undefined,
    receiver,
    evidence: EvidenceCode["class-member"],
  };
}

/** Position of the part of a tuple that a member's name means; -1 when it is no such name. */
function tuplePosition(name: string, { tupleMember }: Semantics): number {
  if (tupleMember === undefined || !name.startsWith(tupleMember.prefix)) return -1;
  const digits = name.slice(tupleMember.prefix.length);
  return /^\d{1,3}$/.test(digits) ? Number(digits) - tupleMember.first : -1;
}
