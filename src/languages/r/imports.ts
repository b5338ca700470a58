/** How an R file reaches other files and packages: `library`, `source`, `box::use`, `import::from`. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { Bound, fileState } from "./file_state.ts";
import type { Argument, RSyntax } from "./syntax.ts";

const ATTACHING = new Set(["library", "require", "p_load", "attachNamespace"]);
const LOADING = new Set(["requireNamespace", "loadNamespace"]);
const SOURCING = new Set(["source", "sys.source", "sourceCpp", "source_python"]);
/** Functions that run a file of R, or take in its chunks. */
const RUNNING = new Set(["source", "sys.source", "read_chunk"]);
/** Functions that join parts of a path. */
const JOINING = new Set(["file.path", "here", "path", "paste0", "path_join", "normalizePath"]);
/** Functions that list the files of a directory. */
const LISTING = new Set(["list.files", "dir", "dir_ls"]);
/** Functions that run the files of a directory when they are given `source`. */
const MAPPING = new Set(["lapply", "sapply", "walk", "map", "for_each", "invisible"]);

/** All functions that import. */
const IMPORTING = new Set([
  ...ATTACHING,
  ...LOADING,
  ...SOURCING,
  ...RUNNING,
  ...MAPPING,
  ..."load_all tar_source from here use".split(" "),
]);

/** Records imports. */
export class Imports {
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
  }

  /** Records what a call imports, if it imports something. */
  call(x: Extraction, node: NodeIndex, name: string, args: readonly Argument[]): void {
    if (!IMPORTING.has(name)) return;
    if (ATTACHING.has(name)) this.#attach(x, name, args);
    else if (LOADING.has(name)) this.#load(x, args);
    else if (RUNNING.has(name)) this.#source(x, args);
    else if (name === "load_all") this.#package(x, node, ".", ImportKind.all);
    else if (name === "tar_source") this.#directory(x, node, this.#argumentPath(x, args, "R"));
    else if (MAPPING.has(name)) this.#sourceEach(x, args);
    else if (name === "from" || name === "here") this.#importFrom(x, node, args);
    else if (name === "use") this.#use(x, node, args);
  }

  #attach(x: Extraction, name: string, args: readonly Argument[]): void {
    const several = name === "p_load";
    for (const { name: label, value } of several ? args : args.slice(0, 1)) {
      if (several && label !== "") continue;
      const specifier = this.#syntax.nameOf(x, value);
      if (specifier !== "") this.#package(x, value, specifier, ImportKind.all);
    }
  }

  #load(x: Extraction, args: readonly Argument[]): void {
    const value = this.#syntax.argument(args, "package", 0);
    const specifier = this.#syntax.stringOf(x, value);
    if (specifier !== undefined) this.#package(x, value, specifier, ImportKind.effect);
  }

  #source(x: Extraction, args: readonly Argument[]): void {
    const value = this.#syntax.argument(args, "file", 0);
    const path = this.#pathIn(x, value);
    if (path !== undefined) this.#package(x, value, path, ImportKind.include);
    else this.#listedFiles(x, this.#loopedOver(x, value));
  }

  /** What the loop around runs over that gives a name its value; -1 when there is none. */
  #loopedOver(x: Extraction, node: NodeIndex): NodeIndex {
    const { fields, kinds } = this.#syntax;
    const name = this.#syntax.nameOf(x, node);
    if (name === "") return NONE;
    let at = x.tree.parents[node]!;
    while (at !== NONE && x.tree.kinds[at] !== kinds.function) {
      const isLoop = x.tree.kinds[at] === kinds.for &&
        this.#syntax.nameOf(x, x.tree.child(at, fields.variable)) === name;
      if (isLoop) return x.tree.child(at, fields.sequence);
      at = x.tree.parents[at]!;
    }
    return NONE;
  }

  #argumentPath(x: Extraction, args: readonly Argument[], otherwise: string): string {
    return args.length === 0 ? otherwise : this.#pathIn(x, args[0]!.value) ?? otherwise;
  }

  #directory(x: Extraction, node: NodeIndex, path: string): void {
    const isFile = /\.[RrSsq]$/.test(path);
    this.#package(x, node, isFile ? path : `${path.replace(/\/+$/, "")}/`, ImportKind.include);
  }

  /** `lapply(list.files("R", full.names = TRUE), source)`. */
  #sourceEach(x: Extraction, args: readonly Argument[]): void {
    const runs = args.some(({ value }) => SOURCING.has(this.#syntax.nameOf(x, value)));
    if (!runs) return;
    for (const { value } of args) this.#listedFiles(x, value);
  }

  /** `list.files("R", full.names = TRUE)`, whose files are run. */
  #listedFiles(x: Extraction, node: NodeIndex): void {
    if (node === NONE || !LISTING.has(this.#syntax.calledName(x, node))) return;
    const listed = this.#syntax.argumentsOf(x, node);
    const path = this.#pathIn(x, this.#syntax.argument(listed, "path", 0));
    if (path !== undefined) this.#directory(x, node, path);
  }

  /**
   * A path that is written as a string or joined of strings. Leading parts that only run time
   * knows are left out and shown by a leading star.
   */
  #pathIn(x: Extraction, node: NodeIndex): string | undefined {
    const whole = this.#syntax.stringOf(x, node);
    if (whole !== undefined) return whole;
    const name = this.#syntax.calledName(x, node);
    if (!JOINING.has(name)) return undefined;
    const parts: string[] = [];
    let isPartial = false;
    for (const { name: label, value } of this.#syntax.argumentsOf(x, node)) {
      if (label !== "") continue;
      const part = this.#pathIn(x, value);
      if (part !== undefined) parts.push(part);
      else if (parts.length === 0) isPartial = true;
      else return undefined;
    }
    if (parts.length === 0) return undefined;
    const path = parts.join(name === "paste0" ? "" : "/").replace(/\/{2,}/g, "/");
    return isPartial ? `*/${path.replace(/^\/+/, "")}` : path;
  }

  /** `import::from(pkg, f, g)`. */
  #importFrom(x: Extraction, node: NodeIndex, args: readonly Argument[]): void {
    const callee = this.#syntax.calleeOf(x, node);
    const specifier = this.#syntax.nameOf(x, args[0]?.value ?? NONE);
    if (callee?.package !== "import" || specifier === "") return;
    for (const { name: label, value } of args.slice(1)) {
      const name = this.#syntax.nameOf(x, value);
      if (name !== "" && !label.startsWith(".")) {
        this.#named(x, value, specifier, name, label || name);
      }
    }
  }

  /** `box::use(pkg[f, g], alias = pkg, ./module)`. */
  #use(x: Extraction, node: NodeIndex, args: readonly Argument[]): void {
    if (this.#syntax.calleeOf(x, node)?.package !== "box") return;
    for (const { name: label, value } of args) {
      if (value === NONE) continue;
      const list = this.#listAfter(x, value);
      const specifier = x.text.slice(
        x.tree.starts[value],
        list === NONE
          ? x.tree.ends[value]
          : x.tree.starts[x.tree.child(list, this.#syntax.fields.arguments)],
      ).replace(/\s/g, "");
      if (label !== "" || list === NONE) {
        this.#module(x, value, specifier, label || specifier.replace(/^.*\//, ""));
      }
      if (list !== NONE) this.#listed(x, list, specifier);
    }
  }

  /** The subscript at the end of `pkg[f]` or `./a/b[f]`; -1 when there is none. */
  #listAfter(x: Extraction, node: NodeIndex): NodeIndex {
    const { fields, kinds } = this.#syntax;
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === kinds.binary) at = x.tree.child(at, fields.rhs);
    return at !== NONE && x.tree.kinds[at] === kinds.subset ? at : NONE;
  }

  #listed(x: Extraction, list: NodeIndex, specifier: string): void {
    for (const { name: as, value } of this.#syntax.argumentsOf(x, list)) {
      const name = this.#syntax.nameOf(x, value);
      if (name !== "") this.#named(x, value, specifier, name, as || name);
      else if (value !== NONE && x.tree.kinds[value] === this.#syntax.kinds.dots) {
        this.#package(x, list, specifier, ImportKind.all);
      }
    }
  }

  #module(x: Extraction, node: NodeIndex, specifier: string, name: string): void {
    const row = this.#package(x, node, specifier, ImportKind.module);
    this.#bind(x, node, name, row);
  }

  #named(x: Extraction, node: NodeIndex, specifier: string, name: string, as: string): void {
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    const row = x.facts.import(specifier, ImportKind.name, {
      name,
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
    });
    this.#bind(x, node, as, row);
  }

  #bind(x: Extraction, node: NodeIndex, name: string, row: number): void {
    const scope = fileState(x).ownScope();
    if (scope > 0) fileState(x).note(scope, name, Bound.function);
    x.bind(scope, name, BindingKind.import, { index: row, offset: x.tree.starts[node]! });
  }

  #package(x: Extraction, node: NodeIndex, specifier: string, kind: number): number {
    const offset = x.tree.starts[this.#syntax.contentNode(x, node)]!;
    const line = x.lineAt(offset);
    return x.facts.import(specifier, kind, {
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
    });
  }
}
