/**
 * React Router as a framework: `routes.ts` names the modules that serve paths, or their names spell
 * the paths (`concerts.$city.tsx`). A module's default export is shown; `loader` and `action` serve data.
 */
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { LinkPlace, Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { exportedAs } from "./file_routes.ts";
import { filesUsing } from "./package_evidence.ts";
import { joinedPath } from "./route_path.ts";
import { ANY_METHOD, Routes } from "./routes.ts";
import { ECMASCRIPT } from "./verb_router.ts";

const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECLARED = /^@react-router\/dev\/routes\.(?:route|index|layout|prefix)$/;
/** What finds routes by the names of files, as Remix does without being told. */
const SPELLED =
  /^(?:@react-router\/fs-routes|@remix-run\/(?:fs-routes|react|node|server-runtime|cloudflare|deno))$/;
const ENDING = /\.(?:[cm]?[jt]sx?)$/;
const ROUTE_FILE = /^(.*?\/|)app\/routes\/(?:([^/]+)\/route|([^/]+))\.[cm]?[jt]sx?$/;
const DEEPEST = 24;

class RouteModules {
  readonly #links: Links;
  readonly #routes: Routes;

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "React Router");
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["route", "index"])) {
      this.#declared(site);
    }
    for (const file of filesUsing(this.#links, SPELLED)) {
      const [whole, , folder, name] = ROUTE_FILE.exec(file.path) ?? [];
      if (whole === undefined) continue;
      const path = spelledPath(folder ?? name!);
      if (path !== undefined) this.#serve(file, path, { file, line: 1, column: 1 });
    }
  }

  /** `route("about", "./about.tsx", […])`, `index("./home.tsx")`. */
  #declared(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || !this.#isDeclaring(call)) return;
    const { file, positional } = call;
    const isIndex = this.#links.nameOf(site) === "index";
    const module = this.#links.texts.text(file, positional[isIndex ? 0 : 1] ?? -1);
    const served = module === undefined ? undefined : this.#moduleAt(file, module);
    if (served !== undefined) this.#serve(served, this.#pathOf(call), this.#links.placeOf(site));
  }

  #isDeclaring({ file, callee }: GivenCall): boolean {
    return this.#links.namesOf(file, callee).some((name) => DECLARED.test(name));
  }

  #pathOf(call: GivenCall, depth = 0): string {
    const name = lastNameAt(call.file, call.callee);
    const own = name === "route" || name === "prefix"
      ? this.#links.texts.text(call.file, call.positional[0] ?? -1) ?? ""
      : "";
    const around = callAt(call.file, call.around);
    return around === undefined || depth > DEEPEST
      ? own
      : joinedPath(this.#pathOf(around, depth + 1), own);
  }

  /** The file that is named from where `routes.ts` lies. */
  #moduleAt(from: ProjectFile, named: string): ProjectFile | undefined {
    const folder = from.path.split("/").slice(0, -1);
    for (const part of named.replace(ENDING, "").split("/")) {
      if (part === "..") folder.pop();
      else if (part !== ".") folder.push(part);
    }
    const path = folder.join("/");
    return this.#links.filesIn(ECMASCRIPT).find((file) => file.path.replace(ENDING, "") === path);
  }

  #serve(file: ProjectFile, path: string, place: LinkPlace): void {
    // Whatever a module defines may be what it exports as its default.
    this.#links.questions.noteWhole("definitions", ECMASCRIPT);
    const exported = (name: string): ReturnType<typeof exportedAs> =>
      exportedAs(this.#routes, file, name);
    const shown = ["default", "loader", "clientLoader"].flatMap((name) =>
      exported(name)?.handlers ?? []
    );
    const changing = ["action", "clientAction"].flatMap((name) => exported(name)?.handlers ?? []);
    const common = { path, place, confidence: Certainty.exact };
    if (shown.length > 0) this.#routes.add({ ...common, methods: ["GET"], handlers: shown });
    if (changing.length > 0) {
      this.#routes.add({ ...common, methods: [ANY_METHOD], handlers: changing });
    }
  }
}

/**
 * The path that a file's name spells: `concerts_.$city`, `_auth.login`, `sitemap[.]xml`, `($lang).$`;
 * undefined for what only stands around others: `_auth`.
 */
function spelledPath(name: string): string | undefined {
  const parts = Array.from(name.matchAll(/(?:\[[^\]]*\]|[^.[\]])+/g), ([part]) => part);
  if (/^_(?!index$)/.test(parts.at(-1) ?? "")) return undefined;
  const segments: string[] = [];
  for (const part of parts) {
    const isOptional = /^\(.*\)$/.test(part);
    const plain = isOptional ? part.slice(1, -1) : part;
    if (plain.startsWith("_")) continue;
    const segment = plain.replace(/_$/, "").replace(/\[([^\]]*)\]/g, "$1");
    if (segment === "$") segments.push("*");
    else segments.push(segment.replace(/^\$/, ":") + (isOptional && plain[0] === "$" ? "?" : ""));
  }
  return segments.join("/");
}

/** Adds the routes of modules. */
export function addRouteModules(links: Links): void {
  new RouteModules(links).link();
}
