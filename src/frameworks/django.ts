/**
 * Django: `path`, `re_path` and `url` in lists of URL patterns, what includes them, class-based views,
 * and the routers of Django REST framework.
 */
import { Binding, Expr, Op, RefKind, Sym, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, elementsAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { ACTIONS, RestRouters } from "./django_rest.ts";
import { Mounts } from "./mounts.ts";
import { joinedPath, pathOfPattern } from "./route_path.ts";
import { ANY_METHOD, type Handler, HTTP_METHODS, Routes } from "./routes.ts";

const PYTHON = ["python"];
const CALLS = new Set([RefKind.call]);
const PATTERN = /(?:^|\.)django\.(?:urls|conf)\.(?:\w+\.)*_?(?:path|re_path|url)$/;
const INCLUDE = /(?:^|\.)django\.(?:urls|conf)\.(?:\w+\.)*include$/;
/** Lists in lists further than this are not read. */
const DEEPEST = 12;

/** An expression in its file. */
type Given = readonly [file: ProjectFile, expression: number];

class Django {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #mounts = new Mounts();
  readonly #rest: RestRouters;
  /** Lists of patterns in which a pattern stands, by keys. */
  readonly #containers = new Map<string, Set<string>>();
  /** Patterns that include others. */
  readonly #including: GivenCall[] = [];

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Django");
    this.#rest = new RestRouters(links, this.#routes, this.#mounts);
  }

  link(): void {
    const patterns = [...this.#links.referencesTo(CALLS, PYTHON, ["path", "re_path", "url"])]
      .flatMap((site) => {
        const call = this.#callOf(site, PATTERN);
        return call === undefined ? [] : [{ site, call }];
      });
    for (const file of this.#links.filesIn(PYTHON)) this.#readModule(file);
    for (const { call } of patterns) this.#readInclude(call);
    for (const call of this.#including) {
      for (const container of this.#containersOf(call)) {
        this.#mounts.add(keyOf(call), container, this.#pathOf(call));
      }
    }
    for (const { site, call } of patterns) this.#add(site, call);
    this.#rest.link();
  }

  #callOf(site: Site, names: RegExp): GivenCall | undefined {
    const call = this.#links.callOf(site);
    if (call === undefined) return undefined;
    return this.#links.namesOf(call.file, call.callee).some((name) => names.test(name))
      ? call
      : undefined;
  }

  // ── what stands in what ─────────────────────────────────────────────────────────────────────

  /** `urlpatterns` of a module, and what its settings say is the first of them. */
  #readModule(file: ProjectFile): void {
    for (const value of this.#valuesOf(file, "urlpatterns")) {
      this.#contain([file, value], moduleKey(file));
    }
    for (const value of this.#valuesOf(file, "ROOT_URLCONF")) {
      const root = this.#moduleNamed(file, this.#links.texts.text(file, value) ?? "");
      if (root !== undefined) this.#mounts.addRoot(moduleKey(root));
    }
  }

  /** What a variable at the top of a file is given, each time. */
  #valuesOf(file: ProjectFile, name: string): readonly number[] {
    const id = this.#links.project.nameId(name);
    const values: number[] = [];
    for (
      let row = id < 0 ? -1 : file.firstBinding(0, id);
      row >= 0;
      row = file.nextBinding(row)
    ) {
      const symbol = file.binding(row, Binding.SYMBOL);
      values.push(
        file.binding(row, Binding.VALUE),
        symbol < 0 ? -1 : file.symbol(symbol, Sym.VALUE),
      );
    }
    return values.filter((value) => value >= 0);
  }

  /** Notes that the patterns which an expression lists stand in a container. */
  #contain([file, expression]: Given, container: string, depth = 0): void {
    if (expression < 0 || depth > DEEPEST) return;
    for (const element of elementsAt(file, expression)) {
      this.#contain([file, element], container, depth + 1);
    }
    switch (file.expression(expression, Expr.OP)) {
      case Op.either:
        this.#contain([file, file.expression(expression, Expr.A)], container, depth + 1);
        this.#contain([file, file.expression(expression, Expr.B)], container, depth + 1);
        return;
      case Op.call:
        return this.#containCall(callAt(file, expression)!, container, depth);
      case Op.name:
        for (const origin of this.#links.origins.of(file, expression)) {
          if (origin.tag !== "expression") continue;
          this.#contain([origin.file, origin.expression], container, depth + 1);
        }
        return;
      case Op.member:
        this.#rest.mount([file, expression], container);
    }
  }

  /** A pattern, or what gives lists of them: `a + b`, `i18n_patterns(…)`, `format_suffix_patterns(a)`. */
  #containCall(call: GivenCall, container: string, depth: number): void {
    const { file, expression, callee, receiver, positional } = call;
    const name = lastNameAt(file, callee);
    if (/^(?:path|re_path|url)$/.test(name)) {
      const key = originKey({ tag: "expression", file, expression });
      const known = this.#containers.get(key) ?? new Set();
      this.#containers.set(key, known.add(container));
      return;
    }
    if (name === "__add__") this.#contain([file, receiver], container, depth + 1);
    for (const argument of positional) this.#contain([file, argument], container, depth + 1);
  }

  /** `path("blog/", include("blog.urls"))`. */
  #readInclude(call: GivenCall): void {
    const include = callAt(call.file, viewOf(call));
    if (include === undefined || !this.#isInclude(include)) return;
    const own = keyOf(call);
    this.#including.push(call);
    const [included = include.named.get("arg") ?? -1] = include.positional;
    this.#included([include.file, included], own);
  }

  #included([file, expression]: Given, container: string): void {
    if (expression < 0) return;
    const text = this.#links.texts.text(file, expression);
    const named = text === undefined ? undefined : this.#moduleNamed(file, text);
    if (named !== undefined) return this.#mounts.add(moduleKey(named), container, "");
    // `(patterns, "name of the application")`
    const op = file.expression(expression, Expr.OP);
    if (op === Op.tuple) {
      return this.#included([file, elementsAt(file, expression)[0] ?? -1], container);
    }
    for (const origin of this.#links.origins.of(file, expression)) {
      const module = origin.tag === "module" ? origin.module.files[0] : undefined;
      if (module === undefined) continue;
      this.#mounts.add(moduleKey(this.#links.project.file(module)), container, "");
    }
    this.#contain([file, expression], container);
  }

  #isInclude({ file, callee }: GivenCall): boolean {
    return lastNameAt(file, callee) === "include" &&
      this.#links.namesOf(file, callee).some((name) => INCLUDE.test(name));
  }

  /** The file of a module by its dotted name, which may start at any directory. */
  #moduleNamed(from: ProjectFile, name: string): ProjectFile | undefined {
    if (!/^[\w.]+$/.test(name)) return undefined;
    const { project } = this.#links;
    const located = this.#links.modules(from).locate(from.id, name, 0);
    if (located !== undefined && "module" in located) {
      const [file] = located.module.files;
      if (file !== undefined) return project.file(file);
    }
    const path = name.replaceAll(".", "/");
    const endings = [`/${path}.py`, `/${path}/__init__.py`];
    const found = this.#links.filesIn(PYTHON).filter((file) =>
      endings.some((ending) => `/${file.path}`.endsWith(ending))
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** Containers of a pattern; one that stands in no list that was found is taken to be its module's. */
  #containersOf(call: GivenCall): Iterable<string> {
    return this.#containers.get(keyOf(call)) ?? [moduleKey(call.file)];
  }

  // ── routes ──────────────────────────────────────────────────────────────────────────────────

  #add(site: Site, call: GivenCall): void {
    const view = viewOf(call);
    const include = callAt(call.file, view);
    if (include !== undefined && this.#isInclude(include)) return;
    const isListed = this.#containers.has(keyOf(call));
    for (const container of this.#containersOf(call)) {
      for (const prefix of this.#mounts.prefixesOf(container)) {
        const isSure = isListed && prefix.isRooted;
        for (const [methods, handlers] of this.#served([call.file, view])) {
          this.#routes.add({
            methods,
            path: joinedPath(prefix.path, this.#pathOf(call) ?? UNKNOWN_TEXT),
            place: this.#links.placeOf(site),
            handlers,
            confidence: isSure ? Certainty.exact : Certainty.inferred,
          });
        }
      }
    }
  }

  #served([file, view]: Given): readonly (readonly [readonly string[], readonly Handler[]])[] {
    const viewClass = this.#viewClass([file, view]);
    if (viewClass === undefined) {
      return [[[ANY_METHOD], this.#routes.handlersOf(file, view)]];
    }
    const byMethod = this.#routes.methodsOf(viewClass, HTTP_METHODS)
      .map(([method, handler]) => [[method], [handler]] as const);
    const byAction = this.#routes.methodsOf(viewClass, Object.keys(ACTIONS))
      .map(([action, handler]) => [[ACTIONS[action]![0]], [handler]] as const);
    const served = [...byMethod, ...byAction];
    if (served.length > 0) return served;
    const itself = { symbol: viewClass, confidence: Certainty.exact, candidates: 1 };
    return [[[ANY_METHOD], [itself]]];
  }

  /** The class of `View.as_view()`, decorated or not. */
  #viewClass([file, view]: Given): number | undefined {
    for (const origin of this.#links.origins.of(file, view)) {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      if (call === undefined) continue;
      if (lastNameAt(call.file, call.callee) !== "as_view") {
        const inner = this.#viewClass([call.file, call.positional[0] ?? -1]);
        if (inner !== undefined) return inner;
        continue;
      }
      const [target] = this.#links.resolveExpression(call.file, call.receiver).targets;
      if (target !== undefined && this.#isType(target.symbol)) return target.symbol;
    }
    return undefined;
  }

  #isType(symbol: number): boolean {
    const file = this.#links.project.fileOfSymbol(symbol);
    return isType(file.symbol(symbol - file.firstSymbol, Sym.KIND));
  }

  #pathOf({ file, callee, positional, named }: GivenCall): string | undefined {
    const given = named.get("route") ?? named.get("regex") ?? positional[0] ?? -1;
    const text = this.#links.texts.text(file, given);
    if (text === undefined) return undefined;
    return lastNameAt(file, callee) === "path" ? text : pathOfPattern(text);
  }
}

function viewOf({ positional, named }: GivenCall): number {
  return named.get("view") ?? positional[1] ?? -1;
}

function keyOf({ file, expression }: GivenCall): string {
  return originKey({ tag: "expression", file, expression });
}

/** Key of the list of patterns of a module. */
function moduleKey(file: ProjectFile): string {
  return `urls ${file.id}`;
}

/** Django. */
export const django: Linker = { link: (links) => new Django(links).link() };
