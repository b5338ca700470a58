/**
 * OCaml's modules: each file is one, and modules in it are others; they are opened, included, given
 * other names and made by functors. Which files see each other, and under which name a library is
 * known, say the `dune` files. Of a module with an interface, the definitions are those of the file
 * that implements it. Types, modules, classes and constructors have name spaces of their own.
 */
import { Binding, BindingKind, Expr, Kind, Op, Scope, Sym } from "../../extract/facts.ts";
import type { DuneManifest } from "../../languages/ocaml/dune_file.ts";
import { STANDARD_MODULES } from "../../languages/ocaml_builtins.ts";
import { CircularQuestions } from "../circular_questions.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { baseOf, parentOf, sharedFolder } from "../project_paths.ts";

/** Names under which what is no value is bound, so that it is no value's name. */
export const OcamlName = {
  type: (path: string): string => `type ${path}`,
  class: (path: string): string => `class ${path}`,
  moduleType: (path: string): string => `sig ${path}`,
  module: (path: string): string => `module ${path}`,
  constructor: (path: string): string => `new ${path}`,
  /** A value in a place where the module that is opened around it comes before what the file defines. */
  opened: (name: string): string => `open ${name}`,
} as const;

/** Names under which a scope binds the modules that it opens and includes. */
export const OPENED = "open";
export const INCLUDED = "include";

const NOTHING: readonly Entity[] = [];
const NAME = /^(?:(type|class|sig|module|new|open) )?((?:[A-Z][\w']*\.)*)(.+)$/s;
const LANGUAGES: ReadonlySet<string> = new Set(["ocaml", "ocaml_interface"]);

/** Members of a scope of a file. */
interface Structure {
  readonly tag: "structure";
  readonly file: number;
  readonly scope: number;
}

/** The modules of a library that has none of its own name. */
interface Library {
  readonly tag: "library";
  readonly group: string;
}

interface Outside {
  readonly tag: "outside";
  readonly name: string;
}

type Found = Structure | Library | Outside;

/** A module whose members a scope knows without its name. */
interface Brought {
  /** First name of the path by which it is named. */
  readonly first: string;
  readonly offset: number;
  readonly module: () => Found;
}

/** No module that the project or anything outside has. */
const NOWHERE: Outside = { tag: "outside", name: "" };

class OcamlModules implements Modules {
  readonly #project: Project;
  /** What `dune` files say, by folder. */
  readonly #dune = new Map<string, DuneManifest>();
  /** Folders whose modules see each other, by folder. */
  readonly #groups = new Map<string, string>();
  /** Modules by the paths that name them in a scope. */
  readonly #modules = new Map<string, Found>();
  /** Modules that a scope knows the members of, by scope and by how it does. */
  readonly #broughtBy = new Map<string, readonly Brought[]>();
  readonly #known = new Map<string, readonly Entity[]>();
  readonly #questions = new CircularQuestions();
  /** Files of modules, by group and name. */
  readonly #files = new Map<string, number>();
  /** Interfaces of modules that have an implementation as well, by that. */
  readonly #interfaces = new Map<number, number>();
  /** Groups of libraries, by the name of their module. */
  readonly #libraries = new Map<string, string[]>();
  /** Files of modules that need no library's name. */
  readonly #free = new Map<string, number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== "ocaml" || file.manifest === undefined) continue;
      this.#dune.set(parentOf(file.path), file.manifest as DuneManifest);
    }
    const files = project.files.filter((file) =>
      LANGUAGES.has(file.language) && file.manifest === undefined
    );
    for (const file of files) if (file.language === "ocaml") this.#addFile(file);
    for (const file of files) if (file.language !== "ocaml") this.#addInterface(file);
    for (const [folder, { libraries }] of this.#dune) {
      for (const { name } of libraries) append(this.#libraries, capitalized(name), folder);
    }
  }

  // ── files and libraries ─────────────────────────────────────────────────────────────────────

  /** The folder by whose `dune` file a folder's modules see each other. */
  #groupOf(folder: string): string {
    let group = this.#groups.get(folder);
    if (group === undefined) {
      group = folder;
      for (let at = folder;; at = parentOf(at)) {
        if (this.#dune.get(at)?.includesFolders === true) group = at;
        if (at === "" || this.#dune.has(at)) break;
      }
      this.#groups.set(folder, group);
    }
    return group;
  }

  #addFile(file: ProjectFile): void {
    const group = this.#groupOf(parentOf(file.path));
    const name = moduleName(file.path);
    const key = `${group}\n${name}`;
    if (!this.#files.has(key)) this.#files.set(key, file.id);
    const isWrapped = this.#dune.get(group)?.libraries.some(({ isWrapped }) => isWrapped) === true;
    if (!isWrapped) append(this.#free, name, file.id);
  }

  #addInterface(file: ProjectFile): void {
    const implementation = this.#project.fileAt(file.path.slice(0, -1));
    if (implementation >= 0) this.#interfaces.set(implementation, file.id);
    else this.#addFile(file);
  }

  /** A module that no scope of a file has: a file beside it, a library, or a file that all see. */
  #topModule(from: number, name: string): Found | undefined {
    const path = this.#project.file(from).path;
    const own = this.#files.get(`${this.#groupOf(parentOf(path))}\n${name}`);
    if (own !== undefined && moduleName(path) !== name) return this.#structureOf(own);
    const groups = this.#libraries.get(name);
    if (groups !== undefined) {
      const group = nearest(groups, path);
      const main = this.#files.get(`${this.#groupOf(group)}\n${name}`);
      if (main !== undefined && main !== from) return this.#structureOf(main);
      if (main === undefined) return { tag: "library", group: this.#groupOf(group) };
    }
    const free = STANDARD_MODULES.has(name) ? undefined : this.#free.get(name);
    const others = free?.filter((id) => id !== from) ?? [];
    if (others.length === 0) return undefined;
    const paths = others.map((id) => this.#project.file(id).path);
    return this.#structureOf(this.#project.fileAt(nearest(paths, path)));
  }

  #structureOf(file: number): Structure {
    return { tag: "structure", file, scope: rootScope(this.#project.file(file)) };
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  /**
   * What a path of modules means in a scope: `A.B`.
   * @param offset where it stands, if that is known: `module A = A` means the one before
   */
  #module(file: number, scope: number, path: string, offset = Infinity): Found {
    return this.#questions.once(
      this.#modules,
      `${file}:${scope}:${path}@${offset}`,
      { tag: "outside", name: path },
      () => {
        const [first = "", ...rest] = path.split(".");
        let found = this.#firstModule(file, scope, first, offset) ??
          { tag: "outside" as const, name: first };
        for (const name of rest) {
          const inner = this.#inner(found, name);
          if (inner === undefined) return NOWHERE;
          found = inner;
        }
        return found;
      },
    );
  }

  #firstModule(id: number, from: number, name: string, offset: number): Found | undefined {
    const file = this.#project.file(id);
    const key = OcamlName.module(name);
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const own = this.#boundModule(id, scope, key, offset);
      if (own !== undefined) return own;
      for (const { module, first, offset: start } of this.#brought(id, scope)) {
        // What opens a module does not bring it, nor does what follows.
        const inner = first === name || start >= offset ? undefined : this.#inner(module(), name);
        if (inner !== undefined && inner.tag !== "outside") return inner;
      }
    }
    return this.#topModule(id, name);
  }

  /** A module inside another; undefined where that has none such. */
  #inner(outer: Found, name: string): Found | undefined {
    if (outer === NOWHERE) return undefined;
    if (outer.tag === "outside") return { tag: "outside", name: `${outer.name}.${name}` };
    if (outer.tag === "library") {
      const file = this.#files.get(`${outer.group}\n${name}`);
      return file === undefined ? undefined : this.#structureOf(file);
    }
    return this.#within(outer, OcamlName.module(name));
  }

  /** A module or module type among the members of another, its own or included. */
  #within({ file, scope }: Structure, key: string): Found | undefined {
    const own = this.#boundModule(file, scope, key);
    if (own !== undefined) return own;
    const name = `${file}:${scope}!${key}`;
    const found = this.#questions.once(this.#modules, name, NOWHERE, () => {
      for (const { module } of this.#broughtAs(file, scope, INCLUDED)) {
        const included = module();
        const inner = included.tag === "structure" ? this.#within(included, key) : undefined;
        if (inner !== undefined) return inner;
      }
      return NOWHERE;
    });
    return found === NOWHERE ? undefined : found;
  }

  /** The module that a scope itself binds under a name: one that is written there, or stands for another. */
  #boundModule(
    id: number,
    scope: number,
    name: string,
    offset = Infinity,
  ): Found | undefined {
    const file = this.#project.file(id);
    const number = this.#project.nameId(name);
    let row = -1;
    for (let at = number < 0 ? -1 : file.firstBinding(scope, number); at >= 0;) {
      if (file.binding(at, Binding.OFFSET) < offset) row = at;
      at = file.nextBinding(at);
    }
    if (row < 0) return undefined;
    const symbol = file.binding(row, Binding.SYMBOL);
    const value = symbol < 0 ? file.binding(row, Binding.VALUE) : file.symbol(symbol, Sym.VALUE);
    if (value >= 0) return this.#named(file, value);
    const inner = symbol < 0 ? -1 : file.symbol(symbol, Sym.SCOPE);
    return inner < 0 ? undefined : { tag: "structure", file: id, scope: inner };
  }

  /** The module or module type that an expression names. */
  #named(file: ProjectFile, expression: number): Found | undefined {
    const { space, path, last } = partsOf(file, expression);
    const scope = file.expression(expression, Expr.B);
    const offset = file.expression(expression, Expr.C);
    if (space !== "sig") return this.#module(file.id, scope, path + last, offset);
    const key = OcamlName.moduleType(last);
    const name = `${file.id}:${scope}:${key} ${path}@${offset}`;
    const found = this.#questions.once(this.#modules, name, NOWHERE, () => {
      if (path !== "") {
        const outer = this.#module(file.id, scope, path.slice(0, -1), offset);
        return (outer.tag === "structure" ? this.#within(outer, key) : undefined) ?? NOWHERE;
      }
      for (let at = scope; at >= 0; at = file.scope(at, Scope.PARENT)) {
        const own = this.#boundModule(file.id, at, key, offset);
        if (own !== undefined) return own;
        for (const { module, offset: start } of this.#brought(file.id, at)) {
          if (start >= offset) continue;
          const brought = module();
          const inner = brought.tag === "structure" ? this.#within(brought, key) : undefined;
          if (inner !== undefined) return inner;
        }
      }
      return NOWHERE;
    });
    return found === NOWHERE ? undefined : found;
  }

  /** Modules whose members a scope knows without their name: opened ones, then included ones. */
  #brought(id: number, scope: number): readonly Brought[] {
    const opened = this.#broughtAs(id, scope, OPENED);
    const included = this.#broughtAs(id, scope, INCLUDED);
    return included.length === 0 ? opened : [...opened, ...included];
  }

  /** Those that are brought in one of the ways, the last one first. */
  #broughtAs(id: number, scope: number, how: string): readonly Brought[] {
    const key = `${id}:${scope}:${how}`;
    const known = this.#broughtBy.get(key);
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const number = this.#project.nameId(how);
    const found: Brought[] = [];
    for (let row = number < 0 ? -1 : file.firstBinding(scope, number); row >= 0;) {
      const value = file.binding(row, Binding.VALUE);
      if (file.binding(row, Binding.SYMBOL) < 0 && value >= 0) {
        const { path, last } = partsOf(file, value);
        const first = (path + last).split(".")[0]!;
        const outside: Outside = { tag: "outside", name: path + last };
        const offset = file.binding(row, Binding.OFFSET);
        found.unshift({ first, offset, module: () => this.#named(file, value) ?? outside });
      }
      row = file.nextBinding(row);
    }
    this.#broughtBy.set(key, found);
    return found;
  }

  // ── members ─────────────────────────────────────────────────────────────────────────────────

  /** What a module has under a name, what it includes among it. */
  #member(module: Found, name: string): Entity | undefined {
    if (module.tag !== "structure") return undefined;
    const { file, scope } = module;
    const [found] = this.#questions.once(this.#known, `${file}:${scope}.${name}`, NOTHING, () => {
      const own = this.#bound(file, scope, name);
      if (own !== undefined) return [own];
      for (const included of this.#broughtAs(file, scope, INCLUDED)) {
        const inner = this.#member(included.module(), name);
        if (inner !== undefined) return [inner];
      }
      const declared = this.#interfaces.get(file);
      const isWhole = scope === rootScope(this.#project.file(file));
      const inner = declared === undefined || !isWhole
        ? undefined
        : this.#member(this.#structureOf(declared), name);
      return inner === undefined ? NOTHING : [inner];
    });
    return found;
  }

  /** What a scope itself binds under a name, the last of it. */
  #bound(id: number, scope: number, name: string): Entity | undefined {
    const file = this.#project.file(id);
    const number = this.#project.nameId(name);
    let last = -1;
    for (let row = number < 0 ? -1 : file.firstBinding(scope, number); row >= 0;) {
      if (file.binding(row, Binding.KIND) !== BindingKind.field) last = row;
      row = file.nextBinding(row);
    }
    return last < 0 ? undefined : { tag: "binding", file: id, binding: last };
  }

  /** Whether an interface hides a name from those that open the module. */
  #isHidden(module: Found, name: string): boolean {
    if (module.tag !== "structure") return false;
    const declared = this.#interfaces.get(module.file);
    if (declared === undefined || module.scope !== rootScope(this.#project.file(module.file))) {
      return false;
    }
    const { file, scope } = this.#structureOf(declared);
    const included = this.#project.nameId(INCLUDED);
    const hasMore = included >= 0 && this.#project.file(file).firstBinding(scope, included) >= 0;
    return !hasMore && this.#bound(file, scope, name) === undefined;
  }

  /** A module of which the project has the sources: by where it is written. */
  locate(file: number, specifier: string, scope: number): Located {
    const found = this.#module(file, scope, specifier);
    if (found === NOWHERE || found.tag === "library") return undefined;
    if (found.tag === "outside") return { external: found.name };
    return { module: { key: `${found.file}:${found.scope}`, files: [found.file] } };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const [file = 0, scope = 0] = module.key.split(":").map(Number);
    const found = this.#member({ tag: "structure", file, scope }, name);
    return found === undefined ? NOTHING : [found];
  }

  // ── names that no scope of a file binds ─────────────────────────────────────────────────────

  ambient(file: number, name: string, scope = 0, offset = Infinity): readonly Entity[] {
    // What makes a module may be made by another of its name.
    if (name.startsWith("module ")) {
      return this.#moduleSymbol(file, scope, name.slice("module ".length), offset);
    }
    return this.#questions.once(this.#known, `${file}:${scope}?${name}`, NOTHING, () => {
      const { space, path, last } = nameParts(name);
      const isValue = space === "" || space === "open";
      const key = isValue ? last : `${space} ${last}`;
      if (path === "") return this.#unqualified(file, scope, key, space === "open");
      const module = this.#module(file, scope, path.slice(0, -1));
      if (module === NOWHERE) return NOTHING;
      if (module.tag === "outside") return [{ tag: "external", name: `${module.name}.${last}` }];
      const found = this.#member(module, key);
      return found === undefined ? NOTHING : [found];
    });
  }

  #unqualified(id: number, from: number, key: string, withOwn: boolean): readonly Entity[] {
    const file = this.#project.file(id);
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const own = withOwn ? this.#bound(id, scope, key) : undefined;
      if (own !== undefined) return [own];
      for (const brought of this.#brought(id, scope)) {
        const module = brought.module();
        const found = this.#member(module, key);
        if (found !== undefined && !this.#isHidden(module, key)) return [found];
      }
    }
    return NOTHING;
  }

  /** A module as a definition: of a functor, what is applied. */
  #moduleSymbol(file: number, scope: number, path: string, offset: number): readonly Entity[] {
    const found = this.#module(file, scope, path, offset);
    if (found === NOWHERE || found.tag === "library") return NOTHING;
    if (found.tag === "outside") return [{ tag: "external", name: found.name }];
    const owner = this.#project.file(found.file);
    const symbol = owner.scope(found.scope, Scope.SYMBOL);
    return symbol < 0 ? NOTHING : [{ tag: "symbol", symbol: owner.firstSymbol + symbol }];
  }
}

/** A name that this module system gave, taken apart: its name space, its modules, the rest. */
function nameParts(name: string): { space: string; path: string; last: string } {
  const [, space = "", path = "", last = name] = NAME.exec(name) ?? [];
  return { space, path, last };
}

/** The same of the name that an expression is. */
function partsOf(
  file: ProjectFile,
  expression: number,
): { space: string; path: string; last: string } {
  const isName = file.expression(expression, Expr.OP) === Op.name;
  return nameParts(isName ? file.text(file.expression(expression, Expr.A)) : "");
}

/** Name of the module that a file is. */
function moduleName(path: string): string {
  return capitalized(baseOf(path).replace(/\.mli?$/, ""));
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Scope of what stands at the top of a file. */
function rootScope(file: ProjectFile): number {
  const isModule = file.count("symbols") > 1 && file.symbol(1, Sym.KIND) === Kind.module;
  return isModule ? Math.max(0, file.symbol(1, Sym.SCOPE)) : 0;
}

/** Of several paths, the one that shares most folders with another. */
function nearest(paths: readonly string[], path: string): string {
  const shared = paths.map((one) => sharedFolder(`${one}/`, path));
  return paths[shared.indexOf(Math.max(...shared))]!;
}

/** What a file says of modules: those that it has, opens and includes. */
function structure(file: ProjectFile): string {
  const said = [file.path];
  for (let row = 0; row < file.count("bindings"); row++) {
    const name = file.text(file.binding(row, Binding.NAME));
    if (name !== OPENED && name !== INCLUDED && !/^(?:module|sig) /.test(name)) continue;
    const symbol = file.binding(row, Binding.SYMBOL);
    const value = symbol < 0 ? file.binding(row, Binding.VALUE) : file.symbol(symbol, Sym.VALUE);
    const meant = value < 0 ? "" : file.text(file.expression(value, Expr.A));
    said.push(`${file.binding(row, Binding.SCOPE)} ${name} ${meant}`);
  }
  return said.join("\n");
}

/** OCaml's module system. */
export const ocamlModules: ModuleSystem = {
  structure,
  open: (project: Project): Modules => new OcamlModules(project),
};
