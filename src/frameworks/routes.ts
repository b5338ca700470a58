/** Routes as frameworks add them: a symbol for each method and path, and edges to what serves it. */
import { Kind, Sym } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { LinkPlace, Links } from "../resolve/links.ts";
import { callAt, lastNameAt, methodAt, propertyAt } from "../resolve/given.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable, isType } from "../resolve/symbol_kinds.ts";
import type { Target } from "../resolve/targets.ts";
import { rootedPath, sharedForm } from "./route_path.ts";

/** Method of a route that serves all. */
export const ANY_METHOD = "ANY";

/** Names of HTTP methods, in lower case. */
export const HTTP_METHODS = ["get", "post", "put", "patch", "delete", "head", "options"];

/** What serves a route. */
export interface Handler {
  /** Numbered through the project. */
  readonly symbol: number;
  readonly confidence: number;
  /** How many definitions there were to choose from. */
  readonly candidates: number;
}

/** A route as it is declared. */
export interface Route {
  readonly methods: readonly string[];
  /** With all prefixes, in the framework's own form. */
  readonly path: string;
  /** Where it is declared. */
  readonly place: LinkPlace;
  readonly handlers: readonly Handler[];
  /** What runs before the handlers. */
  readonly middleware?: readonly Handler[];
  /** How surely it is a route of that path (a row of `CONFIDENCES`). */
  readonly confidence: number;
}

/** Wrappers around wrappers further than this are not looked into. */
const DEEPEST_WRAPPING = 4;

/** Adds the routes of one framework. */
export class Routes {
  readonly #links: Links;
  readonly #framework: string;
  readonly #known = new Map<string, number>();

  /** @param framework its name, for people */
  constructor(links: Links, framework: string) {
    this.#links = links;
    this.#framework = framework;
  }

  /** Adds a route; one symbol for each of its methods. */
  add({ methods, path, place, handlers, middleware = [], confidence }: Route): void {
    const shared = rootedPath(sharedForm(path));
    for (const method of new Set(methods.map((one) => one.toUpperCase()))) {
      const route = this.#symbol(`${method} ${shared}`, place);
      for (const handler of once(handlers)) this.#edge(route, place, handler, confidence, "");
      for (const handler of once(middleware)) {
        this.#edge(route, place, handler, confidence, " middleware");
      }
    }
  }

  #symbol(name: string, place: LinkPlace): number {
    const key = `${name} ${place.file.id}:${place.line}:${place.column}`;
    let symbol = this.#known.get(key);
    if (symbol === undefined) {
      symbol = this.#links.addSymbol({
        ...place,
        kind: Kind.route,
        name,
        signature: `${name} (${this.#framework})`,
      });
      this.#known.set(key, symbol);
    }
    return symbol;
  }

  #edge(
    route: number,
    place: LinkPlace,
    { symbol, confidence, candidates }: Handler,
    least: number,
    role: string,
  ): void {
    this.#links.addEdge(place, route, symbol, {
      kind: EdgeCode.routes,
      evidence: EvidenceCode.framework,
      mechanism: this.#framework + role,
      confidence: Math.max(confidence, least),
      candidates,
    });
  }

  /**
   * Functions and classes that an expression gives as a handler, through functions that wrap one:
   * `login_required(view)`.
   * @param serving names of the methods by which an object serves, where objects may
   */
  handlersOf(
    file: ProjectFile,
    expression: number,
    serving: readonly string[] = [],
    depth = 0,
  ): readonly Handler[] {
    if (expression < 0 || depth > DEEPEST_WRAPPING) return [];
    const wrapped = this.#wrappedIn(file, expression, serving, depth);
    if (wrapped.length > 0) return wrapped;
    const { targets } = this.#links.resolveExpression(file, expression);
    const found = this.#able(targets);
    if (found.length > 0) return found.flatMap((handler) => this.#serving(handler, serving));
    const call = callAt(file, expression);
    const objects = serving.length === 0 ? [] : this.#links.instancesOf(file, expression);
    const methods = objects.flatMap((one) => this.methodsOf(one, serving));
    if (methods.length > 0) return methods.map(([, handler]) => inferred(handler));
    if (call === undefined || serving.length === 0) return [];
    // What makes a handler holds it.
    return this.#able(this.#links.resolveExpression(file, call.callee).targets).map(inferred);
  }

  /** Functions that an object literal has under a name, as values or as methods. */
  handlersIn(file: ProjectFile, object: number, name: string): readonly Handler[] {
    const method = methodAt(file, object, name);
    return method < 0
      ? this.handlersOf(file, propertyAt(file, object, name))
      : [{ symbol: file.firstSymbol + method, confidence: Certainty.exact, candidates: 1 }];
  }

  /** Of a class, the methods by which its objects serve, as far as one knows them. */
  #serving(handler: Handler, names: readonly string[]): readonly Handler[] {
    const file = this.#links.project.fileOfSymbol(handler.symbol);
    if (!isType(file.symbol(handler.symbol - file.firstSymbol, Sym.KIND))) return [handler];
    const methods = this.methodsOf(handler.symbol, names);
    return methods.length === 0 ? [handler] : methods.map(([, method]) => method);
  }

  #able(targets: readonly Target[]): readonly Handler[] {
    const able = targets.filter(({ symbol }) => this.canServe(symbol));
    return able.map(({ symbol, confidence }) => ({ symbol, confidence, candidates: able.length }));
  }

  /**
   * The function that a call is given or bound to: `login_required(view)`, `users.list.bind(users)`.
   * What a function makes of another one serves for that.
   */
  #wrappedIn(
    file: ProjectFile,
    expression: number,
    serving: readonly string[],
    depth: number,
  ): readonly Handler[] {
    const call = callAt(file, expression);
    if (call === undefined) return [];
    const inner = lastNameAt(file, call.callee) === "bind" ? [call.receiver] : call.positional;
    for (const argument of inner) {
      const wrapped = this.handlersOf(file, argument, serving, depth + 1);
      if (wrapped.some(({ symbol }) => isCallable(this.#kindOf(symbol)))) {
        return wrapped.map(inferred);
      }
    }
    return [];
  }

  /** Whether a symbol is a function or a class. */
  canServe(symbol: number): boolean {
    const kind = this.#kindOf(symbol);
    return isCallable(kind) || isType(kind);
  }

  #kindOf(symbol: number): number {
    const file = this.#links.project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.KIND);
  }

  /** Methods of a class, inherited ones included, by some names. */
  methodsOf(symbol: number, names: readonly string[]): readonly (readonly [string, Handler])[] {
    const { knowledge, project } = this.#links;
    const file = project.fileOfSymbol(symbol);
    return names.flatMap((name) => {
      const members = knowledge.members.find({ tag: "instance", symbol, args: [] }, name);
      return members.flatMap(({ entity }) => knowledge.symbolsOf(file, entity))
        .filter((member) => this.canServe(member))
        .map((member) =>
          [name, { symbol: member, confidence: Certainty.exact, candidates: 1 }] as const
        );
    });
  }
}

/** The first of those that are the same function. */
function once(handlers: readonly Handler[]): readonly Handler[] {
  return handlers.length < 2
    ? handlers
    : handlers.filter(({ symbol }, at) =>
      handlers.findIndex((one) => one.symbol === symbol) === at
    );
}

function inferred(handler: Handler): Handler {
  return { ...handler, confidence: Math.max(handler.confidence, Certainty.inferred) };
}
