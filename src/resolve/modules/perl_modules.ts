/**
 * Perl's packages and imports, without running `import`.
 *
 * A module is a package. Its file is found by the package that files declare; where several declare
 * it, the one whose path ends as the package's name asks (`Foo/Bar.pm`) and that lies nearest to the
 * importing file counts. What a `use` without names imports is what `@EXPORT` lists, and for a tag
 * what `%EXPORT_TAGS` lists; for names asked for explicitly any sub of the package will do, since
 * many modules export by other means than `Exporter`.
 */
import {
  Binding,
  BindingKind,
  Export,
  Expr,
  Import,
  ImportKind,
  Kind,
  Scope,
  Sym,
} from "../../extract/facts.ts";
import { DEFAULT_EXPORTS } from "../../languages/perl_builtins.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { baseOf, parentOf } from "../project_paths.ts";

/** A place where a package is declared. */
interface Place {
  readonly file: number;
  /** Scope in which the package's subs stand. */
  readonly scope: number;
  /** The package's symbol in its file; -1 for the unnamed `main`. */
  readonly symbol: number;
}

interface PerlModule extends Module {
  readonly places: readonly Place[];
}

const NOTHING: readonly Entity[] = [];
/** More declarations of one package than this say nothing. */
const MOST_PLACES = 8;

class PerlModules implements Modules {
  readonly #project: Project;
  readonly #packages = new Map<string, Place[]>();
  readonly #packagesOfFile = new Map<number, string[]>();
  /** Subs that are written for packages of other files, or of none, by qualified name. */
  readonly #foreignSubs = new Map<string, number[]>();
  readonly #filesByBase = new Map<string, number[]>();
  readonly #modules = new Map<string, PerlModule>();
  readonly #located = new Map<string, Located>();
  readonly #exported = new Map<string, readonly Entity[]>();
  readonly #ambient = new Map<string, readonly Entity[]>();
  readonly #wildcards = new Map<number, readonly number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) if (file.language === "perl") this.#addFile(file);
  }

  #addFile(file: ProjectFile): void {
    append(this.#filesByBase, baseOf(file.path), file.id);
    const count = file.count("symbols");
    for (let symbol = 1; symbol < count; symbol++) {
      const qualifier = file.symbol(symbol, Sym.QUALIFIER);
      if (qualifier >= 0) {
        const name = `${file.text(qualifier)}::${file.nameOf(symbol)}`;
        append(this.#foreignSubs, name, file.firstSymbol + symbol);
      }
      const kind = file.symbol(symbol, Sym.KIND);
      if (kind !== Kind.class && kind !== Kind.namespace) continue;
      const name = file.nameOf(symbol);
      const place = { file: file.id, scope: file.symbol(symbol, Sym.SCOPE), symbol };
      append(this.#packages, name, place);
      append(this.#packagesOfFile, file.id, name);
    }
  }

  // ── where packages lie ──────────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const directory = parentOf(this.#project.file(file).path);
    const key = `${directory}\n${specifier}`;
    if (this.#located.has(key)) return this.#located.get(key);
    const located = /[/.]/.test(specifier)
      ? this.#locateFile(directory, specifier)
      : this.#locatePackage(file, specifier);
    this.#located.set(key, located);
    return located;
  }

  #locatePackage(file: number, name: string): Located {
    const places = this.#placesOf(file, name);
    if (places.length > 0) return { module: this.#module(name, places) };
    return this.#locateFile(
      parentOf(this.#project.file(file).path),
      `${name.replaceAll("::", "/")}.pm`,
    ) ??
      { external: name };
  }

  /** A file named as in `require "lib/file.pl"`: the nearest whose path ends so. */
  #locateFile(directory: string, specifier: string): Located {
    const wanted = specifier.replace(/^(?:\.\/)+/, "");
    const ends = (this.#filesByBase.get(baseOf(wanted)) ?? []).filter((id) =>
      endsWithPath(this.#project.file(id).path, wanted.replace(/^(?:\.\.\/)+/, ""))
    );
    const nearest = this.#nearest(ends, directory);
    if (nearest === undefined) return undefined;
    return { module: this.#module(wanted, [{ file: nearest, scope: 0, symbol: -1 }]) };
  }

  #nearest(files: readonly number[], directory: string): number | undefined {
    let best: number | undefined;
    let bestLength = -1;
    for (const id of files) {
      const length = sharedLength(this.#project.file(id).path, directory);
      if (length > bestLength) {
        best = id;
        bestLength = length;
      }
    }
    return best;
  }

  /** Declarations of a package that a file means. */
  #placesOf(file: number, name: string): readonly Place[] {
    const places = this.#packages.get(name);
    if (places === undefined) return [];
    if (places.length === 1) return places;
    const own = places.filter((place) => place.file === file);
    if (own.length > 0) return own;
    const suffix = `${name.replaceAll("::", "/")}.pm`;
    const named = places.filter((place) =>
      endsWithPath(this.#project.file(place.file).path, suffix)
    );
    const directory = parentOf(this.#project.file(file).path);
    const nearest = this.#nearest(named.map((place) => place.file), directory);
    if (nearest !== undefined) return named.filter((place) => place.file === nearest);
    return places.length > MOST_PLACES ? [] : places;
  }

  #module(name: string, places: readonly Place[]): PerlModule {
    const key = `${name}@${places.map((place) => place.file).join(",")}`;
    let module = this.#modules.get(key);
    if (module === undefined) {
      module = { key, files: [...new Set(places.map((place) => place.file))], places };
      this.#modules.set(key, module);
    }
    return module;
  }

  // ── what a package offers ───────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    const key = `${module.key}\n${name}`;
    let entities = this.#exported.get(key);
    if (entities === undefined) {
      entities = this.#offered(module, name, new Set());
      this.#exported.set(key, entities);
    }
    return entities;
  }

  #offered(module: Module, name: string, seen: Set<string>): readonly Entity[] {
    const key = `${module.key}\n${name}`;
    const places = this.#modules.get(module.key)?.places;
    if (seen.has(key) || places === undefined) return NOTHING;
    seen.add(key);
    const found = places.flatMap((place) => this.#bound(place, name, seen));
    if (found.length > 0) return found;
    for (const file of module.files) {
      const wild = this.#throughWildcards(file, name, seen);
      if (wild.length > 0) return wild;
    }
    return NOTHING;
  }

  /** What a package binds a name to; imports are followed. */
  #bound(place: Place, name: string, seen: Set<string>): readonly Entity[] {
    const file = this.#project.file(place.file);
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    let last: readonly Entity[] = NOTHING;
    for (let b = file.firstBinding(place.scope, id); b >= 0; b = file.nextBinding(b)) {
      const kind = file.binding(b, Binding.KIND);
      if (kind === BindingKind.field) continue;
      if (kind === BindingKind.import) {
        const imported = this.#imported(file, file.binding(b, Binding.INDEX), seen);
        if (imported.length > 0) last = imported;
      } else last = [{ tag: "binding", file: file.id, binding: b }];
    }
    return last;
  }

  #imported(file: ProjectFile, row: number, seen: Set<string>): readonly Entity[] {
    const imports = file.table("imports");
    const specifier = file.text(imports[row * Import.STRIDE + Import.SPECIFIER]!);
    const name = file.text(imports[row * Import.STRIDE + Import.NAME]!);
    const located = this.locate(file.id, specifier);
    if (located === undefined) return NOTHING;
    if ("external" in located) return [{ tag: "external", name: `${located.external}::${name}` }];
    return this.#offered(located.module, name, seen);
  }

  *offered(): Iterable<number> {
    for (const file of this.#project.files) {
      if (file.language !== "perl") continue;
      const exports = file.table("exports");
      for (let at = 0; at < exports.length; at += Export.STRIDE) {
        const scope = file.expression(exports[at + Export.EXPR]!, Expr.B);
        const place = { file: file.id, scope, symbol: file.scope(scope, Scope.SYMBOL) };
        const name = file.text(exports[at + Export.NAME]!);
        for (const entity of this.#bound(place, name, new Set())) {
          const symbol = this.#symbolOf(entity);
          if (symbol >= 0) yield symbol;
        }
      }
    }
  }

  #symbolOf(entity: Entity): number {
    if (entity.tag !== "binding") return -1;
    const owner = this.#project.file(entity.file);
    const symbol = owner.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? -1 : owner.firstSymbol + symbol;
  }

  // ── names that no scope of a file binds ─────────────────────────────────────────────────────

  ambient(file: number, name: string): readonly Entity[] {
    const key = `${file}\n${name}`;
    let entities = this.#ambient.get(key);
    if (entities === undefined) {
      entities = this.#reach(file, name);
      this.#ambient.set(key, entities);
    }
    return entities;
  }

  /** Names of packages end in `::`; with `::` inside only, a name is a package's or a sub's. */
  #reach(file: number, name: string): readonly Entity[] {
    if (name.endsWith("::")) return this.#reachPackage(file, name.slice(0, -2));
    if (name.includes("::")) return this.#reachQualified(file, name);
    const elsewhere = this.#samePackageElsewhere(file, name);
    if (elsewhere.length > 0) return elsewhere;
    const wild = this.#throughWildcards(file, name, new Set());
    if (wild.length > 0) return wild;
    return this.#packages.has(name) ? this.#reachPackage(file, name) : NOTHING;
  }

  /** `Foo::bar`: what the package has under that name itself. */
  #reachQualified(file: number, name: string): readonly Entity[] {
    if (this.#packages.has(name)) return this.#reachPackage(file, name);
    const split = name.lastIndexOf("::");
    const places = this.#placesOf(file, name.slice(0, split));
    const found = places.length === 0
      ? NOTHING
      : this.#offered(this.#module(name.slice(0, split), places), name.slice(split + 2), new Set());
    if (found.length > 0) return found;
    const foreign = this.#foreignSubs.get(name);
    if (foreign !== undefined) return foreign.map((symbol) => ({ tag: "symbol", symbol }));
    return places.length === 0 ? [{ tag: "external", name }] : NOTHING;
  }

  additions(outside: string): readonly Entity[] {
    const foreign = this.#foreignSubs.get(outside) ?? [];
    return foreign.map((symbol) => ({ tag: "symbol", symbol }));
  }

  #reachPackage(file: number, name: string): readonly Entity[] {
    const places = this.#placesOf(file, name).filter((place) => place.symbol >= 0);
    if (places.length === 0) return [{ tag: "external", name }];
    return places.map(({ file: owner, symbol }) => ({
      tag: "symbol",
      symbol: this.#project.file(owner).firstSymbol + symbol,
    }));
  }

  /** Subs of a package of this file that another file adds to the same package. */
  #samePackageElsewhere(file: number, name: string): readonly Entity[] {
    const found: Entity[] = [];
    for (const owner of this.#packagesOfFile.get(file) ?? []) {
      if (owner === "main") continue;
      const places = this.#packages.get(owner)!;
      if (places.length > MOST_PLACES) continue;
      for (const place of places) {
        if (place.file !== file) found.push(...this.#bound(place, name, new Set()));
      }
    }
    return found;
  }

  /** What the imports of a file that name no subs bring under a name. */
  #throughWildcards(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const imports = facts.table("imports");
    for (const row of this.#wildcardRows(facts)) {
      const at = row * Import.STRIDE;
      const located = this.locate(file, facts.text(imports[at + Import.SPECIFIER]!));
      if (located === undefined) continue;
      if ("external" in located) {
        if (DEFAULT_EXPORTS.get(located.external)?.has(name)) {
          return [{ tag: "external", name: `${located.external}::${name}` }];
        }
        continue;
      }
      const asked = imports[at + Import.NAME]!;
      const isInclude = imports[at + Import.KIND] === ImportKind.include;
      const isOffered = isInclude ||
        this.#lists(located.module as PerlModule, asked < 0 ? ":DEFAULT" : facts.text(asked), name);
      if (!isOffered) continue;
      const found = this.#offered(located.module, name, seen);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  #wildcardRows(file: ProjectFile): readonly number[] {
    let rows = this.#wildcards.get(file.id);
    if (rows === undefined) {
      const imports = file.table("imports");
      const found: number[] = [];
      for (let row = 0; row < file.count("imports"); row++) {
        const kind = imports[row * Import.STRIDE + Import.KIND];
        if (kind === ImportKind.all || kind === ImportKind.include) found.push(row);
      }
      this.#wildcards.set(file.id, rows = found);
    }
    return rows;
  }

  /** Whether a package lists a name under a tag; a computed tag may hold whatever the package exports. */
  #lists(module: PerlModule, tag: string, name: string): boolean {
    let isListed = false;
    let isComputed = false;
    for (const place of module.places) {
      const file = this.#project.file(place.file);
      const exports = file.table("exports");
      for (let at = 0; at < exports.length; at += Export.STRIDE) {
        const expression = exports[at + Export.EXPR]!;
        if (file.expression(expression, Expr.B) !== place.scope) continue;
        const offered = file.text(exports[at + Export.NAME]!);
        const isTag = file.text(exports[at + Export.IMPORTED]!) === tag;
        if (isTag && offered === name) return true;
        if (isTag && offered === "*") isComputed = true;
        if (offered === name) isListed = true;
      }
    }
    return isComputed && (isListed || !name.startsWith("_"));
  }
}

function endsWithPath(path: string, suffix: string): boolean {
  return path === suffix || path.endsWith(`/${suffix}`);
}

/** Characters that two paths share from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Packages of a file whose `AUTOLOAD` may run for methods that other files call by any name. */
function autoloadingPackages(file: ProjectFile): string {
  let packages = "";
  for (let row = 1; row < file.count("symbols"); row++) {
    if (file.nameOf(row) !== "AUTOLOAD") continue;
    const container = file.symbol(row, Sym.CONTAINER);
    packages += `\n${container < 0 ? "" : file.nameOf(container)}`;
  }
  return packages;
}

/** Perl's module system. */
export const perlModules: ModuleSystem = {
  structure: (file) => moduleStructure(file) + autoloadingPackages(file),
  open: (project: Project): Modules => new PerlModules(project),
};
