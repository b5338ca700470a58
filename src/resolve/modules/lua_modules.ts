/**
 * Modules of Lua: a file each, found by the end of its path (`a.b` is `…/a/b.lua` or
 * `…/a/b/init.lua`), as search paths differ by program; by relative paths where a program has those.
 * What a file returns is what it offers. Names without `local` are known everywhere.
 *
 * Of Roblox, places in the tree of a game are those of the files. Where a place leads out of a
 * package (`script.Parent.Parent.Signal`, `@pkg/signal`), tools put the packages that it needs, by
 * name: those of the project are folders with a file `init`, or what `default.project.json` names.
 */
import { Binding, BindingKind, Export, Flag, Sym } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

/** Name under which a file offers what it returns. */
export const RETURNED = "=";

const LANGUAGES: ReadonlySet<string> = new Set(["lua", "luau"]);
const NOTHING: readonly Entity[] = [];
/** A file that stands for a package, with its folder. */
const PACKAGE = /(?:^|\/)([^/]+)(?:\/(?:src|lib))?\/init\.luau?$/;
const INIT = /(?:^|\/)init\.luau?$/;
/** With more definitions than this a global name says nothing. */
const MOST_GLOBALS = 3;

/** What a project of Rojo (`default.project.json`) is called, and the folder that it is made of. */
export interface RojoProject {
  readonly name: string;
  readonly path: string | undefined;
  /** Folders that have another name in the tree of the game. */
  readonly folders: Readonly<Record<string, string>>;
}

class LuaModules implements Modules {
  readonly #project: Project;
  /** Files by the last part of what `require` calls them. */
  readonly #byName = new Map<string, number[]>();
  readonly #byPath = new Map<string, number>();
  readonly #globals = new Map<number, Entity[]>();
  /** Files that stand for packages, by the package's plain name. */
  readonly #packages = new Map<string, number[]>();
  /** Folders by what the tree of a game calls them. */
  readonly #folders = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (!LANGUAGES.has(file.language) || file.manifest !== undefined) continue;
      const path = modulePath(file.path);
      this.#byPath.set(path, file.id);
      append(this.#byName, path.slice(path.lastIndexOf("/") + 1), file.id);
      const folder = PACKAGE.exec(file.path)?.[1];
      if (folder !== undefined) append(this.#packages, plainName(folder), file.id);
      this.#addGlobals(file);
    }
    for (const file of project.files) {
      if (file.language === "luau" && file.manifest !== undefined) this.#addPackage(file);
    }
  }

  /** What a project of Rojo calls the folder that it is made of. */
  #addPackage(file: ProjectFile): void {
    const { name, path, folders } = file.manifest as RojoProject;
    for (const [place, folder] of Object.entries(folders)) {
      this.#folders.set(place, joined(file.path, folder));
    }
    if (path === undefined) return;
    const module = this.#byPath.get(joined(file.path, path)) ?? -1;
    const known = this.#packages.get(plainName(name)) ?? [];
    if (module >= 0 && !known.includes(module)) append(this.#packages, plainName(name), module);
  }

  #addGlobals(file: ProjectFile): void {
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== 0) continue;
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 || (file.symbol(symbol, Sym.FLAGS) & Flag.fileLocal) !== 0) continue;
      const name = file.nameIds[file.binding(row, Binding.NAME)]!;
      append(this.#globals, name, { tag: "binding", file: file.id, binding: row });
    }
  }

  locate(file: number, specifier: string): Located {
    const from = this.#project.file(file).path;
    const found = /^(?:\.{1,2}(?:\/|$)|@|\^)/.test(specifier)
      ? this.#placed(from, specifier)
      : this.#named(from, specifier.replaceAll(".", "/"));
    return found < 0
      ? { external: specifier }
      : { module: { key: this.#project.file(found).path, files: [found] } };
  }

  /** A module at a place seen from a file, or the package that is found there by its name. */
  #placed(from: string, specifier: string): number {
    const path = /^@self(?:\/|$)/.test(specifier)
      ? joined(from, `.${specifier.slice("@self".length)}`)
      : specifier.startsWith("^")
      ? fromAncestor(from, specifier.slice(1))
      : specifier.startsWith("@")
      ? undefined
      : joined(from, specifier);
    const found = path === undefined ? undefined : this.#byPath.get(path) ??
      // Of a file that stands for its folder, `./` may mean what lies beside the folder.
      (INIT.test(from) ? this.#byPath.get(joined(from, `../${specifier}`)) : undefined);
    if (found !== undefined) return found;
    const packages = this.#packages.get(plainName(specifier.slice(specifier.lastIndexOf("/") + 1)));
    return packages?.length === 1 ? packages[0]! : -1;
  }

  /** Of the files whose path ends so, the one with the shortest; of equally long ones the nearest. */
  #named(from: string, wanted: string): number {
    let best = -1;
    let bestRank = Infinity;
    const steps = wanted.split("/");
    const folder = steps.length > 1 ? this.#folders.get(steps[0]!) : undefined;
    const placed = folder && this.#byPath.get(`${folder}/${steps.slice(1).join("/")}`);
    if (placed !== undefined && placed !== "") return placed;
    for (const id of this.#byName.get(steps.at(-1)!) ?? []) {
      const path = modulePath(this.#project.file(id).path);
      if (path !== wanted && !path.endsWith(`/${wanted}`)) continue;
      const rank = path.length * 1000 - Math.min(999, shared(from, path));
      if (rank < bestRank) [best, bestRank] = [id, rank];
    }
    return best;
  }

  exported(module: Module, name: string): readonly Entity[] {
    const file = this.#project.file(module.files[0]!);
    const table = file.table("exports");
    for (let at = table.length - Export.STRIDE; at >= 0; at -= Export.STRIDE) {
      if (file.text(table[at + Export.NAME]!) !== name || table[at + Export.EXPR]! < 0) continue;
      return [{ tag: "expression", file: file.id, expression: table[at + Export.EXPR]! }];
    }
    return NOTHING;
  }

  ambient(file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    const found = id < 0 ? NOTHING : this.#globals.get(id) ?? NOTHING;
    const own = found.filter((entity) => entity.tag === "binding" && entity.file === file);
    if (own.length > 0) return own;
    return found.length > MOST_GLOBALS ? NOTHING : found;
  }
}

/** A folder around a file, by its plain name, and a path seen from it. */
function fromAncestor(from: string, specifier: string): string | undefined {
  const [name = "", ...steps] = specifier.split("/");
  const folders = from.split("/").slice(0, -1);
  const at = folders.findLastIndex((folder) => plainName(folder) === plainName(name));
  if (at < 0) return undefined;
  // A package's modules lie in its folder of sources.
  const end = folders[at + 1] === "src" ? at + 2 : at + 1;
  return joined(`${folders.slice(0, end).join("/")}/init.luau`, steps.join("/") || ".");
}

/** A name as it is told apart where folders and packages are spelled differently: `jest-mock`, `JestMock`. */
function plainName(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** A file's path as `require` has it: without its ending. */
function modulePath(path: string): string {
  return path.replace(/\.luau?$/, "").replace(/(?:^|\/)init$/, "");
}

/** A relative specifier seen from a file. */
function joined(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.replace(/\.luau?$/, "").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/").replace(/\/init$/, "");
}

function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The module system of Lua. */
export const luaModules: ModuleSystem = { open: (project) => new LuaModules(project) };
