/**
 * Modules of Elixir and Erlang, which share one name space: a name is known everywhere, and a function
 * is known by its module, its name and how many arguments it takes. What a file imports comes without
 * the module; in Elixir `use` puts into a module whatever the macro `__using__` of another quotes.
 */
import {
  Binding,
  BindingKind,
  Flag,
  Import,
  ImportKind,
  Kind,
  Scope,
  Sym,
} from "../../extract/facts.ts";
import { Certainty } from "../edges.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { baseOf, sharedFolder } from "../project_paths.ts";

/** Form of an import that runs a macro of the module: `use M`. Its name is the function asked for. */
export const USE_FORM = 1;

/** Name under which a module binds a function. */
export function functionKey(name: string, arity: number): string {
  return `${name}/${arity}`;
}

/** Name under which a module binds a type, as users write it: types and functions may share a name. */
export function typeKey(name: string, arity: number): string {
  return `${name}(${Array.from({ length: arity }, () => "_").join(", ")})`;
}

/** Name of the function that a behaviour asks for, wherever its module is. */
export function callbackName(behaviour: string, key: string): string {
  return `${behaviour} ${key}`;
}

/** Names under which Erlang's files bind records and macros; included files have them too. */
export const ErlangName = {
  record: (name: string): string => `#${name}`,
  macro: (name: string): string => `?${name}`,
  variable: (name: string): string => `$${name}`,
} as const;

/** Where a module is written. */
interface Place {
  readonly file: number;
  readonly symbol: number;
}

interface BeamModule extends Module {
  readonly place: Place;
}

const NOTHING: readonly Entity[] = [];
const LANGUAGES: ReadonlySet<string> = new Set(["elixir", "erlang"]);
const KINDS: ReadonlySet<number> = new Set([
  Kind.module,
  Kind.struct,
  Kind.interface,
  Kind.class,
]);
/** Macros that use others, deeper than people write them. */
const DEEPEST_USE = 6;

class BeamModules implements Modules {
  readonly #project: Project;
  readonly #places = new Map<string, Place[]>();
  /** Headers of Erlang by their names. */
  readonly #headers = new Map<string, number[]>();
  readonly #imports = new Map<number, readonly number[]>();
  readonly #known = new Map<string, readonly Entity[]>();
  readonly #quoting = new Map<string, readonly number[]>();
  readonly #aliased = new Map<string, Place | undefined>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) if (LANGUAGES.has(file.language)) this.#addFile(file);
  }

  #addFile(file: ProjectFile): void {
    if (file.path.endsWith(".hrl")) append(this.#headers, baseOf(file.path), file.id);
    const names = new Map<number, string>();
    for (let symbol = 1; symbol < file.count("symbols"); symbol++) {
      if (!KINDS.has(file.symbol(symbol, Sym.KIND)) || file.symbol(symbol, Sym.SCOPE) < 0) continue;
      const around = names.get(file.symbol(symbol, Sym.CONTAINER));
      const qualifier = file.symbol(symbol, Sym.QUALIFIER);
      const own = qualifier < 0
        ? file.nameOf(symbol)
        : `${file.text(qualifier)}.${file.nameOf(symbol)}`;
      const name = around === undefined ? own : `${around}.${own}`;
      names.set(symbol, name);
      append(this.#places, name, { file: file.id, symbol });
    }
  }

  /** Where a module is written: of several of a name, in the file itself, else nearest to it. */
  #placeOf(from: number, name: string): Place | undefined {
    const places = this.#places.get(name);
    if (places === undefined || places.length < 2) return places?.[0];
    const path = this.#project.file(from).path;
    let best = places[0]!;
    let most = -1;
    for (const place of places) {
      const length = place.file === from
        ? Infinity
        : sharedFolder(this.#project.file(place.file).path, path);
      if (length > most) [best, most] = [place, length];
    }
    return best;
  }

  locate(file: number, specifier: string): Located {
    if (specifier.endsWith(".hrl")) {
      const header = this.#header(file, specifier);
      return header < 0
        ? { external: specifier }
        : { module: { key: this.#project.file(header).path, files: [header] } };
    }
    const place = this.#placeOf(file, specifier) ?? this.#aliasedPlace(file, specifier);
    if (place === undefined) return { external: specifier };
    const module: BeamModule = {
      key: `${specifier}@${place.file}:${place.symbol}`,
      files: [place.file],
      place,
    };
    return { module };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const { place } = module as BeamModule;
    const key = `${module.key}\n${name}`;
    let found = this.#known.get(key);
    if (found === undefined) {
      const scope = this.#project.file(place.file).symbol(place.symbol, Sym.SCOPE);
      found = this.#bound(place.file, scope, name);
      if (found.length === 0) found = this.#used(place.file, scope, name, 0);
      this.#known.set(key, found);
    }
    return found;
  }

  /** What a scope itself defines under a name; of a callback and a function, the function. */
  #bound(id: number, scope: number, name: string): readonly Entity[] {
    const file = this.#project.file(id);
    const number = this.#project.nameId(name);
    if (number < 0) return NOTHING;
    let found: Entity | undefined;
    for (let row = file.firstBinding(scope, number); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      const isDeclared = (file.symbol(symbol, Sym.FLAGS) & Flag.declaration) !== 0;
      if (found === undefined || !isDeclared) found = { tag: "binding", file: id, binding: row };
    }
    return found === undefined ? NOTHING : [found];
  }

  // ── names that no scope of a file binds ─────────────────────────────────────────────────────

  /** A function is looked for in what is imported; any other name is that of a module. */
  ambient(file: number, name: string, scope = 0): readonly Entity[] {
    if (/^[#?]/.test(name)) return this.#fromHeaders(file, name, new Set());
    const asked = name.indexOf(" ");
    if (asked > 0) return this.#callback(file, name.slice(0, asked), name.slice(asked + 1));
    if (!/\/\d+$/.test(name)) return this.#module(file, name);
    const facts = this.#project.file(file);
    for (let at = scope; at >= 0; at = facts.scope(at, Scope.PARENT)) {
      const found = this.#imported(file, at, name, 0);
      if (found.length > 0) return found;
      const used = this.#used(file, at, name, 0);
      if (used.length > 0) return used;
    }
    return NOTHING;
  }

  /** What a behaviour of the project declares. */
  #callback(file: number, behaviour: string, name: string): readonly Entity[] {
    const place = this.#placeOf(file, behaviour);
    if (place === undefined) return NOTHING;
    const owner = this.#project.file(place.file);
    const [found] = this.#bound(place.file, owner.symbol(place.symbol, Sym.SCOPE), name);
    return found === undefined || !this.#isDeclared(found) ? NOTHING : [found];
  }

  /** Whether a function is one that others must have: there is nothing to call. */
  #isDeclared(entity: Entity): boolean {
    if (entity.tag !== "binding") return false;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return (file.symbol(symbol, Sym.FLAGS) & Flag.declaration) !== 0;
  }

  /** A header by the end of its path: of several, the nearest. */
  #header(from: number, specifier: string): number {
    const wanted = specifier.replace(/^(?:\.{1,2}\/)+/, "");
    const path = this.#project.file(from).path;
    // In `-include_lib` the first folder is that of an application, whatever version it has.
    const inside = wanted.slice(wanted.indexOf("/") + 1);
    let best = -1;
    let most = -1;
    for (const id of this.#headers.get(baseOf(wanted)) ?? []) {
      const other = this.#project.file(id).path;
      const fits = `/${other}`.endsWith(`/${wanted}`) || `/${other}`.endsWith(`/${inside}`);
      const length = fits ? sharedFolder(other, path) : -1;
      if (length > most) [best, most] = [id, length];
    }
    return best;
  }

  /** A record or a macro of the headers that a file includes. */
  #fromHeaders(id: number, name: string, seen: Set<number>): readonly Entity[] {
    seen.add(id);
    const file = this.#project.file(id);
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.include) continue;
      const header = this.#header(id, file.text(table[at + Import.SPECIFIER]!));
      if (header < 0 || seen.has(header)) continue;
      const own = this.#bound(header, 0, name);
      const found = own.length > 0 ? own : this.#fromHeaders(header, name, seen);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  #module(file: number, name: string): readonly Entity[] {
    const place = this.#placeOf(file, name) ?? this.#aliasedPlace(file, name);
    if (place !== undefined) {
      const symbol = this.#project.file(place.file).firstSymbol + place.symbol;
      return [{ tag: "symbol", symbol }];
    }
    return /^[A-Z][\w.]*$/.test(name) ? [{ tag: "external", name }] : NOTHING;
  }

  /** What a scope imports all of under a name, of modules of the project. */
  #imported(id: number, scope: number, name: string, depth: number): readonly Entity[] {
    const file = this.#project.file(id);
    const table = file.table("imports");
    for (const row of this.#importRows(file)) {
      const at = row * Import.STRIDE;
      if (table[at + Import.SCOPE] !== scope || table[at + Import.FORM] === USE_FORM) continue;
      const place = this.#placeOf(id, file.text(table[at + Import.SPECIFIER]!));
      if (place === undefined || depth > DEEPEST_USE) continue;
      const inner = this.#project.file(place.file).symbol(place.symbol, Sym.SCOPE);
      const found = this.#bound(place.file, inner, name);
      if (found.length > 0 && !this.#isDeclared(found[0]!)) return found;
      const used = this.#used(place.file, inner, name, depth + 1);
      if (used.length > 0) return used;
    }
    return NOTHING;
  }

  /** What a scope imports under a name that the import itself lists. */
  #importedByName(file: ProjectFile, scope: number, name: string): readonly Entity[] {
    const number = this.#project.nameId(name);
    let row = number < 0 ? -1 : file.firstBinding(scope, number);
    while (row >= 0 && file.binding(row, Binding.KIND) !== BindingKind.import) {
      row = file.nextBinding(row);
    }
    if (row < 0) return NOTHING;
    const at = file.binding(row, Binding.INDEX) * Import.STRIDE;
    const specifier = file.text(file.table("imports")[at + Import.SPECIFIER]!);
    const located = this.locate(file.id, specifier);
    return located === undefined || "external" in located
      ? [{ tag: "external", name: `${specifier}.${name}` }]
      : this.exported(located.module, name);
  }

  /** What the modules that a scope uses put into it under a name: functions, or imports of such. */
  #used(id: number, scope: number, name: string, depth: number): readonly Entity[] {
    if (depth > DEEPEST_USE) return NOTHING;
    const file = this.#project.file(id);
    const table = file.table("imports");
    for (const row of this.#importRows(file)) {
      const at = row * Import.STRIDE;
      if (table[at + Import.SCOPE] !== scope || table[at + Import.FORM] !== USE_FORM) continue;
      const place = this.#placeOf(id, file.text(table[at + Import.SPECIFIER]!));
      if (place === undefined) continue;
      const asked = table[at + Import.NAME]!;
      const found = this.#quoted(place, asked < 0 ? "" : file.text(asked), name, depth + 1);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** What the code that a module gives to those who use it defines or imports under a name. */
  #quoted(place: Place, asked: string, name: string, depth: number): readonly Entity[] {
    const file = this.#project.file(place.file);
    const scopes = this.#quotingScopes(place, asked);
    for (const scope of scopes) {
      const own = this.#bound(place.file, scope, name);
      if (own.length > 0) return own.map((entity) => this.#inferred(entity));
    }
    for (const scope of scopes) {
      const named = this.#importedByName(file, scope, name);
      if (named.length > 0) return named;
      const found = this.#imported(place.file, scope, name, depth);
      if (found.length > 0) return found;
      const used = this.#used(place.file, scope, name, depth);
      if (used.length > 0) return used;
    }
    return NOTHING;
  }

  /**
   * Scopes of the code that a module gives to those who use it: of the macro `__using__`, of the
   * function that gives what is asked for, or else of all functions in which something is imported or
   * defined, since the macro may ask any of them for what they quote.
   */
  #quotingScopes(place: Place, asked: string): readonly number[] {
    const key = `${place.file}:${place.symbol} ${asked}`;
    let scopes = this.#quoting.get(key);
    if (scopes === undefined) {
      const file = this.#project.file(place.file);
      const module = file.symbol(place.symbol, Sym.SCOPE);
      const makers = ["__using__/1", functionKey(asked, 0)].flatMap((maker) => {
        const [made] = this.#bound(place.file, module, maker);
        return made?.tag === "binding"
          ? [file.symbol(file.binding(made.binding, Binding.SYMBOL), Sym.SCOPE)]
          : [];
      });
      const inside: number[] = [];
      const add = (scope: number): void => {
        const isMeant = asked === ""
          ? scope !== module && this.#isInside(file, scope, module)
          : makers.some((maker) => this.#isInside(file, scope, maker));
        if (isMeant) inside.push(scope);
      };
      const table = file.table("imports");
      for (let at = 0; at < table.length; at += Import.STRIDE) add(table[at + Import.SCOPE]!);
      for (let row = 0; row < file.count("bindings"); row++) {
        const isDefined = file.binding(row, Binding.KIND) === BindingKind.definition;
        if (isDefined) add(file.binding(row, Binding.SCOPE));
      }
      this.#quoting.set(key, scopes = [...new Set([...makers, ...inside])]);
    }
    return scopes;
  }

  /** A module by a short name that the code has which a file's modules use; undefined if there is none. */
  #aliasedPlace(id: number, name: string): Place | undefined {
    const key = `${id} ${name}`;
    if (this.#aliased.has(key)) return this.#aliased.get(key);
    this.#aliased.set(key, undefined);
    const file = this.#project.file(id);
    const table = file.table("imports");
    let found: Place | undefined;
    for (const row of file.language === "elixir" ? this.#importRows(file) : []) {
      const at = row * Import.STRIDE;
      if (table[at + Import.FORM] !== USE_FORM) continue;
      const place = this.#placeOf(id, file.text(table[at + Import.SPECIFIER]!));
      if (place === undefined) continue;
      const asked = table[at + Import.NAME]!;
      found ??= this.#quotedAlias(place, asked < 0 ? "" : file.text(asked), name);
    }
    this.#aliased.set(key, found);
    return found;
  }

  #quotedAlias(place: Place, asked: string, name: string): Place | undefined {
    const file = this.#project.file(place.file);
    const table = file.table("imports");
    const scopes = this.#quotingScopes(place, asked);
    const dot = `${name}.`.indexOf(".");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.module) continue;
      if (!scopes.includes(table[at + Import.SCOPE]!)) continue;
      const full = file.text(table[at + Import.SPECIFIER]!);
      const as = table[at + Import.NAME]!;
      const short = as < 0 ? full.slice(full.lastIndexOf(".") + 1) : file.text(as);
      if (short !== name.slice(0, dot)) continue;
      const found = this.#placeOf(place.file, full + name.slice(dot));
      if (found !== undefined) return found;
    }
    return this.#aliasedPlace(place.file, name);
  }

  /** A function that a macro puts into a module: others may replace it there. */
  #inferred(entity: Entity): Entity {
    if (entity.tag !== "binding") return entity;
    const file = this.#project.file(entity.file);
    const symbol = file.firstSymbol + file.binding(entity.binding, Binding.SYMBOL);
    return { tag: "symbol", symbol, confidence: Certainty.inferred };
  }

  #isInside(file: ProjectFile, inner: number, scope: number): boolean {
    for (let at = inner; at >= scope; at = file.scope(at, Scope.PARENT)) {
      if (at === scope) return true;
    }
    return false;
  }

  /** Rows of a file's imports that bring names without binding them. */
  #importRows(file: ProjectFile): readonly number[] {
    let rows = this.#imports.get(file.id);
    if (rows === undefined) {
      const table = file.table("imports");
      const found: number[] = [];
      for (let row = 0; row < file.count("imports"); row++) {
        if (table[row * Import.STRIDE + Import.KIND] === ImportKind.all) found.push(row);
      }
      this.#imports.set(file.id, rows = found);
    }
    return rows;
  }
}

/** What a file says of the modules that others see: their names, what they import, what macros quote. */
function structure(file: ProjectFile): string {
  const said = [moduleStructure(file)];
  for (let row = 1; row < file.count("symbols"); row++) {
    const isQuoted = (file.symbol(row, Sym.FLAGS) & Flag.local) !== 0;
    if (!isQuoted && !KINDS.has(file.symbol(row, Sym.KIND))) continue;
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    const arity = file.symbol(row, Sym.ARITY);
    said.push(`${qualifier < 0 ? "" : file.text(qualifier)} ${file.nameOf(row)} ${arity}`);
  }
  return said.join("\n");
}

/** The module system of Elixir and Erlang. */
export const beamModules: ModuleSystem = {
  structure,
  open: (project: Project): Modules => new BeamModules(project),
};
