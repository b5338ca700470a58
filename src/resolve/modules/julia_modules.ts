/**
 * Julia's modules: one may span the files that it includes, and a file may hold several.
 *
 * The top level of a file belongs to the module that includes the file, else to a module of its own
 * (`Main` of a script or a test). A name at the top of a module means all the methods that the module
 * gives it, in whatever file; where it is imported, the methods that the importer adds count for the
 * owner too.
 */
import {
  Binding,
  BindingKind,
  Export,
  Expr,
  Flag,
  Import,
  ImportKind,
  Kind,
  Scope,
  Sym,
} from "../../extract/facts.ts";
import { PUBLIC } from "../../languages/julia/public_names.ts";
import { isJuliaBuiltin } from "../../languages/julia_builtins.ts";
import { Certainty } from "../edges.ts";
import type {
  Entity,
  GenericOverride,
  Located,
  Module,
  Modules,
  ModuleSystem,
} from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

/** A part of a module: a scope of a file. */
interface Part {
  readonly file: number;
  readonly scope: number;
}

/** A module of the project. */
interface JuliaModule extends Module {
  readonly name: string;
  readonly files: number[];
  readonly parts: Part[];
  readonly parent: JuliaModule | undefined;
  /** Symbols defined at its top, by name; submodules are not among them. */
  readonly symbols: Map<string, number[]>;
  readonly submodules: Map<string, JuliaModule>;
  readonly exports: Set<string>;
  /** Names that are for users, though `using` does not bring them in. */
  readonly publicNames: Set<string>;
}

/** A method that is written for a function of another module. */
interface Extension {
  readonly module: JuliaModule;
  readonly owner: string;
  readonly part: Part;
  readonly name: string;
  readonly symbol: number;
}

const NOTHING: readonly Entity[] = [];
/** Deeper nests of includes are cycles. */
const DEEPEST_INCLUDE = 40;

class JuliaModules implements Modules {
  readonly #project: Project;
  readonly #modules = new Map<string, JuliaModule>();
  readonly #moduleOfPart = new Map<string, JuliaModule>();
  /** Modules that no other module of the project holds, by name. */
  readonly #packages = new Map<string, JuliaModule[]>();
  readonly #includers = new Map<number, Part>();
  readonly #extensions: Extension[] = [];
  readonly #overrides: GenericOverride[] = [];
  /** Methods that the project adds to functions from outside, by qualified name. */
  readonly #outside = new Map<string, number[]>();
  readonly #known = new Map<string, readonly Entity[]>();
  /** Files by the folder they lie in. */
  #folders: ReadonlyMap<string, readonly ProjectFile[]> | undefined;

  constructor(project: Project) {
    this.#project = project;
    const files = project.files.filter((file) => file.language === "julia");
    for (const file of files) this.#addIncludes(file, false);
    // What is included by its own name is no part of a folder that is included as a whole.
    for (const file of files) this.#addIncludes(file, true);
    for (const file of files) this.#partModule({ file: file.id, scope: 0 }, 0);
    for (const file of files) this.#addSymbols(file);
    for (const extension of this.#extensions) this.#extend(extension);
    for (const module of [...this.#modules.values()]) this.#extendImported(module);
  }

  // ── building ────────────────────────────────────────────────────────────────────────────────

  #addIncludes(file: ProjectFile, byPattern: boolean): void {
    const imports = file.table("imports");
    for (let at = 0; at < imports.length; at += Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.include) continue;
      const specifier = file.text(imports[at + Import.SPECIFIER]!);
      if (specifier.includes("*") !== byPattern) continue;
      for (const included of this.#included(file, specifier)) {
        if (included === file.id || this.#includers.has(included)) continue;
        this.#includers.set(included, { file: file.id, scope: imports[at + Import.SCOPE]! });
      }
    }
  }

  /** Files that an `include` means; of a path that is worked out in part, all that it can mean. */
  #included(from: ProjectFile, specifier: string): readonly number[] {
    const path = resolvePath(parentOf(from.path), specifier);
    if (!path.includes("*")) {
      const file = this.#project.fileAt(path);
      return file < 0 ? [] : [file];
    }
    const folder = parentOf(path);
    const [start = "", ...rest] = baseOf(path).split("*");
    const end = rest.at(-1)!;
    this.#folders ??= Map.groupBy(
      this.#project.files.filter(({ language }) => language === "julia"),
      (file) => parentOf(file.path),
    );
    if (baseOf(path).startsWith("**")) {
      return [...this.#folders].flatMap(([name, files]) =>
        name === folder || name.startsWith(`${folder}/`) ? files.map(({ id }) => id) : []
      );
    }
    return (this.#folders.get(folder) ?? []).filter((file) => {
      const name = baseOf(file.path);
      return name.startsWith(start) && name.endsWith(end);
    }).map(({ id }) => id);
  }

  /** The module that a scope at the top of a file or of a module belongs to. */
  #partModule(part: Part, depth: number): JuliaModule {
    const key = `${part.file} ${part.scope}`;
    const known = this.#moduleOfPart.get(key);
    if (known !== undefined) return known;
    const file = this.#project.file(part.file);
    const symbol = file.scope(part.scope, Scope.SYMBOL);
    let module: JuliaModule;
    if (part.scope !== 0 && symbol >= 0) {
      const outer = this.#partModule(this.#outerPart(file, symbol), depth + 1);
      module = this.#child(outer, file.nameOf(symbol), file);
    } else {
      const includer = this.#includers.get(part.file);
      module = includer === undefined || depth > DEEPEST_INCLUDE
        ? this.#newModule(`file:${file.path}`, "Main", undefined)
        : this.#partModule(includer, depth + 1);
    }
    module.parts.push(part);
    if (!module.files.includes(part.file)) module.files.push(part.file);
    this.#moduleOfPart.set(key, module);
    return module;
  }

  /** Where the module of a symbol is written. */
  #outerPart(file: ProjectFile, symbol: number): Part {
    const container = file.symbol(symbol, Sym.CONTAINER);
    const scope = container < 0 ? 0 : file.symbol(container, Sym.SCOPE);
    return { file: file.id, scope: Math.max(0, scope) };
  }

  #child(outer: JuliaModule, name: string, file: ProjectFile): JuliaModule {
    const known = outer.submodules.get(name);
    if (known !== undefined) return known;
    const module = this.#newModule(`${outer.key}.${name}`, name, outer);
    outer.submodules.set(name, module);
    if (outer.parent === undefined && outer.name === "Main") {
      const candidates = this.#packages.get(name) ?? [];
      this.#packages.set(name, candidates);
      // The file named as the module is where a package begins.
      if (baseOf(file.path) === `${name}.jl`) candidates.unshift(module);
      else candidates.push(module);
    }
    return module;
  }

  #newModule(key: string, name: string, parent: JuliaModule | undefined): JuliaModule {
    const module: JuliaModule = {
      key,
      name,
      parent,
      files: [],
      parts: [],
      symbols: new Map(),
      submodules: new Map(),
      exports: new Set(),
      publicNames: new Set(),
    };
    this.#modules.set(key, module);
    return module;
  }

  #addSymbols(file: ProjectFile): void {
    for (let row = 1; row < file.count("symbols"); row++) this.#addSymbol(file, row);
    const exports = file.table("exports");
    for (let at = 0; at < exports.length; at += Export.STRIDE) {
      const scope = file.expression(exports[at + Export.EXPR]!, Expr.B);
      const module = this.#partModule({ file: file.id, scope }, 0);
      const isPublic = file.text(exports[at + Export.IMPORTED]!) === PUBLIC;
      const names = isPublic ? module.publicNames : module.exports;
      names.add(file.text(exports[at + Export.NAME]!));
    }
  }

  #addSymbol(file: ProjectFile, row: number): void {
    const kind = file.symbol(row, Sym.KIND);
    if (kind === Kind.module) {
      this.#partModule({ file: file.id, scope: file.symbol(row, Sym.SCOPE) }, 0);
      return;
    }
    if (kind === Kind.test) return;
    const container = this.#topContainer(file, row, kind);
    if (container === undefined || file.symbol(row, Sym.FLAGS) & Flag.local) return;
    const part = { file: file.id, scope: container };
    const module = this.#partModule(part, 0);
    const name = file.nameOf(row);
    const symbol = file.firstSymbol + row;
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier < 0) append(module.symbols, name, symbol);
    else if (name !== "()") {
      this.#extensions.push({ module, owner: file.text(qualifier), part, name, symbol });
    }
  }

  /** Scope of the module at whose top a symbol stands; constructors stand beside their type. */
  #topContainer(file: ProjectFile, row: number, kind: number): number | undefined {
    let container = file.symbol(row, Sym.CONTAINER);
    if (kind === Kind.constructor && container >= 0) {
      const outer = file.symbol(container, Sym.KIND);
      if (outer === Kind.struct) container = file.symbol(container, Sym.CONTAINER);
    }
    if (container < 0) return 0;
    return file.symbol(container, Sym.KIND) === Kind.module
      ? file.symbol(container, Sym.SCOPE)
      : undefined;
  }

  /** `Owner.name(…) = …` adds a method to a function of another module. */
  #extend({ module, owner, part, name, symbol }: Extension): void {
    const names = owner.split(".");
    let found = this.#moduleNamed(module, part.file, names[0]!);
    for (const next of names.slice(1)) found = found?.submodules.get(next);
    if (found === undefined) {
      this.#extendOutside(`${owner}.${name}`, symbol);
    } else append(found.symbols, name, symbol);
  }

  #extendOutside(generic: string, method: number): void {
    this.#overrides.push({ method, generic });
    append(this.#outside, generic, method);
  }

  additions(outside: string): readonly Entity[] {
    const added = this.#outside.get(outside);
    return added === undefined ? NOTHING : this.#entities(added);
  }

  /** A function from outside, named as there or in short, with the methods that the project adds to it. */
  #outsideFunction(generic: string, name = generic): readonly Entity[] {
    return [...this.additions(generic), { tag: "external", name }];
  }

  /** A module by a name that another module can use. */
  #moduleNamed(from: JuliaModule, file: number, name: string): JuliaModule | undefined {
    if (name === from.name) return from;
    const inner = from.submodules.get(name);
    if (inner !== undefined) return inner;
    for (const part of from.parts) {
      const facts = this.#project.file(part.file);
      for (const row of this.#importRows(facts, part.scope, name)) {
        const entities = this.#imported(facts, row);
        const module = entities.find((entity) => entity.tag === "module");
        if (module !== undefined) return this.#modules.get(module.module.key);
      }
    }
    return this.#package(file, name);
  }

  /** Methods that a module adds to a function which it imports belong to that function. */
  #extendImported(module: JuliaModule): void {
    for (const part of module.parts) {
      const file = this.#project.file(part.file);
      const imports = file.table("imports");
      for (let row = 0; row < file.count("imports"); row++) {
        const at = row * Import.STRIDE;
        if (imports[at + Import.KIND] !== ImportKind.name) continue;
        if (imports[at + Import.SCOPE] !== part.scope) continue;
        const name = file.text(imports[at + Import.NAME]!);
        const added = module.symbols.get(name);
        if (added !== undefined) this.#addMethods(file, row, name, added);
      }
    }
  }

  #addMethods(file: ProjectFile, row: number, name: string, added: readonly number[]): void {
    const at = row * Import.STRIDE;
    const imports = file.table("imports");
    const specifier = file.text(imports[at + Import.SPECIFIER]!);
    const located = this.locate(file.id, specifier, imports[at + Import.FORM]!);
    if (located === undefined) return;
    if ("external" in located) {
      for (const method of added) this.#extendOutside(`${located.external}.${name}`, method);
      return;
    }
    const owner = this.#modules.get(located.module.key);
    if (owner === undefined) return;
    const symbols = owner.symbols.get(name) ?? [];
    for (const symbol of added) if (!symbols.includes(symbol)) append(owner.symbols, name, symbol);
  }

  /** Methods of functions from outside. */
  overrides(): Iterable<GenericOverride> {
    return this.#overrides;
  }

  // ── what a specifier means ──────────────────────────────────────────────────────────────────

  /** @param form scope of the module that asks */
  locate(file: number, specifier: string, form: number): Located {
    if (specifier.endsWith(".jl")) {
      const files = this.#included(this.#project.file(file), specifier);
      return files.length === 0 ? undefined : { module: { key: `include ${specifier}`, files } };
    }
    const dots = /^\.*/.exec(specifier)![0].length;
    const names = specifier.slice(dots).split(".").filter((name) => name !== "");
    if (dots === 0) return this.#locateAbsolute(file, names);
    let module: JuliaModule | undefined = this.#partModule({ file, scope: form }, 0);
    for (let i = 1; i < dots; i++) module = module?.parent;
    for (const name of names) module = module === undefined ? undefined : step(module, name);
    return module === undefined ? undefined : { module };
  }

  #locateAbsolute(file: number, names: readonly string[]): Located {
    let module = this.#package(file, names[0] ?? "");
    if (module === undefined) return { external: names.join(".") };
    for (const name of names.slice(1)) {
      const inner: JuliaModule | undefined = step(module, name);
      if (inner === undefined) return { external: names.join(".") };
      module = inner;
    }
    return { module };
  }

  /** A package of the project, the nearest where there are several of the name. */
  #package(file: number, name: string): JuliaModule | undefined {
    const candidates = this.#packages.get(name);
    if (candidates === undefined || candidates.length < 2) return candidates?.[0];
    const from = this.#project.file(file).path;
    let best = candidates[0]!;
    let bestLength = -1;
    for (const candidate of candidates) {
      const length = sharedLength(this.#project.file(candidate.files[0]!).path, from);
      if (length > bestLength) {
        best = candidate;
        bestLength = length;
      }
    }
    return best;
  }

  // ── what a module offers ────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    const found = this.#modules.get(module.key);
    return found === undefined ? NOTHING : this.#inModule(found, name, new Set());
  }

  *offered(): Iterable<number> {
    for (const module of this.#modules.values()) {
      for (const name of [...module.exports, ...module.publicNames]) {
        for (const entity of this.#inModule(module, name, new Set())) {
          if (entity.tag === "symbol") yield entity.symbol;
          else if (entity.tag === "module") yield* this.#moduleSymbols(entity.module.key);
        }
      }
    }
  }

  /** The symbols by which the parts of a module are known; none for the file that is one. */
  *#moduleSymbols(key: string): Generator<number> {
    for (const { file: id, scope } of this.#modules.get(key)?.parts ?? []) {
      const file = this.#project.file(id);
      const symbol = file.scope(scope, Scope.SYMBOL);
      if (symbol > 0) yield file.firstSymbol + symbol;
    }
  }

  /** What a name means inside a module. */
  #inModule(module: JuliaModule, name: string, seen: Set<string>): readonly Entity[] {
    const key = `${module.key}\n${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (seen.has(key)) return NOTHING;
    // What is found inside a circle depends on where it was entered, and must not be kept.
    const isOutermost = seen.size === 0;
    seen.add(key);
    const found = this.#find(module, name, seen);
    if (isOutermost) this.#known.set(key, found);
    return found;
  }

  #find(module: JuliaModule, name: string, seen: Set<string>): readonly Entity[] {
    const inner = module.submodules.get(name);
    if (inner !== undefined) return [{ tag: "module", module: inner }];
    const own = module.symbols.get(name);
    const imported = this.#importedName(module, name, seen);
    // Methods that a module adds to what it imports are methods of that.
    const isExtended = own !== undefined && imported.some(({ tag }) => tag === "external");
    if (own !== undefined && !isExtended) return this.#entities(own);
    if (name === module.name) return [{ tag: "module", module }];
    if (imported.length > 0) return imported;
    const used = this.#throughUsing(module, name, seen);
    const isAdded = used.length === 0 && this.#outside.has(`Base.${name}`) && isJuliaBuiltin(name);
    return isAdded ? this.#outsideFunction(`Base.${name}`, name) : used;
  }

  #importedName(module: JuliaModule, name: string, seen: Set<string>): readonly Entity[] {
    for (const part of module.parts) {
      const file = this.#project.file(part.file);
      for (const row of this.#importRows(file, part.scope, name)) {
        const entities = this.#imported(file, row, seen);
        if (entities.length > 0) return entities;
      }
    }
    return NOTHING;
  }

  /** Which of several methods runs is decided by the arguments. */
  #entities(all: readonly number[]): readonly Entity[] {
    const defined = all.filter((symbol) => {
      const file = this.#project.fileOfSymbol(symbol);
      return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) === 0;
    });
    const symbols = defined.length > 0 ? defined : all;
    const confidence = symbols.length > 1 ? Certainty.inferred : Certainty.exact;
    return symbols.map((symbol) => ({ tag: "symbol", symbol, confidence }));
  }

  /** Import rows by which a module's part binds a name. */
  #importRows(file: ProjectFile, scope: number, name: string): number[] {
    const id = this.#project.nameId(name);
    const rows: number[] = [];
    if (id < 0) return rows;
    for (let b = file.firstBinding(scope, id); b >= 0; b = file.nextBinding(b)) {
      if (file.binding(b, Binding.KIND) === BindingKind.import) {
        rows.push(file.binding(b, Binding.INDEX));
      }
    }
    return rows;
  }

  #imported(file: ProjectFile, row: number, seen = new Set<string>()): readonly Entity[] {
    const imports = file.table("imports");
    const at = row * Import.STRIDE;
    const specifier = file.text(imports[at + Import.SPECIFIER]!);
    const located = this.locate(file.id, specifier, imports[at + Import.FORM]!);
    if (located === undefined) return NOTHING;
    const isName = imports[at + Import.KIND] === ImportKind.name;
    const name = isName ? file.text(imports[at + Import.NAME]!) : "";
    if ("external" in located) {
      return isName
        ? this.#outsideFunction(`${located.external}.${name}`)
        : [{ tag: "external", name: located.external }];
    }
    if (!isName) return [{ tag: "module", module: located.module }];
    const module = this.#modules.get(located.module.key);
    return module === undefined ? NOTHING : this.#inModule(module, name, seen);
  }

  /** What the modules that a module uses export under a name. */
  #throughUsing(module: JuliaModule, name: string, seen: Set<string>): readonly Entity[] {
    for (const part of module.parts) {
      const file = this.#project.file(part.file);
      const imports = file.table("imports");
      for (let at = 0; at < imports.length; at += Import.STRIDE) {
        if (imports[at + Import.KIND] !== ImportKind.all) continue;
        if (imports[at + Import.SCOPE] !== part.scope) continue;
        const specifier = file.text(imports[at + Import.SPECIFIER]!);
        const located = this.locate(file.id, specifier, imports[at + Import.FORM]!);
        if (located === undefined || "external" in located) continue;
        const used = this.#modules.get(located.module.key);
        if (used === undefined || !used.exports.has(name)) continue;
        const entities = this.#inModule(used, name, seen);
        if (entities.length > 0) return entities;
      }
    }
    return NOTHING;
  }

  ambient(file: number, name: string, scope = 0): readonly Entity[] {
    const facts = this.#project.file(file);
    let root = scope;
    while (facts.scope(root, Scope.PARENT) >= 0) root = facts.scope(root, Scope.PARENT);
    return this.#inModule(this.#partModule({ file, scope: root }, 0), name, new Set());
  }
}

/** A module by a name inside another: a submodule, or the module itself, which knows its name. */
function step(module: JuliaModule, name: string): JuliaModule | undefined {
  return module.submodules.get(name) ?? (module.name === name ? module : undefined);
}

/** Characters that two paths share from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Julia's module system. */
export const juliaModules: ModuleSystem = {
  structure: moduleStructure,
  open: (project: Project): Modules => new JuliaModules(project),
};
