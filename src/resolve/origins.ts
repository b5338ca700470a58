/**
 * Where values come from: the very expression that makes an object, or the definition that is meant.
 * A type does not tell two routers apart; the call that made each does.
 */
import { Binding, BindingKind, Expr, Kind, Op, Sym } from "../extract/facts.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Entity, Module } from "./module_system.ts";
import type { ProjectFile } from "./project.ts";
import { isCallable } from "./symbol_kinds.ts";
import { parts } from "./values.ts";

/** Where a value comes from. */
export type Origin =
  /** Made by this expression: a call, a literal, a list, an object. */
  | { readonly tag: "expression"; readonly file: ProjectFile; readonly expression: number }
  /** A definition itself: a function, a class. */
  | { readonly tag: "symbol"; readonly symbol: number }
  /** Given from elsewhere: a parameter, or a variable whose value does not tell. */
  | { readonly tag: "binding"; readonly file: ProjectFile; readonly binding: number }
  | { readonly tag: "module"; readonly module: Module }
  /** From outside the project, by qualified name. */
  | { readonly tag: "external"; readonly name: string };

/** Names through which a value is followed, at most. */
const DEEPEST = 24;
const MOST = 16;

/** Tells origins apart. */
export function originKey(origin: Origin): string {
  switch (origin.tag) {
    case "expression":
      return `e${origin.file.id}:${origin.expression}`;
    case "symbol":
      return `s${origin.symbol}`;
    case "binding":
      return `b${origin.file.id}:${origin.binding}`;
    case "module":
      return `m${origin.module.files[0]}:${origin.module.key}`;
    case "external":
      return `x${origin.name}`;
  }
}

/** Follows values to where they come from, in one project. */
export class Origins {
  readonly #knowledge: Knowledge;
  readonly #known = new Map<string, readonly Origin[]>();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Where the value of an expression comes from; of several that are possible, all. */
  of(file: ProjectFile, expression: number): readonly Origin[] {
    const key = `${file.id}:${expression}`;
    let origins = this.#known.get(key);
    if (origins === undefined) {
      const found = new Map<string, Origin>();
      this.#knowledge.evaluator.begin();
      this.#follow(file, expression, found, new Set());
      this.#known.set(key, origins = [...found.values()]);
    }
    return origins;
  }

  #follow(
    file: ProjectFile,
    expression: number,
    found: Map<string, Origin>,
    met: Set<string>,
  ): void {
    const key = `${file.id}:${expression}`;
    if (expression < 0 || met.has(key) || met.size > DEEPEST || found.size > MOST) return;
    met.add(key);
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    const c = file.expression(expression, Expr.C);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        for (const { entity } of this.#knowledge.lookup.findIn(file, b, a, c, "value")) {
          this.#entity(entity, found, met);
        }
        return;
      case Op.member:
        return this.#member(file, a, file.text(b), found, met);
      case Op.either:
        this.#follow(file, a, found, met);
        return this.#follow(file, b, found, met);
      case Op.await:
      case Op.without:
        return this.#follow(file, a, found, met);
      case Op.symbol:
        return add(found, { tag: "symbol", symbol: file.firstSymbol + a });
      case Op.external:
        return add(found, { tag: "external", name: file.text(a) });
      case Op.call:
        return this.#call(file, expression, found, met);
      default:
        return add(found, { tag: "expression", file, expression });
    }
  }

  #member(
    file: ProjectFile,
    receiver: number,
    name: string,
    found: Map<string, Origin>,
    met: Set<string>,
  ): void {
    const { evaluator, members, lookup } = this.#knowledge;
    for (const part of parts(evaluator.value(file, receiver))) {
      if (part.tag === "external") {
        const outside = lookup.outside(file, part.name, name, part.derived);
        add(found, { tag: "external", name: outside });
      }
      for (const member of members.find(part, name)) {
        this.#entity(member.entity, found, met);
      }
    }
  }

  /** What a function of the project returns, where that is known; the call itself otherwise. */
  #call(file: ProjectFile, call: number, found: Map<string, Origin>, met: Set<string>): void {
    const { project, targets } = this.#knowledge;
    const before = found.size;
    for (const { symbol } of targets.of(file, file.expression(call, Expr.A)).targets) {
      const owner = project.fileOfSymbol(symbol);
      const row = symbol - owner.firstSymbol;
      if (!isCallable(owner.symbol(row, Sym.KIND))) continue;
      this.#follow(owner, owner.symbol(row, Sym.VALUE), found, met);
    }
    if (found.size === before) add(found, { tag: "expression", file, expression: call });
  }

  #entity(entity: Entity, found: Map<string, Origin>, met: Set<string>): void {
    const { project } = this.#knowledge;
    switch (entity.tag) {
      case "binding":
        return this.#binding(project.file(entity.file), entity.binding, found, met);
      case "symbol":
      case "method":
        return this.#symbol(entity.symbol, found, met);
      case "expression":
        return this.#follow(project.file(entity.file), entity.expression, found, met);
      case "module":
        return add(found, { tag: "module", module: entity.module });
      case "external":
        return add(found, { tag: "external", name: entity.name });
    }
  }

  #binding(file: ProjectFile, row: number, found: Map<string, Origin>, met: Set<string>): void {
    const kind = file.binding(row, Binding.KIND);
    const symbol = file.binding(row, Binding.SYMBOL);
    if (kind === BindingKind.import) {
      const entities = this.#knowledge.lookup.imported(file, file.binding(row, Binding.INDEX));
      for (const entity of entities) this.#entity(entity, found, met);
      return;
    }
    if (kind === BindingKind.definition && symbol >= 0) {
      return this.#symbol(file.firstSymbol + symbol, found, met);
    }
    const value = kind === BindingKind.parameter ? -1 : file.binding(row, Binding.VALUE);
    if (value >= 0) this.#follow(file, value, found, met);
    else add(found, { tag: "binding", file, binding: row });
  }

  #symbol(symbol: number, found: Map<string, Origin>, met: Set<string>): void {
    const file = this.#knowledge.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    const value = HOLDERS.has(file.symbol(row, Sym.KIND)) ? file.symbol(row, Sym.VALUE) : -1;
    if (value >= 0) this.#follow(file, value, found, met);
    else add(found, { tag: "symbol", symbol });
  }
}

/** Kinds of symbols that hold a value instead of being one. */
const HOLDERS: ReadonlySet<number> = new Set([
  Kind.variable,
  Kind.constant,
  Kind.field,
  Kind.property,
  Kind.object,
  Kind.enumMember,
]);

function add(found: Map<string, Origin>, origin: Origin): void {
  found.set(originKey(origin), origin);
}
