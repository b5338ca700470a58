/**
 * Routers of web pages, which show components at paths: `<Route path="/x" element={<Page />}>` and
 * `{ path: "/x", component: Page, children: […] }`, one inside the other.
 */
import { Expr, Op, Ref, RefKind, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { joinedPath } from "./route_path.ts";
import { Screens } from "./navigation.ts";
import { ANY_METHOD, type Handler, Routes } from "./routes.ts";
import { ShownComponents } from "./shown_components.ts";
import { ECMASCRIPT } from "./verb_router.ts";

/** What tells one such router from the others. */
export interface ScreenRouterSpec {
  /** For people. */
  readonly framework: string;
  /** Name of the package, as `import` has it. */
  readonly packages: RegExp;
  /** Functions and classes that are given routes, by qualified name. */
  readonly routers: RegExp;
  /** Their last names. */
  readonly routerNames: readonly string[];
  /** Qualified name of the element that is a route, if there are such. */
  readonly element?: RegExp;
  /** Properties that say what is shown. */
  readonly shows: readonly string[];
  /** Properties that are functions which load what is shown, with the exports that it then is. */
  readonly loads: Readonly<Record<string, readonly string[]>>;
  /** What goes to a screen. */
  readonly goes: NavigationRules;
}

/** What goes to a screen whose path it is given. */
export interface NavigationRules {
  /** Functions, elements and variables that hold such a function, by qualified name or that of their type. */
  readonly means: RegExp;
  /** Their last names. */
  readonly names: readonly string[];
  /** Property that gives an element the path, if there are such. */
  readonly path?: string;
}

const CALLS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct]);
const OBJECTS = "route object";
const DEEPEST = 24;
/** What is written inside of an element, in place of a property. */
const CHILDREN = "children";

/** Finds the routes of one such router. */
export class ScreenRoutes {
  readonly #links: Links;
  readonly #spec: ScreenRouterSpec;
  readonly #routes: Routes;
  readonly #shown: ShownComponents;
  readonly #screens: Screens;

  constructor(links: Links, spec: ScreenRouterSpec) {
    this.#links = links;
    this.#spec = spec;
    this.#routes = new Routes(links, spec.framework);
    this.#shown = new ShownComponents(links, this.#routes);
    this.#screens = new Screens(links, spec.framework);
  }

  link(): void {
    const files = new Set(
      this.#links.filesIn(ECMASCRIPT).filter((file) =>
        this.#links.importsPackage(file, this.#spec.packages)
      ),
    );
    if (files.size === 0) return;
    const given = this.#filesOfGiven();
    for (const site of this.#links.offers(OBJECTS, ECMASCRIPT)) {
      const call = callAt(site.file, site.file.reference(site.row, Ref.EXPR));
      const isMeant = files.has(site.file) || given.has(site.file);
      if (call !== undefined && isMeant) this.#add(site, call);
    }
    if (this.#spec.element !== undefined) {
      for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["Route"])) {
        const call = this.#links.callOf(site);
        if (call !== undefined && this.#isElement(call)) this.#add(site, call);
      }
    }
    if (this.#screens.isEmpty) return;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, this.#spec.goes.names)) {
      this.#goTo(site);
    }
  }

  /** `navigate("/x")`, `<Link to="/x">`, `router.push("/x")`, `router.push({ name: "x" })`. */
  #goTo(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const { means, path: property = "" } = this.#spec.goes;
    const { file, callee, positional: [first = -1], named } = call;
    const names = [
      ...this.#links.namesOf(file, callee),
      ...this.#links.typeNamesOf(file, callee),
      writtenReceiver(call),
    ];
    if (!names.some((name) => means.test(name))) return;
    const given = named.get(property) ?? first;
    const name = this.#links.texts.text(file, propertyAt(file, given, "name"));
    if (name !== undefined) return this.#screens.goToNamed(site, name);
    const inside = propertyAt(file, given, "path");
    const path = this.#links.texts.text(file, inside >= 0 ? inside : given);
    if (path?.startsWith("/") === true) this.#screens.goTo(site, path);
  }

  /** Files in which lists are written that routers are given. */
  #filesOfGiven(): ReadonlySet<ProjectFile> {
    const files = new Set<ProjectFile>();
    const { routers, routerNames } = this.#spec;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, routerNames)) {
      const call = this.#links.callOf(site);
      if (call === undefined) continue;
      const { file, callee, positional: [first = -1] } = call;
      if (!this.#links.namesOf(file, callee).some((name) => routers.test(name))) continue;
      const inside = propertyAt(file, first, "routes");
      for (const origin of this.#links.origins.of(file, inside >= 0 ? inside : first)) {
        if (origin.tag === "expression") files.add(origin.file);
      }
    }
    return files;
  }

  #isElement({ file, callee }: GivenCall): boolean {
    return this.#links.namesOf(file, callee).some((name) => this.#spec.element!.test(name));
  }

  #add(site: Site, call: GivenCall): void {
    const isIndex = call.named.has("index");
    if (!call.named.has("path") && !isIndex) return;
    const shown = this.#componentsOf(call);
    const load = this.#handlersAt(call, "loader");
    const action = this.#handlersAt(call, "action");
    const path = this.#pathOf(call);
    const known = [...shown.components, ...load, ...action];
    if (known.length === 0 && (!shown.isSaid || path.endsWith(UNKNOWN_TEXT))) return;
    const common = {
      path,
      place: this.#links.placeOf(site),
      middleware: [...shown.around, ...this.#layouts(call)],
      confidence: Certainty.exact,
    };
    const components = shown.components.map(({ symbol }) => symbol);
    this.#screens.add(path, components);
    const name = this.#links.texts.text(call.file, call.named.get("name") ?? -1);
    if (name !== undefined) this.#screens.addNamed(name, call.file, components);
    if (shown.isSaid || load.length > 0) {
      this.#routes.add({ ...common, methods: ["GET"], handlers: [...shown.components, ...load] });
    }
    if (action.length > 0) {
      this.#routes.add({ ...common, methods: [ANY_METHOD], handlers: action, middleware: [] });
    }
  }

  /** The path with those of the routes around it; one that begins with a slash stands for itself. */
  #pathOf(call: GivenCall, depth = 0): string {
    const given = call.named.get("path");
    const own = given === undefined ? "" : this.#links.texts.text(call.file, given) ?? UNKNOWN_TEXT;
    const around = this.#around(call);
    if (own.startsWith("/") || around === undefined || depth > DEEPEST) return own;
    return joinedPath(this.#pathOf(around, depth + 1).replace(/\/?\*$/, ""), own);
  }

  /** The route in which another is written. */
  #around(call: GivenCall): GivenCall | undefined {
    return callAt(call.file, call.around);
  }

  /** Components of the routes around, which show what is inside. */
  #layouts(call: GivenCall): readonly Handler[] {
    const found: Handler[] = [];
    let around = this.#around(call);
    for (let depth = 0; around !== undefined && depth < DEEPEST; depth++) {
      const shown = this.#componentsOf(around);
      found.push(...shown.components, ...shown.around);
      around = this.#around(around);
    }
    return found;
  }

  /** What a route shows, and the components that are shown around that. */
  #componentsOf(
    call: GivenCall,
  ): { components: readonly Handler[]; around: readonly Handler[]; isSaid: boolean } {
    const components: Handler[] = [];
    const around: Handler[] = [];
    let isSaid = false;
    for (const name of [...this.#spec.shows, CHILDREN]) {
      const given = call.named.get(name);
      if (given === undefined) continue;
      this.#collect(call.file, given, components, around, 0);
      isSaid ||= name !== CHILDREN || components.length > 0;
    }
    for (const [name, exports] of Object.entries(this.#spec.loads)) {
      const given = call.named.get(name);
      if (given === undefined) continue;
      isSaid = true;
      components.push(...this.#shown.loadedBy(call.file, given, exports));
    }
    return { components, around, isSaid };
  }

  /** `<Guard><Page /></Guard>` shows a page, with a guard around it. */
  #collect(
    file: ProjectFile,
    expression: number,
    components: Handler[],
    around: Handler[],
    depth: number,
  ): void {
    if (expression < 0 || depth > DEEPEST) return;
    const op = file.expression(expression, Expr.OP);
    if (op === Op.either || op === Op.object) {
      const inside = op === Op.object
        // Named views: the one that has no name of its own.
        ? [propertyAt(file, expression, "default")]
        : [file.expression(expression, Expr.A), file.expression(expression, Expr.B)];
      for (const one of inside) this.#collect(file, one, components, around, depth + 1);
      return;
    }
    const call = op === Op.call ? callAt(file, expression) : undefined;
    if (call === undefined || lastNameAt(file, call.callee) === "lazy") {
      components.push(...this.#shown.of(file, expression));
      return;
    }
    const isWrapper = call.positional.length > 0;
    (isWrapper ? around : components).push(...this.#shown.of(file, call.callee));
    for (const inner of call.positional) {
      this.#collect(file, inner, components, around, depth + 1);
    }
  }

  #handlersAt(call: GivenCall, name: string): readonly Handler[] {
    const given = call.named.get(name);
    return given === undefined ? [] : this.#routes.handlersOf(call.file, given);
  }
}

/** Name of the member on which a member is called: `$router` of `this.$router.push(…)`; "" for others. */
function writtenReceiver({ file, receiver }: GivenCall): string {
  return receiver >= 0 && file.expression(receiver, Expr.OP) === Op.member
    ? lastNameAt(file, receiver)
    : "";
}
