/** Rust: Axum's routers, actix-web's scopes, resources and attributes, Rocket's attributes and mounts. */
import { Ref, RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { Mounts } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";
import { Routers } from "./routers.ts";

const RUST = ["rust"];
const CALLS = new Set([RefKind.call]);
const ATTRIBUTES = new Set([RefKind.decorate]);
const VERBS = new Set([...HTTP_METHODS, "trace", "any"]);
const ATTRIBUTE = /^(?:actix_web|rocket|actix_web_codegen|paperclip)\b/;
/** What a call on a router of Axum is, to whatever crate re-exports it. */
const AXUM = /(?:^|[:.])(?:axum|aide|utoipa_axum|Router|OpenApiRouter|ApiRouter)\b/;
const ACTIX = /(?:^|[:.])(?:actix_web|web|App|ServiceConfig|Scope)\b/;
const MAKERS = new Set(["new", "default"]);
/** Calls on something of which a path is added to what it is given. */
const SCOPES = new Set(["scope", "resource"]);

/** A method with what serves it, as `get(show).post(create)` gives them. */
interface Served {
  readonly method: string;
  readonly handlers: readonly Handler[];
}

class Axum {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #routers: Routers;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Axum");
    this.#routers = new Routers(links, {
      languages: RUST,
      // Each call on a router gives the router back; those on its type make one.
      groupPath: (name, { receiver }) => receiver < 0 || MAKERS.has(name) ? null : "",
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, RUST, ["nest", "merge"])) this.#mount(site);
    for (const site of this.#links.referencesTo(CALLS, RUST, ["route"])) this.#route(site);
  }

  #mount(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isRouter(call)) return;
    const { file, positional, receiver } = call;
    const isMerge = this.#links.nameOf(site) === "merge";
    const path = isMerge ? "" : this.#links.texts.text(file, positional[0] ?? -1);
    this.#routers.mount(call, positional[isMerge ? 0 : 1] ?? -1, receiver, path);
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isRouter(call)) return;
    const { file, positional: [first = -1, second = -1], receiver } = call;
    const path = this.#links.texts.text(file, first);
    if (path === undefined) return;
    for (const prefix of this.#routers.prefixesOf(file, receiver)) {
      for (const { method, handlers } of servedBy(this.#routes, file, second)) {
        this.#routes.add({
          methods: [method],
          path: joinedPath(prefix.path, path),
          place: this.#links.placeOf(site),
          handlers,
          confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
        });
      }
    }
  }

  #isRouter({ file, callee, receiver, positional }: GivenCall): boolean {
    if (receiver < 0 || positional.length === 0) return false;
    const { targets } = this.#links.resolveExpression(file, callee);
    if (targets.length > 0 || !this.#links.importsPackage(file, /^axum/)) return false;
    const names = [
      ...this.#links.namesOf(file, callee),
      ...this.#links.typeNamesOf(file, receiver),
    ];
    return names.length === 0 || names.some((name) => AXUM.test(name));
  }
}

/** Methods that a chain of `get(show).post(create)` serves. */
function servedBy(routes: Routes, file: ProjectFile, expression: number): readonly Served[] {
  const served: Served[] = [];
  for (let at = callAt(file, expression); at !== undefined; at = callAt(file, at.receiver)) {
    const name = lastNameAt(file, at.callee).replace(/_service$/, "");
    if (!VERBS.has(name)) continue;
    const handlers = routes.handlersOf(file, at.positional[0] ?? -1);
    served.unshift({ method: name === "any" ? ANY_METHOD : name, handlers });
  }
  return served;
}

/** Handlers with attributes, and what says under which path they are. */
class Attributes {
  readonly #links: Links;
  readonly #mounts = new Mounts();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, RUST, ["mount", "service"])) {
      this.#mount(site);
    }
    const routes = new Map<string, Routes>();
    const names = [...VERBS, "route"];
    for (const site of this.#links.referencesTo(ATTRIBUTES, RUST, names)) {
      const framework = this.#frameworkOf(site);
      if (framework === undefined) continue;
      const known = routes.get(framework) ?? new Routes(this.#links, framework);
      routes.set(framework, known);
      this.#attribute(site, known);
    }
    this.#direct(routes.get("actix-web") ?? new Routes(this.#links, "actix-web"));
  }

  /** `.mount("/x", routes![a, b])`, `web::scope("/x").service(a)`. */
  #mount(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const { file, positional } = call;
    const isMount = this.#links.nameOf(site) === "mount";
    const path = isMount ? this.#links.texts.text(file, positional[0] ?? -1) : this.#scopeOf(call);
    const listed = isMount ? this.#links.texts.elements(file, positional[1] ?? -1) : [];
    const given = isMount ? listed : [[file, positional[0] ?? -1] as const];
    for (const [owner, one] of given) {
      for (const { symbol } of this.#links.resolveExpression(owner, one).targets) {
        this.#mounts.add(`${symbol}`, "", path);
      }
    }
  }

  /** Path of the scopes that a chain of calls begins with, and is written in. */
  #scopeOf(call: GivenCall): string {
    let path = "";
    for (let at = callAt(call.file, call.receiver); at !== undefined;) {
      if (SCOPES.has(lastNameAt(at.file, at.callee))) {
        path = this.#links.texts.text(at.file, at.positional[0] ?? -1) ?? "…";
      }
      at = callAt(at.file, at.receiver);
    }
    const around = callAt(call.file, call.around);
    return around === undefined ? path : joinedPath(this.#scopeOf(around), path);
  }

  #attribute(site: Site, routes: Routes): void {
    const call = this.#links.callOf(site);
    const own = site.file.reference(site.row, Ref.SYMBOL);
    const path = call && this.#links.texts.text(call.file, call.positional[0] ?? -1);
    if (call === undefined || own < 0 || path === undefined) return;
    const symbol = site.file.firstSymbol + own;
    const verb = this.#links.nameOf(site);
    const listed = this.#links.texts.text(call.file, call.named.get("method") ?? -1);
    for (const prefix of this.#mounts.prefixesOf(`${symbol}`)) {
      routes.add({
        methods: [verb === "route" ? listed ?? ANY_METHOD : verb],
        path: joinedPath(prefix.path, path.replace(/\?.*$/, "")),
        place: this.#links.placeOf(site),
        handlers: [{ symbol, confidence: Certainty.exact, candidates: 1 }],
        confidence: Certainty.exact,
      });
    }
  }

  /** `App::new().route("/x", web::get().to(h))`, `web::resource("/x").route(web::get().to(h))`. */
  #direct(routes: Routes): void {
    for (const site of this.#links.referencesTo(CALLS, RUST, ["to", ...VERBS])) {
      this.#resource(site, routes);
    }
    for (const site of this.#links.referencesTo(CALLS, RUST, ["route"])) {
      const call = this.#links.callOf(site);
      if (call === undefined || !this.#isActix(call)) continue;
      const { file, positional } = call;
      const isResource = positional.length === 1;
      const path = isResource ? "" : this.#links.texts.text(file, positional[0] ?? -1);
      const to = callAt(file, positional.at(-1) ?? -1);
      if (path === undefined || to === undefined) continue;
      if (lastNameAt(file, to.callee) !== "to") continue;
      const method = lastNameAt(file, callAt(file, to.receiver)?.callee ?? -1);
      routes.add({
        methods: [VERBS.has(method) ? method : ANY_METHOD],
        path: joinedPath(this.#scopeOf(call), path),
        place: this.#links.placeOf(site),
        handlers: routes.handlersOf(file, to.positional[0] ?? -1),
        confidence: Certainty.inferred,
      });
    }
  }

  /** `web::resource("/x").to(h)`, `web::resource("/x").get(h)`. */
  #resource(site: Site, routes: Routes): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isActix(call)) return;
    const { file, positional: [handler = -1] } = call;
    let resource = callAt(file, call.receiver);
    while (resource !== undefined && lastNameAt(file, resource.callee) !== "resource") {
      resource = callAt(file, resource.receiver);
    }
    if (resource === undefined) return;
    const method = this.#links.nameOf(site);
    routes.add({
      methods: [VERBS.has(method) ? method : ANY_METHOD],
      path: this.#scopeOf(call),
      place: this.#links.placeOf(site),
      handlers: routes.handlersOf(file, handler),
      confidence: Certainty.inferred,
    });
  }

  #isActix({ file, callee, receiver }: GivenCall): boolean {
    if (receiver < 0 || !this.#links.importsPackage(file, /^actix_web$/)) return false;
    const names = this.#links.namesOf(file, callee);
    return names.length === 0 || names.some((name) => ACTIX.test(name));
  }

  #frameworkOf({ file, row }: Site): string | undefined {
    const expression = file.reference(row, Ref.EXPR);
    // A function beside it that has the name of the attribute is none: `#[delete("/")] fn delete()`.
    const { targets } = this.#links.resolveExpression(file, expression);
    const isBeside = targets.some(({ symbol }) =>
      this.#links.project.fileOfSymbol(symbol) === file
    );
    if (isBeside && this.#links.importsPackage(file, /^actix_web$/)) return "actix-web";
    const names = isBeside ? [] : this.#links.namesOf(file, expression);
    const known = names.find((name) => ATTRIBUTE.test(name));
    if (known !== undefined) return known.startsWith("rocket") ? "Rocket" : "actix-web";
    // `#[macro_use] extern crate rocket;` names no attribute.
    const isUnknown = !names.join("").includes(":") && !names.join("").includes(".");
    return isUnknown && this.#links.project.holds("rocket") ? "Rocket" : undefined;
  }
}

/** Routers of Rust. */
export const rustRouters: Linker = {
  link: (links) => {
    new Axum(links).link();
    new Attributes(links).link();
  },
};
