/** Plugins of Fastify: the functions that `register` is given, or finds in the files of a folder. */
import { Export, UNKNOWN_TEXT } from "../extract/facts.ts";
import { callAt, type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Links } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { baseOf, parentOf, resolvePath } from "../resolve/project_paths.ts";
import { exportedAs } from "./file_routes.ts";
import { joinedPath } from "./route_path.ts";
import type { Routes } from "./routes.ts";
import { ShownComponents } from "./shown_components.ts";
import { ECMASCRIPT, type Given } from "./verb_router.ts";

/** A plugin as it is registered. */
export interface Plugin {
  /** The function, numbered through the project. */
  readonly symbol: number;
  /** Prefix of all its routes; undefined for one that is not known. */
  readonly path: string | undefined;
}

const OWN = /^(?:@fastify\/|fastify-)/;
const AUTOLOAD = /^(?:@fastify\/autoload|fastify-autoload)\b/;
/** What makes a plugin a part of what it is registered with: it has no prefix then. */
const MERGED = /^fastify-plugin\b/;
const FUNCTION_MODULE = /^(?:index|autohooks)$/;
const SCRIPT = /\.(?:[cm]?js|[cm]?ts)$/;
const TEST = /\.(?:test|spec)$/;

/** Finds the plugins of registrations. */
export class FastifyPlugins {
  readonly #links: Links;
  readonly #routes: Routes;
  readonly #loaded: ShownComponents;

  constructor(links: Links, routes: Routes) {
    this.#links = links;
    this.#routes = routes;
    this.#loaded = new ShownComponents(links, routes);
  }

  /** Whether a call registers a plugin that is a package of Fastify's. */
  isOwn({ file, positional: [first = -1] }: GivenCall): boolean {
    return this.#links.namesOf(file, first).some((name) => OWN.test(name)) ||
      this.#links.origins.of(file, first).some((origin) =>
        origin.tag === "expression" && this.#isMerging(origin.file, origin.expression)
      );
  }

  /** What `app.register(plugin, { prefix })` registers. */
  registeredBy(call: GivenCall): readonly Plugin[] {
    const { file, positional: [first = -1, options = -1] } = call;
    if (this.#links.namesOf(file, first).some((name) => AUTOLOAD.test(name))) {
      return this.#inFolder(file, options);
    }
    const prefix = this.#prefixIn(file, options);
    return this.#pluginsOf([file, first], prefix);
  }

  #prefixIn(file: ProjectFile, options: number): string | undefined {
    const prefix = propertyAt(file, options, "prefix");
    return prefix < 0 ? "" : this.#links.texts.text(file, prefix);
  }

  /** Functions that an expression gives, also those of modules that are loaded by it. */
  #pluginsOf([file, expression]: Given, path: string | undefined): readonly Plugin[] {
    for (const origin of this.#links.origins.of(file, expression)) {
      if (origin.tag !== "expression") continue;
      const { file: owner, expression: made } = origin;
      if (!this.#isMerging(owner, made)) continue;
      const inner = callAt(owner, made)?.positional[0] ?? -1;
      return this.#pluginsOf([owner, inner], "");
    }
    const named = this.#routes.handlersOf(file, expression);
    const functions = named.length > 0
      ? named
      : this.#loaded.loadedBy(file, expression, ["default", "="]);
    return functions.map(({ symbol }) => ({ symbol, path }));
  }

  /** Whether an expression is `fp(plugin)`. */
  #isMerging(file: ProjectFile, expression: number): boolean {
    const call = callAt(file, expression);
    return call !== undefined &&
      this.#links.namesOf(file, call.callee).some((name) => MERGED.test(name));
  }

  /** What `{ dir: path.join(__dirname, "routes"), options: { prefix } }` loads. */
  #inFolder(file: ProjectFile, options: number): readonly Plugin[] {
    const folder = this.#folderOf(file, propertyAt(file, options, "dir"));
    if (folder === undefined) return [];
    const given = propertyAt(file, options, "options");
    const prefix = given < 0 ? "" : this.#prefixIn(file, given) ?? UNKNOWN_TEXT;
    const files = this.#links.filesIn(ECMASCRIPT).filter(({ path }) =>
      path.startsWith(`${folder}/`) && SCRIPT.test(path)
    );
    this.#links.questions.noteWhole("definitions", ECMASCRIPT);
    const indexed = new Set(
      files.filter(({ path }) => nameOf(path) === "index").map(({ path }) => parentOf(path)),
    );
    return files.filter(({ path }) => {
      const name = nameOf(path);
      // Beside an index nothing else of a folder is loaded.
      return !TEST.test(name) && (FUNCTION_MODULE.test(name) || !indexed.has(parentOf(path)));
    }).flatMap((loaded) => {
      const under = parentOf(loaded.path).slice(folder.length)
        .replace(/\/_(?=[^/]+)/g, "/:");
      return this.#exportedBy(loaded, joinedPath(prefix, under));
    });
  }

  /** The folder that `join(__dirname, "routes")` says, from where it is written. */
  #folderOf(file: ProjectFile, expression: number): string | undefined {
    for (const origin of this.#links.origins.of(file, expression)) {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      if (call === undefined || !/^(?:join|resolve)$/.test(lastNameAt(call.file, call.callee))) {
        continue;
      }
      const parts = call.positional.slice(1).map((part) => this.#links.texts.text(call.file, part));
      if (parts.length === 0 || parts.includes(undefined)) continue;
      return resolvePath(parentOf(call.file.path), parts.join("/"));
    }
    return undefined;
  }

  #exportedBy(file: ProjectFile, path: string): readonly Plugin[] {
    const itself = exportedAs(this.#routes, file, "default");
    const functions = itself?.handlers ?? [];
    if (functions.length > 0) return functions.map(({ symbol }) => ({ symbol, path }));
    const table = file.table("exports");
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      const name = table[at + Export.NAME]!;
      if (name < 0 || !/^(?:default|=)$/.test(file.text(name))) continue;
      return this.#pluginsOf([file, table[at + Export.EXPR]!], path);
    }
    return [];
  }
}

/** A file's name without its ending. */
function nameOf(path: string): string {
  return baseOf(path).replace(SCRIPT, "");
}
