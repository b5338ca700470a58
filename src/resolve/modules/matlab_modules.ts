/**
 * MATLAB's search path, without a running MATLAB. Every file offers one thing under its own name: its
 * first function, its class, or itself as a script. Which folders are on the path is not written
 * anywhere, so all of them are taken to be; several files of one name then compete, and only the one
 * beside the caller is sure.
 *
 * A name means, in this order: what the folder `private` beside the caller has, what the caller
 * imports, the methods of the class folder it lies in, the path, a package.
 */
import { Flag, Import, ImportKind, Kind, Sym } from "../../extract/facts.ts";
import { placeOf } from "../../languages/matlab/place.ts";
import { BUILTIN_CLASSES, isMatlabBuiltin } from "../../languages/matlab_builtins.ts";
import { Certainty } from "../edges.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";

/** More files of one name than this say nothing. */
const MOST_CANDIDATES = 4;
const NOTHING: readonly Entity[] = [];

/** A package: the `+name` folders of that qualified name. */
interface Package {
  readonly module: Module;
  readonly files: Map<string, number[]>;
  readonly packages: Map<string, Package>;
}

class MatlabModules implements Modules {
  readonly #project: Project;
  /** Files on the path by stem. */
  readonly #path = new Map<string, number[]>();
  /** Files of `private` folders by folder and stem. */
  readonly #private = new Map<string, number>();
  /** Methods by class folder and stem. */
  readonly #classFolders = new Map<string, number>();
  readonly #packages = new Map<string, Package>();
  readonly #packageOfModule = new Map<string, Package>();
  readonly #symbols = new Map<number, number>();
  /** Folder on the path from which each file is reached. */
  readonly #roots = new Map<number, string>();
  /** What a name means, by folder and name; imports are asked first. */
  readonly #known = new Map<string, readonly Entity[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) if (file.language === "matlab") this.#addFile(file);
  }

  #addFile(file: ProjectFile): void {
    const symbol = this.#publicSymbol(file);
    if (symbol < 0) return;
    this.#symbols.set(file.id, symbol);
    const { stem, packages, classFolder, isPrivate, root } = placeOf(file.path);
    this.#roots.set(file.id, root);
    // A document that embeds MATLAB gives its name to nothing.
    if (/\.(?!m$)\w+$/i.test(file.path)) return;
    if (isPrivate) this.#private.set(`${folderOf(file.path)}/${stem}`, file.id);
    else if (classFolder !== "") {
      this.#classFolders.set(`${folderOf(file.path)}/${stem}`, file.id);
      if (stem === classFolder || BUILTIN_CLASSES.has(classFolder)) {
        this.#offer(packages, stem, file.id);
      }
    } else this.#offer(packages, stem, file.id);
  }

  #offer(packages: readonly string[], stem: string, file: number): void {
    if (packages.length === 0) append(this.#path, stem, file);
    else append(this.#package(packages).files, stem, file);
  }

  #package(names: readonly string[]): Package {
    let level = this.#packages;
    let found: Package | undefined;
    let key = "";
    for (const name of names) {
      key = key === "" ? name : `${key}.${name}`;
      found = level.get(name);
      if (found === undefined) {
        found = { module: { key, files: [] }, files: new Map(), packages: new Map() };
        level.set(name, found);
        this.#packageOfModule.set(key, found);
      }
      level = found.packages;
    }
    return found!;
  }

  /** What a file offers: its class, its first function, its script; -1 when nothing. */
  #publicSymbol(file: ProjectFile): number {
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      const kind = file.symbol(row, Sym.KIND);
      const isOffered = kind === Kind.class || kind === Kind.function || kind === Kind.method ||
        kind === Kind.constructor;
      if (!isOffered || file.symbol(row, Sym.CONTAINER) >= 0) continue;
      if (file.symbol(row, Sym.FLAGS) & Flag.fileLocal) continue;
      return row;
    }
    return -1;
  }

  #entity(file: number, confidence: number = Certainty.exact): Entity {
    const symbol = this.#project.file(file).firstSymbol + this.#symbols.get(file)!;
    return { tag: "symbol", symbol, confidence };
  }

  // ── packages ────────────────────────────────────────────────────────────────────────────────

  locate(_file: number, specifier: string): Located {
    const found = this.#packageOfModule.get(specifier);
    return found === undefined ? { external: specifier } : { module: found.module };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const found = this.#packageOfModule.get(module.key);
    if (found === undefined) return NOTHING;
    const files = found.files.get(name);
    if (files !== undefined) {
      const confidence = files.length > 1 ? Certainty.heuristic : Certainty.exact;
      return files.slice(0, MOST_CANDIDATES).map((file) => this.#entity(file, confidence));
    }
    const inner = found.packages.get(name);
    return inner === undefined ? NOTHING : [{ tag: "module", module: inner.module }];
  }

  /** What files define for others, outside of `private` folders. */
  *offered(): Iterable<number> {
    for (const [id, symbol] of this.#symbols) {
      const file = this.#project.file(id);
      if (!placeOf(file.path).isPrivate) yield file.firstSymbol + symbol;
    }
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  ambient(file: number, name: string): readonly Entity[] {
    const { path } = this.#project.file(file);
    const folder = folderOf(path);
    const inside = folder === "." ? "private" : `${folder}/private`;
    const near = this.#private.get(`${inside}/${name}`) ??
      this.#private.get(`${folder}/${name}`);
    if (near !== undefined) return [this.#entity(near)];
    const imported = this.#throughImports(file, name);
    if (imported.length > 0) return imported;
    const key = `${folder}\n${name}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, known = this.#reach(path, folder, name));
    return known;
  }

  #reach(path: string, folder: string, name: string): readonly Entity[] {
    const split = name.lastIndexOf(".");
    if (split > 0) return this.#qualified(name.slice(0, split), name.slice(split + 1));
    // Which class a method is taken from depends on the arguments; for MATLAB's own names they must show it.
    const method = isMatlabBuiltin(name) ? undefined : this.#classFolders.get(`${folder}/${name}`);
    if (method !== undefined) return [this.#entity(method, Certainty.inferred)];
    const onPath = this.#onPath(path, name);
    if (onPath.length > 0) return onPath;
    const found = this.#packages.get(name);
    return found === undefined ? NOTHING : [{ tag: "module", module: found.module }];
  }

  #qualified(owner: string, name: string): readonly Entity[] {
    const found = this.#packageOfModule.get(owner);
    return found === undefined ? NOTHING : this.exported(found.module, name);
  }

  #throughImports(file: number, name: string): readonly Entity[] {
    const facts = this.#project.file(file);
    const imports = facts.table("imports");
    for (let at = 0; at < imports.length; at += Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.all) continue;
      const found = this.#packageOfModule.get(facts.text(imports[at + Import.SPECIFIER]!));
      const entities = found === undefined ? NOTHING : this.exported(found.module, name);
      if (entities.length > 0) return entities;
    }
    return NOTHING;
  }

  /** Files of a name anywhere on the path: the one beside the caller, the only one, or a few guesses. */
  #onPath(from: string, name: string): readonly Entity[] {
    const files = this.#path.get(name);
    if (files === undefined) return NOTHING;
    const root = placeOf(from).root;
    const beside = files.filter((file) => this.#roots.get(file) === root);
    if (beside.length > 0) return [this.#entity(beside[0]!)];
    if (isMatlabBuiltin(name)) return NOTHING;
    if (files.length === 1) return [this.#entity(files[0]!)];
    const nearest = this.#nearest(files, root);
    if (nearest.length > MOST_CANDIDATES) return NOTHING;
    return nearest.map((file) => this.#entity(file, Certainty.heuristic));
  }

  /** Of several files, those that share the most folders with a folder. */
  #nearest(files: readonly number[], folder: string): readonly number[] {
    const depths = files.map((file) => sharedDepth(this.#project.file(file).path, folder));
    const deepest = Math.max(...depths);
    return files.filter((_, i) => depths[i] === deepest);
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

/** Folders that two paths share from the start. */
function sharedDepth(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  let depth = 0;
  while (depth < left.length && depth < right.length && left[depth] === right[depth]) depth++;
  return depth;
}

/** MATLAB's module system. */
export const matlabModules: ModuleSystem = {
  open: (project: Project): Modules => new MatlabModules(project),
};
