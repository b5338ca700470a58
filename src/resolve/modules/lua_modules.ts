/**
 * Modules of Lua: a file each, found by the end of its path (`a.b` is `…/a/b.lua` or
 * `…/a/b/init.lua`), as search paths differ by program; by relative paths where a program has those.
 * What a file returns is what it offers. Names without `local` are known everywhere.
 */
import { Binding, BindingKind, Export, Flag, Sym } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

/** Name under which a file offers what it returns. */
export const RETURNED = "=";

const LANGUAGES: ReadonlySet<string> = new Set(["lua", "luau"]);
const NOTHING: readonly Entity[] = [];
/** With more definitions than this a global name says nothing. */
const MOST_GLOBALS = 3;

class LuaModules implements Modules {
  readonly #project: Project;
  /** Files by the last part of what `require` calls them. */
  readonly #byName = new Map<string, number[]>();
  readonly #byPath = new Map<string, number>();
  readonly #globals = new Map<number, Entity[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (!LANGUAGES.has(file.language)) continue;
      const path = modulePath(file.path);
      this.#byPath.set(path, file.id);
      append(this.#byName, path.slice(path.lastIndexOf("/") + 1), file.id);
      this.#addGlobals(file);
    }
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
    const found = /^\.{1,2}(?:\/|$)/.test(specifier)
      ? this.#byPath.get(joined(from, specifier)) ?? -1
      : this.#named(from, specifier.replaceAll(".", "/"));
    return found < 0
      ? { external: specifier }
      : { module: { key: this.#project.file(found).path, files: [found] } };
  }

  /** Of the files whose path ends so, the one with the shortest; of equally long ones the nearest. */
  #named(from: string, wanted: string): number {
    let best = -1;
    let bestRank = Infinity;
    for (const id of this.#byName.get(wanted.slice(wanted.lastIndexOf("/") + 1)) ?? []) {
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
