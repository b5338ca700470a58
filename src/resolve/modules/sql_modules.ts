/**
 * Names of SQL: a project has one database, whose tables and routines every file knows. Where it is
 * told how the database came to be, what stands outside of such steps is meant; of several definitions
 * the nearest.
 */
import { Binding, BindingKind, Flag, Kind, Ref, RefKind, Sym } from "../../extract/facts.ts";
import { Certainty } from "../edges.ts";
import type { Entity, Located, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import { nearest } from "../nearest.ts";
import type { Project, ProjectFile } from "../project.ts";

const LANGUAGE = "sql";
const NOTHING: readonly Entity[] = [];
/** With more definitions than this a name says too little. */
const MOST_DEFINITIONS = 4;
/** Types above each other, at most. */
const MOST_BASES = 12;
const OWNERS: ReadonlySet<number> = new Set([Kind.module, Kind.type]);
/** Folders of steps from one state of a database to the next. */
const STEPS = /(?:^|\/)(?:migrations?|updates?|upgrades?|patches|deltas?|versions?)\//i;

class SqlModules implements Modules {
  readonly #project: Project;
  /** Symbols of what is created, by name. */
  readonly #created = new Map<number, number[]>();
  /** Routines of packages and object types, by their owner's name and their own. */
  readonly #members = new Map<string, number[]>();
  /** Names of packages and object types. */
  readonly #owners = new Set<string>();
  /** Types that object types are made from, by name. */
  readonly #bases = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      this.#addBases(file);
      for (let row = 0; row < file.count("bindings"); row++) {
        if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
        const symbol = file.binding(row, Binding.SYMBOL);
        const name = file.binding(row, Binding.NAME);
        if (file.binding(row, Binding.SCOPE) === 0) {
          append(this.#created, file.nameIds[name]!, file.firstSymbol + symbol);
          if (OWNERS.has(file.symbol(symbol, Sym.KIND))) this.#owners.add(file.nameOf(symbol));
          continue;
        }
        const container = file.symbol(symbol, Sym.CONTAINER);
        if (container <= 0 || !OWNERS.has(file.symbol(container, Sym.KIND))) continue;
        const key = `${file.nameOf(container)}.${file.text(name)}`;
        append(this.#members, key, file.firstSymbol + symbol);
      }
    }
  }

  #addBases(file: ProjectFile): void {
    for (let row = 0; row < file.count("references"); row++) {
      if (file.reference(row, Ref.KIND) !== RefKind.inherit) continue;
      const type = file.reference(row, Ref.SYMBOL);
      if (type > 0) {
        this.#bases.set(file.nameOf(type), file.text(file.reference(row, Ref.NAME)).toLowerCase());
      }
    }
  }

  locate(_file: number, specifier: string): Located {
    return { external: specifier };
  }

  exported(): readonly Entity[] {
    return NOTHING;
  }

  ambient(file: number, name: string): readonly Entity[] {
    const dot = name.indexOf(".");
    if (dot >= 0 && this.#owners.has(name.slice(0, dot))) return this.#memberOf(name, dot);
    const id = this.#project.nameId(name.slice(dot + 1));
    return this.#entities(file, this.#without(this.#created.get(id) ?? [], Flag.extension));
  }

  /** A routine of a package, or of an object type or the nearest that it is made from. */
  #memberOf(name: string, dot: number): readonly Entity[] {
    let owner: string | undefined = name.slice(0, dot);
    for (let step = 0; owner !== undefined && step < MOST_BASES; step++) {
      const found = this.#members.get(owner + name.slice(dot));
      if (found !== undefined) {
        return this.#without(found, Flag.declaration).map((symbol) => ({ tag: "symbol", symbol }));
      }
      owner = this.#bases.get(owner);
    }
    return NOTHING;
  }

  /** Symbols that lack a flag, if there are any such. */
  #without(symbols: readonly number[], flag: number): readonly number[] {
    const plain = symbols.filter((symbol) => {
      const file = this.#project.fileOfSymbol(symbol);
      return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & flag) === 0;
    });
    return plain.length > 0 ? plain : symbols;
  }

  /** Of several, those in a file that has their name. */
  #inFilesOfTheirOwn(symbols: readonly number[]): readonly number[] {
    const own = symbols.length < 2 ? [] : symbols.filter((symbol) => {
      const file = this.#project.fileOfSymbol(symbol);
      const name = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
      return name.toLowerCase() === file.nameOf(symbol - file.firstSymbol);
    });
    return own.length > 0 ? own : symbols;
  }

  #entities(from: number, symbols: readonly number[]): readonly Entity[] {
    const file = this.#project.file(from);
    const own = symbols.filter((symbol) => this.#project.fileOfSymbol(symbol) === file);
    const states = symbols.filter((symbol) => !STEPS.test(this.#project.fileOfSymbol(symbol).path));
    const known = own.length > 0 ? own : states.length > 0 ? states : symbols;
    const meant = this.#inFilesOfTheirOwn(nearest(this.#project, file, known));
    if (meant.length > MOST_DEFINITIONS) return NOTHING;
    const confidence = symbols.length > 1 ? Certainty.inferred : Certainty.exact;
    return meant.map((symbol) => ({ tag: "symbol", symbol, confidence }));
  }
}

/** The module system of SQL. */
export const sqlModules: ModuleSystem = { open: (project) => new SqlModules(project) };
