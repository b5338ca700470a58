/** ASP.NET Core: controllers with attribute routes, and minimal APIs (`MapGet`, `MapGroup`). */
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { AnnotatedRoutes, type AnnotationRules, type OwnerNames } from "./annotated_routes.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, HTTP_METHODS, Routes } from "./routes.ts";
import { Routers } from "./routers.ts";

const CSHARP = ["csharp"];
const CALLS = new Set([RefKind.call]);
const NAME = "ASP.NET Core";

const VERBS = HTTP_METHODS.map((method) => method[0]!.toUpperCase() + method.slice(1));

const CONTROLLERS: AnnotationRules = {
  framework: NAME,
  languages: CSHARP,
  annotation: /^(?:Microsoft\.AspNetCore|System\.Web)\./,
  verbs: new Map<string, readonly string[]>([
    ...VERBS.map((verb) => [`Http${verb}`, [verb]] as const),
    ["AcceptVerbs", []],
  ]),
  paths: new Set(["Route", "RoutePrefix"]),
  methodLists: new Set(["AcceptVerbs"]),
  pathArguments: ["template", "Route"],
  methodArguments: [],
  mayBeUnknown: true,
  areRoutesByPath: true,
  inherits: true,
  under: (prefix, path, names) =>
    withNames(isAbsolute(path) ? path : joinedPath(prefix, path), names),
  conventional: (names) => withNames("[controller]/[action]", names),
};

/** A template of a method that begins so stands for itself, not under its controller's. */
function isAbsolute(path: string): boolean {
  return /^~?\//.test(path);
}

function withNames(path: string, { type, method }: OwnerNames): string {
  return path.replace(/^~/, "")
    .replace(/\[controller\]/gi, type.replace(/Controller$/, ""))
    .replace(/\[action\]/gi, method.replace(/Async$/, ""));
}

const MAPPED = new Map<string, readonly string[]>([
  ...VERBS.map((verb) => [`Map${verb}`, [verb]] as const),
  ["Map", [ANY_METHOD]],
  ["MapMethods", []],
  ["MapFallback", [ANY_METHOD]],
]);

/** Members of builders of endpoints that give one for the same paths. */
const SAME =
  /^(?:With|Has|Require|Allow|Add|Exclude|Disable|Produces|Accepts|CacheOutput|NewVersionedApi|IsApi)/;
/** Builders of endpoints. */
const BUILDER =
  /^(?:Microsoft\.AspNetCore\..*|.*\b(?:WebApplication|I?EndpointRouteBuilder|RouteGroupBuilder)\b.*)\.Map\w*$/;

class MinimalApis {
  readonly #links: Links;
  readonly #routers: Routers;
  readonly #routes: Routes;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, NAME);
    this.#routers = new Routers(links, {
      languages: CSHARP,
      groupPath: (name, call) => {
        if (name !== "MapGroup") return SAME.test(name) ? "" : null;
        return links.texts.text(call.file, call.positional[0] ?? -1);
      },
    });
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, CSHARP, MAPPED.keys())) this.#route(site);
  }

  #route(site: Site): void {
    const call = this.#links.callOf(site);
    const certainty = call === undefined ? undefined : this.#certainty(call);
    if (call === undefined || certainty === undefined) return;
    const { file, positional } = call;
    const path = this.#links.texts.text(file, positional[0] ?? -1);
    if (path === undefined || positional.length < 2) return;
    const named = MAPPED.get(this.#links.nameOf(site)) ?? [];
    const methods = named.length > 0 ? named : this.#methodsOf(call);
    const handlers = this.#routes.handlersOf(file, positional.at(-1)!);
    for (const prefix of this.#routers.prefixesOf(file, call.receiver)) {
      this.#routes.add({
        methods,
        path: joinedPath(prefix.path, path),
        place: this.#links.placeOf(site),
        handlers,
        confidence: prefix.isRooted ? certainty : Math.max(certainty, Certainty.inferred),
      });
    }
  }

  /** `MapMethods("/x", ["GET", HttpMethods.Options], …)`. */
  #methodsOf({ file, positional }: GivenCall): readonly string[] {
    const { texts } = this.#links;
    const methods = texts.elements(file, positional[1] ?? -1).flatMap(([owner, element]) =>
      texts.text(owner, element) ?? (lastNameAt(owner, element) || [])
    );
    return methods.length > 0 ? methods : [ANY_METHOD];
  }

  /** How surely a call is one of a builder of endpoints; undefined when it is none. */
  #certainty({ file, callee, receiver }: GivenCall): number | undefined {
    if (receiver < 0) return undefined;
    const { targets } = this.#links.resolveExpression(file, callee);
    if (targets.length > 0) return undefined;
    const names = this.#links.namesOf(file, callee);
    const types = this.#links.typeNamesOf(file, receiver).map((name) => `${name}.Map`);
    if ([...names, ...types].some((name) => BUILDER.test(name))) return Certainty.exact;
    return names.length === 0 && types.length === 0 ? Certainty.inferred : undefined;
  }
}

/** ASP.NET Core. */
export const aspnet: Linker = {
  link: (links) => {
    new AnnotatedRoutes(links, CONTROLLERS).link();
    new MinimalApis(links).link();
  },
};
