/** Julia: Genie's `route("/x") do … end`, Oxygen's `@get "/x" function …` and `get("/x") do … end`. */
import { Binding, Expr, Op, RefKind, Sym, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { joinedPath } from "./route_path.ts";
import { HTTP_METHODS, Routes } from "./routes.ts";

const JULIA = ["julia"];
const CALLS = new Set([RefKind.call]);
/** Oxygen's functions, and macros of the same names, that add a route. */
const ADDING = [...HTTP_METHODS, "route", "stream", "websocket"];
/** Oxygen's function that makes functions which put a path in front of others. */
const ROUTER = "router";

class JuliaRoutes {
  readonly #links: Links;

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    const genie = new Routes(this.#links, "Genie");
    for (const site of this.#sitesOf(["route"], /^Genie\b/)) this.#genie(site, genie);
    const oxygen = new Routes(this.#links, "Oxygen");
    const names = [...ADDING, ...ADDING.map((name) => `@${name}`)];
    for (const site of this.#sitesOf(names, /^Oxygen\b/)) this.#oxygen(site, oxygen);
  }

  *#sitesOf(names: readonly string[], module: RegExp): Generator<Site> {
    for (const site of this.#links.referencesTo(CALLS, JULIA, names)) {
      if (this.#links.specifiersOf(site.file).some((name) => module.test(name))) yield site;
    }
  }

  #genie(site: Site, routes: Routes): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const [first = -1, ...rest] = givenTo(call);
    const path = this.#links.texts.text(call.file, first);
    // A path that is worked out is one that is not known.
    const isWorkedOut = call.positional.includes(-1) && callAt(call.file, first) !== undefined;
    if (path === undefined && !isWorkedOut) return;
    const method = lastNameAt(call.file, call.named.get("method") ?? -1) || "GET";
    this.#add(routes, site, [method], path ?? UNKNOWN_TEXT, rest);
  }

  /** `@get "/x" f`, `@route ["GET", "POST"] "/x" f`, `get("/x") do … end`. */
  #oxygen(site: Site, routes: Routes): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const name = this.#links.nameOf(site).replace("@", "");
    const given = givenTo(call);
    const methods = name === "route"
      ? this.#links.texts.texts(call.file, given.shift() ?? -1)
      : [HTTP_METHODS.includes(name) ? name : "get"];
    const [first = -1, ...rest] = given;
    const path = this.#pathAt(call, first);
    if (path === undefined) return;
    // `get` is also how Julia looks things up.
    const isMacro = this.#links.nameOf(site).startsWith("@");
    if (isMacro || path.startsWith("/")) this.#add(routes, site, methods, path, rest);
  }

  /** `"/x"`, `router("/x")`, and `users("/x")` after `users = router("/users")`. */
  #pathAt({ file }: GivenCall, expression: number): string | undefined {
    const { texts } = this.#links;
    const text = texts.text(file, expression);
    const call = text === undefined ? callAt(file, expression) : undefined;
    if (call === undefined) return text;
    const own = texts.text(file, call.positional[0] ?? -1) ?? "";
    if (lastNameAt(file, call.callee) === ROUTER) return own;
    for (const [owner, value] of this.#valuesOf(file, call.callee)) {
      const made = callAt(owner, value);
      if (made === undefined || lastNameAt(owner, made.callee) !== ROUTER) continue;
      return joinedPath(texts.text(owner, made.positional[0] ?? -1) ?? "", own);
    }
    return undefined;
  }

  /** What a variable is given, as it is written. */
  #valuesOf(file: ProjectFile, name: number): readonly (readonly [ProjectFile, number])[] {
    if (name < 0 || file.expression(name, Expr.OP) !== Op.name) return [];
    const [a, b, c] = [Expr.A, Expr.B, Expr.C].map((column) => file.expression(name, column));
    const { knowledge, project } = this.#links;
    return knowledge.lookup.findIn(file, b!, a!, c!, "value").flatMap(({ entity }) => {
      if (entity.tag === "symbol") {
        const owner = project.fileOfSymbol(entity.symbol);
        return [[owner, owner.symbol(entity.symbol - owner.firstSymbol, Sym.VALUE)] as const];
      }
      if (entity.tag !== "binding") return [];
      const owner = project.file(entity.file);
      const symbol = owner.binding(entity.binding, Binding.SYMBOL);
      const value = symbol < 0
        ? owner.binding(entity.binding, Binding.VALUE)
        : owner.symbol(symbol, Sym.VALUE);
      return [[owner, value] as const];
    });
  }

  #add(
    routes: Routes,
    site: Site,
    methods: readonly string[],
    path: string,
    handlers: readonly number[],
  ): void {
    routes.add({
      methods,
      path,
      place: this.#links.placeOf(site),
      handlers: handlers.flatMap((one) => routes.handlersOf(site.file, one)),
      confidence: Certainty.exact,
    });
  }
}

/** What a call is given by position; what is written behind `do` stands first among it, as nothing. */
function givenTo({ positional }: GivenCall): number[] {
  return positional.filter((one) => one >= 0);
}

/** Genie and Oxygen. */
export const juliaRoutes: Linker = { link: (links) => new JuliaRoutes(links).link() };
