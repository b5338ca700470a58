/**
 * Rails: `config/routes.rb` and the files beside it. Blocks say by nesting under which path, in which
 * module and for which resource a route is; handlers are methods of controllers by convention.
 */
import { RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { type ResourceAction, resourceRoutes, singular } from "./resources.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";

const RUBY = ["ruby"];
const CALLS = new Set([RefKind.call]);
const ROUTES_FILE = /(?:^|\/)config\/routes(?:\/.*)?\.rb$/;
const CONTROLLER_FILE = /(?:^|\/)controllers\/(.*)_controller\.rb$/;
/** Named arguments of a route that are no path. */
const OPTIONS = new Set(
  ("to via as on only except path module controller action format defaults constraints param shallow " +
    "concerns anchor trailing_slash host subdomain protocol port id internal shallow_path shallow_prefix path_names")
    .split(" "),
);

const FORM_ACTIONS: readonly ResourceAction[] = [
  { name: "create", methods: ["POST"], on: "collection", suffix: "" },
  { name: "new", methods: ["GET"], on: "collection", suffix: "/new" },
  { name: "edit", methods: ["GET"], on: "member", suffix: "/edit" },
  { name: "show", methods: ["GET"], on: "member", suffix: "" },
  { name: "update", methods: ["PATCH", "PUT"], on: "member", suffix: "" },
  { name: "destroy", methods: ["DELETE"], on: "member", suffix: "" },
];
const ACTIONS: readonly ResourceAction[] = [
  { name: "index", methods: ["GET"], on: "collection", suffix: "" },
  ...FORM_ACTIONS,
];

/** A resource in whose block a route is written. */
interface Resource {
  readonly controller: string;
  /** Paths of the collection and of a member, and under which other routes of the block are. */
  readonly collection: string;
  readonly member: string;
  readonly nested: string;
}

/** Where a route is written. */
interface Context {
  readonly path: string;
  readonly modules: readonly string[];
  readonly controller: string;
  readonly resource: Resource | undefined;
  readonly on: string;
}

const START: Context = { path: "", modules: [], controller: "", resource: undefined, on: "" };

class Rails {
  readonly #links: Links;
  readonly #routes: Routes;
  /** Controllers' classes by path: `admin/photos`. */
  readonly #controllers = new Map<string, number>();
  /** Where each concern is made use of. */
  readonly #concerns = new Map<string, Context[]>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Rails");
  }

  link(): void {
    this.#findControllers();
    for (const site of this.#sites(["concerns", "resources", "resource"])) this.#useConcerns(site);
    for (const site of this.#sites(["resources", "resource"])) this.#resources(site);
    for (const site of this.#sites(["root"])) this.#root(site);
    for (const site of this.#sites([...HTTP_METHODS, "match"])) this.#verb(site);
  }

  *#sites(names: readonly string[]): Generator<Site> {
    for (const site of this.#links.referencesTo(CALLS, RUBY, names)) {
      if (ROUTES_FILE.test(site.file.path)) yield site;
    }
  }

  #findControllers(): void {
    // The first of a file's classes may be another one, whatever its name.
    this.#links.questions.noteWhole("definitions", RUBY);
    for (const file of this.#links.filesIn(RUBY)) {
      const path = CONTROLLER_FILE.exec(file.path)?.[1];
      if (path === undefined) continue;
      const count = file.count("symbols");
      for (let row = 1; row < count; row++) {
        const isController = isType(file.symbol(row, Sym.KIND)) &&
          file.nameOf(row).endsWith("Controller");
        if (!isController) continue;
        this.#controllers.set(path, file.firstSymbol + row);
        break;
      }
    }
  }

  // ── routes ──────────────────────────────────────────────────────────────────────────────────

  /** `get "/x" => "c#a"`, `get "x", to: "c#a"`, `get :preview, on: :member`. */
  #verb(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const verb = this.#links.nameOf(site);
    const via = this.#texts(call, "via").map((one) => one === "all" ? ANY_METHOD : one);
    const methods = verb !== "match" ? [verb] : via.length > 0 ? via : [ANY_METHOD];
    for (const context of this.#contextsOf(call)) {
      const on = this.#text(call, "on") ?? context.on;
      for (const [path, to] of this.#targets(call)) {
        const handlers = this.#handlersOf(call, context, path, to);
        this.#add(site, methods, joinedPath(baseOf(context, on), path), handlers);
      }
    }
  }

  /** Paths of a route with what they lead to, as far as it is said. */
  #targets(call: GivenCall): readonly (readonly [path: string, to: number])[] {
    const [key] = [...call.named.keys()].filter((name) => !OPTIONS.has(name));
    if (key !== undefined) return [[key, call.named.get(key)!]];
    return call.positional.flatMap((one) => {
      const path = this.#links.texts.text(call.file, one);
      return path === undefined ? [] : [[path, call.named.get("to") ?? -1] as const];
    });
  }

  #handlersOf(call: GivenCall, context: Context, path: string, to: number): readonly Handler[] {
    const said = to < 0 ? undefined : this.#links.texts.text(call.file, to);
    // `redirect(…)`, a Rack application.
    if (to >= 0 && said === undefined) return [];
    const around = this.#text(call, "controller") ?? context.resource?.controller ??
      context.controller;
    const [first, second] = said === undefined ? [] : said.split("#");
    if (second !== undefined) return this.#actions(context, first || around, second);
    const action = first ?? this.#text(call, "action") ?? path.replace(/^\/|\(.*$/g, "");
    const at = action.lastIndexOf("/");
    return at > 0 && around === ""
      ? this.#actions(context, action.slice(0, at), action.slice(at + 1))
      : this.#actions(context, around, action.replaceAll("-", "_"));
  }

  #root(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const given = call.positional[0] ?? call.named.get("to") ?? -1;
    const [controller = "", action] = (this.#links.texts.text(call.file, given) ?? "").split("#");
    for (const context of this.#contextsOf(call)) {
      const handlers = action === undefined ? [] : this.#actions(context, controller, action);
      this.#add(site, ["GET"], context.path === "" ? "/" : context.path, handlers);
    }
  }

  #resources(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const isMany = this.#links.nameOf(site) === "resources";
    const [only, except] = [this.#texts(call, "only"), this.#texts(call, "except")];
    const actions = (isMany ? ACTIONS : FORM_ACTIONS).filter(({ name }) =>
      !except.includes(name) && (!call.named.has("only") || only.includes(name))
    );
    for (const context of this.#contextsOf(call)) {
      for (const one of this.#resourcesOf(call, context, isMany)) {
        const parameter = one.member.slice(one.collection.length + 1);
        const inside = this.#moduled(call, context);
        for (
          const { methods, path, action } of resourceRoutes(actions, one.collection, parameter)
        ) {
          this.#add(site, methods, path, this.#actions(inside, one.controller, action));
        }
      }
    }
  }

  #add(
    site: Site,
    methods: readonly string[],
    path: string,
    handlers: readonly Handler[],
  ): void {
    this.#routes.add({
      methods,
      // What may be left out is shown; formats are not.
      path: path.replace(/\(?\.:format\)?/g, "").replace(/[()]/g, "")
        .replace(/:([a-z_]\w*)/gi, "{$1}"),
      place: this.#links.placeOf(site),
      handlers,
      confidence: Certainty.exact,
    });
  }

  // ── what is around ──────────────────────────────────────────────────────────────────────────

  /** Where a call is written: in one place, or, in a concern, wherever that is made use of. */
  #contextsOf(call: GivenCall): readonly Context[] {
    const around = callAt(call.file, call.around);
    if (around === undefined) return [START];
    const name = lastNameAt(around.file, around.callee);
    if (name === "concern") {
      return this.#concerns.get(this.#first(around) ?? "") ?? [];
    }
    return this.#contextsOf(around).flatMap((context) => this.#inside(name, around, context));
  }

  /** What holds inside the block of a call. */
  #inside(name: string, call: GivenCall, context: Context): readonly Context[] {
    const base = baseOf(context, context.on);
    switch (name) {
      case "namespace": {
        const given = this.#first(call) ?? "";
        const path = joinedPath(base, this.#text(call, "path") ?? given);
        const modules = [...context.modules, this.#text(call, "module") ?? given];
        return [{ ...context, path, modules, resource: undefined, on: "" }];
      }
      case "scope": {
        const parts = [
          ...call.positional.map((one) => this.#links.texts.text(call.file, one) ?? "…"),
        ];
        const own = this.#text(call, "path") ?? parts.join("/");
        const inner = this.#moduled(call, context);
        return [{ ...inner, path: joinedPath(base, own), resource: undefined, on: "" }];
      }
      case "controller":
        return [{ ...context, controller: this.#first(call) ?? "" }];
      case "member":
      case "collection":
        return [{ ...context, on: name }];
      case "resources":
      case "resource":
        return this.#resourcesOf(call, context, name === "resources").map((resource) => ({
          ...this.#moduled(call, context),
          resource,
          path: resource.nested,
          on: "",
        }));
      default:
        return [context];
    }
  }

  /** With the module and the controller that a call names. */
  #moduled(call: GivenCall, context: Context): Context {
    const module = this.#text(call, "module");
    const modules = module === undefined ? context.modules : [...context.modules, module];
    return {
      ...context,
      modules,
      controller: this.#text(call, "controller") ?? context.controller,
    };
  }

  #resourcesOf(call: GivenCall, context: Context, isMany: boolean): readonly Resource[] {
    const base = baseOf(context, context.on);
    return call.positional.flatMap((one) => {
      const name = this.#links.texts.text(call.file, one);
      if (name === undefined) return [];
      const collection = joinedPath(base, this.#text(call, "path") ?? name);
      const controller = this.#text(call, "controller") ?? (isMany ? name : `${name}s`);
      if (!isMany) return [{ controller, collection, member: collection, nested: collection }];
      const parameter = this.#text(call, "param") ?? "id";
      return [{
        controller,
        collection,
        member: `${collection}/:${parameter}`,
        nested: `${collection}/:${singular(name)}_${parameter}`,
      }];
    });
  }

  /** `concerns :a, :b` in a block, `resources :x, concerns: [:a, :b]`. */
  #useConcerns(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const isCall = this.#links.nameOf(site) === "concerns";
    const names = isCall
      ? call.positional.flatMap((one) => this.#links.texts.texts(call.file, one))
      : this.#texts(call, "concerns");
    if (names.length === 0) return;
    const name = this.#links.nameOf(site);
    const contexts = this.#contextsOf(call).flatMap((context) =>
      isCall ? [context] : this.#inside(name, call, context)
    );
    for (const one of names) {
      this.#concerns.set(one, [...this.#concerns.get(one) ?? [], ...contexts]);
    }
  }

  // ── texts and controllers ───────────────────────────────────────────────────────────────────

  #first(call: GivenCall): string | undefined {
    return this.#links.texts.text(call.file, call.positional[0] ?? -1);
  }

  #text(call: GivenCall, name: string): string | undefined {
    return this.#links.texts.text(call.file, call.named.get(name) ?? -1);
  }

  #texts(call: GivenCall, name: string): readonly string[] {
    return this.#links.texts.texts(call.file, call.named.get(name) ?? -1);
  }

  #actions({ modules }: Context, controller: string, action: string): readonly Handler[] {
    const path = controller.replace(/^\//, "");
    const within = controller.startsWith("/") ? path : [...modules, path].join("/");
    const owner = this.#controllers.get(within) ?? this.#controllers.get(plural(within));
    if (owner === undefined) return [];
    return this.#routes.methodsOf(owner, [action]).map(([, handler]) => ({
      ...handler,
      confidence: Certainty.inferred,
    }));
  }
}

/** Under which path the routes of a block are, of a member, of the collection or of neither. */
function baseOf({ path, resource }: Context, on: string): string {
  if (resource === undefined) return path;
  if (on === "member") return resource.member;
  return on === "collection" ? resource.collection : path;
}

/** The plural that a single resource's controller has, where adding an `s` is not all. */
function plural(name: string): string {
  return name.replace(/ys$/, "ies").replace(/(s|x|ch|sh)s$/, "$1es");
}

/** Rails. */
export const rails: Linker = { link: (links) => new Rails(links).link() };
