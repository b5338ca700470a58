/**
 * Dependency injection: what asks for an interface is given what is registered for it. ASP.NET Core's
 * `AddScoped<IOrders, SqlOrders>()`, beans of Spring, providers of NestJS and Angular.
 */
import { Binding, BindingKind, Expr, Kind, Op, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import { callAt, elementsAt, type GivenCall } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { nearest } from "../resolve/nearest.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { HandedOver } from "./handed_over.ts";
import { functionsOf } from "./handler_calls.ts";

const CSHARP = ["csharp"];
const JVM = ["java", "kotlin"];
const ECMASCRIPT = ["typescript", "tsx", "javascript"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECORATIONS: ReadonlySet<number> = new Set([RefKind.decorate]);
/** What is given to a constructor; in the head of a class, as a variable. */
const GIVEN: ReadonlySet<number> = new Set([BindingKind.parameter, BindingKind.variable]);
const TYPES: ReadonlySet<number> = new Set([RefKind.type]);

/** Members of a collection of services that register one type for another. */
const REGISTRATIONS = ["Scoped", "Singleton", "Transient"].flatMap((life) => [
  `Add${life}`,
  `TryAdd${life}`,
  `AddKeyed${life}`,
]);
/** Annotations of classes that Spring makes. */
const STEREOTYPES = [
  "Component",
  "Configuration",
  "Controller",
  "Repository",
  "RestController",
  "Service",
];
const SPRING = /^org\.springframework\./;
const AUTOWIRED = ["Autowired", "Inject", "Resource"];
const AUTOWIRING = /^(?:org\.springframework\.|(?:javax|jakarta)\.)/;
const TOKENS = /^@(?:nestjs\/common|angular\/core)\.[Ii]nject$/;

/** One framework's registrations, and where what is registered is given. */
class Injections {
  readonly #links: Links;
  readonly #means: string;
  /** What is given for a type, or for a token, by key. */
  readonly #given = new HandedOver();
  /** Names (global) of types for which something is given. */
  readonly #names = new Set<string>();

  constructor(links: Links, means: string) {
    this.#links = links;
    this.#means = means;
  }

  get isEmpty(): boolean {
    return this.#given.isEmpty;
  }

  /** Notes that code in a file has something given for a type. */
  register(type: number, given: number, by: ProjectFile): void {
    if (type === given) return;
    this.#given.add(originKey({ tag: "symbol", symbol: type }), given, by);
    const file = this.#links.project.fileOfSymbol(type);
    this.#names.add(file.nameOf(type - file.firstSymbol));
  }

  /** Notes that something is given for what an expression says: a class, a constant, a text. */
  registerToken(file: ProjectFile, token: number, given: number): void {
    for (const symbol of typesAt(this.#links, file, token)) this.register(symbol, given, file);
    for (const key of this.#tokensAt(file, token)) this.#given.add(key, given, file);
  }

  /** Adds edges from constructors (of some classes) that take a type to what is given for it. */
  linkConstructors(languages: readonly string[], isMade: (type: number) => boolean): void {
    for (const site of this.#links.referencesTo(TYPES, languages, this.#names)) {
      const { file, row } = site;
      const taker = file.reference(row, Ref.SYMBOL);
      if (taker < 0) continue;
      const isConstructor = file.symbol(taker, Sym.KIND) === Kind.constructor;
      const owner = isConstructor ? file.symbol(taker, Sym.CONTAINER) : taker;
      const expression = file.reference(row, Ref.EXPR);
      if (owner < 0 || !isType(file.symbol(owner, Sym.KIND))) continue;
      if (!isParameterType(file, taker, expression)) continue;
      if (!isMade(file.firstSymbol + owner)) continue;
      for (const type of typesAt(this.#links, file, expression)) {
        this.#linkTo(site, taker, originKey({ tag: "symbol", symbol: type }));
      }
    }
  }

  /** Adds edges from a place to what is given for the declared type of a symbol of its file. */
  linkDeclared(site: Site, symbol: number): void {
    for (const type of typesAt(this.#links, site.file, site.file.symbol(symbol, Sym.TYPE))) {
      const owner = site.file.symbol(symbol, Sym.CONTAINER);
      this.#linkTo(site, owner, originKey({ tag: "symbol", symbol: type }));
    }
  }

  /** Adds edges from a place to what is given for a token. */
  linkToken(site: Site, file: ProjectFile, token: number): void {
    const types = typesAt(this.#links, file, token).map((symbol) =>
      originKey({ tag: "symbol", symbol })
    );
    const from = site.file.reference(site.row, Ref.SYMBOL);
    for (const key of [...types, ...this.#tokensAt(file, token)]) this.#linkTo(site, from, key);
  }

  #tokensAt(file: ProjectFile, token: number): readonly string[] {
    const text = this.#links.texts.text(file, token);
    if (text !== undefined) return [`t${text}`];
    return this.#links.origins.of(file, token).filter(({ tag }) => tag === "expression")
      .map(originKey);
  }

  #linkTo(site: Site, from: number, key: string): void {
    const given = this.#given.metIn(site.file, [key]);
    for (const to of given) {
      this.#links.addEdge(
        this.#links.placeOf(site),
        site.file.firstSymbol + Math.max(0, from),
        to,
        {
          kind: EdgeCode.calls,
          evidence: EvidenceCode.dispatch,
          mechanism: `${this.#means} injection`,
          confidence: Certainty.inferred,
          candidates: given.size,
        },
      );
    }
  }
}

/** Whether an expression is the type of a parameter of a constructor, or of a class that has them in its head. */
function isParameterType(file: ProjectFile, symbol: number, expression: number): boolean {
  const scope = file.symbol(symbol, Sym.SCOPE);
  const count = scope < 0 ? 0 : file.count("bindings");
  for (let row = 0; row < count; row++) {
    if (file.binding(row, Binding.SCOPE) !== scope) continue;
    let type = file.binding(row, Binding.TYPE);
    if (type < 0 || !GIVEN.has(file.binding(row, Binding.KIND))) continue;
    if (file.expression(type, Expr.OP) === Op.apply) type = file.expression(type, Expr.A);
    if (type === expression) return true;
  }
  return false;
}

/** Types of the project that an expression names; the nearest of those that have one name. */
function typesAt(links: Links, file: ProjectFile, expression: number): readonly number[] {
  if (expression < 0) return [];
  const types = links.resolveExpression(file, expression).targets
    .filter(({ confidence }) => confidence !== Certainty.heuristic)
    .map(({ symbol }) => symbol)
    .filter((symbol) => {
      const owner = links.project.fileOfSymbol(symbol);
      return isType(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
  return nearest(links.project, file, types);
}

/** `services.AddScoped<IOrders, SqlOrders>()`, `AddSingleton(typeof(IClock), typeof(Clock))`. */
function linkAspnet(links: Links): void {
  const injections = new Injections(links, "ASP.NET Core");
  for (const site of links.referencesTo(CALLS, CSHARP, REGISTRATIONS)) {
    const call = links.callOf(site);
    if (call === undefined || links.resolve(site).targets.length > 0) continue;
    const [type = -1, given = -1] = registered(call);
    for (const one of typesAt(links, call.file, type)) {
      for (const other of typesAt(links, call.file, given)) {
        // Of several types of a name, the one that stands in for the other.
        const { order } = links.knowledge.members.ancestry(other);
        if (order.some(({ symbol }) => symbol === one)) injections.register(one, other, call.file);
      }
    }
  }
  if (!injections.isEmpty) injections.linkConstructors(CSHARP, () => true);
}

function registered({ file, callee, positional }: GivenCall): readonly number[] {
  const types = elementsAt(file, callee);
  return types.length === 2 ? types : positional.slice(0, 2);
}

/** Classes that Spring makes, for all that they stand in for, and what `@Bean` methods give. */
function linkSpring(links: Links): void {
  const injections = new Injections(links, "Spring");
  const made = new Set<number>();
  for (const site of annotated(links, STEREOTYPES, SPRING)) made.add(site.symbol);
  for (const symbol of made) {
    for (const base of links.knowledge.members.ancestry(symbol).order) {
      injections.register(base.symbol, symbol, links.project.fileOfSymbol(symbol));
    }
  }
  for (const { file, symbol } of annotated(links, ["Bean"], SPRING)) {
    const type = file.symbol(symbol - file.firstSymbol, Sym.TYPE);
    for (const one of typesAt(links, file, type)) injections.register(one, symbol, file);
  }
  if (injections.isEmpty) return;
  injections.linkConstructors(JVM, (type) => made.has(type));
  for (const site of annotated(links, AUTOWIRED, AUTOWIRING)) {
    const row = site.symbol - site.file.firstSymbol;
    if (site.file.symbol(row, Sym.KIND) !== Kind.constructor) injections.linkDeclared(site, row);
  }
}

/** What is annotated by some names of a framework. */
function* annotated(
  links: Links,
  names: readonly string[],
  framework: RegExp,
): Generator<Site & { readonly symbol: number }> {
  for (const { file, row } of links.referencesTo(DECORATIONS, JVM, names)) {
    const symbol = file.reference(row, Ref.SYMBOL);
    const said = links.namesOf(file, file.reference(row, Ref.EXPR));
    if (symbol >= 0 && said.some((name) => framework.test(name))) {
      yield { file, row, symbol: file.firstSymbol + symbol };
    }
  }
}

/** `{ provide: Orders, useClass: SqlOrders }` of NestJS and Angular. */
function linkProviders(links: Links): void {
  const injections = new Injections(links, "provider");
  for (const site of links.offers("provider object", ECMASCRIPT)) {
    const call = callAt(site.file, site.file.reference(site.row, Ref.EXPR));
    if (call === undefined) continue;
    const { file, named } = call;
    const token = named.get("provide") ?? -1;
    const used = named.get("useClass") ?? named.get("useExisting") ?? -1;
    const made = functionsOf(links, file, named.get("useFactory") ?? -1);
    for (const given of [...typesAt(links, file, used), ...made]) {
      injections.registerToken(file, token, given);
    }
  }
  if (injections.isEmpty) return;
  injections.linkConstructors(ECMASCRIPT, () => true);
  for (const kinds of [DECORATIONS, CALLS]) {
    const name = kinds === CALLS ? "inject" : "Inject";
    for (const site of links.referencesTo(kinds, ECMASCRIPT, [name])) {
      const call = links.callOf(site);
      if (call === undefined) continue;
      const isToken = links.namesOf(call.file, call.callee).some((one) => TOKENS.test(one));
      if (isToken) injections.linkToken(site, call.file, call.positional[0] ?? -1);
    }
  }
}

/** Links what asks for an interface to what is registered for it. */
export const injections: Linker = {
  link: (links) => {
    linkAspnet(links);
    linkSpring(links);
    linkProviders(links);
  },
};
