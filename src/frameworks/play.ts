/** Play (Scala, Java): routes files, those that they include, and routers whose cases are paths. */
import { nearest } from "../resolve/nearest.ts";
import { Ref, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { callAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { typeAround } from "../resolve/type_around.ts";
import { Mounts } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";
import { type Handler, Routes } from "./routes.ts";

const FILES = ["play-routes"];
const JVM = new Set(["scala", "java", "kotlin"]);
const SIRD = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const INCLUDE = "->";
/** The file that begins everything; the others are included by name. */
const ROOT = /(?:^|\/)conf\/routes$/;
const ROUTES_FILE = /([\w.-]+)\.routes$/;

class Play {
  readonly #links: Links;
  readonly #routes: Routes;
  /** Where routes files and routers are included, by key. */
  readonly #mounts = new Mounts();

  constructor(links: Links) {
    this.#links = links;
    this.#routes = new Routes(links, "Play");
  }

  link(): void {
    const lines = [...this.#links.allForeignCalls(FILES)].map((site) => ({
      site,
      method: site.means.replace(/^play /, ""),
    }));
    for (const file of this.#links.filesIn(FILES)) {
      if (ROOT.test(file.path)) this.#mounts.addRoot(`f${file.id}`);
    }
    for (const { site, method } of lines) if (method === INCLUDE) this.#include(site);
    for (const { site, method } of lines) if (method !== INCLUDE) this.#line(site, method);
    for (const method of SIRD) {
      for (const site of this.#links.offers(`sird ${method}`, ["scala"])) this.#case(site, method);
    }
  }

  /** `-> /v1/posts posts.Routes`, `-> /v1/posts v1.post.PostRouter`. */
  #include(site: Site): void {
    const name = this.#links.nameOf(site);
    const parent = `f${site.file.id}`;
    const path = this.#links.libraryOf(site);
    const [, file] = /^(?:.*\.)?([\w-]+)\.Routes$/.exec(name) ?? [];
    for (const included of file === undefined ? [] : this.#links.filesIn(FILES)) {
      if (ROUTES_FILE.exec(included.path)?.[1] !== file) continue;
      this.#mounts.add(`f${included.id}`, parent, path);
    }
    for (const { symbol } of this.#classesNamed(site.file, name)) {
      this.#mounts.add(`s${symbol}`, parent, path);
    }
  }

  #line(site: Site, method: string): void {
    const served = /^(.*)\.(\w+)$/.exec(this.#links.nameOf(site));
    if (served === null) return;
    const handlers = this.#classesNamed(site.file, served[1]!).flatMap((owner) =>
      this.#routes.methodsOf(owner.symbol, [served[2]!]).map(([, handler]) => ({
        ...handler,
        confidence: owner.confidence,
        candidates: owner.candidates,
      }))
    );
    const path = this.#links.libraryOf(site);
    const isRoot = ROOT.test(site.file.path);
    // What is included at a prefix begins there.
    this.#add(site, `f${site.file.id}`, method, path === "/" && !isRoot ? "" : path, handlers);
  }

  /** `case GET(p"/$id") => controller.show(id)` in a router. */
  #case(site: Site, method: string): void {
    const { file, row } = site;
    const owner = typeAround(file, file.reference(row, Ref.SYMBOL));
    const served = file.reference(row, Ref.EXPR);
    const callee = callAt(file, served)?.callee ?? served;
    const own = this.#routes.handlersOf(file, callee);
    const around = file.reference(row, Ref.SYMBOL);
    // What is written in the case itself is run by the function around.
    const itself = { symbol: file.firstSymbol + around, confidence: 0, candidates: 1 };
    const handlers = own.length > 0 || around < 0 ? own : [itself];
    const key = owner < 0 ? "" : `s${file.firstSymbol + owner}`;
    this.#add(site, key, method, this.#links.nameOf(site), handlers);
  }

  #add(
    site: Site,
    key: string,
    method: string,
    path: string,
    handlers: readonly Handler[],
  ): void {
    for (const prefix of this.#mounts.prefixesOf(key)) {
      this.#routes.add({
        methods: [method],
        // `$id<[0-9]+>` has the pattern last.
        path: joinedPath(prefix.path, path.replace(/\$(\w+)<[^>]*>/g, ":$1")),
        place: this.#links.placeOf(site),
        handlers,
        confidence: prefix.isRooted ? Certainty.exact : Certainty.inferred,
      });
    }
  }

  /** Classes and objects of a qualified name, the nearest of several. */
  #classesNamed(from: ProjectFile, qualified: string): readonly Handler[] {
    const parts = qualified.split(".");
    const name = parts.pop() ?? "";
    const { project } = this.#links;
    const id = project.nameId(name);
    const all = id < 0 ? [] : project.symbolsNamed(id).filter((symbol) => {
      const file = project.fileOfSymbol(symbol);
      return JVM.has(file.language) && isType(file.symbol(symbol - file.firstSymbol, Sym.KIND));
    });
    const placed = this.#placedIn(parts, all);
    const beside = from.path.replace(/conf\/[^/]*$/, "app/");
    const own = placed.filter((symbol) => project.fileOfSymbol(symbol).path.startsWith(beside));
    const near = own.length > 0 ? own : nearest(project, from, placed);
    const confidence = near.length === 1 ? Certainty.exact : Certainty.inferred;
    return near.map((symbol) => ({ symbol, confidence, candidates: near.length }));
  }

  /** Of several, those in folders that the names of a package spell, as many of them as can be. */
  #placedIn(parts: readonly string[], symbols: readonly number[]): readonly number[] {
    for (let from = 0; from < parts.length; from++) {
      const folder = `/${parts.slice(from).join("/")}/`;
      const placed = symbols.filter((symbol) =>
        `/${this.#links.project.fileOfSymbol(symbol).path}`.replace(/[^/]*$/, "").endsWith(folder)
      );
      if (placed.length > 0) return placed;
    }
    return symbols;
  }
}

/** Play. */
export const play: Linker = { link: (links) => new Play(links).link() };
