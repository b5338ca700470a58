/** Which component an expression shows, also one whose module is loaded only when it is needed. */
import { Expr, Op, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, elementsAt, lastNameAt, propertyAt, receiverOf } from "../resolve/given.ts";
import type { Links } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { parts } from "../resolve/values.ts";
import type { Handler, Routes } from "./routes.ts";

const DEEPEST = 8;

/** An export of a module that is loaded when it is needed. */
interface Loaded {
  readonly file: ProjectFile;
  /** `import("./page")`, as an expression. */
  readonly module: number;
  /** Name of what is taken from it; "" where that is not told. */
  readonly name: string;
}

/** Finds what is shown. */
export class ShownComponents {
  readonly #links: Links;
  readonly #routes: Routes;

  constructor(links: Links, routes: Routes) {
    this.#links = links;
    this.#routes = routes;
  }

  /** Components that an expression names, or loads: `Page`, `lazy(() => import("./page"))`. */
  of(file: ProjectFile, expression: number): readonly Handler[] {
    if (expression < 0) return [];
    const own = this.#routes.handlersOf(file, expression);
    const loaded = this.#loadedAt(file, expression, 0);
    if (loaded === undefined) return own;
    const found = this.exported(loaded, loaded.name === "" ? ["default"] : [loaded.name]);
    return found.length > 0 ? found : own;
  }

  /** What a function that loads a module makes of it: exports of some names, of which it has any. */
  loadedBy(file: ProjectFile, expression: number, names: readonly string[]): readonly Handler[] {
    const loaded = this.#loadedAt(file, expression, 0);
    if (loaded === undefined) return [];
    return this.exported(loaded, loaded.name === "" ? names : [loaded.name]);
  }

  /** Exports of a module by some names. */
  exported({ file, module }: Omit<Loaded, "name">, names: readonly string[]): readonly Handler[] {
    const { evaluator, members, lookup } = this.#links.knowledge;
    evaluator.begin();
    const modules = parts(evaluator.value(file, module)).filter(({ tag }) => tag === "module");
    const symbols = new Set(
      modules.flatMap((one) => names.flatMap((name) => members.find(one, name))).flatMap((
        { entity },
      ) => {
        const named = this.#links.knowledge.symbolsOf(file, entity);
        if (named.length > 0) return named;
        return parts(evaluator.entity(entity, lookup.modules(file))).flatMap((part) =>
          part.tag === "symbol" ? [part.symbol] : []
        );
      }),
    );
    return [...symbols].filter((symbol) => this.#routes.canServe(symbol)).map((symbol) => ({
      symbol,
      confidence: Certainty.exact,
      candidates: 1,
    }));
  }

  /** The import inside of what loads one: `() => import("./x").then((m) => m.Page)`. */
  #loadedAt(file: ProjectFile, expression: number, depth: number): Loaded | undefined {
    if (expression < 0 || depth > DEEPEST) return undefined;
    const a = file.expression(expression, Expr.A);
    switch (file.expression(expression, Expr.OP)) {
      case Op.module:
        return { file, module: expression, name: "" };
      case Op.apply:
        return this.#loadedAt(file, elementsAt(file, expression)[0] ?? -1, depth + 1);
      case Op.await:
        return this.#loadedAt(file, a, depth + 1);
      case Op.symbol:
        return this.#loadedAt(file, file.symbol(a, Sym.VALUE), depth + 1);
      case Op.name:
        return this.#loadedByName(file, expression, depth);
      case Op.call:
        return this.#loadedByCall(file, expression, depth);
      default:
        return undefined;
    }
  }

  #loadedByName(file: ProjectFile, expression: number, depth: number): Loaded | undefined {
    for (const origin of this.#links.origins.of(file, expression)) {
      const isOther = origin.tag === "expression" &&
        (origin.file !== file || origin.expression !== expression);
      const loaded = isOther
        ? this.#loadedAt(origin.file, origin.expression, depth + 1)
        : undefined;
      if (loaded !== undefined) return loaded;
    }
    return undefined;
  }

  #loadedByCall(file: ProjectFile, expression: number, depth: number): Loaded | undefined {
    const call = callAt(file, expression);
    if (call === undefined) return undefined;
    const [first = -1] = call.positional;
    const then = lastNameAt(file, call.callee) === "then" ? receiverOf(file, call.callee) : -1;
    if (then >= 0) {
      const loaded = this.#loadedAt(file, then, depth + 1);
      return loaded === undefined ? undefined : { ...loaded, name: this.#takenBy(file, first) };
    }
    return this.#loadedAt(file, first, depth + 1) ??
      this.#loadedAt(file, propertyAt(file, first, "loader"), depth + 1);
  }

  /** Name of the export that a function takes of a module: `(m) => m.Page`, `(m) => ({ default: m.Page })`. */
  #takenBy(file: ProjectFile, callback: number): string {
    if (callback < 0 || file.expression(callback, Expr.OP) !== Op.symbol) return "";
    const value = file.symbol(file.expression(callback, Expr.A), Sym.VALUE);
    const inside = propertyAt(file, value, "default");
    return lastNameAt(file, inside >= 0 ? inside : value);
  }
}
