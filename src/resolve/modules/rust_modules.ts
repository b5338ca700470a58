/**
 * Rust's modules. A crate is a tree of modules that begins at a root file; `mod name;` leads to the file
 * of a module, `mod name { … }` is one inside a file. Paths begin at the crate, the module, its parent,
 * another crate, or at what the module itself has a name for. Source: the Rust reference, "Items" and
 * "Paths".
 */
import {
  Binding,
  BindingKind,
  Export,
  Flag,
  Import,
  ImportKind,
  Kind,
  Scope,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import type { Project, ProjectFile } from "../project.ts";
import { MODULE_FORM } from "./rust_forms.ts";
import { append } from "../multimap.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

const NOTHING: readonly Entity[] = [];
const FILE_SCOPE = 0;
/** Deeper trees of modules than people write. */
const DEEPEST = 64;
/** Names of macros end with it in scopes, since they have a name space of their own. */
const MACRO_SUFFIX = "!";
/** Crates that come with the compiler. */
const STANDARD: ReadonlySet<string> = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/** What a `Cargo.toml` says, as far as paths need it. Names are written as crates have them. */
export interface CargoToml {
  /** Name of the library crate. */
  readonly name: string;
  readonly package: string;
  /** Path of the library's root file, relative to the manifest. */
  readonly library: string;
  /** Paths of other root files that the manifest names. */
  readonly roots: readonly string[];
  /** Names by which the package knows other packages, with their own names. */
  readonly renamed: readonly (readonly [alias: string, name: string])[];
  readonly dependencies: readonly string[];
}

/** A module: the names in one scope of one file. */
interface RustModule extends Module {
  readonly file: number;
  /** Scope whose names it has: of the file, an inline module, or a type with its variants. */
  readonly scope: number;
}

interface Glob {
  readonly specifier: string;
  readonly scope: number;
}

class RustModules implements Modules {
  readonly #project: Project;
  readonly #modules = new Map<string, RustModule>();
  /** Module in which a file is declared. */
  readonly #parents = new Map<number, RustModule>();
  readonly #roots = new Set<string>();
  /** Root files of library crates by the crate's name. */
  readonly #libraries = new Map<string, number[]>();
  readonly #manifests = new Map<string, CargoToml>();
  readonly #globs = new Map<number, readonly Glob[]>();
  readonly #located = new Map<string, Located>();
  readonly #found = new Map<string, readonly Entity[]>();
  readonly #rootOf = new Map<number, number>();
  /** Macros by the root of their crate and name. */
  #macros: ReadonlyMap<string, readonly Entity[]> | undefined;
  /** Names being looked up, by module. */
  readonly #running = new Set<string>();
  /** Whether the look-up in hand met one that was running already. */
  #wasCut = false;

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language === "rust" && file.manifest !== undefined) this.#addManifest(file);
    }
    for (const file of project.files) {
      if (file.language === "rust" && file.manifest === undefined) this.#declareChildren(file);
    }
  }

  // ── the tree of modules ─────────────────────────────────────────────────────────────────────

  #addManifest(file: ProjectFile): void {
    const manifest = file.manifest as CargoToml;
    const directory = parentOf(file.path);
    this.#manifests.set(directory, manifest);
    const library = resolvePath(directory, manifest.library);
    this.#roots.add(library);
    for (const path of manifest.roots) this.#roots.add(resolvePath(directory, path));
    const root = this.#project.fileAt(library);
    if (root >= 0) append(this.#libraries, manifest.name, root);
  }

  #declareChildren(file: ProjectFile): void {
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.FORM] !== MODULE_FORM) continue;
      const segments = file.text(table[at + Import.SPECIFIER]!).split("::").slice(1);
      const given = table[at + Import.NAME]!;
      const child = this.#childFile(file, segments, given < 0 ? "" : file.text(given));
      if (child < 0 || child === file.id || this.#parents.has(child)) continue;
      this.#parents.set(child, this.#module(file.id, moduleScope(file, table[at + Import.SCOPE]!)));
    }
  }

  /** File of a module that is declared; -1 when there is none. */
  #childFile(file: ProjectFile, segments: readonly string[], given: string): number {
    const directory = parentOf(file.path);
    if (given !== "" && segments.length === 1) {
      return this.#project.fileAt(resolvePath(directory, given));
    }
    const base = join(this.#childDirectory(file.path), segments.slice(0, -1).join("/"));
    if (given !== "") return this.#project.fileAt(resolvePath(base, given));
    const path = join(base, segments.at(-1)!);
    const plain = this.#project.fileAt(`${path}.rs`);
    return plain >= 0 ? plain : this.#project.fileAt(`${path}/mod.rs`);
  }

  /** Directory in which the modules that a file declares lie. */
  #childDirectory(path: string): string {
    const directory = parentOf(path);
    return this.#isRoot(path) || path.endsWith("/mod.rs") || path === "mod.rs"
      ? directory
      : path.slice(0, -".rs".length);
  }

  /** Whether a crate begins at a file, as far as its name and place tell. */
  #isRoot(path: string): boolean {
    return this.#roots.has(path) || /(^|\/)(lib|main|build)\.rs$/.test(path) ||
      /(^|\/)(tests|examples|benches|bin)\/[^/]+\.rs$/.test(path);
  }

  #module(file: number, scope: number): RustModule {
    const key = `${file}:${scope}`;
    let module = this.#modules.get(key);
    if (module === undefined) {
      module = { key, files: [file], file, scope };
      this.#modules.set(key, module);
    }
    return module;
  }

  /** Module around a module; undefined for the root of a crate. */
  #parent(module: RustModule): RustModule | undefined {
    const file = this.#project.file(module.file);
    if (module.scope !== FILE_SCOPE) {
      const around = file.scope(module.scope, Scope.PARENT);
      return this.#module(module.file, moduleScope(file, around));
    }
    return this.#parents.get(module.file) ?? this.#conventionalParent(file.path);
  }

  /** Where a file that nothing declares would be: a macro may hide the declaration. */
  #conventionalParent(path: string): RustModule | undefined {
    if (this.#isRoot(path)) return undefined;
    const directory = parentOf(path.endsWith("/mod.rs") ? parentOf(path) : path);
    const candidates = [
      `${directory}/mod.rs`,
      `${directory}.rs`,
      `${directory}/lib.rs`,
      `${directory}/main.rs`,
    ];
    for (const candidate of candidates) {
      const file = this.#project.fileAt(candidate.replace(/^\//, ""));
      if (file >= 0 && candidate !== path) return this.#module(file, FILE_SCOPE);
    }
    return undefined;
  }

  /** Root file of the crate that a file belongs to. */
  #root(file: number): number {
    const known = this.#rootOf.get(file);
    if (known !== undefined) return known;
    let module = this.#module(file, FILE_SCOPE);
    for (let depth = 0; depth < DEEPEST; depth++) {
      const parent = this.#parent(module);
      if (parent === undefined) break;
      module = parent;
    }
    this.#rootOf.set(file, module.file);
    return module.file;
  }

  /** The library crate of a name, as the package of a file knows it; undefined when it lies outside. */
  #crateNamed(file: number, name: string): RustModule | undefined {
    const manifest = this.#manifestOf(file);
    const renamed = manifest?.renamed.find(([alias]) => alias === name)?.[1] ?? name;
    const roots = this.#libraries.get(renamed);
    if (roots === undefined) return undefined;
    return this.#module(roots[0]!, FILE_SCOPE);
  }

  #manifestOf(file: number): CargoToml | undefined {
    let directory = parentOf(this.#project.file(file).path);
    for (let depth = 0; depth < DEEPEST; depth++) {
      const manifest = this.#manifests.get(directory);
      if (manifest !== undefined || directory === "") return manifest;
      directory = parentOf(directory);
    }
    return undefined;
  }

  // ── paths ───────────────────────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const key = `${file} ${specifier}`;
    if (this.#located.has(key)) return this.#located.get(key);
    const located = this.#locate(file, specifier);
    if (!this.#wasCut) this.#located.set(key, located);
    return located;
  }

  #locate(file: number, specifier: string): Located {
    const segments = specifier.split("::");
    const entities = this.#follow(file, segments);
    for (const entity of entities) {
      const module = this.#entered(entity);
      if (module !== undefined) return { module };
    }
    for (const entity of entities) if (entity.tag === "external") return { external: entity.name };
    const [first = ""] = segments;
    const isOutside = first !== "crate" && first !== "self" && first !== "super" &&
      entities.length === 0 && !this.#isOwnName(file, first);
    return isOutside ? { external: specifier } : undefined;
  }

  #isOwnName(file: number, name: string): boolean {
    const id = this.#project.nameId(name);
    const own = this.#project.file(file);
    return id >= 0 && own.firstBinding(FILE_SCOPE, id) >= 0 ||
      this.#crateNamed(file, name) !== undefined;
  }

  /** What a path means, seen from a file's own module. */
  #follow(file: number, segments: readonly string[]): readonly Entity[] {
    let at = 1;
    let found: readonly Entity[];
    const own = this.#module(file, FILE_SCOPE);
    const [first = ""] = segments;
    if (first === "crate") found = [moduleEntity(this.#module(this.#root(file), FILE_SCOPE))];
    else if (first === "self") found = [moduleEntity(own)];
    else if (first === "super") {
      let module: RustModule | undefined = own;
      for (at = 0; segments[at] === "super" && module !== undefined; at++) {
        module = this.#parent(module);
      }
      found = module === undefined ? NOTHING : [moduleEntity(module)];
    } else if (first === "") {
      found = this.#crate(file, segments[1] ?? "");
      at = 2;
    } else {
      found = this.#offered(own, first, segments.length > 1);
      if (found.length === 0) found = this.#crate(file, first);
    }
    for (; at < segments.length && found.length > 0; at++) {
      found = this.#step(file, found, segments[at]!, at < segments.length - 1);
    }
    return found;
  }

  /**
   * What a module offers under a name. Before another `::` it can only be a module or a type: in
   * `pub use serve::serve` the first one is not the function.
   */
  #offered(module: RustModule, name: string, isOnTheWay: boolean): readonly Entity[] {
    if (!isOnTheWay) return this.exported(module, name);
    const file = this.#project.file(module.file);
    const id = this.#project.nameId(name);
    for (let row = id < 0 ? -1 : file.firstBinding(module.scope, id); row >= 0;) {
      const entity: Entity = { tag: "binding", file: module.file, binding: row };
      if (this.#entered(entity) !== undefined) return [entity];
      if (file.binding(row, Binding.KIND) === BindingKind.import) {
        const at = file.binding(row, Binding.INDEX) * Import.STRIDE;
        const isModule = at >= 0 && file.table("imports")[at + Import.FORM] === MODULE_FORM;
        const child = isModule ? this.#declaredChild(file, at) : undefined;
        if (child !== undefined) return [moduleEntity(child)];
      }
      row = file.nextBinding(row);
    }
    return this.exported(module, name);
  }

  #step(
    file: number,
    found: readonly Entity[],
    name: string,
    isOnTheWay: boolean,
  ): readonly Entity[] {
    const next: Entity[] = [];
    for (const entity of found) {
      if (entity.tag === "external") {
        next.push({ tag: "external", name: `${entity.name}::${name}` });
      }
      const module = this.#entered(entity);
      if (module === undefined) continue;
      const members = this.#offered(module, name, isOnTheWay);
      next.push(...members);
      // Inside an inline module a path may begin with a crate, or with what the file has.
      if (members.length === 0 && module.file === file && module.scope !== FILE_SCOPE) {
        next.push(...this.#crate(file, name));
      }
    }
    return next;
  }

  #crate(file: number, name: string): readonly Entity[] {
    const library = this.#crateNamed(file, name);
    if (library !== undefined) return [moduleEntity(library)];
    const isKnown = STANDARD.has(name) || this.#manifestOf(file)?.dependencies.includes(name);
    return isKnown ? [{ tag: "external", name }] : NOTHING;
  }

  /** The names inside what an entity is: of a module, or of a type with its variants. */
  #entered(entity: Entity): RustModule | undefined {
    if (entity.tag === "module") return entity.module as RustModule;
    if (entity.tag !== "binding") return undefined;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    if (symbol < 0) return undefined;
    const kind = file.symbol(symbol, Sym.KIND);
    const scope = file.symbol(symbol, Sym.SCOPE);
    const hasNames = kind === Kind.module || kind === Kind.enum || kind === Kind.struct ||
      kind === Kind.trait || kind === Kind.type;
    return hasNames && scope >= 0 ? this.#module(entity.file, scope) : undefined;
  }

  // ── what modules offer ──────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    const key = `${module.key} ${name}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#running.has(key)) {
      this.#wasCut = true;
      return NOTHING;
    }
    const outer = this.#wasCut;
    this.#wasCut = false;
    this.#running.add(key);
    const found = this.#search(module as RustModule, name);
    this.#running.delete(key);
    // What a circle of imports cut short is kept only when nothing else is running.
    if (!this.#wasCut || this.#running.size === 0) this.#found.set(key, found);
    this.#wasCut = this.#running.size === 0 ? false : outer || this.#wasCut;
    return found;
  }

  #search(module: RustModule, name: string): readonly Entity[] {
    const own = this.#written(module, name);
    if (own.length > 0) return own;
    return this.#throughGlobs(module, name) ?? this.#macroOf(module, name);
  }

  /** What a module's own text binds under a name, imports followed. */
  #written(module: RustModule, name: string): readonly Entity[] {
    const file = this.#project.file(module.file);
    const found: Entity[] = [];
    for (const written of [name, name + MACRO_SUFFIX]) {
      const id = this.#project.nameId(written);
      if (id < 0) continue;
      for (let row = file.firstBinding(module.scope, id); row >= 0; row = file.nextBinding(row)) {
        const kind = file.binding(row, Binding.KIND);
        if (kind === BindingKind.definition) {
          found.push({ tag: "binding", file: module.file, binding: row });
        } else if (kind === BindingKind.import) {
          found.push(...this.#imported(file, file.binding(row, Binding.INDEX)));
        }
      }
    }
    return found;
  }

  #imported(file: ProjectFile, row: number): readonly Entity[] {
    if (row < 0) return NOTHING;
    const table = file.table("imports");
    const at = row * Import.STRIDE;
    const specifier = file.text(table[at + Import.SPECIFIER]!);
    if (table[at + Import.FORM] === MODULE_FORM) {
      const child = this.#declaredChild(file, at);
      return child === undefined ? NOTHING : [moduleEntity(child)];
    }
    if (table[at + Import.KIND] !== ImportKind.name) {
      return this.#follow(file.id, specifier.split("::"));
    }
    const name = file.text(table[at + Import.NAME]!);
    return this.#follow(file.id, [...specifier.split("::"), name]);
  }

  #declaredChild(file: ProjectFile, at: number): RustModule | undefined {
    const table = file.table("imports");
    const segments = file.text(table[at + Import.SPECIFIER]!).split("::").slice(1);
    const given = table[at + Import.NAME]!;
    const child = this.#childFile(file, segments, given < 0 ? "" : file.text(given));
    return child < 0 ? undefined : this.#module(child, FILE_SCOPE);
  }

  /** What wildcard imports bring into a module; undefined when they bring no such name. */
  #throughGlobs(module: RustModule, name: string): readonly Entity[] | undefined {
    for (const glob of this.#globsOf(module.file)) {
      if (glob.scope !== module.scope) continue;
      const found = this.#throughGlob(module, glob, name);
      if (found.length > 0) return found;
    }
    return undefined;
  }

  #throughGlob(into: RustModule, glob: Glob, name: string): readonly Entity[] {
    const located = this.locate(into.file, glob.specifier);
    if (located === undefined || !("module" in located)) return NOTHING;
    const from = located.module as RustModule;
    if (from === into) return NOTHING;
    const found = this.exported(from, name);
    if (found.length === 0 || this.#isInside(into, from)) return found;
    return this.#isPublic(from, name) ? found : NOTHING;
  }

  /** Whether a module lies in another, or is it: then it sees what is private there. */
  #isInside(module: RustModule, around: RustModule): boolean {
    let at: RustModule | undefined = module;
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth++) {
      if (at === around) return true;
      at = this.#parent(at);
    }
    return false;
  }

  /** Whether a module offers a name to others. What its own globs bring is taken for public. */
  #isPublic(module: RustModule, name: string): boolean {
    const file = this.#project.file(module.file);
    const id = this.#project.nameId(name);
    let isWritten = false;
    for (let row = id < 0 ? -1 : file.firstBinding(module.scope, id); row >= 0;) {
      isWritten = true;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 ? this.#isExported(file, id) : isOffered(file, symbol)) return true;
      row = file.nextBinding(row);
    }
    return !isWritten;
  }

  #isExported(file: ProjectFile, name: number): boolean {
    const table = file.table("exports");
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      if (file.nameIds[table[at + Export.NAME]!] === name) return true;
    }
    return false;
  }

  /** Macros that are exported stand at the root of their crate, wherever they are defined. */
  #macroOf(module: RustModule, name: string): readonly Entity[] {
    if (module.scope !== FILE_SCOPE || this.#root(module.file) !== module.file) return NOTHING;
    return this.#macrosByCrate().get(`${module.file} ${name}${MACRO_SUFFIX}`) ?? NOTHING;
  }

  #macrosByCrate(): ReadonlyMap<string, readonly Entity[]> {
    if (this.#macros !== undefined) return this.#macros;
    const macros = new Map<string, Entity[]>();
    for (const file of this.#project.files) {
      if (file.language !== "rust" || file.manifest !== undefined) continue;
      for (let row = 0; row < file.count("bindings"); row++) {
        const symbol = file.binding(row, Binding.SYMBOL);
        if (symbol < 0 || file.symbol(symbol, Sym.KIND) !== Kind.macro) continue;
        const name = file.text(file.binding(row, Binding.NAME));
        append(macros, `${this.#root(file.id)} ${name}`, {
          tag: "binding",
          file: file.id,
          binding: row,
        });
      }
    }
    return this.#macros = macros;
  }

  // ── what a file sees ────────────────────────────────────────────────────────────────────────

  ambient(file: number, name: string, scope: number = FILE_SCOPE): readonly Entity[] {
    if (name.endsWith(MACRO_SUFFIX)) return this.#ambientMacro(file, name, scope);
    const own = this.#project.file(file);
    if (name === "crate" || name === "self" || name === "super") {
      const module = this.#module(file, moduleScope(own, scope));
      const around = name === "self"
        ? module
        : name === "super"
        ? this.#parent(module)
        : this.#module(this.#root(file), FILE_SCOPE);
      return around === undefined ? NOTHING : [moduleEntity(around)];
    }
    const found = this.#ambientThroughGlobs(own, name, scope);
    return found.length > 0 ? found : this.#crate(file, name);
  }

  #ambientThroughGlobs(file: ProjectFile, name: string, from: number): readonly Entity[] {
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const module = this.#module(file.id, moduleScope(file, scope));
      for (const glob of this.#globsOf(file.id)) {
        if (glob.scope !== scope) continue;
        const found = this.#throughGlob(module, glob, name);
        if (found.length > 0) return found;
      }
    }
    return NOTHING;
  }

  #ambientMacro(file: number, name: string, from: number): readonly Entity[] {
    const own = this.#project.file(file);
    const bare = name.slice(0, -MACRO_SUFFIX.length);
    const id = this.#project.nameId(bare);
    for (let scope = id < 0 ? -1 : from; scope >= 0; scope = own.scope(scope, Scope.PARENT)) {
      for (let row = own.firstBinding(scope, id); row >= 0; row = own.nextBinding(row)) {
        if (own.binding(row, Binding.KIND) !== BindingKind.import) continue;
        const found = this.#imported(own, own.binding(row, Binding.INDEX)).filter((entity) =>
          entity.tag === "external" || this.#isMacro(entity)
        );
        if (found.length > 0) return found;
      }
    }
    const brought = this.#ambientThroughGlobs(own, bare, from).filter((e) => this.#isMacro(e));
    if (brought.length > 0) return brought;
    return this.#macrosByCrate().get(`${this.#root(file)} ${name}`) ?? NOTHING;
  }

  #isMacro(entity: Entity): boolean {
    if (entity.tag !== "binding") return false;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol >= 0 && file.symbol(symbol, Sym.KIND) === Kind.macro;
  }

  #globsOf(id: number): readonly Glob[] {
    const known = this.#globs.get(id);
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("imports");
    const globs: Glob[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      globs.push({
        specifier: file.text(table[at + Import.SPECIFIER]!),
        scope: table[at + Import.SCOPE]!,
      });
    }
    this.#globs.set(id, globs);
    return globs;
  }
}

function moduleEntity(module: Module): Entity {
  return { tag: "module", module };
}

/** Whether a definition can be seen outside its module. */
function isOffered(file: ProjectFile, symbol: number): boolean {
  const kind = file.symbol(symbol, Sym.KIND);
  return kind === Kind.enumMember || (file.symbol(symbol, Sym.FLAGS) & Flag.exported) !== 0;
}

/** Scope of the inline module around a scope, or the file's. */
function moduleScope(file: ProjectFile, from: number): number {
  for (let scope = from; scope > FILE_SCOPE; scope = file.scope(scope, Scope.PARENT)) {
    if (file.scope(scope, Scope.KIND) === ScopeKind.namespace) return scope;
  }
  return FILE_SCOPE;
}

function join(directory: string, path: string): string {
  return directory === "" ? path : path === "" ? directory : `${directory}/${path}`;
}

/** Rust's module system. */
export const rustModules: ModuleSystem = {
  structure: moduleStructure,
  open: (project: Project): Modules => new RustModules(project),
};
