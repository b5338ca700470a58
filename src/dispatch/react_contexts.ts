/** What providers of contexts of React give, and where it is called: `useContext(Account).close()`. */
import { Binding, Expr, Op, Ref, Sym } from "../extract/facts.ts";
import { callAt, methodAt, propertyAt, receiverOf } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { HandedOver } from "./handed_over.ts";
import { wrappedFunction } from "./react_hooks.ts";

const PACKAGE = "^(?:react|preact|preact/hooks|preact/compat)(?:\\.default)?\\.";
const MAKES = new RegExp(`${PACKAGE}createContext$`);
const READS = new RegExp(`${PACKAGE}use(?:Context)?$`);
const KEEPS = new RegExp(`${PACKAGE}useMemo$`);
const DEEPEST = 6;

/** Contexts of a project, by the calls that make them. */
export class ReactContexts {
  readonly #links: Links;
  readonly #given = new HandedOver();
  readonly #names = new Set<string>();

  constructor(links: Links) {
    this.#links = links;
  }

  /** Names of all functions that providers give. */
  get names(): Iterable<string> {
    return this.#names;
  }

  /** Notes what `<Account.Provider value={…}>` gives. @returns whether an element is one */
  collect({ file, row }: Site): boolean {
    const call = callAt(file, file.reference(row, Ref.EXPR));
    const value = call?.named.get("value");
    if (call === undefined || value === undefined || call.callee < 0) return false;
    const inner = receiverOf(file, call.callee);
    const contexts = this.#contextsAt(file, inner < 0 ? call.callee : inner);
    for (const [owner, object] of this.#objectsAt(file, value, 0)) {
      for (const name of membersOf(owner, object)) this.#give(contexts, owner, object, name);
    }
    return contexts.length > 0;
  }

  #give(contexts: readonly string[], file: ProjectFile, object: number, name: string): void {
    const method = methodAt(file, object, name);
    const functions = method >= 0
      ? [file.firstSymbol + method]
      : wrappedFunction(this.#links, file, propertyAt(file, object, name));
    for (const run of functions) {
      for (const context of contexts) this.#given.add(`${context} ${name}`, run, file);
      if (contexts.length > 0) this.#names.add(name);
    }
  }

  /** Functions that a call of what a context gives may run. */
  runBy({ file, row }: Site): ReadonlySet<number> {
    return this.functionsAt(file, file.reference(row, Ref.EXPR));
  }

  /** Functions that an expression may be which reads a context. */
  functionsAt(file: ProjectFile, expression: number): ReadonlySet<number> {
    return this.#given.metIn(file, this.#readAt(file, expression, 0));
  }

  /** What an expression reads of contexts: `useContext(Account).close`, or a variable that holds it. */
  #readAt(file: ProjectFile, expression: number, depth: number): readonly string[] {
    if (expression < 0 || depth > DEEPEST) return [];
    switch (file.expression(expression, Expr.OP)) {
      case Op.member: {
        const name = file.text(file.expression(expression, Expr.B));
        return this.#readFrom(file, file.expression(expression, Expr.A)).map((context) =>
          `${context} ${name}`
        );
      }
      case Op.name:
        return this.#links.entitiesAt(file, expression).flatMap((entity) =>
          entity.tag === "binding" && entity.file === file.id
            ? this.#readAt(file, file.binding(entity.binding, Binding.VALUE), depth + 1)
            : []
        );
      default:
        return [];
    }
  }

  /** Contexts whose values an expression may be. */
  #readFrom(file: ProjectFile, expression: number): readonly string[] {
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      const isRead = call !== undefined &&
        this.#links.namesOf(call.file, call.callee).some((name) => READS.test(name));
      return isRead ? this.#contextsAt(call.file, call.positional[0] ?? -1) : [];
    });
  }

  #contextsAt(file: ProjectFile, expression: number): readonly string[] {
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      const isMade = call !== undefined &&
        this.#links.namesOf(call.file, call.callee).some((name) => MAKES.test(name));
      return isMade ? [originKey(origin)] : [];
    });
  }

  /** Object literals that a value may be, also those that are kept by `useMemo`. */
  #objectsAt(
    file: ProjectFile,
    expression: number,
    depth: number,
  ): readonly (readonly [file: ProjectFile, expression: number])[] {
    if (depth > DEEPEST) return [];
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      if (origin.tag !== "expression") return [];
      const { file: owner, expression: made } = origin;
      if (owner.expression(made, Expr.OP) === Op.object) return [[owner, made] as const];
      const call = callAt(owner, made);
      const isKept = call !== undefined &&
        this.#links.namesOf(owner, call.callee).some((name) => KEEPS.test(name));
      const [inner = -1] = call?.positional ?? [];
      if (!isKept || inner < 0 || owner.expression(inner, Expr.OP) !== Op.symbol) return [];
      const value = owner.symbol(owner.expression(inner, Expr.A), Sym.VALUE);
      return this.#objectsAt(owner, value, depth + 1);
    });
  }
}

/** Names of the members of an object literal. */
function membersOf(file: ProjectFile, object: number): readonly string[] {
  const scope = file.expression(object, Expr.A);
  const names: string[] = [];
  for (let row = 0; row < file.count("bindings"); row++) {
    if (file.binding(row, Binding.SCOPE) === scope) {
      names.push(file.text(file.binding(row, Binding.NAME)));
    }
  }
  return names;
}
