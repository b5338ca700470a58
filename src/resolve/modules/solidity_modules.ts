/**
 * Files of Solidity. What one imports as a whole brings all that it has, what it imports itself among it.
 * Paths are relative, or begin with what `remappings.txt` or a package manager's folder stands for.
 */
import { Binding, BindingKind, Import, ImportKind } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

/** What a `remappings.txt` says. */
export interface Remappings {
  /** Prefixes of imports, with the folders that they stand for. */
  readonly pairs: readonly (readonly [prefix: string, folder: string])[];
}

const LANGUAGE = "solidity";
const FILE_SCOPE = 0;
const NOTHING: readonly Entity[] = [];
/** So many names before a path are those of packages and of their folders of sources. */
const MOST_DROPPED = 2;

class SolidityModules implements Modules {
  readonly #project: Project;
  readonly #filesByName = new Map<string, string[]>();
  /** Prefixes, with folders of the project, the longest prefix first. */
  readonly #remappings: (readonly [prefix: string, folder: string])[] = [];
  readonly #modules = new Map<number, Module>();
  readonly #wholes = new Map<number, readonly Located[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      if (file.manifest === undefined) append(this.#filesByName, baseOf(file.path), file.path);
      else this.#addRemappings(parentOf(file.path), file.manifest as Remappings);
    }
    this.#remappings.sort(([a], [b]) => b.length - a.length);
  }

  #addRemappings(directory: string, { pairs }: Remappings): void {
    for (const [prefix, folder] of pairs) {
      this.#remappings.push([prefix, resolvePath(directory, folder)]);
    }
  }

  locate(file: number, specifier: string): Located {
    const found = this.#find(this.#project.file(file).path, specifier);
    return found < 0 ? { external: specifier } : { module: this.#module(found) };
  }

  #module(file: number): Module {
    let module = this.#modules.get(file);
    if (module === undefined) {
      this.#modules.set(file, module = { key: this.#project.file(file).path, files: [file] });
    }
    return module;
  }

  #find(from: string, specifier: string): number {
    if (/^\.\.?\//.test(specifier)) return this.#source(resolvePath(parentOf(from), specifier));
    for (const [prefix, folder] of this.#remappings) {
      if (!specifier.startsWith(prefix)) continue;
      const found = this.#source(resolvePath(folder, specifier.slice(prefix.length)));
      if (found >= 0) return found;
    }
    const whole = this.#source(resolvePath("", specifier));
    return whole >= 0 ? whole : this.#inPackage(from, specifier);
  }

  /** `@scope/package/a/B.sol`, where the project is that package or keeps it in a folder of another name. */
  #inPackage(from: string, specifier: string): number {
    const candidates = this.#filesByName.get(baseOf(specifier)) ?? [];
    const names = specifier.split("/");
    for (let dropped = 0; dropped <= MOST_DROPPED && names.length - dropped > 1; dropped++) {
      const end = `/${names.slice(dropped).join("/")}`;
      const fitting = candidates.filter((path) => `/${path}`.endsWith(end));
      const nearest = fitting.sort((a, b) => shared(b, from) - shared(a, from))[0];
      if (nearest !== undefined) return this.#source(nearest);
    }
    return -1;
  }

  #source(path: string): number {
    const file = this.#project.fileAt(path);
    const isSource = file >= 0 && this.#project.file(file).language === LANGUAGE &&
      this.#project.file(file).manifest === undefined;
    return isSource ? file : -1;
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#offered(module.files[0]!, name, new Set());
  }

  #offered(id: number, name: string, seen: Set<number>): readonly Entity[] {
    if (seen.has(id)) return NOTHING;
    seen.add(id);
    const file = this.#project.file(id);
    const nameId = this.#project.nameId(name);
    const found: Entity[] = [];
    if (nameId < 0) return NOTHING;
    for (let row = file.firstBinding(FILE_SCOPE, nameId); row >= 0; row = file.nextBinding(row)) {
      const kind = file.binding(row, Binding.KIND);
      if (kind === BindingKind.definition) found.push({ tag: "binding", file: id, binding: row });
      else if (kind === BindingKind.import) found.push(...this.#imported(file, row, seen));
    }
    return found.length > 0 ? found : this.#throughWholes(id, name, seen);
  }

  #imported(file: ProjectFile, binding: number, seen: Set<number>): readonly Entity[] {
    const at = file.binding(binding, Binding.INDEX) * Import.STRIDE;
    const table = file.table("imports");
    const located = this.locate(file.id, file.text(table[at + Import.SPECIFIER]!));
    if (located === undefined || "external" in located) return NOTHING;
    return table[at + Import.KIND] === ImportKind.name
      ? this.#offered(located.module.files[0]!, file.text(table[at + Import.NAME]!), seen)
      : [{ tag: "module", module: located.module }];
  }

  #throughWholes(id: number, name: string, seen: Set<number>): readonly Entity[] {
    for (const located of this.#wholesOf(id)) {
      if (located === undefined || "external" in located) continue;
      const found = this.#offered(located.module.files[0]!, name, seen);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  ambient(id: number, name: string): readonly Entity[] {
    return this.#throughWholes(id, name, new Set([id]));
  }

  /** What a file imports as a whole. */
  #wholesOf(id: number): readonly Located[] {
    const known = this.#wholes.get(id);
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("imports");
    const found: Located[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      found.push(this.locate(id, file.text(table[at + Import.SPECIFIER]!)));
    }
    this.#wholes.set(id, found);
    return found;
  }
}

/** Length of what two paths begin with alike. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The module system of Solidity. */
export const solidityModules: ModuleSystem = { open: (project) => new SolidityModules(project) };
