/**
 * Fastify: `app.get("/items", options, handler)`, `app.route({ method, url, handler })`, hooks, and plugins,
 * which are functions that are given the application under the prefix that they are registered with.
 */
import { Expr, Op, RefKind, Sym, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, elementsAt, type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { type Origin, originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable } from "../resolve/symbol_kinds.ts";
import { FastifyPlugins, type Plugin } from "./fastify_plugins.ts";
import { Mounts } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";
import { ECMASCRIPT, type Given } from "./verb_router.ts";

const CALLS = new Set([RefKind.call]);
const PACKAGES = /^(?:fastify(?:-plugin|-autoload)?|@fastify\/.+)$/;
const APPLICATION = /^fastify(?:\.default|\.fastify)?\(\)/;
const INSTANCE = /^fastify\.FastifyInstance\b/;
/** Members that give the application back. */
const SAME: ReadonlySet<string> = new Set([
  ...HTTP_METHODS,
  "addHook",
  "after",
  "all",
  "decorate",
  "decorateReply",
  "decorateRequest",
  "register",
  "route",
  "withTypeProvider",
]);
/** What runs around the handlers of requests; other hooks are those of the server. */
const HOOKS = [
  "onError",
  "onRequest",
  "onResponse",
  "onSend",
  "preHandler",
  "preParsing",
  "preSerialization",
  "preValidation",
];
const LONGEST_CHAIN = 64;

/** A plugin that is registered with what is perhaps an application. */
interface Registration {
  readonly parents: readonly Origin[];
  readonly plugin: Plugin;
}

class Fastify {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #mounts = new Mounts();
  /** Keys of what is known to be an application, or one that a plugin is given. */
  readonly #instances = new Set<string>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Fastify");
  }

  link(): void {
    const uses = this.#links.filesIn(ECMASCRIPT).some((file) =>
      this.#links.importsPackage(file, PACKAGES)
    );
    if (!uses) return;
    this.#register();
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, [...HTTP_METHODS, "all"])) {
      this.#verb(site);
    }
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["route"])) this.#route(site);
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["addHook"])) this.#hook(site);
  }

  // ── plugins ────────────────────────────────────────────────────────────────────────────────────

  #register(): void {
    const plugins = new FastifyPlugins(this.#links, this.#routes);
    let open: Registration[] = [];
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["register"])) {
      const call = this.#links.callOf(site);
      if (call === undefined || call.receiver < 0) continue;
      const parents = this.#originsOf(call.file, call.receiver);
      // Only an application is given plugins of Fastify's own.
      for (const parent of plugins.isOwn(call) ? parents : []) {
        if (!this.#isInstance(parent)) this.#instances.add(originKey(parent));
      }
      open.push(...plugins.registeredBy(call).map((plugin) => ({ parents, plugin })));
    }
    // A plugin is given an application if it is registered with one, which may be what another is given.
    for (let before = -1; open.length !== before;) {
      before = open.length;
      open = open.filter((registration) => !this.#mount(registration));
    }
  }

  /** @returns whether the plugin is registered with an application */
  #mount({ parents, plugin: { symbol, path } }: Registration): boolean {
    const known = parents.filter((origin) => this.#isInstance(origin));
    const key = this.#givenTo(symbol);
    if (known.length === 0 || key === undefined) return false;
    this.#instances.add(key);
    for (const origin of known) {
      const parent = originKey(origin);
      if (parent !== key) this.#mounts.add(key, parent, path);
    }
    return true;
  }

  /** Key of the application that a plugin is given; undefined if it takes none. */
  #givenTo(symbol: number): string | undefined {
    const file = this.#links.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    if (!isCallable(file.symbol(row, Sym.KIND))) return undefined;
    const [binding] = file.parameters(file.symbol(row, Sym.SCOPE));
    return binding === undefined ? undefined : originKey({ tag: "binding", file, binding });
  }

  #isInstance(origin: Origin): boolean {
    const key = originKey(origin);
    if (this.#instances.has(key)) return true;
    const names = this.#links.typeNamesFrom(origin);
    const isApplication = origin.tag === "expression" &&
      names.some((name) => APPLICATION.test(name));
    if (!isApplication && !names.some((name) => INSTANCE.test(name))) return false;
    this.#instances.add(key);
    if (isApplication) this.#mounts.addRoot(key);
    return true;
  }

  /** Where what may be an application comes from, chained calls left out. */
  #originsOf(file: ProjectFile, expression: number, depth = 0): readonly Origin[] {
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      const isChain = call !== undefined && call.receiver >= 0 && depth < LONGEST_CHAIN &&
        SAME.has(lastNameAt(call.file, call.callee));
      return isChain ? this.#originsOf(call.file, call.receiver, depth + 1) : [origin];
    });
  }

  // ── routes ─────────────────────────────────────────────────────────────────────────────────────

  /** `app.get("/items", { preHandler: check }, list)`. */
  #verb(site: Site): void {
    const call = this.#links.callOf(site);
    const [path, ...rest] = call?.positional ?? [];
    if (call === undefined || path === undefined || rest.length === 0) return;
    const name = this.#links.nameOf(site);
    const options = this.#optionsAt(call.file, rest[0]!);
    const handlers = options === undefined || rest.length > 1
      ? this.#routes.handlersOf(call.file, rest.at(-1)!)
      : this.#routes.handlersIn(...options, "handler");
    this.#add(site, call, {
      methods: [name === "all" ? ANY_METHOD : name],
      path: [call.file, path],
      handlers,
      options,
    });
  }

  /** `app.route({ method: ["GET", "HEAD"], url: "/items", handler: list })`. */
  #route(site: Site): void {
    const call = this.#links.callOf(site);
    const options = call === undefined
      ? undefined
      : this.#optionsAt(call.file, call.positional[0] ?? -1);
    if (call === undefined || options === undefined) return;
    const methods = this.#links.texts.texts(...propertyOf(options, "method"));
    const url = propertyOf(options, "url");
    this.#add(site, call, {
      methods: methods.length > 0 ? methods : [ANY_METHOD],
      path: url[1] >= 0 ? url : propertyOf(options, "path"),
      handlers: this.#routes.handlersIn(...options, "handler"),
      options,
    });
  }

  /** `app.addHook("preHandler", check)`, before all that is added to the application. */
  #hook(site: Site): void {
    const call = this.#links.callOf(site);
    const [hook = -1, run = -1] = call?.positional ?? [];
    const name = call === undefined ? undefined : this.#links.texts.text(call.file, hook);
    if (call === undefined || name === undefined || !HOOKS.includes(name)) return;
    const handlers = this.#routes.handlersOf(call.file, run);
    if (handlers.length === 0) return;
    this.#add(site, call, { methods: ["USE"], path: undefined, handlers, options: undefined });
  }

  #add(
    site: Site,
    call: GivenCall,
    { methods, path, handlers, options }: {
      readonly methods: readonly string[];
      readonly path: Given | undefined;
      readonly handlers: readonly Handler[];
      readonly options: Given | undefined;
    },
  ): void {
    if (call.receiver < 0) return;
    const instances = this.#originsOf(call.file, call.receiver).filter((origin) =>
      this.#isInstance(origin)
    );
    const own = path === undefined ? "" : this.#links.texts.text(...path) ?? UNKNOWN_TEXT;
    for (const origin of instances) {
      for (const { path: prefix, isRooted } of this.#mounts.prefixesOf(originKey(origin))) {
        this.#routes.add({
          methods,
          path: joinedPath(prefix, own),
          place: this.#links.placeOf(site),
          handlers,
          middleware: options === undefined ? [] : this.#hooksIn(options),
          confidence: isRooted ? Certainty.exact : Certainty.inferred,
        });
      }
    }
  }

  #hooksIn(options: Given): readonly Handler[] {
    return HOOKS.flatMap((hook) => {
      const [file, given] = propertyOf(options, hook);
      const elements = elementsAt(file, given);
      return elements.length > 0
        ? elements.flatMap((one) => this.#routes.handlersOf(file, one))
        : this.#routes.handlersIn(...options, hook);
    });
  }

  /** The object literal that options are written as; undefined if they are none. */
  #optionsAt(file: ProjectFile, expression: number): Given | undefined {
    for (const origin of this.#links.origins.of(file, expression)) {
      if (origin.tag !== "expression") continue;
      if (origin.file.expression(origin.expression, Expr.OP) === Op.object) {
        return [origin.file, origin.expression];
      }
    }
    return undefined;
  }
}

function propertyOf([file, object]: Given, name: string): Given {
  return [file, propertyAt(file, object, name)];
}

/** Fastify. */
export const fastify: Linker = { link: (links) => new Fastify(links).link() };
