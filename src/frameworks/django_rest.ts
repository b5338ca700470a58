/** Routers of Django REST framework: each set of views that is registered has a list and its items. */
import { Expr, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import type { Mounts } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";
import type { Handler, Routes } from "./routes.ts";

const PYTHON = ["python"];
const CALLS = new Set([RefKind.call]);
const DECORATIONS = new Set([RefKind.decorate]);
const REGISTER =
  /(?:^|\.)(?:rest_framework|rest_framework_nested)\.(?:\w+\.)*\w*Router(?:\(\))?\.register$/;
const ACTION = /(?:^|\.)rest_framework\.decorators\.(?:action|list_route|detail_route)$/;

/** Actions of sets of views, with the method of each and whether it is about one item. */
export const ACTIONS: Readonly<Record<string, readonly [method: string, isDetail: boolean]>> = {
  list: ["GET", false],
  create: ["POST", false],
  retrieve: ["GET", true],
  update: ["PUT", true],
  partial_update: ["PATCH", true],
  destroy: ["DELETE", true],
};
/** Actions that classes of the framework give. */
const GIVEN_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  ModelViewSet: Object.keys(ACTIONS),
  ReadOnlyModelViewSet: ["list", "retrieve"],
  ListModelMixin: ["list"],
  CreateModelMixin: ["create"],
  RetrieveModelMixin: ["retrieve"],
  UpdateModelMixin: ["update", "partial_update"],
  DestroyModelMixin: ["destroy"],
};

/** A method that `@action` makes a route of. */
interface ExtraAction {
  readonly symbol: number;
  readonly methods: readonly string[];
  readonly path: string;
  readonly isDetail: boolean;
}

/** Finds what such routers serve. */
export class RestRouters {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #mounts: Mounts;
  /** By the class. */
  readonly #extra = new Map<number, ExtraAction[]>();

  /** @param mounts of the lists of patterns that routers are included in */
  constructor(links: Links, routes: Routes, mounts: Mounts) {
    this.#links = links;
    this.#routes = routes;
    this.#mounts = mounts;
  }

  /** Notes that `router.urls` stands in a list of patterns. */
  mount([file, member]: readonly [ProjectFile, number], container: string): void {
    if (file.text(file.expression(member, Expr.B)) !== "urls") return;
    for (const origin of this.#links.origins.of(file, file.expression(member, Expr.A))) {
      this.#mounts.add(originKey(origin), container, "");
    }
  }

  /** Adds all routes; asked when all mounts are known. */
  link(): void {
    const marks = ["action", "list_route", "detail_route"];
    for (const site of this.#links.referencesTo(DECORATIONS, PYTHON, marks)) this.#action(site);
    for (const site of this.#links.referencesTo(CALLS, PYTHON, ["register"])) this.#register(site);
  }

  /** `@action(detail=True, methods=["post"], url_path="x")`. */
  #action(site: Site): void {
    const { file, row } = site;
    const call = this.#links.callOf(site);
    const symbol = file.reference(row, Ref.SYMBOL);
    const owner = symbol < 0 ? -1 : file.symbol(symbol, Sym.CONTAINER);
    if (call === undefined || owner < 0) return;
    if (!this.#links.namesOf(file, call.callee).some((name) => ACTION.test(name))) return;
    const { texts } = this.#links;
    const methods = texts.texts(file, call.named.get("methods") ?? call.positional[0] ?? -1);
    const detail = texts.text(file, call.named.get("detail") ?? -1);
    const actions = this.#extra.get(file.firstSymbol + owner) ?? [];
    this.#extra.set(file.firstSymbol + owner, actions);
    actions.push({
      symbol: file.firstSymbol + symbol,
      methods: methods.length > 0 ? methods : ["GET"],
      path: texts.text(file, call.named.get("url_path") ?? -1) ?? file.nameOf(symbol),
      isDetail: detail === undefined
        ? this.#links.nameOf(site) === "detail_route"
        : detail === "True",
    });
  }

  /** `router.register("users", UserViewSet)`. */
  #register(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const { file, positional, named } = call;
    const names = this.#links.namesOf(file, call.callee);
    if (!names.some((name) => REGISTER.test(name))) return;
    const path = this.#links.texts.text(file, named.get("prefix") ?? positional[0] ?? -1);
    const view = named.get("viewset") ?? positional[1] ?? -1;
    const [target] = this.#links.resolveExpression(file, view).targets;
    if (path === undefined || target === undefined) return;
    for (const origin of this.#links.origins.of(file, call.receiver)) {
      for (const prefix of this.#mounts.prefixesOf(originKey(origin))) {
        const confidence = prefix.isRooted ? Certainty.exact : Certainty.inferred;
        this.#views(site, target.symbol, joinedPath(prefix.path, path), confidence);
      }
    }
  }

  #views(site: Site, viewSet: number, path: string, confidence: number): void {
    const place = this.#links.placeOf(site);
    const item = `${path}/{${this.#itemName(viewSet)}}`;
    const add = (
      methods: readonly string[],
      isDetail: boolean,
      under: string,
      handler: Handler,
    ): void =>
      this.#routes.add({
        methods,
        path: `${isDetail ? item : path}/${under}`,
        place,
        handlers: [handler],
        confidence,
      });
    const own = new Map(this.#routes.methodsOf(viewSet, Object.keys(ACTIONS)));
    const itself = { symbol: viewSet, confidence: Certainty.exact, candidates: 1 };
    const given = this.#basesOf(viewSet).flatMap((base) =>
      GIVEN_ACTIONS[base.split(".").at(-1)!] ?? []
    );
    for (const [action, [method, isDetail]] of Object.entries(ACTIONS)) {
      const handler = own.get(action) ?? (given.includes(action) ? itself : undefined);
      if (handler !== undefined) add([method], isDetail, "", handler);
    }
    for (const { symbol } of this.#links.knowledge.members.ancestry(viewSet).order) {
      for (const extra of this.#extra.get(symbol) ?? []) {
        const handler = { ...itself, symbol: extra.symbol };
        add(extra.methods, extra.isDetail, `${extra.path}/`, handler);
      }
    }
  }

  #itemName(viewSet: number): string {
    return this.#links.memberTexts(viewSet, "lookup_url_kwarg")[0] ??
      this.#links.memberTexts(viewSet, "lookup_field")[0] ?? "pk";
  }

  /** Names of the classes outside that a class inherits from. */
  #basesOf(symbol: number): readonly string[] {
    return this.#links.knowledge.members.ancestry(symbol).outside.map(({ name }) => name);
  }
}
