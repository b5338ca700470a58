/** Laravel's `Route::…` in files of routes, and Symfony's `#[Route]` attributes. */
import { Expr, Op, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, elementsAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { AnnotatedRoutes, type AnnotationRules } from "./annotated_routes.ts";
import { type ResourceAction, resourceRoutes, singular } from "./resources.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";

const PHP = ["php"];
const CALLS = new Set([RefKind.call]);
/** The facade, as it is imported and as files of routes know it without. */
const FACADE = /(?:^|[\\.])(?:Support[\\.]Facades[\\.])?Route(?:\(\))?(?:$|[\\.:])/;
const VERBS = new Map<string, readonly string[]>([
  ...HTTP_METHODS.map((method) => [method, [method]] as const),
  ["any", [ANY_METHOD]],
  ["match", []],
  ["view", ["GET"]],
  ["redirect", [ANY_METHOD]],
]);
/** Routes of files of this name begin so, unless the application says otherwise. */
const API_FILE = /(?:^|\/)routes\/api\.php$/;

const RESOURCE_ACTIONS: readonly ResourceAction[] = [
  { name: "index", methods: ["GET"], on: "collection", suffix: "" },
  { name: "create", methods: ["GET"], on: "collection", suffix: "/create" },
  { name: "store", methods: ["POST"], on: "collection", suffix: "" },
  { name: "show", methods: ["GET"], on: "member", suffix: "" },
  { name: "edit", methods: ["GET"], on: "member", suffix: "/edit" },
  { name: "update", methods: ["PUT", "PATCH"], on: "member", suffix: "" },
  { name: "destroy", methods: ["DELETE"], on: "member", suffix: "" },
];
const FORMS = new Set(["create", "edit"]);

class Laravel {
  readonly #links: Links;
  readonly #routes: Routes;
  /** Calls that are chained to others behind them, by file and row of these. */
  readonly #chained = new Map<string, GivenCall[]>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Laravel");
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, PHP, ["only", "except"])) this.#chain(site);
    for (const site of this.#links.referencesTo(CALLS, PHP, VERBS.keys())) this.#verb(site);
    const resources = ["resource", "apiResource", "resources", "apiResources"];
    for (const site of this.#links.referencesTo(CALLS, PHP, resources)) this.#resource(site);
  }

  #chain(site: Site): void {
    const call = this.#links.callOf(site);
    for (let at = call && callAt(call.file, call.receiver); at !== undefined;) {
      const chained = this.#chained.get(keyOf(at));
      if (chained === undefined) this.#chained.set(keyOf(at), [call!]);
      else chained.push(call!);
      at = callAt(at.file, at.receiver);
    }
  }

  #verb(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isRoute(call)) return;
    const { file, positional } = call;
    const verb = this.#links.nameOf(site);
    const isMatch = verb === "match";
    const path = this.#links.texts.text(file, positional[isMatch ? 1 : 0] ?? -1);
    if (path === undefined) return;
    const methods = isMatch
      ? this.#links.texts.texts(file, positional[0] ?? -1)
      : VERBS.get(verb) ?? [];
    const isServed = verb !== "view" && verb !== "redirect";
    this.#routes.add({
      methods: methods.length > 0 ? methods : [ANY_METHOD],
      path: joinedPath(this.#prefixOf(call), path),
      place: this.#links.placeOf(site),
      handlers: isServed ? this.#handlersOf(call, positional[isMatch ? 2 : 1] ?? -1) : [],
      confidence: Certainty.exact,
    });
  }

  /** `Route::resource("photos.comments", C::class)->only(["index"])`. */
  #resource(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isRoute(call)) return;
    const { file, positional } = call;
    const isApi = this.#links.nameOf(site).startsWith("api");
    const listed = elementsAt(file, positional[0] ?? -1).flatMap((row) => keyed(file, row));
    if (listed.length > 0) {
      for (const [name, value] of listed) this.#resourceOf(site, call, name, value, isApi);
      return;
    }
    const name = this.#links.texts.text(file, positional[0] ?? -1);
    if (name !== undefined) this.#resourceOf(site, call, name, positional[1] ?? -1, isApi);
  }

  #resourceOf(site: Site, call: GivenCall, name: string, value: number, isApi: boolean): void {
    const options = elementsAt(call.file, call.positional[2] ?? -1);
    const said = (word: string): readonly string[] => [
      ...(this.#chained.get(keyOf(call)) ?? [])
        .filter((one) => lastNameAt(one.file, one.callee) === word)
        .flatMap(({ file, positional }) => positional.flatMap((one) => this.#texts(file, one))),
      ...options.flatMap((row) => keyed(call.file, row))
        .filter(([key]) => key === word)
        .flatMap(([, one]) => this.#texts(call.file, one)),
    ];
    const [only, except] = [said("only"), said("except")];
    const actions = RESOURCE_ACTIONS.filter((action) =>
      !(isApi && FORMS.has(action.name)) && !except.includes(action.name) &&
      (only.length === 0 || only.includes(action.name))
    );
    const controller = this.#classesOf(call.file, value);
    const prefix = this.#prefixOf(call);
    const own = nestedPath(name);
    const parameter = singular(name.split(/[./]/).at(-1)!).replaceAll("-", "_");
    for (const { methods, path, action } of resourceRoutes(actions, own, `{${parameter}}`)) {
      this.#routes.add({
        methods,
        path: joinedPath(prefix, path),
        place: this.#links.placeOf(site),
        handlers: controller.flatMap((one) => this.#methods(one, action)),
        confidence: Certainty.exact,
      });
    }
  }

  #texts(file: ProjectFile, expression: number): readonly string[] {
    return this.#links.texts.texts(file, expression);
  }

  /** Prefixes of the call itself and of all groups around it. */
  #prefixOf(call: GivenCall): string {
    const above = callAt(call.file, call.around);
    const isGroup = above !== undefined && lastNameAt(above.file, above.callee) === "group";
    const start = API_FILE.test(call.file.path) ? "/api" : "";
    const outer = above === undefined ? start : this.#prefixOf(above);
    const given = isGroup ? this.#listed(above, "prefix") : undefined;
    return this.#withChain(joinedPath(outer, given ?? ""), call);
  }

  /** `Route::prefix("x")->prefix("y")->get(…)`. */
  #withChain(prefix: string, call: GivenCall): string {
    const chain: string[] = [];
    for (let at = callAt(call.file, call.receiver); at !== undefined;) {
      if (lastNameAt(at.file, at.callee) === "prefix") {
        chain.unshift(this.#links.texts.text(at.file, at.positional[0] ?? -1) ?? "…");
      }
      at = callAt(at.file, at.receiver);
    }
    return chain.reduce((path, one) => joinedPath(path, one), prefix);
  }

  /** A text in the array that `Route::group` is given first. */
  #listed({ file, positional }: GivenCall, key: string): string | undefined {
    const found = elementsAt(file, positional[0] ?? -1).flatMap((row) => keyed(file, row))
      .find(([name]) => name === key);
    return found && this.#links.texts.text(file, found[1]);
  }

  // ── handlers ────────────────────────────────────────────────────────────────────────────────

  /** `[C::class, "m"]`, `"C@m"`, `C::class`, a closure, or a method of the group's controller. */
  #handlersOf(call: GivenCall, given: number): readonly Handler[] {
    const { file } = call;
    const [first, second] = elementsAt(file, given);
    if (first !== undefined && second !== undefined) {
      const method = this.#links.texts.text(file, second) ?? "";
      return this.#classesOf(file, first).flatMap((one) => this.#methods(one, method));
    }
    const text = given < 0 ? undefined : this.#links.texts.text(file, given);
    if (text === undefined) {
      const classes = this.#classesOf(file, given);
      if (classes.length > 0) return classes.flatMap((one) => this.#methods(one, "__invoke"));
      return this.#routes.handlersOf(file, given);
    }
    const [name = "", method] = text.split("@");
    if (method === undefined) {
      return this.#controllersAround(call).flatMap((one) => this.#methods(one, name));
    }
    const short = name.split("\\").at(-1)!;
    const id = this.#links.project.nameId(short);
    const found = id < 0 ? [] : this.#links.project.symbolsNamed(id).filter((symbol) => {
      const owner = this.#links.project.fileOfSymbol(symbol);
      return owner.language === "php" && isType(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
    return found.flatMap((one) => this.#methods(one, method)).map((handler) => ({
      ...handler,
      confidence: Certainty.inferred,
      candidates: found.length,
    }));
  }

  #controllersAround(call: GivenCall): readonly number[] {
    for (let at: GivenCall | undefined = call; at !== undefined;) {
      for (let link = callAt(at.file, at.receiver); link !== undefined;) {
        if (lastNameAt(link.file, link.callee) === "controller") {
          return this.#classesOf(link.file, link.positional[0] ?? -1);
        }
        link = callAt(link.file, link.receiver);
      }
      at = callAt(at.file, at.around);
    }
    return [];
  }

  /** Classes that `C::class` names. */
  #classesOf(file: ProjectFile, expression: number): readonly number[] {
    if (expression < 0 || lastNameAt(file, expression) !== "class") return [];
    const { targets } = this.#links.resolveExpression(file, file.expression(expression, Expr.A));
    return targets.map(({ symbol }) => symbol);
  }

  #methods(owner: number, name: string): readonly Handler[] {
    return this.#routes.methodsOf(owner, [name]).map(([, handler]) => handler);
  }

  /** Whether a call is one of the facade, or of what its calls give. */
  #isRoute(call: GivenCall): boolean {
    let at = call;
    for (let next = callAt(at.file, at.receiver); next !== undefined;) {
      at = next;
      next = callAt(at.file, at.receiver);
    }
    if (at.receiver < 0) return false;
    const names = this.#links.namesOf(at.file, at.receiver);
    if (names.length > 0) return names.some((name) => FACADE.test(name));
    return lastNameAt(at.file, at.receiver) === "Route";
  }
}

/** An element of an array with its key; nothing for one without. */
function keyed(file: ProjectFile, row: number): (readonly [key: string, value: number])[] {
  if (row < 0 || file.expression(row, Expr.OP) !== Op.keyword) return [];
  return [[file.text(file.expression(row, Expr.A)), file.expression(row, Expr.B)]];
}

/** `photos.comments` is `photos/{photo}/comments`. */
function nestedPath(name: string): string {
  const parts = name.split(".");
  return parts.map((part, at) =>
    at === parts.length - 1 ? part : `${part}/{${singular(part).replaceAll("-", "_")}}`
  ).join("/");
}

function keyOf({ file, callee }: GivenCall): string {
  return `${file.id}:${callee}`;
}

const SYMFONY: AnnotationRules = {
  framework: "Symfony",
  languages: PHP,
  annotation: /^Symfony\W+(?:Component\W+Routing|Bundle\W+FrameworkBundle)\W/,
  verbs: new Map([["Route", []]]),
  paths: new Set(),
  pathArguments: ["path"],
  methodArguments: ["methods"],
  // `{page<\d+>?1}`: what a parameter must be like, and what it is when there is none.
  under: (prefix, path) =>
    joinedPath(prefix, path).replace(/\{!?(\w+)(?:<[^{}]*?>)?(?:\?[^{}]*)?\}/g, "{$1}"),
};

/** Laravel. */
export const laravel: Linker = { link: (links) => new Laravel(links).link() };

/** Symfony. */
export const symfony: Linker = { link: (links) => new AnnotatedRoutes(links, SYMFONY).link() };
