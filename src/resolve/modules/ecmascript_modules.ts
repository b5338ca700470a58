/**
 * The module systems of TypeScript and JavaScript: ES modules and CommonJS mixed, as bundlers and
 * the TypeScript compiler read them.
 *
 * Relative specifiers are completed as the compiler does (`./a.js` may be `a.ts`, `./a` may be
 * `a/index.ts`). Bare ones are packages: of the same repository by their `package.json`, whose
 * published entry points are mapped back to sources where only those exist; through the `paths` of
 * the nearest `tsconfig.json`; else from outside the project.
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
  Op,
  Sym,
} from "../../extract/facts.ts";
import type {
  CompilerManifest,
  EcmascriptManifest,
  PackageManifest,
} from "./ecmascript_manifest.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { parentOf } from "../project_paths.ts";
import { append } from "../multimap.ts";

const NOTHING: readonly Entity[] = [];
const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript"]);

/** Extensions that a specifier may leave out, in the order in which they are tried. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".vue",
  ".svelte",
];
/** What an extension that is written may stand for in the sources. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};
/** Folders that a build writes, to be looked for among the sources instead. */
const BUILT =
  /^(?:\.\/)?(?:dist|lib|build|out|esm|cjs|es|umd|types|typings|module|commonjs)(?:\/(?:esm|cjs|es|umd|types|node|browser|module|commonjs))?(?:\/|$)/;
const SOURCE_FOLDERS = ["src/", "", "lib/", "source/"];
/** Entry points of a package that does not say where it starts. */
const DEFAULT_ENTRIES = ["src/index", "index", "lib/index", "src/main", "main", "mod"];
const MOST_EXTENDED = 8;
const MOST_NESTED = 16;
const KNOWN_EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

interface Package {
  readonly directory: string;
  readonly manifest: PackageManifest;
}

class EcmascriptModules implements Modules {
  readonly #project: Project;
  readonly #packages = new Map<string, Package[]>();
  readonly #packageAt = new Map<string, Package>();
  readonly #compilerAt = new Map<string, CompilerManifest & { readonly file: string }>();
  readonly #modules = new Map<number, Module>();
  readonly #located = new Map<string, Map<string, Located>>();
  readonly #offered = new Map<number, Map<string, number[]>>();
  readonly #exported = new Map<number, Map<string, readonly Entity[]>>();
  #globals: Map<string, Entity[]> | undefined;

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      const manifest = file.manifest as EcmascriptManifest | undefined;
      if (manifest === undefined || !LANGUAGES.has(file.language)) continue;
      const directory = parentOf(file.path);
      if (manifest.kind === "package") this.#addPackage({ directory, manifest });
      else this.#addCompiler(directory, manifest, file.path);
    }
  }

  #addPackage(found: Package): void {
    // `package.json` beside `deno.json`: the one that names the package counts.
    const known = this.#packageAt.get(found.directory);
    if (known?.manifest.name === undefined) this.#packageAt.set(found.directory, found);
    const { name } = found.manifest;
    if (name === undefined) return;
    append(this.#packages, name, found);
  }

  #addCompiler(directory: string, manifest: CompilerManifest, path: string): void {
    const isMain = /(?:ts|js)config\.json$/.test(path);
    if (isMain || !this.#compilerAt.has(directory)) {
      this.#compilerAt.set(directory, { ...manifest, file: path });
    }
  }

  #module(file: number): Module {
    let module = this.#modules.get(file);
    if (module === undefined) {
      module = { key: this.#project.file(file).path, files: [file] };
      this.#modules.set(file, module);
    }
    return module;
  }

  // ── what a specifier means ──────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const directory = parentOf(this.#project.file(file).path);
    let known = this.#located.get(directory);
    if (known === undefined) this.#located.set(directory, known = new Map());
    if (known.has(specifier)) return known.get(specifier);
    const found = this.#find(directory, specifier.replace(/[?#](?!\/).*$/, "") || specifier);
    const located = found >= 0 ? { module: this.#module(found) } : { external: specifier };
    known.set(specifier, located);
    return located;
  }

  /** File that a specifier means in a directory; -1 when it is outside the project. */
  #find(directory: string, specifier: string): number {
    if (/^\.\.?(?:\/|$)/.test(specifier)) return this.#complete(join(directory, specifier));
    if (specifier.startsWith("#")) return this.#internal(directory, specifier);
    if (/^[a-z]{2,}:/i.test(specifier)) return -1;
    if (/^\$lib(?:\/|$)/.test(specifier)) return this.#inKit(directory, specifier.slice(4));
    const mapped = this.#mapped(directory, specifier);
    if (mapped >= 0) return mapped;
    return this.#inPackage(directory, specifier);
  }

  /** The file at a path that may lack its extension, have that of the compiled file, or be a folder. */
  #complete(path: string | undefined): number {
    if (path === undefined) return -1;
    const exact = this.#source(path);
    if (exact >= 0) return exact;
    const written = /\.[cm]?jsx?$/.exec(path);
    if (written !== null) {
      const stem = path.slice(0, written.index);
      for (const extension of WRITTEN[written[0]] ?? []) {
        const file = this.#source(stem + extension);
        if (file >= 0) return file;
      }
    }
    for (const extension of EXTENSIONS) {
      const file = this.#source(path + extension);
      if (file >= 0) return file;
    }
    return this.#folder(path);
  }

  #folder(path: string): number {
    const entries = this.#packageAt.get(path)?.manifest.entries ?? [];
    for (const entry of entries) {
      const target = join(path, entry);
      if (target === path) continue;
      const file = this.#complete(target);
      if (file >= 0) return file;
    }
    for (const extension of EXTENSIONS) {
      const file = this.#source(path === "" ? `index${extension}` : `${path}/index${extension}`);
      if (file >= 0) return file;
    }
    return -1;
  }

  #source(path: string): number {
    const file = this.#project.fileAt(path);
    return file >= 0 && this.#project.file(file).manifest === undefined ? file : -1;
  }

  // ── packages of the repository ──────────────────────────────────────────────────────────────

  #inPackage(directory: string, specifier: string): number {
    const split = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.*))?$/.exec(specifier);
    if (split === null) return -1;
    const candidates = this.#packages.get(split[1]!);
    if (candidates === undefined) return -1;
    const nearest = candidates.length === 1
      ? candidates
      : [...candidates].sort((a, b) =>
        sharedLength(b.directory, directory) - sharedLength(a.directory, directory)
      );
    for (const found of nearest) {
      const file = this.#entry(found, split[2] ?? "");
      if (file >= 0) return file;
    }
    return -1;
  }

  /** File of a package's entry point; `subpath` is empty for the package itself. */
  #entry({ directory, manifest }: Package, subpath: string): number {
    const targets = manifest.exports === undefined
      ? []
      : exportTargets(manifest.exports, subpath === "" ? "." : `./${subpath}`);
    if (subpath === "") targets.push(...manifest.entries);
    // A target that exists as it is comes before one that a build would write.
    for (const target of targets) {
      const file = this.#source(join(directory, target) ?? "");
      if (file >= 0 && !isTyping(target)) return file;
    }
    for (const target of targets) {
      const file = this.#unbuilt(directory, target);
      if (file >= 0) return file;
    }
    const guesses = subpath === ""
      ? DEFAULT_ENTRIES
      : SOURCE_FOLDERS.map((folder) => `${folder}${subpath}`);
    for (const guess of guesses) {
      const file = this.#complete(join(directory, guess));
      if (file >= 0) return file;
    }
    return -1;
  }

  /** The source of a built file: `dist/esm/a/b.js` may come from `src/a/b.ts`. */
  #unbuilt(directory: string, target: string): number {
    const stem = target.replace(/^\.\//, "").replace(KNOWN_EXTENSION, "");
    const inside = stem.replace(BUILT, "");
    for (const folder of SOURCE_FOLDERS) {
      const file = this.#complete(join(directory, `${folder}${inside}`));
      if (file >= 0) return file;
    }
    return this.#complete(join(directory, stem));
  }

  /** `$lib` is `src/lib` of the package around, unless a project says otherwise (SvelteKit). */
  #inKit(directory: string, rest: string): number {
    for (let at = directory;; at = parentOf(at)) {
      if (this.#packageAt.has(at) || at === "") {
        const file = this.#complete(join(at, `src/lib${rest}`));
        return file >= 0 ? file : this.#mapped(directory, `$lib${rest}`);
      }
    }
  }

  /** `#name`: a private name of the package around. */
  #internal(directory: string, specifier: string): number {
    for (let at = directory;; at = parentOf(at)) {
      const found = this.#packageAt.get(at);
      if (found?.manifest.imports !== undefined) {
        for (const target of importTargets(found.manifest.imports, specifier)) {
          const file = this.#complete(join(at, target));
          if (file >= 0) return file;
          const source = this.#unbuilt(at, target);
          if (source >= 0) return source;
        }
      }
      if (at === "") return this.#mapped(directory, specifier);
    }
  }

  // ── compiler settings ───────────────────────────────────────────────────────────────────────

  /** Through `paths` and `baseUrl` of the nearest compiler settings, and import maps. */
  #mapped(directory: string, specifier: string): number {
    for (let at = directory;; at = parentOf(at)) {
      const settings = this.#compilerAt.get(at);
      const file = settings === undefined ? -1 : this.#throughSettings(settings, specifier);
      if (file >= 0) return file;
      const imports = this.#packageAt.get(at)?.manifest.imports;
      if (imports !== undefined) {
        for (const target of importTargets(imports, specifier)) {
          const found = target.startsWith(".") ? this.#complete(join(at, target)) : -1;
          if (found >= 0) return found;
        }
      }
      if (at === "") return -1;
    }
  }

  #throughSettings(settings: CompilerManifest & { file: string }, specifier: string): number {
    let current: (CompilerManifest & { file: string }) | undefined = settings;
    for (let depth = 0; current !== undefined && depth < MOST_EXTENDED; depth++) {
      const file = this.#throughPaths(current, specifier);
      if (file >= 0) return file;
      current = this.#extended(current);
    }
    return -1;
  }

  #throughPaths(settings: CompilerManifest & { file: string }, specifier: string): number {
    const base = join(parentOf(settings.file), settings.baseUrl ?? ".");
    if (base === undefined) return -1;
    for (const [pattern, targets] of sortedPatterns(settings.paths)) {
      const rest = matchPattern(pattern, specifier);
      if (rest === undefined) continue;
      for (const target of targets) {
        const file = this.#complete(join(base, target.replace("*", rest)));
        if (file >= 0) return file;
      }
    }
    return settings.baseUrl === undefined ? -1 : this.#complete(join(base, specifier));
  }

  #extended(settings: CompilerManifest & { file: string }):
    | (CompilerManifest & { file: string })
    | undefined {
    for (const extended of settings.extends) {
      if (!extended.startsWith(".")) continue;
      const path = join(parentOf(settings.file), extended);
      if (path === undefined) continue;
      for (const candidate of [path, `${path}.json`]) {
        const id = this.#project.fileAt(candidate);
        const manifest = id < 0 ? undefined : this.#project.file(id).manifest as EcmascriptManifest;
        if (manifest?.kind === "compiler") return { ...manifest, file: candidate };
      }
    }
    return undefined;
  }

  // ── what a module offers ────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    const file = module.files[0];
    if (file === undefined) return NOTHING;
    let known = this.#exported.get(file);
    if (known === undefined) this.#exported.set(file, known = new Map());
    let entities = known.get(name);
    if (entities === undefined) {
      const found = this.#follow(file, name, new Set());
      known.set(name, entities = found.length === 0 ? NOTHING : found);
    }
    return entities;
  }

  /** `seen` holds what one question has asked, so that cycles of re-exports end. */
  #follow(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const key = `${file}\n${name}`;
    if (seen.has(key)) return NOTHING;
    seen.add(key);
    const own = [...this.#listed(file, name, seen), ...this.#declared(file, name)];
    if (name === "=") return this.#whole(file, own);
    if (own.length > 0) return own;
    if (name === "default") return this.#asDefault(file, seen);
    const member = this.#memberOfWhole(file, name, seen);
    return member.length > 0 ? member : this.#throughStars(file, name, seen);
  }

  /** Export rows of a file by the name that they offer. */
  #rows(file: number, name: string): readonly number[] {
    let offered = this.#offered.get(file);
    if (offered === undefined) {
      offered = new Map();
      const facts = this.#project.file(file);
      for (let row = 0; row < facts.count("exports"); row++) {
        const text = facts.text(exportColumn(facts, row, Export.NAME));
        append(offered, text, row);
      }
      this.#offered.set(file, offered);
    }
    return offered.get(name) ?? NO_ROWS;
  }

  /** What the export lists and assignments of a file offer under a name. */
  #listed(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const entities: Entity[] = [];
    for (const row of this.#rows(file, name)) {
      const specifier = exportColumn(facts, row, Export.SPECIFIER);
      if (specifier >= 0) entities.push(...this.#reexported(file, row, seen));
      else {
        entities.push(...this.#expression(file, exportColumn(facts, row, Export.EXPR), seen));
      }
    }
    return entities;
  }

  #reexported(file: number, row: number, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const imported = exportColumn(facts, row, Export.IMPORTED);
    const located = this.locate(file, facts.text(exportColumn(facts, row, Export.SPECIFIER)));
    if (located === undefined) return NOTHING;
    const name = imported < 0 ? "" : facts.text(imported);
    if ("external" in located) return [external(located.external, name)];
    if (imported < 0) return [{ tag: "module", module: located.module }];
    return this.#follow(located.module.files[0]!, name, seen);
  }

  /** An exported expression; a name means what the file binds it to. */
  #expression(file: number, expression: number, seen: Set<string>): readonly Entity[] {
    if (expression < 0) return NOTHING;
    const facts = this.#project.file(file);
    const op = facts.expression(expression, Expr.OP);
    const a = facts.expression(expression, Expr.A);
    if (op === Op.symbol) return [{ tag: "symbol", symbol: facts.firstSymbol + a }];
    if (op === Op.name) {
      const bound = this.#bound(file, facts.nameIds[a]!, seen);
      if (bound.length > 0) return bound;
    }
    return [{ tag: "expression", file, expression }];
  }

  /** What the top level of a file binds a name to, imports followed. */
  #bound(file: number, name: number, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const entities: Entity[] = [];
    for (let b = facts.firstBinding(0, name); b >= 0; b = facts.nextBinding(b)) {
      if (facts.binding(b, Binding.KIND) === BindingKind.import) {
        entities.push(...this.#imported(file, facts.binding(b, Binding.INDEX), seen));
      } else entities.push({ tag: "binding", file, binding: b });
    }
    return entities;
  }

  #imported(file: number, row: number, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const column = (c: number): number => facts.table("imports")[row * Import.STRIDE + c]!;
    const located = this.locate(file, facts.text(column(Import.SPECIFIER)));
    if (located === undefined) return NOTHING;
    const named = column(Import.KIND) === ImportKind.name;
    const name = named ? facts.text(column(Import.NAME)) : "";
    if ("external" in located) return [external(located.external, name)];
    if (!named) return [{ tag: "module", module: located.module }];
    return this.#follow(located.module.files[0]!, name, seen);
  }

  /** Top-level definitions that are exported where they stand; in a declaration file, all. */
  #declared(file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const facts = this.#project.file(file);
    const all = /\.d\.[cm]?ts$/.test(facts.path);
    const entities: Entity[] = [];
    for (let b = facts.firstBinding(0, id); b >= 0; b = facts.nextBinding(b)) {
      const symbol = facts.binding(b, Binding.SYMBOL);
      if (symbol < 0) continue;
      const flags = facts.symbol(symbol, Sym.FLAGS);
      if (all || (flags & Flag.exported) !== 0 && (flags & Flag.defaultExport) === 0) {
        entities.push({ tag: "binding", file, binding: b });
      }
    }
    return entities;
  }

  /** The whole value of a module; where it offers names beside, or none, its name space too. */
  #whole(file: number, values: readonly Entity[]): readonly Entity[] {
    const names = this.#offered.get(file)!;
    const hasMembers = [...names.keys()].some((name) => name !== "=" && name !== "*");
    return values.length === 0 || hasMembers
      ? [...values, { tag: "module", module: this.#module(file) }]
      : values;
  }

  /** The default of a CommonJS module is its whole value. */
  #asDefault(file: number, seen: Set<string>): readonly Entity[] {
    if (this.#rows(file, "=").length > 0) return this.#follow(file, "=", seen);
    return this.#isCommonJs(file) ? this.#whole(file, NOTHING) : NOTHING;
  }

  #isCommonJs(file: number): boolean {
    const facts = this.#project.file(file);
    return /\.c[jt]s$/.test(facts.path) || facts.language === "javascript" &&
        facts.count("exports") > 0 && this.#rows(file, "default").length === 0 &&
        this.#exportsAreAssigned(facts);
  }

  /** Whether exports are assignments, not `export` statements: those flag no top-level binding. */
  #exportsAreAssigned(facts: ProjectFile): boolean {
    for (let row = 0; row < facts.count("exports"); row++) {
      if (exportColumn(facts, row, Export.SPECIFIER) >= 0) return false;
    }
    return true;
  }

  /** A property of the object literal that a CommonJS module is. */
  #memberOfWhole(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    for (const row of this.#rows(file, "=")) {
      const specifier = exportColumn(facts, row, Export.SPECIFIER);
      if (specifier >= 0) {
        const located = this.locate(file, facts.text(specifier));
        if (located === undefined) continue;
        if ("external" in located) return [external(located.external, name)];
        const found = this.#follow(located.module.files[0]!, name, seen);
        if (found.length > 0) return found;
        continue;
      }
      const found = this.#memberOf(file, exportColumn(facts, row, Export.EXPR), name, seen);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** Members of an object literal, of the variable that holds it, of what is spread into it. */
  #memberOf(
    file: number,
    expression: number,
    name: string,
    seen: Set<string>,
    depth = 0,
  ): readonly Entity[] {
    if (expression < 0 || depth > MOST_NESTED) return NOTHING;
    const facts = this.#project.file(file);
    const a = facts.expression(expression, Expr.A);
    const next = (of: number): readonly Entity[] => this.#memberOf(file, of, name, seen, depth + 1);
    switch (facts.expression(expression, Expr.OP)) {
      case Op.object:
        return this.#members(file, a, name);
      case Op.either: {
        const found = next(a);
        return found.length > 0 ? found : next(facts.expression(expression, Expr.B));
      }
      case Op.name: {
        const binding = facts.firstBinding(0, facts.nameIds[a]!);
        const symbol = binding < 0 ? -1 : facts.binding(binding, Binding.SYMBOL);
        return symbol < 0 ? NOTHING : next(facts.symbol(symbol, Sym.VALUE));
      }
      case Op.member: {
        const isWhole = facts.text(facts.expression(expression, Expr.B)) === "=";
        if (!isWhole || a < 0 || facts.expression(a, Expr.OP) !== Op.module) return NOTHING;
        const located = this.locate(file, facts.text(facts.expression(a, Expr.A)));
        if (located === undefined || "external" in located) return NOTHING;
        return this.#follow(located.module.files[0]!, name, seen);
      }
      default:
        return NOTHING;
    }
  }

  #members(file: number, scope: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const facts = this.#project.file(file);
    const entities: Entity[] = [];
    for (let b = facts.firstBinding(scope, id); b >= 0; b = facts.nextBinding(b)) {
      entities.push({ tag: "binding", file, binding: b });
    }
    return entities;
  }

  /** `export * from`: the first that offers the name; one outside may, if none inside does. */
  #throughStars(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    let outside: Entity | undefined;
    for (const row of this.#rows(file, "*")) {
      const specifier = exportColumn(facts, row, Export.SPECIFIER);
      if (specifier < 0) continue;
      const located = this.locate(file, facts.text(specifier));
      if (located === undefined) continue;
      if ("external" in located) {
        outside ??= external(located.external, name);
        continue;
      }
      const found = this.#follow(located.module.files[0]!, name, seen);
      if (found.length > 0) return found;
    }
    return outside === undefined ? NOTHING : [outside];
  }

  // ── globals ─────────────────────────────────────────────────────────────────────────────────

  /** A name that no scope binds is a global: of the project's own scripts, else of the platform. */
  ambient(file: number, name: string): readonly Entity[] {
    this.#globals ??= this.#collectGlobals();
    const found = this.#globals.get(name);
    if (found !== undefined) return this.#nearest(file, found);
    return [{ tag: "external", name }];
  }

  #nearest(file: number, entities: readonly Entity[]): readonly Entity[] {
    if (entities.length === 1) return entities;
    const { path } = this.#project.file(file);
    const pathOf = (entity: Entity): string =>
      entity.tag === "binding" ? this.#project.file(entity.file).path : "";
    const best = Math.max(...entities.map((entity) => sharedLength(pathOf(entity), path)));
    return entities.filter((entity) => sharedLength(pathOf(entity), path) === best);
  }

  #collectGlobals(): Map<string, Entity[]> {
    const globals = new Map<string, Entity[]>();
    for (const file of this.#project.files) {
      if (!LANGUAGES.has(file.language) || file.manifest !== undefined) continue;
      for (const scope of this.#globalScopes(file)) this.#addGlobals(globals, file, scope);
    }
    return globals;
  }

  /** Scopes whose names every file sees: a script's top level, `declare global`. */
  #globalScopes(file: ProjectFile): number[] {
    const scopes: number[] = [];
    if (isScript(file)) scopes.push(0);
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      if (file.symbol(row, Sym.KIND) !== Kind.namespace || file.nameOf(row) !== "global") continue;
      const scope = file.symbol(row, Sym.SCOPE);
      if (scope >= 0) scopes.push(scope);
    }
    return scopes;
  }

  #addGlobals(globals: Map<string, Entity[]>, file: ProjectFile, scope: number): void {
    const count = file.count("bindings");
    for (let b = 0; b < count; b++) {
      if (file.binding(b, Binding.SCOPE) !== scope || file.binding(b, Binding.SYMBOL) < 0) continue;
      const name = file.text(file.binding(b, Binding.NAME));
      const entity: Entity = { tag: "binding", file: file.id, binding: b };
      append(globals, name, entity);
    }
  }
}

/** A file without imports and exports shares the global scope. */
function isScript(file: ProjectFile): boolean {
  if (file.count("imports") > 0 || file.count("exports") > 0) return false;
  const count = file.count("symbols");
  for (let row = 1; row < count; row++) {
    if (file.symbol(row, Sym.CONTAINER) >= 0) continue;
    if (file.symbol(row, Sym.FLAGS) & Flag.exported) return false;
  }
  return true;
}

const NO_ROWS: readonly number[] = [];

function exportColumn(file: ProjectFile, row: number, column: number): number {
  return file.table("exports")[row * Export.STRIDE + column]!;
}

/** Something of a package outside the project; the package itself for its default and whole value. */
function external(specifier: string, name: string): Entity {
  const isWhole = name === "" || name === "=" || name === "default";
  return { tag: "external", name: isWhole ? specifier : `${specifier}.${name}` };
}

/** Files that an `exports` field names for a subpath, in the order in which they are worth trying. */
function exportTargets(field: unknown, subpath: string): string[] {
  const isMap = typeof field === "object" && field !== null && !Array.isArray(field) &&
    Object.keys(field).every((key) => key.startsWith("."));
  if (isMap) return mappedTargets(field as Record<string, unknown>, subpath);
  const targets: string[] = [];
  if (subpath === ".") collect(field, "", targets);
  return sourcesFirst(targets);
}

/** Files that a map of names (`imports`, an import map) gives for a specifier. */
function importTargets(field: unknown, specifier: string): string[] {
  return typeof field === "object" && field !== null
    ? mappedTargets(field as Record<string, unknown>, specifier)
    : [];
}

function mappedTargets(map: Record<string, unknown>, key: string): string[] {
  const targets: string[] = [];
  if (Object.hasOwn(map, key)) collect(map[key], "", targets);
  else {
    for (const pattern of Object.keys(map).sort((a, b) => b.length - a.length)) {
      const rest = matchPattern(pattern, key);
      if (rest === undefined) continue;
      collect(map[pattern], rest, targets);
      break;
    }
  }
  return sourcesFirst(targets);
}

/** Sources come first, what a build wrote and is there all the same later, typings last. */
function sourcesFirst(targets: string[]): string[] {
  return targets.sort((a, b) => rank(a) - rank(b));
}

function collect(value: unknown, rest: string, targets: string[]): void {
  if (typeof value === "string") targets.push(value.replaceAll("*", rest));
  else if (Array.isArray(value)) { for (const one of value) collect(one, rest, targets); }
  else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) collect(one, rest, targets);
  }
}

function rank(target: string): number {
  if (isTyping(target)) return 3;
  if (/^(?:\.\/)?(?:dist|build|out|umd|bundles?)\//.test(target)) return 2;
  return /\.[cm]?tsx?$/.test(target) ? 0 : 1;
}

function isTyping(target: string): boolean {
  return /\.d\.[cm]?ts$/.test(target);
}

/** What the `*` of a pattern stands for in a specifier; `""` for an equal one; undefined: no match. */
function matchPattern(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) {
    if (pattern === specifier) return "";
    // A folder of an import map: `"lib/": "./src/lib/"`.
    return pattern.endsWith("/") && specifier.startsWith(pattern)
      ? specifier.slice(pattern.length)
      : undefined;
  }
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  if (specifier.length < before.length + after.length) return undefined;
  return specifier.startsWith(before) && specifier.endsWith(after)
    ? specifier.slice(before.length, specifier.length - after.length)
    : undefined;
}

/** Patterns with the longest fixed beginning first. */
function sortedPatterns(
  paths: CompilerManifest["paths"],
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(paths ?? {}).sort(([a], [b]) => b.length - a.length);
}

/** A relative path seen from a directory; undefined when it leaves the project. */
function join(directory: string, relative: string): string | undefined {
  const parts = directory === "" ? [] : directory.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Characters that two paths share from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The module system of TypeScript and JavaScript. */
export const ecmascriptModules: ModuleSystem = {
  standing: (file) => isScript(file) ? "script" : "",
  open: (project: Project): Modules => new EcmascriptModules(project),
};
