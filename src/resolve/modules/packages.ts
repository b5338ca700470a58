/**
 * Packages that files declare themselves members of, whatever folder they lie in: the packages of Java,
 * Kotlin and Scala, the name spaces of C# and PHP. A file's package is the qualifier of its first
 * symbol (the file itself); symbols of the kind `namespace` add more inside a file. What an import
 * names is a package, or a type in one, whose members it then means.
 */
import {
  Binding,
  BindingKind,
  Flag,
  Import,
  ImportKind,
  Kind,
  Ref,
  Scope,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import type { Project, ProjectFile } from "../project.ts";
import { sharedFolder } from "../project_paths.ts";
import { append } from "../multimap.ts";
import { RelativeImports } from "./relative_imports.ts";

/** `FORM` of an import that holds in every file of the project (C#'s `global using`). */
export const EVERYWHERE_FORM = 3;

const SOURCE_ROOT = /(^|\/)src\/[^/]+\/(?:java|kotlin|groovy|scala)\//;

/** What differs between languages with packages. */
export interface PackageRules {
  /** Ids of the languages that share their packages. */
  readonly languages: readonly string[];
  /** Joins the parts of a package's name. */
  readonly separator: string;
  /** Whether a package sees the names of those around it: `A` in `A.B` (C#, Scala). */
  readonly seesOuter: boolean;
  /** Whether a package sees those inside it by the rest of their name (PHP). */
  readonly seesInner?: boolean;
  /** Whether files without a package share one (C#, PHP), or only those of one folder (Java). */
  readonly sharesUnnamed: boolean;
  /** Whether a function that the own package lacks is that of no package (PHP). */
  readonly fallsBack?: boolean;
  /** Languages in which a project may put a name before all its packages that no file says. */
  readonly hidesRoots?: ReadonlySet<string>;
  /** Languages whose bare names may mean what the project gives to types outside, or has in objects. */
  readonly hidesMembers?: ReadonlySet<string>;
  /**
   * Languages in which what is imported is looked up as any name is, and a scope may import for itself;
   * they see the packages around theirs, too.
   */
  readonly looksUpImports?: ReadonlySet<string>;
  /** Whether packages are written in small letters, so that a wildcard import tells if it is of a type. */
  readonly packagesAreSmall: boolean;
  /** First names of packages that are outside every project: `java`, `System`. */
  readonly roots: ReadonlySet<string>;
  /** Types outside every project that an import of their whole package brings, by qualified name. */
  readonly libraryTypes: ReadonlySet<string>;
  /** Packages whose types every file may use without an import. */
  readonly implicit?: readonly string[];
  /** Names that every file knows without an import. */
  readonly languageNames: ReadonlySet<string>;
}

interface PackageModule extends Module {
  /** Qualified name; that of a package without a name may hold a folder. */
  readonly name: string;
  /** The scope of the type that it is; -1 of a package. */
  readonly typeScope: number;
}

/** Something of which all is imported, for a scope. */
interface Wildcard {
  readonly specifier: string;
  readonly scope: number;
}

const NOTHING: readonly Entity[] = [];
const FILE = 0;

class Packages implements Modules {
  readonly #project: Project;
  readonly #rules: PackageRules;
  /** Names of the packages that have files, with their modules. */
  readonly #packages = new Map<string, PackageModule>();
  /** Names of packages and of all around them. */
  readonly #prefixes = new Set<string>();
  /** What packages hold, by name and (global) name of the member. */
  readonly #members = new Map<string, Map<number, Entity[]>>();
  /** Package of the scopes that are one, by file. */
  readonly #packageOfScope: Map<number, string>[] = [];
  /** What files import all of, in order of the scopes for which they do. */
  readonly #wildcardsOfFile: (readonly Wildcard[] | undefined)[] = [];
  /** Objects whose members, inherited ones as well, are those of a package, by its name. */
  readonly #packageObjects = new Map<string, number[]>();
  readonly #relative: RelativeImports;
  readonly #everywhere: string[] = [];
  readonly #located = new Map<string, Located>();

  constructor(project: Project, rules: PackageRules) {
    this.#project = project;
    this.#rules = rules;
    this.#relative = new RelativeImports(project);
    const languages = new Set(rules.languages);
    const files = new Map<string, number[]>();
    for (const file of project.files) {
      if (!languages.has(file.language) || file.manifest !== undefined) continue;
      this.#readFile(file, files);
    }
    for (const [name, ids] of files) {
      this.#packages.set(name, { key: name, name, files: ids, typeScope: -1 });
    }
  }

  // ── packages of files ───────────────────────────────────────────────────────────────────────

  #readFile(file: ProjectFile, files: Map<string, number[]>): void {
    const scopes = new Map<number, string>();
    this.#packageOfScope[file.id] = scopes;
    const own = file.symbol(FILE, Sym.QUALIFIER);
    scopes.set(0, own < 0 ? this.#unnamed(file) : file.text(own));
    for (let row = 1; row < file.count("symbols"); row++) {
      if (file.symbol(row, Sym.KIND) !== Kind.namespace) continue;
      const around = this.#packageAround(file, row, scopes);
      const name = around === "" || around.endsWith("/")
        ? file.nameOf(row)
        : around + this.#rules.separator + file.nameOf(row);
      const scope = file.symbol(row, Sym.SCOPE);
      if (scope >= 0) scopes.set(scope, name);
      if (file.bases(row).length > 0) append(this.#packageObjects, name, file.firstSymbol + row);
    }
    for (const name of new Set(scopes.values())) {
      append(files, name, file.id);
      this.#addPrefixes(name);
    }
    this.#readMembers(file, scopes);
    this.#readEverywhere(file);
  }

  #packageAround(file: ProjectFile, symbol: number, scopes: ReadonlyMap<number, string>): string {
    const container = file.symbol(symbol, Sym.CONTAINER);
    const scope = container < 0 ? 0 : file.symbol(container, Sym.SCOPE);
    return scopes.get(scope) ?? scopes.get(0)!;
  }

  /** The package of files that declare none. */
  #unnamed(file: ProjectFile): string {
    if (this.#rules.sharesUnnamed) return "";
    const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1) || "/";
    // Sources of several kinds are compiled together: `src/main/java`, `src/test/groovy`.
    return folder.replace(SOURCE_ROOT, "$1src/");
  }

  #addPrefixes(name: string): void {
    const { separator } = this.#rules;
    for (let at = name.length; at > 0; at = name.lastIndexOf(separator, at - 1)) {
      this.#prefixes.add(name.slice(0, at));
    }
  }

  #readMembers(file: ProjectFile, scopes: ReadonlyMap<number, string>): void {
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const name = scopes.get(file.binding(row, Binding.SCOPE));
      if (name === undefined) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 || file.symbol(symbol, Sym.KIND) === Kind.namespace) continue;
      let members = this.#members.get(name);
      if (members === undefined) this.#members.set(name, members = new Map());
      append(members, file.nameIds[file.binding(row, Binding.NAME)]!, {
        tag: "binding",
        file: file.id,
        binding: row,
      });
    }
  }

  #readEverywhere(file: ProjectFile): void {
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.FORM] !== EVERYWHERE_FORM) continue;
      this.#everywhere.push(file.text(table[at + Import.SPECIFIER]!));
    }
  }

  // ── what a qualified name means ─────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const located = this.#locatedRelatively(file, specifier) ?? this.#locatedAsWritten(specifier);
    const { hidesRoots, roots, separator } = this.#rules;
    if (hidesRoots === undefined || located === undefined || "module" in located) return located;
    const at = specifier.indexOf(separator);
    const isHidden = at > 0 && !roots.has(specifier.slice(0, at)) &&
      hidesRoots.has(this.#project.file(file).language);
    const behind = isHidden
      ? this.#packages.get(specifier.slice(at + separator.length))
      : undefined;
    return behind === undefined ? located : { module: behind };
  }

  #locatedRelatively(file: number, specifier: string): Located {
    if (!this.#looksUp(file)) return undefined;
    for (const name of this.#relative.candidates(file, specifier, this.#packageSeen(file, 0))) {
      const located = this.#locatedAsWritten(name);
      if (located !== undefined && "module" in located) return located;
    }
    return undefined;
  }

  #looksUp(file: number): boolean {
    return this.#rules.looksUpImports?.has(this.#project.file(file).language) === true;
  }

  #locatedAsWritten(specifier: string): Located {
    let located = this.#located.get(specifier);
    if (located === undefined) {
      const isAround = specifier === "" || this.#prefixes.has(specifier);
      const module = this.#packages.get(specifier) ?? this.#typeModule(specifier) ??
        (isAround ? this.#module(specifier) : undefined);
      located = module === undefined ? { external: specifier } : { module };
      this.#located.set(specifier, located);
    }
    return located;
  }

  /** The type that a qualified name means, as what offers its members. */
  #typeModule(specifier: string): PackageModule | undefined {
    const { separator } = this.#rules;
    const at = specifier.lastIndexOf(separator);
    const outer = at < 0 ? "" : specifier.slice(0, at);
    const name = at < 0 ? specifier : specifier.slice(at + separator.length);
    const around = this.#packages.get(outer) ?? (at < 0 ? undefined : this.#typeModule(outer));
    if (around === undefined) return undefined;
    for (const entity of this.#held(around, name)) {
      if (entity.tag !== "binding") continue;
      const file = this.#project.file(entity.file);
      const symbol = file.binding(entity.binding, Binding.SYMBOL);
      const scope = symbol < 0 ? -1 : file.symbol(symbol, Sym.SCOPE);
      if (scope < 0 || file.scope(scope, Scope.KIND) !== ScopeKind.class) continue;
      return { key: `${specifier}#`, name: specifier, files: [file.id], typeScope: scope };
    }
    return undefined;
  }

  ownersOf(module: Module): readonly number[] {
    const { name, typeScope, files } = module as PackageModule;
    if (typeScope < 0) return this.#packageObjects.get(name) ?? [];
    const file = this.#project.file(files[0]!);
    const symbol = file.scope(typeScope, Scope.SYMBOL);
    return symbol < 0 ? [] : [file.firstSymbol + symbol];
  }

  ambientOwners(file: number, scope: number): readonly number[] {
    if (!this.#looksUp(file)) return [];
    const owners: number[] = [];
    for (const specifier of this.#wildcards(file, scope)) {
      const located = this.locate(file, specifier);
      if (located !== undefined && "module" in located) {
        owners.push(...this.ownersOf(located.module));
      }
    }
    const { separator } = this.#rules;
    for (let around = this.#packageSeen(file, scope); around !== "";) {
      owners.push(...this.#packageObjects.get(around) ?? []);
      around = around.slice(0, Math.max(0, around.lastIndexOf(separator)));
    }
    return owners;
  }

  exported(module: Module, name: string): readonly Entity[] {
    const own = module as PackageModule;
    const found = this.#held(own, name);
    if (found.length > 0 || own.typeScope >= 0) return found;
    const inner = own.name === "" ? name : own.name + this.#rules.separator + name;
    if (this.#prefixes.has(inner)) return [this.#package(inner)];
    // Nothing in the project is in a package of that name.
    const isOwn = own.name !== "" && this.#packages.has(own.name);
    return isOwn ? NOTHING : [{ tag: "external", name: inner }];
  }

  #package(name: string): Entity {
    return { tag: "module", module: this.#module(name) };
  }

  #module(name: string): PackageModule {
    return this.#packages.get(name) ?? { key: name, name, files: [], typeScope: -1 };
  }

  #held(module: PackageModule, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    if (module.typeScope < 0) return this.#members.get(module.name)?.get(id) ?? NOTHING;
    const found: Entity[] = [];
    const file = this.#project.file(module.files[0]!);
    for (let row = file.firstBinding(module.typeScope, id); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.KIND) === BindingKind.import) continue;
      found.push({ tag: "binding", file: file.id, binding: row });
    }
    return found;
  }

  // ── what a file sees ────────────────────────────────────────────────────────────────────────

  ambient(file: number, name: string, scope = 0): readonly Entity[] {
    const { separator, fallsBack, roots, libraryTypes, implicit = [] } = this.#rules;
    const seesOuter = this.#rules.seesOuter || this.#looksUp(file);
    const own = this.#packageSeen(file, scope);
    for (let around = own;;) {
      const found = this.#nearest(file, this.#members.get(around), name);
      if (found.length > 0) return found;
      const at = around.lastIndexOf(separator);
      if (!seesOuter || around === "") break;
      around = at < 0 ? "" : around.slice(0, at);
    }
    for (const specifier of this.#wildcards(file, scope)) {
      const located = this.locate(file, specifier);
      if (located === undefined) continue;
      if ("external" in located) {
        const qualified = specifier + separator + name;
        if (libraryTypes.has(qualified)) return [{ tag: "external", name: qualified }];
        continue;
      }
      const found = this.#visible(this.#held(located.module as PackageModule, name));
      if (found.length > 0) return found;
    }
    if (fallsBack === true && own !== "") {
      const found = this.#nearest(file, this.#members.get(""), name).filter((entity) =>
        this.#isFunction(entity)
      );
      if (found.length > 0) return found;
    }
    for (const specifier of implicit) {
      const qualified = specifier + separator + name;
      if (libraryTypes.has(qualified)) return [{ tag: "external", name: qualified }];
    }
    if (roots.has(name)) return [{ tag: "external", name }];
    if (this.#prefixes.has(name)) return [this.#package(name)];
    const inner = this.#innerPackage(file, own, name);
    return inner.length > 0 ? inner : this.#fromOutside(file, name, scope);
  }

  /** A name that only an import of a whole package from outside can bring, as far as it is a type's. */
  #fromOutside(file: number, name: string, scope: number): readonly Entity[] {
    const { separator, languageNames, packagesAreSmall, hidesMembers } = this.#rules;
    const isType = /^\p{Lu}/u.test(name);
    if (languageNames.has(name) || !isType && !packagesAreSmall) return NOTHING;
    // What the project itself gives a type outside (an extension) may be meant.
    const id = this.#project.nameId(name);
    const mayHide = hidesMembers?.has(this.#project.file(file).language) === true;
    if (mayHide && id >= 0 && this.#project.symbolsNamed(id).length > 0) {
      return NOTHING;
    }
    const sources = this.#wildcards(file, scope).filter((specifier) =>
      (!packagesAreSmall || isType !== namesType(specifier, separator)) &&
      "external" in this.locate(file, specifier)!
    );
    const [only] = sources;
    if (only === undefined) return NOTHING;
    // Which of several it is, nobody can tell.
    return [{ tag: "external", name: sources.length > 1 ? name : only + separator + name }];
  }

  /** A package named from inside one around it: `Inner.Type` in `Outer`. */
  #innerPackage(file: number, own: string, name: string): readonly Entity[] {
    const { seesInner, separator } = this.#rules;
    const seesOuter = this.#rules.seesOuter || this.#looksUp(file);
    for (let around = seesOuter || seesInner === true ? own : ""; around !== "";) {
      const inner = around + separator + name;
      if (this.#prefixes.has(inner)) return [this.#package(inner)];
      if (!seesOuter) break;
      around = around.slice(0, Math.max(0, around.lastIndexOf(separator)));
    }
    return NOTHING;
  }

  /** Package in force at a scope of a file. */
  #packageSeen(id: number, from: number): string {
    const scopes = this.#packageOfScope[id];
    if (scopes === undefined) return "";
    const file = this.#project.file(id);
    if (scopes.size > 1) {
      for (let scope = from; scope > 0; scope = file.scope(scope, Scope.PARENT)) {
        const name = scopes.get(scope);
        if (name !== undefined) return name;
      }
    }
    return scopes.get(0)!;
  }

  /** Of what a package holds under a name: one type of several that are written alike, the nearest. */
  #nearest(
    from: number,
    members: ReadonlyMap<number, readonly Entity[]> | undefined,
    name: string,
  ): readonly Entity[] {
    const id = this.#project.nameId(name);
    const found = members?.get(id) ?? NOTHING;
    if (found.length < 2) return found;
    const seen = found.filter((entity) =>
      entity.tag !== "binding" || entity.file === from || !this.#hasFlag(entity, Flag.fileLocal)
    );
    if (seen.length < 2 || !seen.every((entity) => this.#isType(entity))) return seen;
    // Of a type in several parts the first one stands for all.
    if (seen.every((entity) => this.#hasFlag(entity, Flag.extension))) return seen.slice(0, 1);
    const path = this.#project.file(from).path;
    const shared = seen.map((entity) =>
      entity.tag === "binding" ? sharedFolder(path, this.#project.file(entity.file).path) : 0
    );
    const most = Math.max(...shared);
    return seen.filter((_, i) => shared[i] === most);
  }

  #visible(entities: readonly Entity[]): readonly Entity[] {
    return entities.filter((entity) => !this.#hasFlag(entity, Flag.private | Flag.fileLocal));
  }

  #kindOf(entity: Entity): number {
    if (entity.tag !== "binding") return -1;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? -1 : file.symbol(symbol, Sym.KIND);
  }

  #isFunction(entity: Entity): boolean {
    const kind = this.#kindOf(entity);
    return kind === Kind.function || kind === Kind.constant;
  }

  #isType(entity: Entity): boolean {
    const kind = this.#kindOf(entity);
    return kind === Kind.class || kind === Kind.interface || kind === Kind.enum ||
      kind === Kind.struct || kind === Kind.trait || kind === Kind.object;
  }

  #hasFlag(entity: Entity, flag: number): boolean {
    if (entity.tag !== "binding") return false;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol >= 0 && (file.symbol(symbol, Sym.FLAGS) & flag) !== 0;
  }

  /** What a file imports all of, as far as that holds in a scope. */
  #wildcards(id: number, from: number): readonly string[] {
    const file = this.#project.file(id);
    const wildcards = this.#wildcardsOfFile[id] ??= this.#readWildcards(file);
    const held = this.#looksUp(id)
      ? wildcards.filter(({ scope }) => isAround(file, scope, from))
      : wildcards;
    return held.map(({ specifier }) => specifier);
  }

  #readWildcards(file: ProjectFile): readonly Wildcard[] {
    const table = file.table("imports");
    const wildcards: Wildcard[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      const specifier = file.text(table[at + Import.SPECIFIER]!);
      wildcards.push({ specifier, scope: table[at + Import.SCOPE]! });
    }
    // The innermost counts first.
    wildcards.sort((a, b) => b.scope - a.scope);
    // What a file imports itself comes first: a repository may hold several projects.
    return [...wildcards, ...this.#everywhere.map((specifier) => ({ specifier, scope: 0 }))];
  }
}

/** Whether a scope is another or one around it. */
function isAround(file: ProjectFile, scope: number, inner: number): boolean {
  if (scope <= 0) return true;
  for (let at = inner; at > 0; at = file.scope(at, Scope.PARENT)) if (at === scope) return true;
  return false;
}

/** Bases of the types of a file: with them, what a name means changes that a type gives which is imported whole. */
function basesOf(file: ProjectFile): string {
  const said: string[] = [];
  for (let row = 1; row < file.count("symbols"); row++) {
    const bases = file.bases(row);
    if (bases.length === 0) continue;
    const names = bases.map((base) => file.text(file.reference(base, Ref.NAME)));
    said.push(`${file.nameOf(row)}: ${names.join(" ")}`);
  }
  return said.join("\n");
}

/** Whether a qualified name is written like that of a type, whose members are functions and values. */
function namesType(specifier: string, separator: string): boolean {
  return /^\p{Lu}/u.test(specifier.slice(specifier.lastIndexOf(separator) + separator.length));
}

/** The module system of languages whose files declare their package. */
export function packageModules(rules: PackageRules): ModuleSystem {
  return {
    structure: (file) =>
      rules.looksUpImports?.has(file.language) === true
        ? `${moduleStructure(file)}\n${basesOf(file)}`
        : moduleStructure(file),
    open: (project: Project): Modules => new Packages(project, rules),
  };
}
