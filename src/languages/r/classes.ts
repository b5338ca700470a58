/** R's class systems: S4, reference classes, R6, S7 and ggproto, as one kind of class. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Definitions } from "./definitions.ts";
import { classKey } from "./dispatch_keys.ts";
import { documentationOf } from "./documentation.ts";
import {
  type AssignedName,
  type ClassSystem,
  type FileState,
  fileState,
  type RClass,
} from "./file_state.ts";
import { BASIC_CLASSES, Generics } from "./generics.ts";
import type { Argument, RSyntax } from "./syntax.ts";

/** Functions whose value is a class. */
const SYSTEMS: Readonly<Record<string, ClassSystem>> = {
  setClass: "S4",
  setClassUnion: "S4",
  setRefClass: "RC",
  R6Class: "R6",
  new_class: "S7",
  ggproto: "ggproto",
};

/** Arguments of a class whose lists hold members, by class system. */
const MEMBER_LISTS: Readonly<Record<ClassSystem, readonly (readonly [string, number])[]>> = {
  S4: [["slots", 0], ["representation", 0]],
  RC: [["fields", 0], ["methods", 0]],
  R6: [["public", 0], ["private", Flag.private], ["active", Flag.getter | Flag.accessor]],
  S7: [["properties", 0]],
  ggproto: [],
};

/** Argument that names the parent of a class by value. */
const PARENTS: Partial<Record<ClassSystem, readonly [string, number]>> = {
  R6: ["inherit", 4],
  S7: ["parent", 1],
  ggproto: ["_inherit", 1],
};

/** The rules of both passes that have to do with classes and generic functions. */
export class ClassDefinitions {
  /** Generic functions and methods that belong to no class's text. */
  readonly generics: Generics;
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
    this.generics = new Generics(syntax);
  }

  /** Whether the value of a call is a class with members of its own. */
  makesClass(x: Extraction, node: NodeIndex): boolean {
    const name = this.#syntax.calledName(x, node);
    if (name === "new_generic") return true;
    if (!Object.hasOwn(SYSTEMS, name)) return false;
    return name !== "ggproto" || this.#ggprotoName(x, node) !== "";
  }

  #ggprotoName(x: Extraction, node: NodeIndex): string {
    const first = this.#syntax.argument(this.#syntax.argumentsOf(x, node), "_class", 0);
    return this.#syntax.stringOf(x, first) ?? "";
  }

  /** Calls that define classes, generic functions and methods. */
  call(x: Extraction, node: NodeIndex, name: string, definitions: Definitions): void {
    if (Object.hasOwn(SYSTEMS, name)) {
      if (this.makesClass(x, node)) this.#defineClass(x, node, SYSTEMS[name]!, definitions);
      return;
    }
    this.generics.call(x, node, name, definitions);
  }

  // ── classes ─────────────────────────────────────────────────────────────────────────────────

  #defineClass(
    x: Extraction,
    call: NodeIndex,
    system: ClassSystem,
    definitions: Definitions,
  ): void {
    const state = fileState(x);
    const args = this.#syntax.argumentsOf(x, call);
    const assigned = state.assigned.get(call);
    const titleNode = this.#titleOf(args, system);
    const title = this.#syntax.stringOf(x, titleNode);
    const isFormal = title !== undefined && (system === "S4" || system === "RC");
    // What a formal class is assigned to makes its instances; the class itself is known by its title.
    const isGenerated = isFormal && assigned !== undefined && assigned.name !== title;
    const name = isGenerated ? title : assigned?.name ?? title;
    if (name === undefined || name === "") return;
    const node = assigned?.node ?? call;
    const { text, flags } = documentationOf(x, node);
    const list = x.tree.child(call, this.#syntax.fields.arguments);
    const isAbstract = args.some((arg) => this.#isVirtual(x, arg));
    const symbol = x.define(isGenerated ? call : node, {
      kind: Kind.class,
      name,
      nameNode: isGenerated || assigned === undefined
        ? this.#syntax.contentNode(x, titleNode)
        : assigned.nameNode,
      flags: flags | (isAbstract ? Flag.abstract : 0),
      rangeNode: node,
      scopeNode: list,
      scopeKind: ScopeKind.class,
      doc: text,
      bindIn: isGenerated ? "nowhere" : assigned?.scope ?? "nowhere",
    });
    const generator = isGenerated ? this.#defineGenerator(x, assigned, symbol) : NONE;
    if (isFormal) {
      x.bind(0, classKey(title), BindingKind.definition, {
        symbol,
        offset: x.tree.starts[titleNode]!,
      });
    }
    const own: RClass = {
      system,
      symbol,
      generator,
      scope: x.scopeAt(list),
      members: new Set(),
      inherits: args.some((arg) => arg.name === "contains"),
    };
    state.classes.set(call, own);
    state.classOfScope.set(own.scope, own);
    state.classesByName.set(assigned?.name ?? name, own);
    this.#defineMembers(x, own, args, definitions);
  }

  /** `.Set <- setClass("Set", …)`: a variable of the file, whose symbol is returned, or a local one. */
  #defineGenerator(x: Extraction, assigned: AssignedName, symbol: number): number {
    const { node, name, nameNode, scope } = assigned;
    const value = x.facts.expression(Op.symbol, symbol);
    if (scope > 0) {
      x.bind(scope, name, BindingKind.variable, { value, offset: x.tree.starts[nameNode]! });
      return NONE;
    }
    const generator = x.define(node, { kind: Kind.variable, name, nameNode, doc: "", bindIn: 0 });
    x.addValue(generator, value);
    return generator;
  }

  /** What a class is called: the first argument, whose name differs (`setClassUnion(name = …)`). */
  #titleOf(args: readonly Argument[], system: ClassSystem): NodeIndex {
    const title = this.#syntax.argument(args, titleArgument(system), 0);
    return title === NONE && system === "S4" ? this.#syntax.argument(args, "name") : title;
  }

  #isVirtual(x: Extraction, { name, value }: Argument): boolean {
    if (name === "abstract") return x.textOf(value) === "TRUE";
    return (name === "representation" || name === "contains") && value !== NONE &&
      x.textOf(value).includes('"VIRTUAL"');
  }

  #defineMembers(
    x: Extraction,
    own: RClass,
    args: readonly Argument[],
    definitions: Definitions,
  ): void {
    for (const [listName, flags] of MEMBER_LISTS[own.system]) {
      const list = this.#syntax.argument(args, listName, listName === "representation" ? 1 : -1);
      this.#membersIn(x, own, list, flags, definitions);
    }
    const direct = own.system === "ggproto" || own.system === "S7" || own.system === "S4";
    if (!direct) return;
    for (const argument of args) {
      const literal = argument.name === "" ? NONE : definitions.functionIn(x, argument.value);
      if (literal !== NONE) this.#member(x, own, argument, 0, literal);
      else if (own.system === "ggproto" && argument.name !== "") {
        this.#member(x, own, argument, 0, NONE);
      }
    }
  }

  /** The named entries of `list(…)`, `c(…)`, `representation(…)`. */
  #membersIn(
    x: Extraction,
    own: RClass,
    list: NodeIndex,
    flags: number,
    definitions: Definitions,
  ): void {
    if (list === NONE || x.tree.kinds[list] !== this.#syntax.kinds.call) return;
    for (const argument of this.#syntax.argumentsOf(x, list)) {
      if (argument.name === "") continue;
      this.#member(x, own, argument, flags, definitions.functionIn(x, argument.value));
    }
  }

  #member(
    x: Extraction,
    own: RClass,
    { name, nameNode, node, value }: Argument,
    flags: number,
    literal: NodeIndex,
  ): void {
    own.members.add(name);
    if (literal !== NONE) {
      fileState(x).willDefine(literal, {
        node,
        kind: own.system === "S7" && name === "constructor"
          ? Kind.constructor
          : kindOf(name, flags),
        name,
        nameNode,
        flags,
        bindIn: own.scope,
        container: own.symbol,
      });
      return;
    }
    const symbol = x.define(node, {
      kind: Kind.field,
      name,
      nameNode,
      flags,
      bindIn: own.scope,
      container: own.symbol,
      doc: "",
    });
    const type = this.#syntax.stringOf(x, value);
    if (type !== undefined && (own.system === "S4" || own.system === "RC")) {
      x.setType(symbol, this.classExpression(x, type));
    }
  }

  /** A field that a method gives to its instance: `self$x <- …`, `x <<- …` in a reference class. */
  fieldOf(
    x: Extraction,
    own: RClass,
    node: NodeIndex,
    name: string,
    nameNode: NodeIndex,
    literal: NodeIndex,
  ): void {
    if (own.members.has(name) && literal === NONE) return;
    own.members.add(name);
    if (literal !== NONE) {
      const bindIn = own.scope;
      const container = own.symbol;
      fileState(x).willDefine(literal, {
        node,
        kind: Kind.method,
        name,
        nameNode,
        bindIn,
        container,
      });
      return;
    }
    x.define(node, {
      kind: Kind.field,
      name,
      nameNode,
      bindIn: own.scope,
      container: own.symbol,
      doc: "",
    });
  }

  /** `A$methods(f = function(…) …)` and `A$set("public", "f", function(…) …)`. */
  memberCall(x: Extraction, node: NodeIndex, definitions: Definitions): void {
    const { fields, kinds } = this.#syntax;
    const callee = x.tree.child(node, fields.function);
    if (callee === NONE || x.tree.kinds[callee] !== kinds.extract) return;
    const name = this.#syntax.nameOf(x, x.tree.child(callee, fields.rhs));
    if (name !== "methods" && name !== "set") return;
    const qualifier = this.#syntax.nameOf(x, x.tree.child(callee, fields.lhs));
    if (qualifier === "") return;
    const state = fileState(x);
    const args = this.#syntax.argumentsOf(x, node);
    if (name === "set") {
      const title = this.#syntax.argument(args, "name", 1);
      const member = this.#syntax.stringOf(x, title);
      const literal = definitions.functionIn(x, this.#syntax.argument(args, "value", 2));
      if (member === undefined || literal === NONE) return;
      this.#extension(state, literal, node, member, this.#syntax.contentNode(x, title), qualifier);
      return;
    }
    const inner = args[0]?.name === "" && this.#syntax.calledName(x, args[0].value) === "list"
      ? this.#syntax.argumentsOf(x, args[0].value)
      : args;
    for (const argument of inner) {
      const literal = argument.name === "" ? NONE : definitions.functionIn(x, argument.value);
      if (literal === NONE) continue;
      this.#extension(state, literal, argument.node, argument.name, argument.nameNode, qualifier);
    }
  }

  #extension(
    state: FileState,
    literal: NodeIndex,
    node: NodeIndex,
    name: string,
    nameNode: NodeIndex,
    qualifier: string,
  ): void {
    state.willDefine(literal, {
      node,
      kind: Kind.method,
      name,
      nameNode,
      flags: Flag.extension,
      bindIn: "nowhere",
      qualifier,
    });
  }

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  /** What a class inherits from, and the values of its fields. */
  referClass(x: Extraction, node: NodeIndex): void {
    const own = fileState(x).classes.get(node);
    if (own === undefined) return;
    const args = this.#syntax.argumentsOf(x, node);
    if (own.generator !== NONE) this.#referGenerated(x, own, args);
    const parent = this.parentOf(x, node);
    if (parent !== NONE) this.#inherit(x, own, parent);
    else if (this.#syntax.calledName(x, node) === "setClassUnion") {
      const members = this.#syntax.argument(args, "members", 1);
      this.#referNames(x, RefKind.type, members, own.symbol);
      this.#inheritApart(x, members, x.facts.expression(Op.symbol, own.symbol));
    } else this.#inheritByName(x, own, args);
    for (const [list] of MEMBER_LISTS[own.system]) {
      const value = this.#syntax.argument(args, list);
      if (value === NONE || x.tree.kinds[value] !== this.#syntax.kinds.call) continue;
      this.#fieldValues(x, this.#syntax.argumentsOf(x, value));
    }
    if (own.system === "ggproto") this.#fieldValues(x, args);
  }

  /** The variable that makes instances of a class mentions it. */
  #referGenerated(x: Extraction, own: RClass, args: readonly Argument[]): void {
    const title = this.#titleOf(args, own.system);
    const name = this.#syntax.stringOf(x, title) ?? "";
    const offset = x.tree.starts[this.#syntax.contentNode(x, title)]!;
    const expression = x.facts.expression(Op.symbol, own.symbol);
    x.referAt(RefKind.value, name, offset, expression, { symbol: own.generator });
  }

  /** Node of the parent that the call of a class gives as a value; -1 when it gives none. */
  parentOf(x: Extraction, node: NodeIndex): NodeIndex {
    const own = fileState(x).classes.get(node);
    if (own === undefined) return NONE;
    const [name, place] = PARENTS[own.system] ?? ["", -1];
    return name === ""
      ? NONE
      : this.#syntax.argument(this.#syntax.argumentsOf(x, node), name, place);
  }

  #inherit(x: Extraction, own: RClass, parent: NodeIndex): void {
    const named = this.#syntax.namedFunction(x, parent);
    if (named === undefined || x.tree.kinds[parent] === this.#syntax.kinds.string) return;
    x.referAt(RefKind.inherit, named.name, x.tree.starts[named.node]!, x.value(parent), {
      symbol: own.symbol,
    });
  }

  /** `contains = c("A", "B")`, `representation("A", x = "numeric")`. */
  #inheritByName(x: Extraction, own: RClass, args: readonly Argument[]): void {
    this.#referNames(x, RefKind.inherit, this.#syntax.argument(args, "contains"), own.symbol);
    const representation = this.#syntax.argument(args, "representation", 1);
    if (this.#syntax.calledName(x, representation) === "representation") {
      this.#referNames(x, RefKind.inherit, representation, own.symbol, true);
    }
  }

  #referNames(
    x: Extraction,
    kind: number,
    node: NodeIndex,
    symbol: number,
    onlyUnnamed = false,
  ): void {
    for (const { node: string, name } of this.#strings(x, node, onlyUnnamed)) {
      this.#referClassName(x, kind, name, string, symbol);
    }
  }

  /** `setIs("A", "B")`: a class is given a base apart from its definition. */
  referBase(x: Extraction, args: readonly Argument[]): void {
    const base = this.#syntax.stringOf(x, this.#syntax.argument(args, "class2", 1));
    if (base === undefined || BASIC_CLASSES.has(base)) return;
    this.#inheritApart(
      x,
      this.#syntax.argument(args, "class1", 0),
      this.classExpression(x, base),
    );
  }

  /** The classes that strings name inherit from another. */
  #inheritApart(x: Extraction, names: NodeIndex, base: number): void {
    for (const { node, name } of this.#strings(x, names, false)) {
      if (name === "" || BASIC_CLASSES.has(name)) continue;
      const offset = x.tree.starts[this.#syntax.contentNode(x, node)]!;
      x.referAt(RefKind.inherit, name, offset, base, {
        symbol: NONE,
        call: this.classExpression(x, name),
      });
    }
  }

  #fieldValues(x: Extraction, args: readonly Argument[]): void {
    for (const { node, value } of args) {
      const symbol = x.symbolAt(node);
      if (symbol !== NONE && !this.#syntax.isPlainLiteral(x, value)) {
        x.addValue(symbol, x.value(value));
      }
    }
  }

  /** Classes named in strings, as types: `is(x, "A")`, the signature of a method. */
  referTypes(x: Extraction, node: NodeIndex, symbol: number): void {
    this.#referNames(x, RefKind.type, node, symbol);
  }

  /** A class named in a string of which an instance is made: `new("A")`. */
  referInstance(x: Extraction, node: NodeIndex): void {
    const name = this.#syntax.stringOf(x, node);
    if (name !== undefined) this.#referClassName(x, RefKind.value, name, node, x.symbol);
  }

  #referClassName(
    x: Extraction,
    kind: number,
    name: string,
    node: NodeIndex,
    symbol: number,
  ): void {
    if (name === "" || BASIC_CLASSES.has(name)) return;
    const offset = x.tree.starts[this.#syntax.contentNode(x, node)]!;
    x.referAt(kind, name, offset, this.classExpression(x, name), { symbol });
  }

  /** The strings that a node holds: one, or those in `c(…)`, `list(…)`, `signature(…)`. */
  #strings(
    x: Extraction,
    node: NodeIndex,
    onlyUnnamed: boolean,
  ): { node: NodeIndex; name: string }[] {
    if (node === NONE) return [];
    const own = this.#syntax.stringOf(x, node);
    if (own !== undefined) return [{ node, name: own }];
    if (x.tree.kinds[node] !== this.#syntax.kinds.call) return [];
    const found: { node: NodeIndex; name: string }[] = [];
    for (const { name: label, value } of this.#syntax.argumentsOf(x, node)) {
      const name = this.#syntax.stringOf(x, value);
      if (name !== undefined && !(onlyUnnamed && label !== "")) found.push({ node: value, name });
    }
    return found;
  }

  /** The class of a name, as R keeps it: apart from the function of the same name. */
  classExpression(x: Extraction, name: string): number {
    if (BASIC_CLASSES.has(name)) return x.literal(name);
    return x.nameExpression(classKey(name), 0, 0);
  }

  /** The parent's view of the instance, as `ggproto_parent(…)` and `super` give it. */
  superOf(x: Extraction, own: RClass): number {
    return x.facts.expression(Op.super, own.scope);
  }
}

function titleArgument(system: ClassSystem): string {
  if (system === "R6") return "classname";
  if (system === "ggproto") return "_class";
  return system === "S7" ? "name" : "Class";
}

function kindOf(name: string, flags: number): number {
  if (flags & Flag.getter) return Kind.property;
  return name === "initialize" ? Kind.constructor : Kind.method;
}
