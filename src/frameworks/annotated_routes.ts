/** Routes that annotations declare, of methods of classes, under the paths of their classes. */
import { Flag, Kind, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, Routes } from "./routes.ts";

/** How a framework's annotations say what a method serves. */
export interface AnnotationRules {
  /** Its name, for people. */
  readonly framework: string;
  readonly languages: readonly string[];
  /** Qualified names of its annotations. */
  readonly annotation: RegExp;
  /** Methods, by the name of an annotation; an empty list when one that is given none serves all. */
  readonly verbs: ReadonlyMap<string, readonly string[]>;
  /** Annotations that give a path alone, to classes as to methods. */
  readonly paths: ReadonlySet<string>;
  /** Named arguments that give paths, and those that give methods. */
  readonly pathArguments: readonly string[];
  readonly methodArguments: readonly string[];
  /** Annotations that are given methods, not paths, by position. */
  readonly methodLists?: ReadonlySet<string>;
  /** Annotations of classes that send requests instead of serving them. */
  readonly clients?: ReadonlySet<string>;
  /** Whether an annotation counts of which only the name is known: imports name no classes. */
  readonly mayBeUnknown?: boolean;
  /** Whether an annotation that gives a path makes a route of a method by itself. */
  readonly areRoutesByPath?: boolean;
  /** Whether a class without a path has that of its base. */
  readonly inherits?: boolean;
  /** The path of a method for which neither it nor its class gives one. */
  readonly conventional?: (names: OwnerNames) => string;
  /** Path of the whole application. */
  readonly prefix?: (links: Links) => string;
  /** A path of a method under one of its class. */
  readonly under?: (prefix: string, path: string, names: OwnerNames) => string;
}

/** Names that paths may be made of. */
export interface OwnerNames {
  readonly type: string;
  readonly method: string;
}

/** What annotations say of a class or a method. */
interface Said {
  readonly site: Site;
  readonly paths: string[];
  readonly methods: string[];
  /** Whether one of them makes a route by itself. */
  isRoute: boolean;
  isClient: boolean;
}

const DECORATIONS = new Set([RefKind.decorate]);

/** The annotated routes of one framework. */
export class AnnotatedRoutes {
  readonly #links: Links;
  readonly #rules: AnnotationRules;
  readonly #routes: Routes;
  readonly #said = new Map<number, Said>();
  /** Path of the whole application, once it was asked for. */
  #prefix: string | undefined;

  constructor(links: Links, rules: AnnotationRules) {
    this.#links = links;
    this.#rules = rules;
    this.#routes = new Routes(links, rules.framework);
  }

  link(): void {
    const { languages, verbs, paths, clients = [] } = this.#rules;
    const names = [...verbs.keys(), ...paths, ...clients];
    for (const site of this.#links.referencesTo(DECORATIONS, languages, names)) this.#hear(site);
    for (const [symbol, said] of this.#said) if (said.isRoute) this.#serve(symbol, said);
  }

  #hear(site: Site): void {
    const { file, row } = site;
    const own = file.reference(row, Ref.SYMBOL);
    const names = this.#links.namesOf(file, file.reference(row, Ref.EXPR));
    const isUnknown = this.#rules.mayBeUnknown === true && !names.join("").includes(".");
    if (own < 0 || !isUnknown && !names.some((name) => this.#rules.annotation.test(name))) return;
    const symbol = file.firstSymbol + own;
    const said = this.#said.get(symbol) ??
      { site, paths: [], methods: [], isRoute: false, isClient: false };
    this.#said.set(symbol, said);
    const name = this.#links.nameOf(site);
    const methods = this.#rules.verbs.get(name);
    if (this.#rules.clients?.has(name) === true) said.isClient = true;
    if (methods !== undefined || this.#rules.areRoutesByPath === true) said.isRoute = true;
    const call = this.#links.callOf(site);
    const isList = this.#rules.methodLists?.has(name) === true;
    const listed = call === undefined ? [] : this.#methodsGiven(call, isList);
    said.methods.push(...(listed.length > 0 ? listed : methods ?? []));
    if (call !== undefined) said.paths.push(...this.#pathsGiven(call, isList));
  }

  #pathsGiven({ file, positional, named }: GivenCall, isList: boolean): readonly string[] {
    const [first = -1] = positional;
    const given = this.#rules.pathArguments.flatMap((name) =>
      named.get(name) ?? propertyAt(file, first, name)
    );
    return [...positional.slice(0, isList ? 0 : 1), ...given].flatMap((one) =>
      this.#links.texts.texts(file, one)
    );
  }

  /** Texts, or the last names of constants: `RequestMethod.GET`. */
  #methodsGiven({ file, positional, named }: GivenCall, isList: boolean): readonly string[] {
    const { texts } = this.#links;
    const given = this.#rules.methodArguments.flatMap((name) => named.get(name) ?? []);
    return [...(isList ? positional : []), ...given].flatMap((one) => {
      const listed = texts.elements(file, one);
      const all = listed.length > 0 ? listed : [[file, one] as const];
      return all.flatMap(([owner, element]) =>
        texts.text(owner, element) ?? (lastNameAt(owner, element) || [])
      );
    });
  }

  #serve(symbol: number, said: Said): void {
    const { project } = this.#links;
    const file = project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    if (!SERVING.has(file.symbol(row, Sym.KIND))) return;
    const owner = file.symbol(row, Sym.CONTAINER);
    const above = owner < 0 ? undefined : this.#ofType(file.firstSymbol + owner);
    if (above?.isClient === true) return;
    const names = { type: owner < 0 ? "" : file.nameOf(owner), method: file.nameOf(row) };
    const { under = joinedPath, conventional, prefix: whole } = this.#rules;
    this.#prefix ??= whole?.(this.#links) ?? "";
    const isByName = conventional !== undefined && orEmpty(above?.paths)[0] === "" &&
      said.paths.length === 0;
    const isDeclared = (file.symbol(row, Sym.FLAGS) & Flag.declaration) !== 0;
    for (const prefix of orEmpty(above?.paths)) {
      for (const path of orEmpty(said.paths)) {
        this.#routes.add({
          methods: said.methods.length > 0 ? said.methods : this.#inheritedMethods(above),
          path: joinedPath(
            this.#prefix,
            isByName ? conventional(names) : under(prefix, path, names),
          ),
          place: this.#links.placeOf(said.site),
          handlers: [{ symbol, confidence: Certainty.exact, candidates: 1 }],
          confidence: isDeclared || isByName ? Certainty.inferred : Certainty.exact,
        });
      }
    }
  }

  /** What is said of a class, or of the nearest of its bases of which anything is said. */
  #ofType(symbol: number): Said | undefined {
    const own = this.#said.get(symbol);
    if (own !== undefined || this.#rules.inherits !== true) return own;
    const { order } = this.#links.knowledge.members.ancestry(symbol);
    return order.map((base) => this.#said.get(base.symbol)).find((said) => said !== undefined);
  }

  #inheritedMethods(above: Said | undefined): readonly string[] {
    return above !== undefined && above.methods.length > 0 ? above.methods : [ANY_METHOD];
  }
}

const SERVING: ReadonlySet<number> = new Set([Kind.method, Kind.function, Kind.test]);

function orEmpty(paths: readonly string[] = []): readonly string[] {
  return paths.length === 0 ? [""] : paths;
}
