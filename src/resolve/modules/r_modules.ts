/**
 * How R code reaches other files. A package is one name space over the files in its `R/` folder; its
 * `NAMESPACE` says what comes in from other packages, and what goes out. Its tests see the inside of
 * the package and their own helper files. Scripts share what they `source()`, and see what the
 * packages export that they attach.
 */
import { Binding, Flag, Import, ImportKind, Kind, Sym } from "../../extract/facts.ts";
import { basePackageOf } from "../../languages/r/base_packages.ts";
import { classKey, methodsKey, NEXT } from "../../languages/r/dispatch_keys.ts";
import type { Description, Namespace } from "../../languages/r/manifests.ts";
import { inForce } from "../in_force.ts";
import type {
  Entity,
  GenericOverride,
  Located,
  Module,
  Modules,
  ModuleSystem,
} from "../module_system.ts";
import { includeStructure } from "../module_structure.ts";
import type { Project, ProjectFile } from "../project.ts";
import { RPackage } from "./r_package.ts";
import { SourceGraph } from "./r_source_graph.ts";
import { ClassOrders, dispatchStructure, nextMethods } from "./r_next_method.ts";
import { isKnownGeneric, s3Overrides } from "./r_s3.ts";
import { baseOf, parentOf } from "../project_paths.ts";

const NOTHING: readonly Entity[] = [];
const METHODS = methodsKey("");
/** A generic from outside with more methods than this says nothing of which one runs. */
const MOST_METHODS = 5;
const SOURCE_FOLDER = /^R\/(?:unix\/|windows\/)?[^/]+\.[RrSsq]$/;
const TEST_FOLDER = /^(?:tests|inst\/(?:tests|unitTests|tinytest))\//;
const HELPER = /^(?:helper|setup)[^/]*\.[Rr]$/;

/** Where a file stands. */
interface Place {
  /** Package that the file lies in. */
  readonly package: RPackage | undefined;
  readonly role: "source" | "test" | "script";
}

class RModules implements Modules {
  readonly #project: Project;
  readonly #packages = new Map<string, RPackage>();
  readonly #packagesByName = new Map<string, RPackage>();
  readonly #places: (Place | undefined)[] = [];
  readonly #helpers = new Map<string, readonly number[]>();
  readonly #attachedBy = new Map<number, readonly string[]>();
  readonly #graph: SourceGraph;
  #classOrders: ClassOrders | undefined;

  constructor(project: Project) {
    this.#project = project;
    this.#openPackages();
    for (const file of project.files) {
      if (file.language === "r" && file.manifest === undefined) this.#place(file);
    }
    this.#graph = new SourceGraph(project, (file) => this.#places[file]?.role === "script");
  }

  #openPackages(): void {
    for (const file of this.#project.files) {
      const manifest = file.manifest as Description | Namespace | undefined;
      if (file.language !== "r" || manifest?.kind !== "description") continue;
      const folder = parentOf(file.path);
      const beside = this.#project.fileAt(join(folder, "NAMESPACE"));
      const namespace = beside < 0 ? undefined : this.#project.file(beside).manifest;
      const found = new RPackage(
        this.#project,
        folder,
        manifest,
        namespace as Namespace | undefined,
      );
      this.#packages.set(folder, found);
      if (!this.#packagesByName.has(found.name)) this.#packagesByName.set(found.name, found);
    }
  }

  #place(file: ProjectFile): void {
    const around = this.#packageAround(file.path);
    const inside = around === undefined ? "" : relative(around.folder, file.path);
    const role = around === undefined
      ? "script"
      : SOURCE_FOLDER.test(inside)
      ? "source"
      : TEST_FOLDER.test(inside)
      ? "test"
      : "script";
    if (role === "source") around!.addFile(file.id);
    this.#places[file.id] = { package: around, role };
  }

  #packageAround(path: string): RPackage | undefined {
    if (this.#packages.size === 0) return undefined;
    let folder = parentOf(path);
    for (;;) {
      const found = this.#packages.get(folder);
      if (found !== undefined) return found;
      if (folder === "") return undefined;
      folder = parentOf(folder);
    }
  }

  // ── what a specifier means ──────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    if (specifier === ".") {
      const own = this.#places[file]?.package;
      return own === undefined ? undefined : { module: own };
    }
    if (/[/\\]|\.[Rr]$/.test(specifier)) {
      const module = this.#graph.locate(file, specifier);
      return module === undefined ? undefined : { module };
    }
    const inside = this.#packagesByName.get(specifier);
    return inside === undefined ? { external: specifier } : { module: inside };
  }

  exported(module: Module, name: string): readonly Entity[] {
    if (module instanceof RPackage) return this.#inPackage(module, name);
    const entities: Entity[] = [];
    for (const file of module.files) entities.push(...this.#inFile(file, name));
    return entities;
  }

  // ── what a name means ───────────────────────────────────────────────────────────────────────

  ambient(file: number, name: string): readonly Entity[] {
    const place = this.#places[file];
    if (place === undefined) return NOTHING;
    if (name.startsWith(NEXT)) return this.#nextMethods(file, name.slice(NEXT.length), place);
    if (place.package === undefined || place.role === "script") return this.#inScript(file, name);
    if (place.role === "test") {
      const helped = this.#inHelpers(file, name);
      if (helped.length > 0) return helped;
    }
    const found = this.#inPackage(place.package, name);
    if (found.length > 0) return found;
    // `f(x) <- v` looks like a call of `f`, and is none when there is only `f<-`.
    if (place.package.definitions(`${name}<-`).length > 0) return NOTHING;
    return [{ tag: "external", name: place.package.outside(name, place.role === "test") }];
  }

  /** What a package's own code means by a name. */
  #inPackage(from: RPackage, name: string): readonly Entity[] {
    const own = from.definitions(name);
    if (own.length > 0 && !(basePackageOf(name) !== undefined && this.#areEmpty(own))) return own;
    const imported = this.#imported(from, name);
    if (imported !== undefined && imported.length > 0) return imported;
    const methods = this.#methods(from, name);
    if (methods.length > 0) return methods;
    return from.definitions(classKey(name));
  }

  /** Whether a name is only given `NULL`, which packages do with R's own names to quiet a check. */
  #areEmpty(entities: readonly Entity[]): boolean {
    return entities.every((entity) => {
      const symbol = this.#symbolOf(entity);
      if (symbol < 0) return false;
      const file = this.#project.fileOfSymbol(symbol);
      const row = symbol - file.firstSymbol;
      const kind = file.symbol(row, Sym.KIND);
      const isVariable = kind === Kind.variable || kind === Kind.constant;
      return isVariable && file.symbol(row, Sym.VALUE) < 0;
    });
  }

  /** What the `NAMESPACE` of a package brings in under a name from packages of the project. */
  #imported(into: RPackage, name: string): readonly Entity[] | undefined {
    for (const from of into.importsOf(name)) {
      const inside = this.#packagesByName.get(from);
      if (inside === undefined || inside === into) continue;
      const found = inside.isExported(name) ? inside.definitions(name) : NOTHING;
      if (found.length > 0) return found;
    }
    return undefined;
  }

  /** Methods that a package gives to a generic function from outside. */
  #methods(from: RPackage, name: string): readonly Entity[] {
    if (basePackageOf(name) !== undefined) return NOTHING;
    const found = from.definitions(methodsKey(name));
    if (found.length === 0 || found.length > MOST_METHODS) return NOTHING;
    return found.flatMap((entity): Entity[] => {
      const symbol = this.#symbolOf(entity);
      return symbol < 0 ? [] : [{ tag: "method", symbol }];
    });
  }

  /** The methods that one may hand on to. */
  #nextMethods(file: number, method: string, { package: around, role }: Place): readonly Entity[] {
    const from = role === "script" ? undefined : around;
    const found = nextMethods(this.#project, this.#orders, method, {
      isGeneric: (name) =>
        from?.registered.has(method) === true
          ? from.registered.get(method) === name
          : isKnownGeneric(name) || this.#genericsNamed(name, from).length > 0,
      definitions: (name) =>
        from === undefined
          ? this.#graph.session(file).flatMap((one) => this.#inFile(one, name))
          : from.definitions(name),
    });
    return found.map((symbol) => ({ tag: "method", symbol }));
  }

  get #orders(): ClassOrders {
    return this.#classOrders ??= new ClassOrders(this.#project);
  }

  #inHelpers(file: number, name: string): readonly Entity[] {
    const folder = parentOf(this.#project.file(file).path);
    let helpers = this.#helpers.get(folder);
    if (helpers === undefined) {
      const found = this.#project.files.filter((one) =>
        one.language === "r" && parentOf(one.path) === folder && HELPER.test(baseOf(one.path))
      );
      this.#helpers.set(folder, helpers = found.map((one) => one.id));
    }
    return helpers.flatMap((helper) => this.#inFile(helper, name));
  }

  #inScript(file: number, name: string): readonly Entity[] {
    const session = this.#graph.session(file);
    const found = session.flatMap((one) => one === file ? [] : this.#inFile(one, name));
    if (found.length > 0) return found;
    let isAlone = true;
    for (const one of session) {
      for (const attached of this.#attached(one)) {
        const inside = this.#packageNamed(file, attached);
        if (inside === undefined) isAlone = false;
        else if (inside.isExported(name) || attached === ".") {
          const offered = this.#inPackage(inside, name);
          if (offered.length > 0) return offered;
        }
      }
    }
    const ownClass = name.startsWith(".__") ? NOTHING : this.#inFile(file, classKey(name));
    if (ownClass.length > 0) return ownClass;
    const base = basePackageOf(name);
    if (base === undefined) return NOTHING;
    // Attached packages are looked through before R's own, and may have the name too.
    return [{ tag: "external", name: isAlone || base === "base" ? `${base}::${name}` : name }];
  }

  #packageNamed(file: number, name: string): RPackage | undefined {
    return name === "." ? this.#places[file]?.package : this.#packagesByName.get(name);
  }

  /** Packages that a file attaches, the last first. */
  #attached(file: number): readonly string[] {
    const known = this.#attachedBy.get(file);
    if (known !== undefined) return known;
    const facts = this.#project.file(file);
    const imports = facts.table("imports");
    const names: string[] = [];
    this.#attachedBy.set(file, names);
    for (let at = imports.length - Import.STRIDE; at >= 0; at -= Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.all) continue;
      names.push(facts.text(imports[at + Import.SPECIFIER]!));
    }
    return names;
  }

  #inFile(file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const facts = this.#project.file(file);
    const rows: number[] = [];
    for (let row = facts.firstBinding(0, id); row >= 0; row = facts.nextBinding(row)) {
      rows.push(row);
    }
    return inForce(facts, rows, rows.length)
      .map((binding) => ({ tag: "binding", file, binding }));
  }

  #symbolOf(entity: Entity): number {
    if (entity.tag !== "binding") return -1;
    const facts = this.#project.file(entity.file);
    const symbol = facts.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? -1 : facts.firstSymbol + symbol;
  }

  *offered(): Iterable<number> {
    for (const package_ of this.#packages.values()) {
      for (const entity of package_.offered()) {
        const symbol = this.#symbolOf(entity);
        if (symbol >= 0) yield symbol;
      }
    }
  }

  // ── dispatch ────────────────────────────────────────────────────────────────────────────────

  *overrides(): Iterable<GenericOverride> {
    // Many names begin alike.
    const known = new Map<RPackage | undefined, Map<string, readonly number[]>>();
    const generics = (name: string, from: RPackage | undefined): readonly number[] => {
      const own = known.get(from) ?? new Map<string, readonly number[]>();
      known.set(from, own);
      const found = own.get(name) ?? this.#genericsNamed(name, from);
      own.set(name, found);
      return found;
    };
    for (const file of this.#project.files) {
      const place = this.#places[file.id];
      if (place === undefined || place.role === "test") continue;
      const from = place.role === "source" ? place.package : undefined;
      const definitions = (name: string): number[] =>
        (from === undefined ? this.#inFile(file.id, name) : from.definitions(name))
          .map((entity) => this.#symbolOf(entity)).filter((symbol) => symbol >= 0);
      yield* s3Overrides(
        this.#project,
        file,
        from,
        (name) => generics(name, from),
        definitions,
      );
      yield* this.#s4Overrides(file, from);
    }
  }

  *#s4Overrides(file: ProjectFile, from: RPackage | undefined): Iterable<GenericOverride> {
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== 0) continue;
      const name = file.text(file.binding(row, Binding.NAME));
      if (!name.startsWith(METHODS)) continue;
      const generic = name.slice(METHODS.length);
      const method = file.firstSymbol + file.binding(row, Binding.SYMBOL);
      const inside = this.#genericsNamed(generic, from);
      for (const symbol of inside) yield { method, generic: symbol };
      if (inside.length > 0) continue;
      const base = basePackageOf(generic);
      const outside = from?.outside(generic) ??
        (base === undefined ? generic : `${base}::${generic}`);
      yield { method, generic: outside };
    }
  }

  /** Generic functions of a name that methods of a package, or of a script, belong to. */
  #genericsNamed(name: string, from: RPackage | undefined): readonly number[] {
    const own = from === undefined
      ? this.#project.symbolsNamed(this.#project.nameId(name))
      : this.#inPackage(from, name).map((entity) => this.#symbolOf(entity));
    return own.filter((symbol) => symbol >= 0 && this.#isGeneric(symbol));
  }

  #isGeneric(symbol: number): boolean {
    const file = this.#project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    return file.language === "r" && file.symbol(row, Sym.KIND) === Kind.function &&
      (file.symbol(row, Sym.FLAGS) & Flag.virtual) !== 0;
  }
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function relative(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** R's module system. */
export const rModules: ModuleSystem = {
  // A script that runs others brings them together; a method may come before one that it does not name.
  structure: (file) => `${includeStructure(file)}\n${dispatchStructure(file)}`,
  namesMethods: true,
  open: (project: Project): Modules => new RModules(project),
};
