/**
 * The module systems of TypeScript and JavaScript: ES modules and CommonJS mixed, as bundlers and
 * the TypeScript compiler read them. `specifier_files.ts` says which file a specifier means.
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
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { parentOf, sharedLength } from "../project_paths.ts";
import { append } from "../multimap.ts";
import { SpecifierFiles } from "./specifier_files.ts";
import { isPage, loadedText, WebPages } from "./web_pages.ts";

const NOTHING: readonly Entity[] = [];
const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript"]);
const MOST_NESTED = 16;

class EcmascriptModules implements Modules {
  readonly #project: Project;
  readonly #files: SpecifierFiles;
  readonly #modules = new Map<number, Module>();
  readonly #located = new Map<string, Map<string, Located>>();
  readonly #offered = new Map<number, Map<string, number[]>>();
  readonly #exported = new Map<number, Map<string, readonly Entity[]>>();
  #globals: Map<string, Entity[]> | undefined;
  #pages: WebPages | undefined;

  constructor(project: Project) {
    this.#project = project;
    this.#files = new SpecifierFiles(project);
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
    const found = this.#files.find(directory, specifier.replace(/[?#](?!\/).*$/, "") || specifier);
    const located = found >= 0 ? { module: this.#module(found) } : { external: specifier };
    known.set(specifier, located);
    return located;
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

  /**
   * A name that no scope binds is a global: of the scripts that run on the same page, of the project's
   * others, else of the platform.
   */
  ambient(file: number, name: string): readonly Entity[] {
    this.#pages ??= new WebPages(this.#project, (from, specifier) => {
      const located = this.locate(from, specifier);
      return located !== undefined && "module" in located ? located.module.files[0] ?? -1 : -1;
    });
    const beside = this.#pages.beside(file, name);
    if (beside.length > 0) return beside;
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

/** A file without imports and exports shares the global scope; what a page defines is seen on that page alone. */
function isScript(file: ProjectFile): boolean {
  if (isPage(file) || file.count("imports") > 0 || file.count("exports") > 0) return false;
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

/** The module system of TypeScript and JavaScript. */
export const ecmascriptModules: ModuleSystem = {
  structure: (file) => isPage(file) ? loadedText(file) : "",
  standing: (file) => isScript(file) ? "script" : "",
  open: (project: Project): Modules => new EcmascriptModules(project),
};
