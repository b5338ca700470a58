/**
 * Of which types of another language expressions are: types that resolution does not see, since its own
 * language does not say them. Followed are names, what they are declared or made as, and what calls give.
 */
import { Binding, Expr, Kind, Op, Ref, Scope, Sym } from "../extract/facts.ts";
import type { Links } from "../resolve/links.ts";
import type { Entity } from "../resolve/module_system.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { parts } from "../resolve/values.ts";

/** Longer chains say nothing any more. */
const DEEPEST = 12;
/** What tests call with something that may be missing, and get it back. */
const UNWRAPPING: ReadonlySet<string> = new Set(["require", "XCTUnwrap"]);
const NOTHING: readonly Member[] = [];

/** A method or property of a type of the other language. */
export interface Member {
  readonly symbol: number;
}

/** What the other language has. */
export interface Elsewhere {
  /** Whether the language that asks has a type of that name itself. */
  isOwn(name: string): boolean;
  /** Whether it adds members to a type of that name, wherever the type is from. */
  adds(owner: string): boolean;
  /** Members of a type, own ones, that a name with the labels of some arguments can mean. */
  members(owner: string, name: string, labels: readonly string[]): readonly Member[];
}

/** Types of another language, by their names. */
export class TypesApart {
  readonly #links: Links;
  readonly #types: ReadonlyMap<string, readonly number[]>;
  readonly #elsewhere: Elsewhere;
  readonly #known = new Map<string, string>();

  constructor(links: Links, types: ReadonlyMap<string, readonly number[]>, elsewhere: Elsewhere) {
    this.#links = links;
    this.#types = types;
    this.#elsewhere = elsewhere;
  }

  /** Types of a name. */
  named(name: string): readonly number[] {
    return this.#types.get(name) ?? [];
  }

  /** Whether an expression has a form that can mean something of another language. */
  mayMean(file: ProjectFile, expression: number): boolean {
    if (expression < 0) return false;
    const op = file.expression(expression, Expr.OP);
    return op === Op.name || op === Op.member || op === Op.instance;
  }

  /** Members that an expression means. @param call that it is the callee of; -1 for none */
  membersMeant(file: ProjectFile, expression: number, call: number): readonly Member[] {
    const op = file.expression(expression, Expr.OP);
    const a = file.expression(expression, Expr.A);
    const labels = labelsOf(file, call);
    if (op === Op.name) {
      const name = file.text(a);
      if (this.#types.has(name)) return this.#inherited(name, "init", labels);
      // In a class that inherits from one of the other language its methods need no receiver.
      return this.#inherited(
        this.#typeAround(file, file.expression(expression, Expr.B)),
        name,
        labels,
      );
    }
    if (op !== Op.member) return NOTHING;
    const owner = this.typeOf(file, a);
    return this.#inherited(owner, file.text(file.expression(expression, Expr.B)), labels);
  }

  #inherited(owner: string, name: string, labels: readonly string[]): readonly Member[] {
    let type = owner;
    for (let depth = 0; type !== "" && depth < DEEPEST; depth++) {
      const members = this.#elsewhere.members(type, name, labels);
      if (members.length > 0) return members;
      type = this.#baseOf(type);
    }
    return NOTHING;
  }

  /** The class from which one of the other language inherits. */
  #baseOf(type: string): string {
    for (const symbol of this.named(type)) {
      const file = this.#links.project.fileOfSymbol(symbol);
      for (const base of file.bases(symbol - file.firstSymbol)) {
        const name = file.text(file.reference(base, Ref.NAME));
        // Of several that systems choose from, it is not known which is inherited.
        if (this.named(name).length === 1) return name;
      }
    }
    return "";
  }

  /** Name of the type of which an expression is an instance, or that it is itself; "" when not known. */
  typeOf(file: ProjectFile, expression: number, depth = 0): string {
    if (expression < 0 || depth > DEEPEST) return "";
    const key = `${file.id}:${expression}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, "");
    const type = this.#typeOf(file, expression, depth + 1);
    this.#known.set(key, type);
    return type;
  }

  #typeOf(file: ProjectFile, expression: number, depth: number): string {
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return this.#nameType(file, expression, depth);
      case Op.member:
        return this.#memberType(file, expression, -1, depth);
      case Op.call:
      case Op.construct:
        return this.#callType(file, a, expression, depth);
      case Op.instance:
        return this.#typeNamed(file, a);
      case Op.either:
        return this.typeOf(file, a, depth) || this.typeOf(file, b, depth);
      case Op.await:
      case Op.without:
      case Op.classOf:
        return this.typeOf(file, a, depth);
      case Op.self:
      case Op.super:
        return this.#typeAround(file, a);
      default:
        return "";
    }
  }

  /** A type expression that is one of the types' names. */
  #typeNamed(file: ProjectFile, expression: number): string {
    if (expression < 0 || file.expression(expression, Expr.OP) !== Op.name) return "";
    // A class of the own language is meant before one of the other that has its name.
    const { targets } = this.#links.resolveExpression(file, expression);
    for (const { symbol } of targets) {
      const type = this.#baseApart(symbol);
      if (type !== "") return type;
    }
    const name = file.text(file.expression(expression, Expr.A));
    const isApart = targets.length === 0 && (this.#types.has(name) || this.#elsewhere.adds(name));
    return isApart ? name : "";
  }

  /** The class of the other language from which one of the own inherits, over others if need be. */
  #baseApart(symbol: number): string {
    const file = this.#links.project.fileOfSymbol(symbol);
    for (const base of file.bases(symbol - file.firstSymbol)) {
      const type = this.#typeNamed(file, file.reference(base, Ref.EXPR));
      if (type !== "") return type;
    }
    return "";
  }

  #nameType(file: ProjectFile, expression: number, depth: number): string {
    const { lookup } = this.#links.knowledge;
    const name = file.expression(expression, Expr.A);
    const scope = file.expression(expression, Expr.B);
    const offset = file.expression(expression, Expr.C);
    for (const { entity } of lookup.findIn(file, scope, name, offset, "value")) {
      const type = this.#entityType(entity, depth);
      if (type !== "") return type;
    }
    return this.#typeNamed(file, expression);
  }

  #entityType(entity: Entity, depth: number): string {
    if (entity.tag === "symbol") return this.#symbolType(entity.symbol, depth);
    if (entity.tag !== "binding") return "";
    const file = this.#links.project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    if (symbol >= 0) return this.#symbolType(file.firstSymbol + symbol, depth);
    const value = file.binding(entity.binding, Binding.VALUE);
    if (value >= 0 && file.expression(value, Expr.OP) === Op.callback) {
      const call = file.expression(value, Expr.B);
      const index = file.binding(entity.binding, Binding.INDEX);
      return this.#callbackType(file, call, file.expression(value, Expr.C), index);
    }
    return this.#typeNamed(file, file.binding(entity.binding, Binding.TYPE)) ||
      this.typeOf(file, value, depth);
  }

  /** What a variable holds, or a function gives. */
  #symbolType(symbol: number, depth: number): string {
    const file = this.#links.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    return this.#typeNamed(file, file.symbol(row, Sym.TYPE)) ||
      this.typeOf(file, file.symbol(row, Sym.VALUE), depth);
  }

  #memberType(file: ProjectFile, expression: number, call: number, depth: number): string {
    const receiver = file.expression(expression, Expr.A);
    const owner = this.typeOf(file, receiver, depth);
    if (owner !== "") {
      const name = file.text(file.expression(expression, Expr.B));
      for (const { symbol } of this.#inherited(owner, name, labelsOf(file, call))) {
        const type = this.#givenElsewhere(symbol, owner);
        if (type !== "") return type;
      }
    }
    const { evaluator, members } = this.#links.knowledge;
    evaluator.begin();
    const name = file.text(file.expression(expression, Expr.B));
    for (const part of parts(evaluator.value(file, receiver))) {
      for (const { entity } of members.find(part, name)) {
        const type = this.#entityType(entity, depth);
        if (type !== "") return type;
      }
    }
    return "";
  }

  /** What a function gives to a parameter of the closure that it is called with. */
  #callbackType(file: ProjectFile, call: number, position: number, parameter: number): string {
    const callee = file.expression(call, Expr.A);
    for (const { symbol } of this.#links.resolveExpression(file, callee).targets) {
      const owner = this.#links.project.fileOfSymbol(symbol);
      const scope = owner.symbol(symbol - owner.firstSymbol, Sym.SCOPE);
      const binding = scope < 0 ? undefined : owner.parameters(scope).at(position);
      const type = binding === undefined ? -1 : owner.binding(binding, Binding.TYPE);
      const named = this.#parameterTypeIn(owner, type, parameter);
      if (named !== "") return named;
    }
    return "";
  }

  /** Type of a parameter in the type of a function, which may have a name of its own. */
  #parameterTypeIn(file: ProjectFile, type: number, position: number): string {
    if (type < 0) return "";
    const op = file.expression(type, Expr.OP);
    if (op === Op.functionType) {
      if (position >= file.expression(type, Expr.B)) return "";
      return this.#typeNamed(file, file.list(file.expression(type, Expr.A) + position));
    }
    if (op !== Op.name) return "";
    for (const { symbol } of this.#links.resolveExpression(file, type).targets) {
      const owner = this.#links.project.fileOfSymbol(symbol);
      const row = symbol - owner.firstSymbol;
      if (owner.symbol(row, Sym.KIND) !== Kind.type) continue;
      const alias = owner.symbol(row, Sym.TYPE);
      const meant = alias >= 0 ? alias : owner.symbol(row, Sym.VALUE);
      if (meant < 0 || owner.expression(meant, Expr.OP) !== Op.functionType) continue;
      return this.#parameterTypeIn(owner, meant, position);
    }
    return "";
  }

  #callType(file: ProjectFile, callee: number, call: number, depth: number): string {
    if (callee < 0) return "";
    if (file.expression(callee, Expr.OP) === Op.member) {
      return this.#memberType(file, callee, call, depth);
    }
    const type = this.typeOf(file, callee, depth);
    const isUnwrapped = type === "" && file.expression(callee, Expr.OP) === Op.name &&
      UNWRAPPING.has(file.text(file.expression(callee, Expr.A))) &&
      file.expression(call, Expr.C) > 0;
    return isUnwrapped ? this.typeOf(file, file.list(file.expression(call, Expr.B)), depth) : type;
  }

  /** What a member of the other language gives: its own type may stand for that of the receiver. */
  #givenElsewhere(symbol: number, owner: string): string {
    const file = this.#links.project.fileOfSymbol(symbol);
    const type = file.symbol(symbol - file.firstSymbol, Sym.TYPE);
    if (type < 0) return "";
    const op = file.expression(type, Expr.OP);
    if (op === Op.selfType) return owner;
    const name = op === Op.name ? file.text(file.expression(type, Expr.A)) : "";
    return this.#types.has(name) ? name : "";
  }

  /** The type of the other language that the class around a scope inherits from or extends. */
  #typeAround(file: ProjectFile, scope: number): string {
    for (let at = scope; at >= 0; at = file.scope(at, Scope.PARENT)) {
      const symbol = file.scope(at, Scope.SYMBOL);
      if (symbol < 0) continue;
      const qualifier = file.symbol(symbol, Sym.QUALIFIER);
      if (qualifier >= 0 && symbol > 0) {
        const name = file.text(qualifier);
        // Both languages may have a class of that name, one in each program.
        return this.#types.has(name) && this.#elsewhere.isOwn(name) ? "" : name;
      }
      const type = this.#baseApart(file.firstSymbol + symbol);
      if (type !== "") return type;
    }
    return "";
  }
}

/** Labels of what a call gives; "" for what has none. */
function labelsOf(file: ProjectFile, call: number): readonly string[] {
  if (call < 0) return [];
  const count = file.expression(call, Expr.C);
  const first = file.expression(call, Expr.B);
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const given = file.list(first + at);
    const isNamed = given >= 0 && file.expression(given, Expr.OP) === Op.keyword;
    return isNamed ? file.text(file.expression(given, Expr.A)).replace(/:$/, "") : "";
  });
}
