/**
 * Ruby's constants and files. A constant is looked up in the modules around, outwards, and then among
 * those of no module; all files share them, whichever loads which. What is required by a path is a
 * file below some folder of the project, or a library.
 */
import { Binding, BindingKind, Kind, Scope, ScopeKind, Sym } from "../../extract/facts.ts";
import { Certainty } from "../edges.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { EVERY_OBJECT, EVERY_SUITE, mixinsOf } from "./ruby_mixins.ts";
import { RubySuites } from "./ruby_suites.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

const NOTHING: readonly Entity[] = [];
/** With more definitions than this a name without a receiver says nothing. */
const MOST_FUNCTIONS = 3;

class RubyModules implements Modules {
  readonly #project: Project;
  /** What is bound in modules, by qualified name: `A::B`. */
  readonly #constants = new Map<string, Entity[]>();
  /** Methods of no class, by name. */
  readonly #functions = new Map<string, number[]>();
  readonly #nameOfSymbol = new Map<number, string>();
  /** Files by the end of their path: the name without `.rb`. */
  readonly #byName = new Map<string, number[]>();

  /** Qualified names of modules whose constants every file sees. */
  readonly #mixedIntoAll = new Set<string>();
  readonly #suites: RubySuites;

  #outer: ReadonlySet<string> | undefined;

  constructor(project: Project) {
    this.#project = project;
    this.#suites = new RubySuites(project, (name) => this.#constants.get(name) ?? NOTHING);
    for (const file of project.files) {
      if (file.language === "ruby" && file.manifest === undefined) this.#readFile(file);
    }
  }

  #readFile(file: ProjectFile): void {
    const stem = file.path.replace(/\.\w+$/, "");
    append(this.#byName, baseOf(stem), file.id);
    for (const { name } of mixinsOf(file, EVERY_OBJECT)) this.#mixedIntoAll.add(name);
    this.#suites.add(file);
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0) continue;
      const name = file.text(file.binding(row, Binding.NAME));
      const scope = file.binding(row, Binding.SCOPE);
      if (/^[A-Z]/.test(name)) {
        const entity: Entity = { tag: "binding", file: file.id, binding: row };
        append(this.#constants, this.#qualified(file, scope, name), entity);
      } else if (scope === 0 && file.symbol(symbol, Sym.KIND) === Kind.function) {
        append(this.#functions, name, file.firstSymbol + symbol);
      }
    }
  }

  /** Name of a constant that is bound in a scope; `A::B` itself may be written in one go. */
  #qualified(file: ProjectFile, from: number, name: string): string {
    for (let scope = from; scope > 0; scope = file.scope(scope, Scope.PARENT)) {
      if (file.scope(scope, Scope.KIND) !== ScopeKind.class) continue;
      const symbol = file.scope(scope, Scope.SYMBOL);
      if (symbol >= 0) return `${this.#nameOf(file, symbol)}::${name}`;
    }
    return name;
  }

  #nameOf(file: ProjectFile, symbol: number): string {
    const id = file.firstSymbol + symbol;
    let name = this.#nameOfSymbol.get(id);
    if (name === undefined) {
      const scope = file.symbol(symbol, Sym.SCOPE);
      const around = scope < 0 ? 0 : file.scope(scope, Scope.PARENT);
      name = this.#qualified(file, around, file.nameOf(symbol));
      this.#nameOfSymbol.set(id, name);
    }
    return name;
  }

  locate(file: number, specifier: string): Located {
    const path = this.#project.file(file).path;
    if (specifier.startsWith(".")) {
      const target = resolvePath(parentOf(path), specifier);
      const id = this.#project.fileAt(/\.rb$/.test(target) ? target : `${target}.rb`);
      return id < 0 ? undefined : { module: { key: target, files: [id] } };
    }
    const wanted = `/${specifier.replace(/\.rb$/, "")}.`;
    const found = (this.#byName.get(baseOf(specifier)) ?? [])
      .filter((id) => `/${this.#project.file(id).path}`.includes(wanted));
    const [only] = found;
    // A bare name is a library's before it is a file deep in the project.
    const isPlain = !specifier.includes("/");
    if (only === undefined || found.length > 1) return { external: specifier };
    const own = this.#project.file(only).path;
    return isPlain && !/^(?:lib\/|[^/]+\/lib\/)?[^/]+$/.test(own)
      ? { external: specifier }
      : { module: { key: own, files: [only] } };
  }

  /** A module outside, as far as the project adds to it: `class Minitest::Test` in a helper of tests. */
  exported(module: Module, name: string): readonly Entity[] {
    const qualified = `${module.key}::${name}`;
    const found = this.#constants.get(qualified);
    return found === undefined ? [{ tag: "external", name: qualified }] : this.#first(found);
  }

  ambient(id: number, name: string, from = 0): readonly Entity[] {
    const file = this.#project.file(id);
    if (!/^[A-Z]/.test(name)) return this.#functionsNamed(file, name, from);
    for (let scope = from; scope > 0; scope = file.scope(scope, Scope.PARENT)) {
      if (file.scope(scope, Scope.KIND) !== ScopeKind.class) continue;
      const symbol = file.scope(scope, Scope.SYMBOL);
      if (symbol < 0) continue;
      let around = this.#nameOf(file, symbol);
      for (;;) {
        const found = this.#constants.get(`${around}::${name}`);
        if (found !== undefined) return this.#first(found);
        // `class A::B` is inside A, although that is no module around.
        const at = around.lastIndexOf("::");
        if (at < 0) break;
        around = around.slice(0, at);
      }
    }
    const own = this.#constants.get(name);
    if (own !== undefined) return this.#first(own);
    for (const mixin of this.#mixedIntoAll) {
      const found = this.#constants.get(`${mixin}::${name}`);
      if (found !== undefined) return this.#first(found);
    }
    return this.#extended().has(name)
      ? [{ tag: "module", module: { key: name, files: [] } }]
      : NOTHING;
  }

  /** Modules that the project only adds to, so that they must be outside. */
  #extended(): ReadonlySet<string> {
    if (this.#outer !== undefined) return this.#outer;
    const outer = new Set<string>();
    for (const name of this.#constants.keys()) {
      const at = name.indexOf("::");
      if (at > 0 && !this.#constants.has(name.slice(0, at))) outer.add(name.slice(0, at));
    }
    return this.#outer = outer;
  }

  /** Of a class that is written in several places the first one stands for all. */
  #first(found: readonly Entity[]): readonly Entity[] {
    return found.length > 1 ? found.slice(0, 1) : found;
  }

  #functionsNamed(from: ProjectFile, name: string, scope: number): readonly Entity[] {
    const ofSuite = isInSuite(from, scope) ? this.#suites.methods(from, name) : [];
    if (ofSuite.length > 0 && ofSuite.length <= MOST_FUNCTIONS) {
      // Of several, the ones that are loaded count, which nothing says.
      const confidence = ofSuite.length === 1 ? Certainty.inferred : Certainty.heuristic;
      return ofSuite.map((symbol) => ({ tag: "symbol", symbol, confidence }));
    }
    const found = this.#functions.get(name) ?? [];
    if (found.length > MOST_FUNCTIONS) return NOTHING;
    return found.map((symbol) => ({
      tag: "symbol",
      symbol,
      confidence: this.#project.fileOfSymbol(symbol) === from
        ? Certainty.exact
        : Certainty.heuristic,
    }));
  }
}

/** Whether a scope lies in a suite of tests. */
function isInSuite(file: ProjectFile, from: number): boolean {
  for (let scope = from; scope > 0; scope = file.scope(scope, Scope.PARENT)) {
    const symbol = file.scope(scope, Scope.SYMBOL);
    if (symbol >= 0 && file.symbol(symbol, Sym.KIND) === Kind.test) return true;
  }
  return false;
}

/** Ruby's module system. */
export const rubyModules: ModuleSystem = {
  // What is mixed into all of them decides what names mean that it has.
  structure: (file) =>
    [EVERY_OBJECT, EVERY_SUITE].map((to) =>
      `${to}: ${mixinsOf(file, to).map(({ name, type }) => `${name} ${type}`).join(", ")}`
    ).join("; "),
  open: (project: Project): Modules => new RubyModules(project),
};
