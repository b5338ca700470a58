/**
 * Calls through pointers to functions, and function values of Go: fields of structs (`ops->open(…)`),
 * elements of arrays and variables lead to each function that is anywhere given to that very field,
 * array or variable.
 */
import { Binding, BindingKind, Expr, Kind, Op, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { Entity } from "../resolve/module_system.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isFunction } from "../resolve/symbol_kinds.ts";
import { parts, type Value } from "../resolve/values.ts";
import { HandedOver } from "./handed_over.ts";

/** By language: what a place that holds a function is called there. */
const HOLDERS: Readonly<Record<string, string>> = {
  c: "function pointer",
  cpp: "function pointer",
  cuda: "function pointer",
  go: "function value",
};
const LANGUAGES = Object.keys(HOLDERS);
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
/** Through a place that holds more functions than that, nothing is said of what one call runs. */
const MOST_FUNCTIONS = 500;

class GivenFunctions {
  readonly #links: Links;
  /** Functions by the place that they are given to. */
  readonly #given = new HandedOver();
  /** Names (global) of these places. */
  readonly #names = new Set<number>();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.givenValues(LANGUAGES)) this.#collect(site);
    for (const site of this.#links.naming(this.#names, CALLS, LANGUAGES)) this.#call(site);
  }

  #collect(site: Site): void {
    const { project } = this.#links;
    const functions = this.#links.resolve(site).targets
      .map(({ symbol }) => symbol)
      .filter((symbol) => {
        const file = project.fileOfSymbol(symbol);
        return isFunction(file.symbol(symbol - file.firstSymbol, Sym.KIND));
      });
    const { file, row } = site;
    if (functions.length > 0) this.#give(file, file.reference(row, Ref.CALL), functions);
  }

  #give(file: ProjectFile, place: number, functions: readonly number[]): void {
    for (const entity of this.#entitiesAt(file, place)) {
      const key = this.#keyOf(entity);
      if (!this.#given.has(key)) this.#names.add(this.#nameOf(entity));
      for (const symbol of functions) this.#given.add(key, symbol, file);
    }
  }

  #call(site: Site): void {
    const { file, row } = site;
    const expression = file.reference(row, Ref.EXPR);
    const places = this.#entitiesAt(file, expression).map((entity) => this.#keyOf(entity));
    const functions = this.#given.metIn(file, places);
    if (functions.size === 0 || functions.size > MOST_FUNCTIONS) return;
    const place = this.#links.placeOf(site);
    const from = file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL));
    for (const to of functions) {
      this.#links.addEdge(place, from, to, {
        kind: EdgeCode.calls,
        evidence: EvidenceCode.dispatch,
        mechanism: HOLDERS[file.language]!,
        confidence: Certainty.inferred,
        candidates: functions.size,
      });
    }
  }

  /** The variables or fields that an expression in front of a call, or left of a value, means. */
  #entitiesAt(file: ProjectFile, expression: number): readonly Entity[] {
    if (expression < 0) return [];
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    const c = file.expression(expression, Expr.C);
    const { lookup, members } = this.#links.knowledge;
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return lookup.find(file, b, a, c, "value").map(({ entity }) => entity).filter((entity) =>
          this.#holds(entity)
        );
      case Op.member:
        return this.#valuesAt(file, a).flatMap((part) =>
          members.find(part, file.text(b)).map(({ entity }) => entity).filter((entity) =>
            this.#holds(entity)
          )
        );
      case Op.pick:
        return this.#valuesAt(file, a).flatMap((part) => this.#fieldAt(part, b));
      case Op.index:
      case Op.await:
        return this.#entitiesAt(file, a);
      default:
        return [];
    }
  }

  #valuesAt(file: ProjectFile, expression: number): readonly Value[] {
    const { evaluator, lookup } = this.#links.knowledge;
    evaluator.begin();
    if (expression < 0 || file.expression(expression, Expr.OP) !== Op.pick) {
      return parts(evaluator.value(file, expression));
    }
    return this.#entitiesAt(file, expression).flatMap((entity) =>
      parts(evaluator.entity(entity, lookup.modules(file)))
    );
  }

  /** The field of a struct at a position. */
  #fieldAt(value: Value, position: number): readonly Entity[] {
    if (value.tag !== "instance") return [];
    this.#links.questions.noteWhole("fields", LANGUAGES);
    const file = this.#links.project.fileOfSymbol(value.symbol);
    const scope = file.symbol(value.symbol - file.firstSymbol, Sym.SCOPE);
    let fields = 0;
    for (let row = 0; scope >= 0 && row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== scope) continue;
      const entity: Entity = { tag: "binding", file: file.id, binding: row };
      if (this.#holds(entity) && fields++ === position) return [entity];
    }
    return [];
  }

  /** Whether something is a variable or a field, not a function or a type. */
  #holds(entity: Entity): boolean {
    if (entity.tag !== "binding") return false;
    const file = this.#links.project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    if (symbol < 0) {
      const kind = file.binding(entity.binding, Binding.KIND);
      return kind === BindingKind.variable || kind === BindingKind.field;
    }
    const kind = file.symbol(symbol, Sym.KIND);
    return kind === Kind.variable || kind === Kind.field || kind === Kind.constant;
  }

  #nameOf(entity: Entity): number {
    if (entity.tag !== "binding") return -1;
    const file = this.#links.project.file(entity.file);
    return file.nameIds[file.binding(entity.binding, Binding.NAME)]!;
  }

  #keyOf(entity: Entity): string {
    return entity.tag === "binding" ? `${entity.file}:${entity.binding}` : "";
  }
}

/** Links calls through places that functions are given to. */
export const givenFunctions: Linker = {
  link: (links) => new GivenFunctions(links).link(),
};
