/** Perl: Mojolicious, full and lite, and Dancer. */
import { Expr, Op, RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";
import { Routers } from "./routers.ts";

const PERL = ["perl"];
const CALLS = new Set([RefKind.call]);
const VERBS = [...HTTP_METHODS, "any", "del", "websocket"];
const METHODS = new Map([["del", "delete"], ["any", ANY_METHOD], ["websocket", "get"]]);
/** Calls on a route of Mojolicious that give one under it. */
const GROUPS = new Set([...VERBS, "under", "route"]);
const SAME = new Set(["to", "name", "requires", "over", "via", "methods"]);
const LITE = /^Mojolicious::Lite$/;
const DANCER = /^Dancer2?$/;
const NO_PATH = /^(?!\/)/;

/** Statements without a receiver: `get "/x" => sub { … }`, in a file that imports the language of it. */
class Statements {
  readonly #links: Links;
  readonly #mojolicious: Routes;
  readonly #dancer: Routes;
  /** `under "/x"` and `prefix "/x"`, for all that comes after them at the same place. */
  readonly #standing: { readonly site: Site; readonly around: number; readonly path: string }[] =
    [];

  constructor(links: Links) {
    this.#links = links;
    this.#mojolicious = new Routes(links, "Mojolicious");
    this.#dancer = new Routes(links, "Dancer");
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, PERL, ["under", "prefix"])) {
      const call = this.#statement(site);
      const path = call && this.#links.texts.text(call.file, call.positional[0] ?? -1);
      if (call === undefined || path === undefined) continue;
      const isBlock = this.#links.nameOf(site) === "prefix" && call.positional.length > 1;
      if (!isBlock) this.#standing.push({ site, around: call.around, path });
    }
    for (const site of this.#links.referencesTo(CALLS, PERL, VERBS)) this.#verb(site);
  }

  /** A call on nothing in a file that imports one of the frameworks. */
  #statement(site: Site): GivenCall | undefined {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver >= 0) return undefined;
    return this.#routesOf(site.file) === undefined ? undefined : call;
  }

  #routesOf(file: ProjectFile): Routes | undefined {
    if (importsOne(this.#links, file, LITE)) return this.#mojolicious;
    return importsOne(this.#links, file, DANCER) ? this.#dancer : undefined;
  }

  #verb(site: Site): void {
    const call = this.#statement(site);
    const routes = this.#routesOf(site.file);
    if (call === undefined || routes === undefined) return;
    const { file } = call;
    const [first = -1, ...others] = call.positional;
    const listed = this.#links.texts.elements(file, first);
    const given = listed.length > 0 ? others : [first, ...others];
    const isLite = routes === this.#mojolicious;
    const path = this.#links.texts.text(file, given[0] ?? -1) ??
      (isLite && isHandler(file, given[0] ?? -1) ? "" : undefined);
    if (path === undefined || given.length < 2 && !isLite) return;
    const verb = this.#links.nameOf(site);
    const methods = listed.length > 0
      ? this.#links.texts.texts(file, first)
      : [METHODS.get(verb) ?? verb];
    routes.add({
      methods,
      path: joinedPath(this.#prefixOf(site, call), path),
      place: this.#links.placeOf(site),
      handlers: given.flatMap((one) => routes.handlersOf(file, one)),
      confidence: Certainty.exact,
    });
  }

  #prefixOf(site: Site, call: GivenCall): string {
    const around = callAt(call.file, call.around);
    const isPrefix = around !== undefined && lastNameAt(around.file, around.callee) === "prefix";
    const own = isPrefix
      ? this.#links.texts.text(around.file, around.positional[0] ?? -1) ?? "…"
      : "";
    const outer = around === undefined ? "" : this.#prefixOf(site, around);
    const standing = this.#standing.findLast((one) =>
      one.site.file === site.file && one.site.row < site.row && one.around === call.around
    );
    return joinedPath(joinedPath(outer, own), standing?.path ?? "");
  }
}

/** `$r->get("/x")->to("c#a")`, with routes under routes. */
class Nested {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #routers: Routers;
  /** What a route leads to, by file and callee of the call that makes it. */
  readonly #destinations = new Map<string, GivenCall>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Mojolicious");
    this.#routers = new Routers(links, {
      languages: PERL,
      groupPath: (name, call) => {
        if (SAME.has(name)) return "";
        return GROUPS.has(name) ? this.#pathOf(call) ?? "" : null;
      },
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, PERL, ["to"])) {
      const call = this.#links.callOf(site);
      let at = call && callAt(call.file, call.receiver);
      while (at !== undefined && SAME.has(lastNameAt(at.file, at.callee))) {
        at = callAt(at.file, at.receiver);
      }
      if (at !== undefined) this.#destinations.set(`${at.file.id}:${at.callee}`, call!);
    }
    for (const site of this.#links.referencesTo(CALLS, PERL, [...VERBS, "route"])) {
      this.#route(site);
    }
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const verb = this.#links.nameOf(site);
    const to = this.#destinations.get(`${call.file.id}:${call.callee}`);
    const path = this.#pathOf(call);
    const isEnd = to !== undefined || verb !== "any" && verb !== "route";
    if (!isEnd || path === undefined || !this.#isRouter(call.file, call.receiver)) return;
    const listed = this.#links.texts.elements(call.file, call.positional[0] ?? -1);
    const methods = listed.length > 0
      ? this.#links.texts.texts(call.file, call.positional[0]!)
      : [METHODS.get(verb) ?? (verb === "route" ? ANY_METHOD : verb)];
    const handlers = to === undefined
      ? call.positional.flatMap((one) => this.#routes.handlersOf(call.file, one))
      : this.#destination(to);
    for (const prefix of this.#routers.prefixesOf(call.file, call.receiver)) {
      this.#routes.add({
        methods,
        path: joinedPath(prefix.path, path),
        place: this.#links.placeOf(site),
        handlers,
        confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
      });
    }
  }

  /** The path that a call on a route is given, after a list of methods or not. */
  #pathOf({ file, positional }: GivenCall): string | undefined {
    const texts = positional.slice(0, 2).flatMap((one) =>
      one >= 0 && file.expression(one, Expr.OP) === Op.list
        ? []
        : this.#links.texts.text(file, one) ?? []
    );
    const [path] = texts;
    return path === undefined || path !== "" && NO_PATH.test(path) ? undefined : path;
  }

  /** Whether an expression is the routes of an application, or one of them. */
  #isRouter(file: ProjectFile, expression: number, depth = 0): boolean {
    if (depth > 12) return false;
    return this.#links.origins.of(file, expression).some((origin) => {
      if (origin.tag !== "expression") return false;
      const call = callAt(origin.file, origin.expression);
      if (call === undefined) return false;
      const name = lastNameAt(call.file, call.callee);
      if (name === "routes") return true;
      const isOn = GROUPS.has(name) || SAME.has(name);
      return isOn && this.#isRouter(call.file, call.receiver, depth + 1);
    });
  }

  /** `to("c#a")`, `to("c#", action => "a")`, `to(controller => "c", action => "a")`. */
  #destination({ file, positional }: GivenCall): readonly Handler[] {
    const texts = positional.map((one) => this.#links.texts.text(file, one));
    const [first = ""] = texts;
    const option = (name: string): string | undefined => {
      const at = texts.indexOf(name);
      return at < 0 ? undefined : texts[at + 1];
    };
    const [controller = "", action = ""] = first.includes("#") ? first.split("#") : [];
    const owner = controller || (option("controller") ?? "");
    const method = action || (option("action") ?? "");
    return owner === "" || method === "" ? [] : this.#action(owner, method);
  }

  /** A method of a controller by name: `foo-bar_baz` is `…::Foo::BarBaz`. */
  #action(controller: string, action: string): readonly Handler[] {
    const name = controller.split(/-|::/).map((part) =>
      part.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    ).join("::");
    const { project } = this.#links;
    const found = project.names.flatMap((one, id) =>
      one === name || one.endsWith(`::${name}`) ? project.symbolsNamed(id) : []
    );
    return found.flatMap((symbol) => this.#routes.methodsOf(symbol, [action])).map((
      [, handler],
    ) => ({
      ...handler,
      confidence: Certainty.inferred,
    }));
  }
}

/** Whether an expression is no path that is worked out, but what serves a route without one. */
function isHandler(file: ProjectFile, expression: number): boolean {
  return expression >= 0 && file.expression(expression, Expr.OP) === Op.symbol;
}

function importsOne(links: Links, file: ProjectFile, modules: RegExp): boolean {
  return links.specifiersOf(file).some((specifier) => modules.test(specifier));
}

/** Mojolicious and Dancer. */
export const perlRoutes: Linker = {
  link: (links) => {
    new Statements(links).link();
    new Nested(links).link();
  },
};
