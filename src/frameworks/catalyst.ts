/**
 * Catalyst (Perl): actions are subs of controllers whose attributes say where they are: `:Local`,
 * `:Path('x')`, and chains (`:Chained('root') :PathPart('x') :Args(1)`).
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { LinkPlace, Links } from "../resolve/links.ts";
import { joinedPath, pathOfPattern } from "./route_path.ts";
import { ANY_METHOD, HTTP_METHODS, Routes } from "./routes.ts";

const PERL = ["perl"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const FRAMEWORK = /^Catalyst(?:$|::(?:Controller|Component|Base))/;
/** A controller's name in its class: all that follows. */
const CONTROLLER = /::(?:Controller|C)::(.+)$/;
const ATTRIBUTE = /^(\w+)\s*(?:\(\s*(.*?)\s*\))?$/;
const QUOTES = /^(['"])(.*)\1$/;
const VERBS = new Set(HTTP_METHODS.map((verb) => verb.toUpperCase()));
const LONGEST_CHAIN = 32;

/** An action: a sub, with what its attributes say. */
interface Action {
  readonly symbol: number;
  /** The class that it is of. */
  readonly controller: number;
  readonly name: string;
  /** Where its first attribute stands. */
  readonly place: LinkPlace;
  /** How surely its class is a controller. */
  readonly certainty: number;
  readonly said: Map<string, string | undefined>;
}

class Catalyst {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #actions = new Map<number, Action>();
  /** Actions by the name that others use: `/author/root`. */
  readonly #byName = new Map<string, Action>();
  /** What controllers say of where they are, by class. */
  readonly #namespaces = new Map<number, string>();

  /** Whether a file imports the framework itself. */
  readonly #isUsed: boolean;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Catalyst");
    this.#isUsed = links.filesIn(PERL).some((file) =>
      links.specifiersOf(file).includes("Catalyst")
    );
  }

  link(): void {
    this.#readActions();
    if (this.#actions.size === 0) return;
    this.#readNamespaces();
    for (const action of this.#actions.values()) {
      this.#byName.set(`/${joinedPath(this.#namespace(action.controller), action.name)}`, action);
    }
    for (const action of this.#actions.values()) this.#add(action);
  }

  #readActions(): void {
    const certainties = new Map<number, number | undefined>();
    for (const { file, row } of this.#links.offers("sub attribute", PERL)) {
      const own = file.reference(row, Ref.SYMBOL);
      const owner = own < 0 ? -1 : file.symbol(own, Sym.CONTAINER);
      const [, name, value] = ATTRIBUTE.exec(this.#links.nameOf({ file, row })) ?? [];
      if (owner < 0 || name === undefined) continue;
      const controller = file.firstSymbol + owner;
      if (!certainties.has(controller)) certainties.set(controller, this.#certainty(controller));
      const certainty = certainties.get(controller);
      if (certainty === undefined) continue;
      const symbol = file.firstSymbol + own;
      const action = this.#actions.get(symbol) ?? {
        symbol,
        controller,
        name: file.nameOf(own),
        place: this.#links.placeOf({ file, row }),
        certainty,
        said: new Map<string, string | undefined>(),
      };
      this.#actions.set(symbol, action);
      action.said.set(name, value?.replace(QUOTES, "$2"));
    }
  }

  /** How surely a class is a controller: by what it inherits from, or by its name in an application. */
  #certainty(symbol: number): number | undefined {
    const isOne = this.#links.outsideBasesOf(symbol).some((base) => FRAMEWORK.test(base));
    if (isOne) return Certainty.exact;
    const file = this.#links.project.fileOfSymbol(symbol);
    const name = file.nameOf(symbol - file.firstSymbol);
    return this.#isUsed && CONTROLLER.test(name) ? Certainty.inferred : undefined;
  }

  /** `__PACKAGE__->config(namespace => "")`. */
  #readNamespaces(): void {
    for (const site of this.#links.referencesTo(CALLS, PERL, ["config"])) {
      const call = this.#links.callOf(site);
      if (call === undefined) continue;
      const texts = call.positional.map((one) => this.#links.texts.text(call.file, one));
      const at = texts.indexOf("namespace");
      const namespace = at < 0 ? undefined : texts[at + 1];
      if (namespace === undefined) continue;
      const around = site.file.reference(site.row, Ref.SYMBOL);
      for (const controller of this.#classesAt(site.file.id, around)) {
        this.#namespaces.set(controller, namespace);
      }
    }
  }

  /** Controllers of a file; of several, the one that is written around. */
  #classesAt(file: number, around: number): readonly number[] {
    const { project } = this.#links;
    const all = new Set(
      Array.from(this.#actions.values(), ({ controller }) => controller)
        .filter((controller) => project.fileOfSymbol(controller).id === file),
    );
    const own = around < 0 ? -1 : project.file(file).firstSymbol + around;
    return all.has(own) ? [own] : [...all];
  }

  /** The path of a controller, without slashes around it. */
  #namespace(controller: number): string {
    const said = this.#namespaces.get(controller);
    if (said !== undefined) return said.replace(/^\/|\/$/g, "");
    const file = this.#links.project.fileOfSymbol(controller);
    const [, name = ""] = CONTROLLER.exec(file.nameOf(controller - file.firstSymbol)) ?? [];
    return name.replaceAll("::", "/").toLowerCase();
  }

  #add(action: Action): void {
    const { said, controller, symbol } = action;
    const handlers = [{ symbol, confidence: Certainty.exact, candidates: 1 }];
    const byVerb = /REST$/.test(said.get("ActionClass") ?? "")
      ? this.#routes.methodsOf(controller, [...VERBS].map((verb) => `${action.name}_${verb}`))
      : [];
    const middleware = this.#chain(action).map((one) => ({
      symbol: one.symbol,
      confidence: Certainty.exact,
      candidates: 1,
    }));
    for (const path of this.#pathsOf(action)) {
      const common = { path, place: action.place, middleware, confidence: action.certainty };
      for (const [name, served] of byVerb) {
        const method = name.slice(action.name.length + 1);
        this.#routes.add({ ...common, methods: [method], handlers: [served, ...handlers] });
      }
      if (byVerb.length === 0) {
        this.#routes.add({ ...common, methods: methodsOf(action), handlers });
      }
    }
  }

  /** Paths of an action, in the form of other frameworks. */
  #pathsOf(action: Action): readonly string[] {
    const { said, controller, name } = action;
    if (said.has("CaptureArgs") || said.has("Private")) return [];
    const namespace = this.#namespace(controller);
    const paths: string[] = [];
    if (said.has("Chained") || said.has("ChainedParent")) {
      const chain = this.#chain(action);
      const parts = [...chain.toReversed(), action].map((one) =>
        joinedPath(this.#partOf(one), captures(one.said.get("CaptureArgs")))
      );
      paths.push(parts.reduce((path, part) => joinedPath(path, part), ""));
    }
    if (said.has("Local") || said.has("Relative")) paths.push(joinedPath(namespace, name));
    if (said.has("Global") || said.has("Absolute")) paths.push(name);
    if (said.has("Path")) {
      const path = said.get("Path") ?? "";
      paths.push(path.startsWith("/") ? path : joinedPath(namespace, path));
    }
    const args = argumentsOf(said);
    const pattern = said.get("Regex") ?? said.get("Regexp");
    const local = said.get("LocalRegex") ?? said.get("LocalRegexp");
    return [
      ...paths.map((path) => joinedPath(path, args)),
      ...pattern === undefined ? [] : [pathOfPattern(pattern)],
      ...local === undefined ? [] : [joinedPath(namespace, pathOfPattern(local))],
    ];
  }

  /** What an action of a chain adds to the path. */
  #partOf({ said, controller, name }: Action): string {
    if (said.has("PathPrefix")) return this.#namespace(controller);
    return said.get("PathPart") ?? name;
  }

  /** Actions that run before one in its chain, the nearest first. */
  #chain(action: Action): readonly Action[] {
    const chain: Action[] = [];
    for (let at: Action | undefined = action; at !== undefined && chain.length < LONGEST_CHAIN;) {
      at = this.#parentOf(at);
      if (at !== undefined) chain.push(at);
    }
    return chain;
  }

  #parentOf({ said, controller, name }: Action): Action | undefined {
    const namespace = this.#namespace(controller);
    const above = namespace.split("/").slice(0, -1).join("/");
    if (said.has("ChainedParent")) return this.#byName.get(`/${joinedPath(above, name)}`);
    const parent = said.get("Chained") ?? "/";
    if (!said.has("Chained") || parent === "/") return undefined;
    const named = parent.startsWith("/")
      ? parent.slice(1)
      : parent.startsWith("../")
      ? joinedPath(above, parent.slice(3))
      : joinedPath(namespace, parent.replace(/^\.\//, ""));
    return this.#byName.get(`/${named.replace(/^\//, "")}`);
  }
}

/** Methods that attributes ask for. */
function methodsOf({ said }: Action): readonly string[] {
  const named = [...said.keys()].filter((name) => VERBS.has(name));
  const method = said.get("Method");
  if (method !== undefined) named.push(method);
  return named.length > 0 ? named : [ANY_METHOD];
}

/** What an action takes behind its path: as many segments as `Args` says, any without it. */
function argumentsOf(said: ReadonlyMap<string, string | undefined>): string {
  const given = said.get("Args");
  return given === undefined ? "*args" : captures(given);
}

/** Segments that are taken: a number of them, or one for each type. */
function captures(given: string | undefined): string {
  if (given === undefined || given === "") return "";
  const count = /^\d+$/.test(given) ? Number(given) : given.split(",").length;
  return Array.from({ length: count }, (_, at) => `:arg${at + 1}`).join("/");
}

/** Catalyst. */
export const catalyst: Linker = { link: (links) => new Catalyst(links).link() };
