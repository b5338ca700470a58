/**
 * Flask and Quart: `@app.route`, `@bp.get`, `add_url_rule`, class-based views, and blueprints with
 * the prefixes that they are registered under.
 */
import { Ref, RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { MountedRouters } from "./mounted_routers.ts";
import { joinedPath } from "./route_path.ts";
import { type Handler, HTTP_METHODS, Routes } from "./routes.ts";

const PYTHON = ["python"];
const PACKAGE = "(?:^|\\.)(?:flask|quart)\\.(?:\\w+\\.)*";
/** A member of an application or a blueprint: `flask.Flask().route`, `src.flask.app.Flask.route`. */
const MEMBER = new RegExp(`${PACKAGE}(?:Flask|Quart|Blueprint|Scaffold|App)(?:\\(\\))?\\.\\w+$`);
const BLUEPRINT = new RegExp(`${PACKAGE}Blueprint(?:\\(\\))?$`);

const DECORATORS = ["route", "websocket", ...HTTP_METHODS];
const CALLS = new Set([RefKind.call]);
const DECORATIONS = new Set([RefKind.decorate]);

class Flask {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #routers: MountedRouters;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Flask");
    this.#routers = new MountedRouters(links, {
      isApplication: (names) => names.length > 0 && !names.some((name) => BLUEPRINT.test(name)),
      ownPath: ({ file, named, positional }) =>
        links.texts.text(file, named.get("url_prefix") ?? positional[5] ?? -1),
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, PYTHON, ["register_blueprint"])) {
      this.#registration(site);
    }
    for (const site of this.#links.referencesTo(DECORATIONS, PYTHON, DECORATORS)) {
      this.#decorated(site);
    }
    for (const site of this.#links.referencesTo(CALLS, PYTHON, ["add_url_rule"])) this.#rule(site);
  }

  /** `parent.register_blueprint(child, url_prefix="/x")`. */
  #registration(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || this.#certainty(call) === undefined) return;
    const { file, positional, named } = call;
    const prefix = named.get("url_prefix");
    const path = prefix === undefined ? "" : this.#links.texts.text(file, prefix);
    const blueprint = named.get("blueprint") ?? positional[0] ?? -1;
    for (const child of this.#routers.keysOf(file, blueprint)) {
      for (const parent of this.#routers.keysOf(file, call.receiver)) {
        this.#routers.mount(child, parent, path, prefix !== undefined);
      }
    }
  }

  /** `@app.route("/x", methods=["POST"])`, `@app.get("/x")`. */
  #decorated(site: Site): void {
    const { file, row } = site;
    const call = this.#links.callOf(site);
    const symbol = file.reference(row, Ref.SYMBOL);
    const certainty = call === undefined ? undefined : this.#certainty(call);
    if (call === undefined || certainty === undefined || symbol < 0) return;
    const verb = this.#links.nameOf(site);
    const methods = verb === "route" ? this.#methods(call) ?? ["GET"] : [verb];
    const handler = { symbol: file.firstSymbol + symbol, confidence: certainty, candidates: 1 };
    this.#add(site, call, methods, [handler], certainty);
  }

  /** `app.add_url_rule("/x", "name", view)`. */
  #rule(site: Site): void {
    const call = this.#links.callOf(site);
    const certainty = call === undefined ? undefined : this.#certainty(call);
    if (call === undefined || certainty === undefined) return;
    const view = call.named.get("view_func") ?? call.positional[2] ?? -1;
    const viewClass = this.#viewClass(call.file, view);
    if (viewClass !== undefined) return this.#classRule(site, call, viewClass, certainty);
    const handlers = this.#routes.handlersOf(call.file, view);
    this.#add(site, call, this.#methods(call) ?? ["GET"], handlers, certainty);
  }

  #classRule(site: Site, call: GivenCall, viewClass: number, certainty: number): void {
    const listed = this.#methods(call)?.map((method) => method.toLowerCase());
    const served = this.#routes.methodsOf(viewClass, HTTP_METHODS);
    for (const [method, handler] of served) {
      if (listed?.includes(method) === false) continue;
      this.#add(site, call, [method], [handler], certainty);
    }
    if (served.length > 0) return;
    const handlers = this.#routes.methodsOf(viewClass, ["dispatch_request"]).map(([, one]) => one);
    const declared = this.#links.memberTexts(viewClass, "methods");
    const methods = listed ?? (declared.length > 0 ? declared : ["GET"]);
    this.#add(site, call, methods, handlers, certainty);
  }

  /** The class of `View.as_view("name")`, decorated or not. */
  #viewClass(file: ProjectFile, view: number): number | undefined {
    for (const origin of this.#links.origins.of(file, view)) {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      if (call === undefined) continue;
      if (lastNameAt(call.file, call.callee) === "as_view") {
        return this.#links.resolveExpression(call.file, call.receiver).targets[0]?.symbol;
      }
      const inner = this.#viewClass(call.file, call.positional[0] ?? -1);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }

  #methods({ file, named }: GivenCall): readonly string[] | undefined {
    const methods = this.#links.texts.texts(file, named.get("methods") ?? -1);
    return methods.length > 0 ? methods : undefined;
  }

  #add(
    site: Site,
    call: GivenCall,
    methods: readonly string[],
    handlers: readonly Handler[],
    certainty: number,
  ): void {
    const { file, named, positional } = call;
    const rule = this.#links.texts.text(file, named.get("rule") ?? positional[0] ?? -1);
    if (rule === undefined) return;
    for (const key of this.#routers.keysOf(file, call.receiver)) {
      for (const { path, isRooted } of this.#routers.prefixesOf(key)) {
        this.#routes.add({
          methods,
          path: joinedPath(path, rule),
          place: this.#links.placeOf(site),
          handlers,
          confidence: isRooted ? certainty : Math.max(certainty, Certainty.inferred),
        });
      }
    }
  }

  /** How surely a call is one of a member of an application or a blueprint; undefined when it is none. */
  #certainty({ file, callee, receiver }: GivenCall): number | undefined {
    if (receiver < 0) return undefined;
    const names = this.#links.namesOf(file, callee);
    if (names.some((name) => MEMBER.test(name))) return Certainty.exact;
    const isUnknown = names.length === 0 && this.#links.typeNamesOf(file, receiver).length === 0;
    return isUnknown && this.#links.importsPackage(file, /^(?:flask|quart)$/)
      ? Certainty.heuristic
      : undefined;
  }
}

/** Flask. */
export const flask: Linker = { link: (links) => new Flask(links).link() };
