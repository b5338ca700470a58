/** Vapor (Swift): `app.get("users", ":id", use: show)`, groups, and collections that are registered. */
import { Binding, Expr, Op, RefKind, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { joinedPath } from "./route_path.ts";
import { type Handler, HTTP_METHODS, Routes } from "./routes.ts";
import { Routers } from "./routers.ts";

const SWIFT = ["swift"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const VERBS = [...HTTP_METHODS, "on", "webSocket"];
const GROUPS = new Set(["group", "grouped"]);
/** A type of the framework that takes routes, by qualified name. */
const ROUTER = /^Vapor\.(?:Application|Routes?|Routes?Builder|Router|RoutesGroup)\b/;
const DEEPEST = 24;

class Vapor {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #routers: Routers;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Vapor");
    this.#routers = new Routers(links, {
      languages: SWIFT,
      groupPath: (name, call) =>
        GROUPS.has(name) ? this.#pathOf(call, call.positional, true) : null,
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, SWIFT, ["register"])) this.#register(site);
    for (const site of this.#links.referencesTo(CALLS, SWIFT, VERBS)) this.#route(site);
  }

  /** `app.register(collection: UsersController())`: its `boot` is given the router. */
  #register(site: Site): void {
    const call = this.#links.callOf(site);
    const collection = call?.named.get("collection:") ?? -1;
    if (call === undefined || collection < 0) return;
    for (const owner of this.#links.instancesOf(call.file, collection)) {
      for (const [, boot] of this.#routes.methodsOf(owner, ["boot"])) {
        this.#routers.mountParameter(boot.symbol, 0, call);
      }
    }
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0 || !this.#isRouter(call.file, call.receiver)) {
      return;
    }
    const verb = this.#links.nameOf(site);
    const [first = -1, ...rest] = call.positional;
    const method = verb === "on"
      ? lastNameAt(call.file, first)
      : verb === "webSocket"
      ? "GET"
      : verb;
    if (method === "") return;
    const path = this.#pathOf(call, verb === "on" ? rest : call.positional, false);
    for (const prefix of this.#routers.prefixesOf(call.file, call.receiver)) {
      this.#routes.add({
        methods: [method],
        path: joinedPath(prefix.path, path),
        place: this.#links.placeOf(site),
        handlers: this.#handlersOf(site, call),
        confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
      });
    }
  }

  /** Whether something is declared to be a router, in a file whose imports do not tell which module's. */
  #isDeclaredRouter(file: ProjectFile, binding: number): boolean {
    const type = file.binding(binding, Binding.TYPE);
    return ROUTER.test(`Vapor.${lastNameAt(file, type)}`) &&
      this.#links.importsPackage(file, /^Vapor$/) &&
      this.#links.resolveExpression(file, type).targets.length === 0;
  }

  /** What `use:` names; what is written in place is run by the function around. */
  #handlersOf(site: Site, { file, named, positional }: GivenCall): readonly Handler[] {
    const used = named.get("use:");
    if (used !== undefined) return this.#routes.handlersOf(file, used);
    const isClosure = isFunctionAt(file, positional.at(-1) ?? -1);
    const around = this.#links.functionAround(this.#links.placeOf(site));
    return isClosure && around > file.firstSymbol
      ? [{ symbol: around, confidence: Certainty.exact, candidates: 1 }]
      : [];
  }

  /**
   * Components of a path among what is given, closures left out.
   * @param isGroup whether what is no component may be middleware
   */
  #pathOf({ file }: GivenCall, given: readonly number[], isGroup: boolean): string {
    return given.flatMap((one) =>
      isFunctionAt(file, one) ? [] : this.#component(file, one) ?? (isGroup ? [] : UNKNOWN_TEXT)
    ).join("/");
  }

  #component(file: ProjectFile, expression: number): string | undefined {
    const text = this.#links.texts.text(file, expression);
    if (text !== undefined) return text.replace(/\*\*$/, "*rest").replace(/^\*$/, ":any");
    const call = callAt(file, expression);
    const name = lastNameAt(file, call === undefined ? expression : call.callee);
    const inner = call === undefined
      ? undefined
      : this.#links.texts.text(file, call.positional[0] ?? -1);
    switch (name) {
      case "constant":
        return inner ?? UNKNOWN_TEXT;
      case "parameter":
        return `:${inner ?? "parameter"}`;
      case "catchall":
        return "*rest";
      case "anything":
      case "any":
        return ":any";
      case "pathComponents":
        return UNKNOWN_TEXT;
      default:
        return undefined;
    }
  }

  /** Whether something is of a type that takes routes, or is what a group of one gives to a closure. */
  #isRouter(file: ProjectFile, expression: number, depth = 0): boolean {
    if (this.#links.typeNamesOf(file, expression).some((name) => ROUTER.test(name))) return true;
    return depth < DEEPEST && this.#links.origins.of(file, expression).some((origin) => {
      if (origin.tag === "expression") {
        const call = callAt(origin.file, origin.expression);
        return call !== undefined && GROUPS.has(lastNameAt(call.file, call.callee)) &&
          this.#isRouter(call.file, call.receiver, depth + 1);
      }
      if (origin.tag !== "binding") return false;
      if (this.#isDeclaredRouter(origin.file, origin.binding)) return true;
      const value = origin.file.binding(origin.binding, Binding.VALUE);
      if (value < 0 || origin.file.expression(value, Expr.OP) !== Op.callback) return false;
      const call = callAt(origin.file, origin.file.expression(value, Expr.B));
      return call !== undefined && GROUPS.has(lastNameAt(call.file, call.callee)) &&
        this.#isRouter(call.file, call.receiver, depth + 1);
    });
  }
}

/** Whether an expression is a function without a name. */
function isFunctionAt(file: ProjectFile, expression: number): boolean {
  if (expression < 0 || file.expression(expression, Expr.OP) !== Op.instance) return false;
  return file.expression(file.expression(expression, Expr.A), Expr.OP) === Op.functionType;
}

/** Vapor. */
export const vapor: Linker = { link: (links) => new Vapor(links).link() };
