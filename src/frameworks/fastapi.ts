/**
 * FastAPI and Starlette: path operations, routers and what they are included under, mounted
 * applications, lists of `Route` and `Mount`, and dependencies.
 */
import { Ref, RefKind, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { MountedRouters } from "./mounted_routers.ts";
import type { Prefix } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";

const PYTHON = ["python"];
const PACKAGE = "(?:^|\\.)(?:fastapi|starlette)\\.(?:\\w+\\.)*";
const MEMBER = new RegExp(
  `${PACKAGE}(?:FastAPI|APIRouter|Starlette|Router)(?:\\(\\))?\\.\\w+$`,
);
const APPLICATION = new RegExp(`${PACKAGE}(?:FastAPI|Starlette)(?:\\(\\))?$`);
const LISTED = new RegExp(
  `${PACKAGE}(?:Route|WebSocketRoute|Mount|FastAPI|APIRouter|Starlette|Router)$`,
);
/** What is given a list of routes. */
const LISTING = ["FastAPI", "APIRouter", "Starlette", "Router"];
const DEPENDS = new RegExp(`${PACKAGE}(?:Depends|Security)$`);

const DECORATORS = ["api_route", "route", "websocket", "websocket_route", "trace", ...HTTP_METHODS];
const CALLS = new Set([RefKind.call]);
const DECORATIONS = new Set([RefKind.decorate]);
/** Calls that add a route, with the position of what serves it. */
const ADDITIONS = ["add_api_route", "add_route", "add_api_websocket_route", "add_websocket_route"];
/** Lists of routes in lists of routes further than this are not followed. */
const DEEPEST = 8;

class FastApi {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #routers: MountedRouters;
  /** `Mount(…)` or application in whose list a `Route(…)` or `Mount(…)` stands, by its key. */
  readonly #listedIn = new Map<string, GivenCall>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "FastAPI");
    this.#routers = new MountedRouters(links, {
      isApplication: (names) => names.some((name) => APPLICATION.test(name)),
      ownPath: ({ file, named }) => links.texts.text(file, named.get("prefix") ?? -1),
    });
  }

  link(): void {
    for (const site of this.#sites(CALLS, ["include_router", "mount"])) this.#mount(site);
    for (const site of this.#sites(CALLS, ["Mount", ...LISTING])) this.#list(site);
    for (const site of this.#sites(DECORATIONS, DECORATORS)) this.#decorated(site);
    for (const site of this.#sites(CALLS, ADDITIONS)) this.#addition(site);
    for (const site of this.#sites(CALLS, ["Route", "WebSocketRoute"])) this.#listed(site);
    for (const site of this.#sites(CALLS, ["Depends", "Security"])) this.#dependency(site);
  }

  #sites(kinds: ReadonlySet<number>, names: readonly string[]): Iterable<Site> {
    return this.#links.referencesTo(kinds, PYTHON, names);
  }

  /** `app.include_router(router, prefix="/x")`, `app.mount("/x", app)`. */
  #mount(site: Site): void {
    const call = this.#memberCall(site);
    if (call === undefined) return;
    const { file, positional, named } = call;
    const isMount = this.#links.nameOf(site) === "mount";
    const given = isMount ? named.get("path") ?? positional[0] : named.get("prefix");
    const child = isMount
      ? named.get("app") ?? positional[1]
      : named.get("router") ?? positional[0];
    const path = given === undefined ? "" : this.#links.texts.text(file, given);
    for (const key of this.#routers.keysOf(file, child ?? -1)) {
      for (const parent of this.#routers.keysOf(file, call.receiver)) {
        this.#routers.mount(key, parent, path);
      }
    }
  }

  /** `@router.get("/x")`, `@app.api_route("/x", methods=["GET"])`. */
  #decorated(site: Site): void {
    const { file, row } = site;
    const symbol = file.reference(row, Ref.SYMBOL);
    const call = this.#memberCall(site);
    if (call === undefined || symbol < 0) return;
    const verb = this.#links.nameOf(site);
    const methods = HTTP_METHODS.includes(verb) || verb === "trace"
      ? [verb]
      : verb.startsWith("websocket")
      ? ["WEBSOCKET"]
      : this.#methods(call);
    this.#add(site, call, methods, [{
      symbol: file.firstSymbol + symbol,
      confidence: Certainty.exact,
      candidates: 1,
    }]);
  }

  /** `router.add_api_route("/x", handler, methods=["GET"])`. */
  #addition(site: Site): void {
    const call = this.#memberCall(site);
    if (call === undefined) return;
    const { named, positional } = call;
    const served = named.get("endpoint") ?? named.get("route") ?? positional[1] ?? -1;
    const methods = this.#links.nameOf(site).includes("websocket")
      ? ["WEBSOCKET"]
      : this.#methods(call);
    this.#add(site, call, methods, this.#routes.handlersOf(call.file, served));
  }

  #add(
    site: Site,
    call: GivenCall,
    methods: readonly string[],
    handlers: readonly Handler[],
  ): void {
    const { file, named, positional } = call;
    const path = this.#links.texts.text(file, named.get("path") ?? positional[0] ?? -1);
    if (path === undefined) return;
    for (const key of this.#routers.keysOf(file, call.receiver)) {
      for (const prefix of this.#routers.prefixesOf(key)) {
        this.#routes.add({
          methods,
          path: joinedPath(prefix.path, path),
          place: this.#links.placeOf(site),
          handlers,
          middleware: this.#dependencies(file, named.get("dependencies") ?? -1),
          confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
        });
      }
    }
  }

  // ── lists of routes ─────────────────────────────────────────────────────────────────────────

  /** `Mount("/x", routes=[Route(…)])`, `Mount("/x", app=app)`, `Starlette(routes=routes)`. */
  #list(site: Site): void {
    const call = this.#listCall(site);
    if (call === undefined) return;
    const { file, named, positional } = call;
    for (const [owner, expression] of this.#links.texts.elements(file, named.get("routes") ?? -1)) {
      this.#listedIn.set(originKey({ tag: "expression", file: owner, expression }), call);
    }
    if (this.#links.nameOf(site) !== "Mount") return;
    for (const key of this.#routers.keysOf(file, named.get("app") ?? positional[1] ?? -1)) {
      this.#routers.mount(key, keyOf(call), this.#pathOf(call));
    }
  }

  /** `Route("/x", handler, methods=["GET"])`. */
  #listed(site: Site): void {
    const call = this.#listCall(site);
    if (call === undefined) return;
    const { file, named, positional } = call;
    const served = named.get("endpoint") ?? positional[1] ?? -1;
    const methods = this.#links.nameOf(site) === "Route" ? this.#methods(call) : ["WEBSOCKET"];
    const handlers = this.#routes.handlersOf(file, served);
    // A class serves by a method for each method.
    const endpoints = handlers.flatMap(({ symbol }) =>
      this.#routes.methodsOf(symbol, HTTP_METHODS).map(([name, one]) => [[name], [one]] as const)
    );
    const all = endpoints.length > 0 ? endpoints : [[methods, handlers] as const];
    for (const { path, isRooted } of this.#listPrefixes(call)) {
      for (const [served, by] of all) {
        this.#routes.add({
          methods: served,
          path: joinedPath(path, this.#pathOf(call) ?? UNKNOWN_TEXT),
          place: this.#links.placeOf(site),
          handlers: by,
          confidence: isRooted ? Certainty.exact : Certainty.inferred,
        });
      }
    }
  }

  /** Paths of the lists around a `Route(…)`. */
  #listPrefixes(call: GivenCall): readonly Prefix[] {
    let path = "";
    let around = this.#listedIn.get(keyOf(call));
    for (let depth = 0; around !== undefined && depth < DEEPEST; depth++) {
      if (lastNameAt(around.file, around.callee) !== "Mount") {
        return this.#routers.keysOf(around.file, around.expression)
          .flatMap((key) => this.#routers.prefixesOf(key))
          .map((prefix) => ({ ...prefix, path: joinedPath(prefix.path, path) }));
      }
      path = joinedPath(this.#pathOf(around) ?? UNKNOWN_TEXT, path);
      around = this.#listedIn.get(keyOf(around));
    }
    return [{ path, isRooted: false }];
  }

  #pathOf({ file, named, positional }: GivenCall): string | undefined {
    return this.#links.texts.text(file, named.get("path") ?? positional[0] ?? -1);
  }

  #listCall(site: Site): GivenCall | undefined {
    const call = this.#links.callOf(site);
    if (call === undefined) return undefined;
    const names = this.#links.namesOf(call.file, call.callee);
    return names.some((name) => LISTED.test(name)) ? call : undefined;
  }

  // ── dependencies ────────────────────────────────────────────────────────────────────────────

  /** `Depends(get_session)`: the function around has it called. */
  #dependency(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isDepends(call)) return;
    const place = this.#links.placeOf(site);
    const from = this.#links.functionAround(place);
    for (const { symbol, confidence, candidates } of this.#given(call)) {
      this.#links.addEdge(place, from, symbol, {
        kind: EdgeCode.calls,
        evidence: EvidenceCode.framework,
        mechanism: "FastAPI Depends",
        confidence: Math.max(confidence, Certainty.inferred),
        candidates,
      });
    }
  }

  #dependencies(file: ProjectFile, list: number): readonly Handler[] {
    return this.#links.texts.elements(file, list).flatMap(([owner, element]) => {
      const call = callAt(owner, element);
      return call !== undefined && this.#isDepends(call) ? this.#given(call) : [];
    });
  }

  #given({ file, named, positional }: GivenCall): readonly Handler[] {
    return this.#routes.handlersOf(file, named.get("dependency") ?? positional[0] ?? -1);
  }

  #isDepends({ file, callee }: GivenCall): boolean {
    return /^(?:Depends|Security)$/.test(lastNameAt(file, callee)) &&
      this.#links.namesOf(file, callee).some((name) => DEPENDS.test(name));
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #methods({ file, named }: GivenCall): readonly string[] {
    const given = named.get("methods");
    if (given === undefined) return ["GET"];
    const methods = this.#links.texts.texts(file, given);
    return methods.length > 0 ? methods : [ANY_METHOD];
  }

  /** The call at a site, if it is one of a member of an application or a router. */
  #memberCall(site: Site): GivenCall | undefined {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return undefined;
    const names = this.#links.namesOf(call.file, call.callee);
    return names.some((name) => MEMBER.test(name)) ? call : undefined;
  }
}

function keyOf({ file, expression }: GivenCall): string {
  return originKey({ tag: "expression", file, expression });
}

/** FastAPI. */
export const fastApi: Linker = { link: (links) => new FastApi(links).link() };
