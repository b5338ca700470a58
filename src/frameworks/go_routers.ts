/** Go: net/http, Gin, chi, gorilla/mux, Echo and Fiber. */
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, Routes } from "./routes.ts";
import { Routers } from "./routers.ts";

const GO = ["go"];
const CALLS = new Set([RefKind.call]);

/** A framework: its name, and where its names begin. */
interface Framework {
  readonly name: string;
  readonly package: RegExp;
  /** Which argument after the path is the handler; the others are middleware. */
  readonly handler: "first" | "last";
}

const FRAMEWORKS: readonly Framework[] = [
  { name: "Gin", package: /^github\.com\/gin-gonic\/gin\./, handler: "last" },
  { name: "chi", package: /^github\.com\/(?:go-chi|pressly)\/chi(?:\/v\d+)?\./, handler: "last" },
  { name: "gorilla/mux", package: /^github\.com\/gorilla\/mux\./, handler: "last" },
  { name: "Echo", package: /^github\.com\/labstack\/echo(?:\/v\d+)?\./, handler: "first" },
  { name: "Fiber", package: /^github\.com\/gofiber\/fiber(?:\/v\d+)?\./, handler: "last" },
  {
    name: "net/http",
    package: /^net\/http\.(?:NewServeMux\(\)\.|ServeMux\.|DefaultServeMux\.)?Handle/,
    handler: "last",
  },
];

const VERB = /^(?:get|post|put|patch|delete|head|options|connect|trace)$/i;
/** Calls whose first argument is a method. */
const WITH_METHOD = new Set(["Handle", "Add", "Method", "MethodFunc"]);
const FOR_ANY = new Set(["Any", "All", "Handle", "HandleFunc"]);
/** Calls that give a router under a path. */
const GROUPS = new Set(["Group", "Route", "PathPrefix", "Host"]);
/** Calls that give the same router, or another one for the same paths. */
const SAME = new Set([
  "With",
  "Use",
  "Subrouter",
  "Methods",
  "Name",
  "StrictSlash",
  "Headers",
  "Schemes",
  "Queries",
]);
const NAMED_METHOD = /(?:^|\.)Method(\w+)$/;
const PATTERN = /^(?:([A-Z]+)\s+)?(?:[^/\s]*)(\/.*)$/;

class GoRouters {
  readonly #links: Links;
  readonly #routers: Routers;
  readonly #routes = new Map<string, Routes>();
  /** Methods that are said of a route after it: `r.HandleFunc(…).Methods("GET")`. */
  readonly #saidOf = new Map<string, readonly string[]>();

  constructor(links: Links) {
    this.#links = links;
    this.#routers = new Routers(links, {
      languages: GO,
      groupPath: (name, call) => this.#groupPath(name, call),
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, GO, ["Methods"])) this.#said(site);
    for (const site of this.#links.referencesTo(CALLS, GO, ["Mount", "Handle"])) this.#mount(site);
    for (const site of this.#links.referencesTo(CALLS, GO, READS)) this.#route(site);
  }

  #groupPath(name: string, call: GivenCall): string | undefined | null {
    if (SAME.has(name)) return "";
    if (!GROUPS.has(name)) return null;
    const [first] = call.positional;
    if (first === undefined || name === "Host") return "";
    // `r.Group(func(r chi.Router) { … })` adds nothing.
    const path = this.#links.texts.text(call.file, first);
    return path ?? (name === "Group" && call.positional.length === 1 ? "" : undefined);
  }

  #said(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const methods = call.positional.flatMap((one) => this.#methodOf(call, one) ?? []);
    for (let at = callAt(call.file, call.receiver); at !== undefined;) {
      this.#saidOf.set(keyOf(at), methods);
      at = SAME.has(lastNameAt(at.file, at.callee)) ? callAt(at.file, at.receiver) : undefined;
    }
  }

  /** `r.Mount("/x", sub)`, `mux.Handle("/x/", http.StripPrefix("/x", sub))`. */
  #mount(site: Site): void {
    const call = this.#links.callOf(site);
    const [first, second] = call?.positional ?? [];
    if (call === undefined || first === undefined || second === undefined) return;
    const isMount = this.#links.nameOf(site) === "Mount";
    if (this.#frameworkOf(call) === undefined) return;
    const path = this.#links.texts.text(call.file, first)?.replace(/\/\*?$/, "");
    const stripped = isMount ? undefined : this.#stripped(call, second);
    if (isMount) this.#routers.mount(call, second, call.receiver, path);
    else if (stripped !== undefined) this.#routers.mount(call, stripped, call.receiver, path);
  }

  /** What `http.StripPrefix` wraps. */
  #stripped(call: GivenCall, expression: number): number | undefined {
    const inner = callAt(call.file, expression);
    if (inner === undefined || lastNameAt(inner.file, inner.callee) !== "StripPrefix") return;
    return inner.positional[1];
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    const framework = call === undefined ? undefined : this.#frameworkOf(call);
    if (call === undefined || framework === undefined) return;
    const verb = this.#links.nameOf(site);
    if (verb === "Handler" || verb === "HandlerFunc") return this.#built(site, call, framework);
    const [first = -1, second = -1, ...others] = call.positional;
    if (second < 0) return;
    const path = this.#links.texts.text(call.file, first);
    const next = this.#links.texts.text(call.file, second);
    const given = WITH_METHOD.has(verb) && others.length > 0 ? this.#methodOf(call, first) : "";
    if (given === undefined) return;
    if (given !== "") return this.#add(site, call, framework, [given], next, others);
    if (VERB.test(verb)) this.#add(site, call, framework, [verb], path, [second, ...others]);
    else if (FOR_ANY.has(verb)) this.#any(site, call, framework, path, [second, ...others]);
  }

  #any(
    site: Site,
    call: GivenCall,
    framework: Framework,
    pattern: string | undefined,
    handlers: readonly number[],
  ): void {
    const isMount = handlers.some((one) => this.#stripped(call, one) !== undefined);
    if (isMount || pattern === undefined) return;
    const [, method, path] = framework.name === "net/http" || framework.name === "chi"
      ? PATTERN.exec(pattern) ?? []
      : [];
    const methods = method === undefined ? this.#saidOf.get(keyOf(call)) : [method];
    this.#add(site, call, framework, methods ?? [ANY_METHOD], path ?? pattern, handlers);
  }

  /** `r.Methods("GET").Path("/x").Handler(h)`. */
  #built(site: Site, call: GivenCall, framework: Framework): void {
    let path: string | undefined;
    let methods: readonly string[] | undefined;
    let at = callAt(call.file, call.receiver);
    while (at !== undefined) {
      const name = lastNameAt(at.file, at.callee);
      const isPath = name === "Path" || name === "PathPrefix" && path === undefined;
      if (isPath) path = this.#links.texts.text(at.file, at.positional[0] ?? -1);
      else if (name === "Methods") {
        const { positional } = at;
        methods = positional.flatMap((one) => this.#methodOf(call, one) ?? []);
      } else if (!SAME.has(name)) break;
      call = { ...call, receiver: at.receiver };
      at = callAt(at.file, at.receiver);
    }
    const said = methods ?? this.#saidOf.get(keyOf(call));
    this.#add(site, call, framework, said ?? [ANY_METHOD], path, call.positional);
  }

  #methodOf({ file }: GivenCall, expression: number): string | undefined {
    const text = this.#links.texts.text(file, expression);
    if (text !== undefined) return /^[A-Za-z]+$/.test(text) ? text : undefined;
    const [name = ""] = this.#links.namesOf(file, expression);
    return NAMED_METHOD.exec(name)?.[1];
  }

  #add(
    site: Site,
    call: GivenCall,
    framework: Framework,
    methods: readonly string[],
    path: string | undefined,
    given: readonly number[],
  ): void {
    if (path === undefined) return;
    const at = framework.handler === "first" ? 0 : given.length - 1;
    const routes = this.#routesOf(framework);
    const servers = (one: number): readonly Handler[] =>
      routes.handlersOf(call.file, one, ["ServeHTTP"]);
    const handlers = servers(given[at] ?? -1);
    const middleware = given.filter((_, index) => index !== at).flatMap(servers);
    const prefixes = call.receiver < 0
      ? [{ path: "", isRooted: true }]
      : this.#routers.prefixesOf(call.file, call.receiver);
    for (const prefix of prefixes) {
      routes.add({
        methods,
        path: joinedPath(prefix.path, path),
        place: this.#links.placeOf(site),
        handlers,
        middleware,
        confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
      });
    }
  }

  #routesOf({ name }: Framework): Routes {
    let routes = this.#routes.get(name);
    if (routes === undefined) this.#routes.set(name, routes = new Routes(this.#links, name));
    return routes;
  }

  /** The framework of whose package a call's function is. */
  #frameworkOf({ file, callee }: GivenCall): Framework | undefined {
    const names = this.#links.namesOf(file, callee);
    return FRAMEWORKS.find((one) => names.some((name) => one.package.test(name)));
  }
}

function keyOf({ file, expression }: GivenCall): string {
  return `${file.id}:${expression}`;
}

const READS = [
  ...FOR_ANY,
  ...WITH_METHOD,
  "Get",
  "Post",
  "Put",
  "Patch",
  "Delete",
  "Head",
  "Options",
  "Connect",
  "Trace",
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "CONNECT",
  "TRACE",
  "Handler",
  "HandlerFunc",
];

/** Routers of Go. */
export const goRouters: Linker = { link: (links) => new GoRouters(links).link() };
