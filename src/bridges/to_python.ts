/**
 * From R, Julia and MATLAB to Python: modules that reticulate, PyCall, PythonCall and `py.` import, files
 * of Python that are run so that their functions can be called, and what is called of them.
 */
import { Flag, RefKind, Sym } from "../extract/facts.ts";
import { foreignPath } from "../extract/foreign_modules.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable, isType } from "../resolve/symbol_kinds.ts";
import { nearest } from "../resolve/nearest.ts";

const PYTHON = ["python"];
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct, RefKind.value]);
/** How each language calls. */
const MECHANISMS: ReadonlyMap<string, string> = new Map([
  ["r", "reticulate"],
  ["julia", "PyCall"],
  ["matlab", "py"],
]);
const LANGUAGES = [...MECHANISMS.keys()];
/** Functions that run a file of Python. */
const RUNNERS = ["source_python", "py_run_file"];
const MAIN_MODULE = "__main__";
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

class ToPython {
  readonly #links: Links;
  readonly #files: readonly ProjectFile[];
  /** Files of Python that a file runs. */
  readonly #run = new Map<ProjectFile, ProjectFile[]>();
  readonly #allRun: ProjectFile[] = [];

  constructor(links: Links) {
    this.#links = links;
    this.#files = links.filesIn(PYTHON);
    for (const means of RUNNERS) {
      for (const site of links.foreignCalls(means, LANGUAGES)) this.#noteRun(site);
    }
  }

  #noteRun(site: Site): void {
    const path = this.#links.nameOf(site).replace(/^(?:\.\.?\/)+/, "");
    const files = this.#ending([path]);
    for (const file of files) {
      append(this.#run, site.file, file);
      this.#allRun.push(file);
    }
  }

  link(): void {
    const names = this.#links.definedNames(PYTHON);
    for (const site of this.#links.naming(names, KINDS, LANGUAGES)) this.#call(site);
    for (const site of this.#links.foreignCalls("PyCall", LANGUAGES)) {
      const path = this.#links.nameOf(site).split(".");
      this.#bridge(site, this.#member(this.#runBy(site.file), path), Certainty.inferred);
    }
  }

  #call(site: Site): void {
    const { targets, external } = this.#links.resolve(site);
    if (targets.length > 0) return;
    const written = site.file.language === "matlab" ? this.#links.writtenPath(site) : "";
    const name = written.startsWith("py.") ? `python:${written.slice(3)}` : external ?? "";
    const path = foreignPath("python", name);
    if (path !== undefined) return this.#path(site, [...path.module.split("."), ...path.members]);
    // Functions of a file that was run are functions of R.
    if (this.#allRun.length === 0 || site.file.language !== "r") return;
    this.#bridge(
      site,
      this.#member(this.#runBy(site.file), [this.#links.nameOf(site)]),
      Certainty.inferred,
      "source_python",
    );
  }

  /** What a path of names means: the longest module that there is, and what is in it. */
  #path(site: Site, path: readonly string[]): void {
    const parts = path.filter((part) => part !== "");
    if (parts[0] === MAIN_MODULE) {
      const main = [...this.#runBy(site.file), ...this.#beside(site.file)];
      return this.#bridge(site, this.#member(main, parts.slice(1)), Certainty.inferred);
    }
    for (let end = parts.length - 1; end > 0; end--) {
      const module = parts.slice(0, end).join("/");
      const files = this.#ending([`${module}.py`, `${module}/__init__.py`]);
      if (files.length === 0) continue;
      const found = this.#member(files, parts.slice(end));
      if (found.length > 0) return this.#bridge(site, found, Certainty.exact);
      return this.#bridge(site, this.#inPackage(files, parts.slice(end)), Certainty.inferred);
    }
  }

  /** What a package has from a file beside its own. */
  #inPackage(files: readonly ProjectFile[], members: readonly string[]): readonly number[] {
    const folders = files.filter(({ path }) => path.endsWith("/__init__.py"))
      .map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
    return this.#member(
      this.#files.filter(({ path }) => folders.some((folder) => path.startsWith(folder))),
      members,
    );
  }

  /** Files of Python that a file runs; where it runs none, those that others do. */
  #runBy(file: ProjectFile): readonly ProjectFile[] {
    return this.#run.get(file) ?? this.#allRun;
  }

  /** Python in the same document. */
  #beside({ path }: ProjectFile): readonly ProjectFile[] {
    return this.#files.filter((file) => file.path === path);
  }

  #ending(paths: readonly string[]): readonly ProjectFile[] {
    return this.#files.filter(({ path }) =>
      paths.some((end) => path === end || path.endsWith(`/${end}`))
    );
  }

  /** What files define at their top under the first of some names, and in it under the others. */
  #member(files: readonly ProjectFile[], members: readonly string[]): readonly number[] {
    const last = members.at(-1);
    const id = last === undefined ? -1 : this.#links.project.nameId(last);
    if (id < 0) return [];
    return this.#links.project.symbolsNamed(id).filter((symbol) => {
      const file = this.#links.project.fileOfSymbol(symbol);
      const row = symbol - file.firstSymbol;
      const kind = file.symbol(row, Sym.KIND);
      return files.includes(file) && (isCallable(kind) || isType(kind)) &&
        (file.symbol(row, Sym.FLAGS) & Flag.local) === 0 && isPath(file, row, members);
    });
  }

  #bridge(
    site: Site,
    all: readonly number[],
    confidence: number,
    mechanism = MECHANISMS.get(site.file.language) ?? "",
  ): void {
    const symbols = nearest(this.#links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    const known = symbols.length > 1 ? Certainty.heuristic : confidence;
    for (const symbol of symbols) {
      this.#links.bridge(site, symbol, mechanism, known, symbols.length);
    }
  }
}

/** Whether a symbol's name and those of its containers are some names. */
function isPath(file: ProjectFile, symbol: number, names: readonly string[]): boolean {
  let row = symbol;
  for (const name of [...names].reverse()) {
    if (row <= 0 || file.nameOf(row) !== name) return false;
    row = file.symbol(row, Sym.CONTAINER);
  }
  return row <= 0;
}

/** R, Julia and MATLAB to Python. */
export const toPython: Linker = { link: (links) => new ToPython(links).link() };
