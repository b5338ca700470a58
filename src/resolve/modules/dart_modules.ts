/**
 * Libraries of Dart: a file with its parts, known by where it lies or by `package:name/…` of a package
 * of the project. What begins with an underscore stays in its library; what a library exports it
 * offers as its own.
 */
import { Binding, BindingKind, Export, Import, ImportKind } from "../../extract/facts.ts";
import { DART_NAMES } from "../../languages/dart/library_names.ts";
import { includeStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

/** What a `pubspec.yaml` says. */
export interface Pubspec {
  /** Name under which other packages import it. */
  readonly package: string;
}

/** `FORM` of the import by which a part names its library. */
export const PART_OF_FORM = 1;

const LANGUAGE = "dart";
const FILE_SCOPE = 0;
const NOTHING: readonly Entity[] = [];

/** A library that another imports or exports as a whole, and the names that are left out. */
interface Whole {
  readonly located: Located;
  readonly hidden: ReadonlySet<string>;
}

class DartModules implements Modules {
  readonly #project: Project;
  /** Directories of packages, by name. */
  readonly #packages = new Map<string, string[]>();
  /** First file of the library that a file is a part of. */
  readonly #libraryOf = new Map<number, number>();
  readonly #libraries = new Map<number, Module>();
  readonly #imports = new Map<number, readonly Whole[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE || file.manifest === undefined) continue;
      append(this.#packages, (file.manifest as Pubspec).package, parentOf(file.path));
    }
    for (const file of project.files) if (this.#isSource(file)) this.#readParts(file);
  }

  #isSource(file: ProjectFile): boolean {
    return file.language === LANGUAGE && file.manifest === undefined;
  }

  #readParts(file: ProjectFile): void {
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.include) continue;
      const other = this.#find(file.path, file.text(table[at + Import.SPECIFIER]!));
      if (other < 0) continue;
      if (table[at + Import.FORM] === PART_OF_FORM) this.#libraryOf.set(file.id, other);
      else if (!this.#libraryOf.has(other)) this.#libraryOf.set(other, file.id);
    }
  }

  #library(file: number): Module {
    const first = this.#libraryOf.get(file) ?? file;
    let library = this.#libraries.get(first);
    if (library === undefined) {
      const parts = [...this.#libraryOf].filter(([, of]) => of === first).map(([part]) => part);
      library = { key: this.#project.file(first).path, files: [first, ...parts] };
      this.#libraries.set(first, library);
    }
    return library;
  }

  // ── what a URI means ────────────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const found = this.#find(this.#project.file(file).path, specifier);
    if (found >= 0) return { module: this.#library(found) };
    return /^(?:dart|package):/.test(specifier) ? { external: specifier } : undefined;
  }

  /** File that a URI means in another file; -1 when the project has none. */
  #find(path: string, uri: string): number {
    const inPackage = /^package:([^/]+)\/(.+)$/.exec(uri);
    if (inPackage === null) {
      return /^[a-z]+:/.test(uri) ? -1 : this.#source(resolvePath(parentOf(path), uri));
    }
    const [, name = "", rest = ""] = inPackage;
    const directories = this.#packages.get(name) ?? [];
    const nearest = directories.length < 2
      ? directories
      : [...directories].sort((a, b) => shared(b, path) - shared(a, path));
    for (const directory of nearest) {
      const found = this.#source(resolvePath(directory, `lib/${rest}`));
      if (found >= 0) return found;
    }
    return -1;
  }

  #source(path: string): number {
    const file = this.#project.fileAt(path);
    return file >= 0 && this.#isSource(this.#project.file(file)) ? file : -1;
  }

  // ── what a library offers ───────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    return name.startsWith("_") ? NOTHING : this.#offered(module, name, new Set());
  }

  #offered(library: Module, name: string, seen: Set<string>): readonly Entity[] {
    if (seen.has(library.key)) return NOTHING;
    seen.add(library.key);
    const own = this.#declared(library, name);
    if (own.length > 0) return own;
    let outside: Entity | undefined;
    const file = this.#project.file(library.files[0]!);
    for (const { located } of this.#exports(file, name)) {
      if (located === undefined) continue;
      if ("external" in located) {
        outside ??= { tag: "external", name: `${located.external}.${name}` };
        continue;
      }
      const found = this.#offered(located.module, name, seen);
      if (found.length > 0) return found;
    }
    return outside === undefined ? NOTHING : [outside];
  }

  /** Libraries from which a file exports a name, one that is listed before those that export all. */
  #exports(file: ProjectFile, name: string): readonly Whole[] {
    const table = file.table("exports");
    const found: Whole[] = [];
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      const offered = file.text(table[at + Export.NAME]!);
      if (offered !== name && offered !== "*") continue;
      const left = table[at + Export.IMPORTED]!;
      const hidden = offered === "*" ? namesIn(left < 0 ? "" : file.text(left)) : NO_NAMES;
      if (hidden.has(name)) continue;
      const located = this.locate(file.id, file.text(table[at + Export.SPECIFIER]!));
      if (offered === "*" && located !== undefined && "external" in located) continue;
      found.push({ located, hidden });
    }
    return found;
  }

  #declared(library: Module, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    const found: Entity[] = [];
    for (const at of id < 0 ? [] : library.files) {
      const file = this.#project.file(at);
      for (let row = file.firstBinding(FILE_SCOPE, id); row >= 0; row = file.nextBinding(row)) {
        if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
        found.push({ tag: "binding", file: file.id, binding: row });
      }
    }
    return found;
  }

  // ── what a file sees ────────────────────────────────────────────────────────────────────────

  ambient(id: number, name: string): readonly Entity[] {
    const library = this.#library(id);
    const own = library.files.length > 1 ? this.#declared(library, name) : NOTHING;
    if (own.length > 0) return own;
    const first = library.files[0]!;
    const named = first === id ? NOTHING : this.#imported(first, name);
    if (named.length > 0) return named;
    const wholes = first === id ? this.#wholes(id) : [...this.#wholes(id), ...this.#wholes(first)];
    const outside: string[] = [];
    let isWhole = true;
    for (const { located, hidden } of wholes) {
      if (hidden.has(name)) continue;
      if (located === undefined) isWhole = false;
      else if ("external" in located) outside.push(located.external);
      else {
        const found = this.exported(located.module, name);
        if (found.length > 0) return found;
      }
    }
    // A library sees what it imports and nothing else: what the project does not offer is from outside.
    const isOutside = isWhole && outside.length > 0 && !DART_NAMES.has(name) &&
      !name.startsWith("_");
    if (!isOutside) return NOTHING;
    return [{ tag: "external", name: outside.length > 1 ? name : `${outside[0]!}.${name}` }];
  }

  /** What the library of a part imports by name, or under a prefix. */
  #imported(id: number, name: string): readonly Entity[] {
    const file = this.#project.file(id);
    const nameId = this.#project.nameId(name);
    const found: Entity[] = [];
    if (nameId < 0) return NOTHING;
    for (let row = file.firstBinding(FILE_SCOPE, nameId); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.KIND) !== BindingKind.import) continue;
      const at = file.binding(row, Binding.INDEX) * Import.STRIDE;
      const table = file.table("imports");
      const located = this.locate(id, file.text(table[at + Import.SPECIFIER]!));
      if (located === undefined) continue;
      const isName = table[at + Import.KIND] === ImportKind.name;
      if ("external" in located) {
        const outside = isName ? `${located.external}.${name}` : located.external;
        found.push({ tag: "external", name: outside });
      } else if (isName) found.push(...this.exported(located.module, name));
      else found.push({ tag: "module", module: located.module });
    }
    return found;
  }

  /** Libraries that a file imports without a prefix, and without saying which names. */
  #wholes(id: number): readonly Whole[] {
    const known = this.#imports.get(id);
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("imports");
    const found: Whole[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      const name = table[at + Import.NAME]!;
      found.push({
        located: this.locate(id, file.text(table[at + Import.SPECIFIER]!)),
        hidden: namesIn(name < 0 ? "" : file.text(name)),
      });
    }
    this.#imports.set(id, found);
    return found;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

function namesIn(text: string): ReadonlySet<string> {
  return text === "" ? NO_NAMES : new Set(text.split(" "));
}

/** Length of what two paths begin with alike. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The module system of Dart. */
export const dartModules: ModuleSystem = {
  structure: includeStructure,
  open: (project) => new DartModules(project),
};
