/** Sinatra (Ruby): `get "/x" do … end`, in an application class or at the top of a file. */
import { Expr, Op, Ref, RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { typeAround } from "../resolve/type_around.ts";
import { joinedPath, pathOfPattern } from "./route_path.ts";
import { HTTP_METHODS, Routes } from "./routes.ts";

const RUBY = ["ruby"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const INHERITED: ReadonlySet<number> = new Set([RefKind.inherit]);
const APPLICATIONS = /^Sinatra\.(?:Application|Base)$/;
/** What a file requires that is written in the language of it. */
const CLASSIC = /^sinatra(?:\/(?:main|contrib|reloader))?$/;
const FILTERS = new Map([["before", "BEFORE"], ["after", "AFTER"]]);
const SELVES: ReadonlySet<number> = new Set([Op.self, Op.classOf]);
const DEEPEST = 12;

class Sinatra {
  readonly #links: Links;
  readonly #routes: Routes;
  /** Classes that inherit from the framework's own. */
  readonly #applications = new Set<number>();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Sinatra");
  }

  link(): void {
    for (const site of this.#links.referencesTo(INHERITED, RUBY, ["Application", "Base"])) {
      const { file, row } = site;
      if (APPLICATIONS.test(this.#links.writtenPath(site))) {
        this.#applications.add(file.firstSymbol + file.reference(row, Ref.SYMBOL));
      }
    }
    const verbs = [...HTTP_METHODS, "link", "unlink", ...FILTERS.keys()];
    for (const site of this.#links.referencesTo(CALLS, RUBY, verbs)) {
      const call = this.#links.callOf(site);
      if (call !== undefined && isOnSelf(call)) this.#add(site, call);
    }
  }

  #add(site: Site, call: GivenCall): void {
    const certainty = this.#certainty(site);
    const verb = this.#links.nameOf(site);
    const filter = FILTERS.get(verb);
    const texts = call.positional.map((one) => this.#links.texts.text(call.file, one));
    const path = texts.find((text) => text !== undefined) ??
      (filter === undefined ? undefined : "*");
    const handlers = call.positional.flatMap((one) => this.#routes.handlersOf(call.file, one));
    if (certainty === undefined || path === undefined || handlers.length === 0) return;
    this.#routes.add({
      methods: [filter ?? verb],
      path: joinedPath(
        this.#prefixOf(call),
        path.startsWith("^") ? pathOfPattern(path) : path.replace(/\?|\\(?=[.+-])/g, ""),
      ),
      place: this.#links.placeOf(site),
      handlers,
      confidence: certainty,
    });
  }

  /** `namespace "/api" do … end` around a route. */
  #prefixOf(call: GivenCall, depth = 0): string {
    const around = callAt(call.file, call.around);
    if (around === undefined || depth > DEEPEST) return "";
    const isNamespace = lastNameAt(around.file, around.callee) === "namespace";
    const own = isNamespace
      ? this.#links.texts.text(around.file, around.positional[0] ?? -1) ?? ""
      : "";
    return joinedPath(this.#prefixOf(around, depth + 1), own);
  }

  /** How surely a call adds a route: in a class of the framework, or in a file that is written in it. */
  #certainty({ file, row }: Site): number | undefined {
    const owner = typeAround(file, file.reference(row, Ref.SYMBOL));
    if (owner < 0) {
      return this.#links.specifiersOf(file).some((name) => CLASSIC.test(name))
        ? Certainty.exact
        : undefined;
    }
    const { order } = this.#links.knowledge.members.ancestry(file.firstSymbol + owner);
    return order.some(({ symbol }) => this.#applications.has(symbol)) ? Certainty.exact : undefined;
  }
}

/** Whether a call is written without what it is called on. */
function isOnSelf({ file, receiver }: GivenCall): boolean {
  return receiver < 0 || SELVES.has(file.expression(receiver, Expr.OP));
}

/** Sinatra. */
export const sinatra: Linker = { link: (links) => new Sinatra(links).link() };
