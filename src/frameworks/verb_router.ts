/**
 * Routers of JavaScript that are all written alike: `router.get("/items/:id", auth, handler)`,
 * `app.use("/api", router)`, `router.route("/items").get(list).post(create)`.
 */
import { RefKind, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, elementsAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { Origin } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { MountedRouters } from "./mounted_routers.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";

/** Languages of such routers. */
export const ECMASCRIPT = ["javascript", "typescript", "tsx"];

/** An expression in its file. */
export type Given = readonly [file: ProjectFile, expression: number];

/** Something that is mounted by a call. */
export interface MountCall {
  /** The path; none is the path of the router itself. */
  readonly path: Given | undefined;
  /** What may be routers, or functions that run before all handlers. */
  readonly children: readonly Given[];
}

/** What tells one such framework from the others. */
export interface VerbRouterSpec {
  /** For people. */
  readonly framework: string;
  /** Name of the package, as `import` has it. */
  readonly packages: RegExp;
  /** Qualified names of the class or factory of what is mounted in nothing. */
  readonly application: RegExp;
  /** The same of what can be mounted. */
  readonly router: RegExp;
  /** Members that add a route of a method beside those that have its name. */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Members that mount, and how their arguments are read. */
  readonly mounts: Readonly<Record<string, (call: GivenCall, links: Links) => MountCall>>;
  /** Members that give the router back under a path: `route("/items")`. */
  readonly under: readonly string[];
  /** Path that a router has by itself: `new Router({ prefix: "/items" })`. */
  readonly ownPath?: (call: GivenCall, links: Links) => string | undefined;
}

/** A router with a path under it. */
interface Base {
  readonly origin: Origin;
  readonly path: string;
  /** Whether a path is given already, as `route("/items")` does. */
  readonly isGiven: boolean;
}

const CALLS = new Set([RefKind.call]);
const DEEPEST_CHAIN = 64;

/** Finds the routes of one such framework. */
export class VerbRouter {
  readonly #links: Links;
  readonly #spec: VerbRouterSpec;
  readonly #routes: Routes;
  readonly #routers: MountedRouters;
  readonly #verbs: ReadonlyMap<string, string>;
  /** Adds what runs before handlers; done when all mounts are known. */
  readonly #uses: (() => void)[] = [];

  constructor(links: Links, spec: VerbRouterSpec) {
    this.#links = links;
    this.#spec = spec;
    this.#routes = new Routes(links, spec.framework);
    this.#routers = new MountedRouters(links, {
      isApplication: (names) => names.some((name) => spec.application.test(name)),
      ownPath: spec.ownPath ?? ((): undefined => undefined),
    });
    this.#verbs = new Map([
      ...HTTP_METHODS.map((verb) => [verb, verb] as const),
      ["all", ANY_METHOD],
      ...Object.entries(spec.verbs ?? {}),
    ]);
  }

  link(): void {
    const uses = this.#links.filesIn(ECMASCRIPT).some((file) =>
      this.#links.importsPackage(file, this.#spec.packages)
    );
    if (!uses) return;
    const { mounts } = this.#spec;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, Object.keys(mounts))) {
      this.#mount(site);
    }
    for (const use of this.#uses) use();
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, this.#verbs.keys())) {
      this.#route(site);
    }
  }

  #mount(site: Site): void {
    const call = this.#links.callOf(site);
    const read = this.#spec.mounts[this.#links.nameOf(site)];
    if (call === undefined || call.receiver < 0 || read === undefined) return;
    const bases = this.#routersAmong(this.#basesOf(call.file, call.receiver));
    if (bases.length === 0) return;
    const { path, children } = read(call, this.#links);
    const text = path === undefined ? "" : this.#links.texts.text(...path);
    for (const child of children) {
      const routers = this.#routersAmong(this.#basesOf(...child));
      for (const { origin } of routers) {
        for (const base of bases) {
          const under = joinedPath(base.path, text ?? UNKNOWN_TEXT);
          this.#routers.mount(this.#routers.keyOf(origin), this.#routers.keyOf(base.origin), under);
        }
      }
      if (routers.length > 0) continue;
      this.#uses.push(() =>
        this.#addTo(site, bases, "USE", [text ?? UNKNOWN_TEXT], [child], Certainty.exact)
      );
    }
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    const method = this.#verbs.get(this.#links.nameOf(site));
    if (call === undefined || call.receiver < 0 || method === undefined) return;
    const bases = this.#basesOf(call.file, call.receiver);
    const sure = this.#routersAmong(bases);
    const [first, ...rest] = this.#givenTo(call);
    if (sure.length > 0) {
      const isGiven = sure.every((base) => base.isGiven);
      const handlers = isGiven && first !== undefined ? [first, ...rest] : rest;
      const paths = isGiven || first === undefined ? [""] : this.#pathsOf(first);
      if (handlers.length > 0) this.#addTo(site, sure, method, paths, handlers, Certainty.exact);
      return;
    }
    if (first === undefined) return;
    const open = bases.filter(({ origin }) => this.#isOpen(origin));
    const paths = this.#links.texts.texts(...first).filter((path) => path.startsWith("/"));
    if (open.length > 0 && paths.length > 0 && rest.some((one) => this.#isFunction(one))) {
      this.#addTo(site, open, method, paths, rest, Certainty.heuristic);
    }
  }

  #addTo(
    site: Site,
    bases: readonly Base[],
    method: string,
    paths: readonly string[],
    functions: readonly Given[],
    certainty: number,
  ): void {
    const served = functions.map((given) => this.#routes.handlersOf(...given));
    if (method === "USE" && served.every((one) => one.length === 0)) return;
    const handlers: readonly Handler[] = served.at(-1) ?? [];
    for (const { origin, path: under } of bases) {
      const prefixes = this.#routers.prefixesOf(this.#routers.keyOf(origin));
      for (const { path: prefix, isRooted } of prefixes) {
        for (const path of paths) {
          this.#routes.add({
            methods: [method],
            path: joinedPath(joinedPath(prefix, under), path),
            place: this.#links.placeOf(site),
            handlers,
            middleware: served.slice(0, -1).flat(),
            confidence: isRooted ? certainty : Math.max(certainty, Certainty.inferred),
          });
        }
      }
    }
  }

  /** What a call is given, lists taken apart. */
  #givenTo({ file, positional }: GivenCall): readonly Given[] {
    const [start, second] = positional;
    // A route may have a name before its path.
    const isNamed = this.#links.texts.text(file, start ?? -1)?.startsWith("/") === false &&
      this.#links.texts.text(file, second ?? -1)?.startsWith("/") === true;
    const [first, ...rest] = isNamed ? positional.slice(1) : positional;
    if (first === undefined) return [];
    const others = rest.flatMap((argument) => {
      const elements = elementsAt(file, argument);
      return elements.length > 0 ? elements : [argument];
    });
    return [first, ...others].map((argument) => [file, argument] as const);
  }

  #pathsOf(given: Given): readonly string[] {
    const texts = this.#links.texts.texts(...given);
    return texts.length > 0 ? texts : [UNKNOWN_TEXT];
  }

  /** Where the routers that an expression may be come from, chained calls left out. */
  #basesOf(file: ProjectFile, expression: number, depth = 0): readonly Base[] {
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      if (call === undefined || call.receiver < 0 || depth > DEEPEST_CHAIN) {
        return [{ origin, path: "", isGiven: false }];
      }
      const name = lastNameAt(call.file, call.callee);
      if (this.#spec.under.includes(name) && call.positional.length === 1) {
        const path = this.#links.texts.text(call.file, call.positional[0]!) ?? UNKNOWN_TEXT;
        return this.#basesOf(call.file, call.receiver, depth + 1)
          .map((base) => ({
            origin: base.origin,
            path: joinedPath(base.path, path),
            isGiven: name === "route",
          }));
      }
      const isChain = this.#verbs.has(name) || Object.hasOwn(this.#spec.mounts, name);
      return isChain
        ? this.#basesOf(call.file, call.receiver, depth + 1)
        : [{ origin, path: "", isGiven: false }];
    });
  }

  #routersAmong(bases: readonly Base[]): readonly Base[] {
    const { application, router } = this.#spec;
    return bases.filter(({ origin }) =>
      this.#links.typeNamesFrom(origin).some((name) => application.test(name) || router.test(name))
    );
  }

  /** Whether nothing is known of what something is. */
  #isOpen(origin: Origin): boolean {
    return origin.tag === "binding" && this.#links.typeNamesFrom(origin).length === 0;
  }

  #isFunction(given: Given): boolean {
    return this.#routes.handlersOf(...given).length > 0;
  }
}
