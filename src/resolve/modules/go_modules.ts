/**
 * Go's packages: a package is the files of one directory with one package clause. An import path
 * means, in this order: a vendored package of a directory around, a directory that `go.mod` puts in
 * a module's place, a package of a module whose `go.mod` is in the project. A project without any
 * `go.mod` is read as it lay below `GOPATH`: its own import path is what most imports agree on.
 */
import { Binding, BindingKind, Flag, Import, ImportKind, Sym } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

const NOTHING: readonly Entity[] = [];
const FILE_SCOPE = 0;
const FILE_SYMBOL = 0;

/** The module of Go's own standard library: its import paths do not begin with the module's. */
const STANDARD_MODULE = "std";

/** What a `go.mod` says, as far as imports need it. */
export interface GoMod {
  /** Import path of the module. */
  readonly module: string;
  /** Module paths with the directory, relative to the file's own, that stands in for them. */
  readonly replaced: readonly (readonly [path: string, directory: string])[];
}

/** A package as one kind of reader sees it: importers without, its own tests with the test files. */
interface GoPackage extends Module {
  readonly name: string;
  readonly directory: string;
}

/** A directory with a `go.mod`. */
interface GoModule extends GoMod {
  readonly directory: string;
}

/** What decides the meaning of import paths in a directory, shared by the directories that agree. */
interface Context {
  readonly around: Context | undefined;
  readonly directory: string;
  readonly hasVendor: boolean;
  readonly module: GoModule | undefined;
  readonly located: Map<string, Located>;
}

class GoModules implements Modules {
  readonly #project: Project;
  /** Packages by directory, then by name. */
  readonly #packages = new Map<string, GoPackage[]>();
  /** Every package with its test files, by file. */
  readonly #packageOfFile = new Map<number, GoPackage>();
  readonly #modulesByPath = new Map<string, GoModule[]>();
  readonly #moduleAt = new Map<string, GoModule>();
  readonly #vendorRoots = new Set<string>();
  readonly #contexts = new Map<string, Context>();
  readonly #scopes = new Map<string, ReadonlyMap<number, readonly Entity[]>>();
  readonly #importsOfFile = new Map<number, FileImports>();
  #ownPath: string | undefined;

  constructor(project: Project) {
    this.#project = project;
    const groups = new Map<string, number[]>();
    for (const file of project.files) {
      if (file.language !== "go") continue;
      if (file.manifest !== undefined) this.#addModule(file);
      else append(groups, `${parentOf(file.path)}\n${packageName(file)}`, file.id);
    }
    for (const [key, files] of groups) this.#addPackage(key, files);
  }

  #addModule(file: ProjectFile): void {
    const module = { ...(file.manifest as GoMod), directory: parentOf(file.path) };
    append(this.#modulesByPath, module.module, module);
    this.#moduleAt.set(module.directory, module);
  }

  #addPackage(key: string, files: readonly number[]): void {
    const [directory, name] = key.split("\n") as [string, string];
    const untested = files.filter((id) => !this.#project.file(id).path.endsWith("_test.go"));
    const tested: GoPackage = { key: `${directory}:${name}:test`, files, name, directory };
    const plain = untested.length === files.length
      ? tested
      : { key: `${directory}:${name}`, files: untested, name, directory };
    for (const file of files) this.#packageOfFile.set(file, tested);
    for (const file of untested) this.#packageOfFile.set(file, plain);
    if (untested.length > 0) append(this.#packages, directory, plain);
    const vendor = /^(?:(.*)\/)?vendor\//.exec(`${directory}/`);
    if (vendor !== null) this.#vendorRoots.add(vendor[1] ?? "");
  }

  // ── where packages lie ──────────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const context = this.#context(parentOf(this.#project.file(file).path));
    let located = context.located.get(specifier);
    if (located === undefined) {
      const found = this.#find(context, file, specifier);
      located = found === undefined ? { external: specifier } : { module: found };
      context.located.set(specifier, located);
    }
    return located;
  }

  #find(context: Context, file: number, specifier: string): GoPackage | undefined {
    if (/^\.\.?\//.test(specifier)) {
      return this.#packageAt(resolvePath(parentOf(this.#project.file(file).path), specifier));
    }
    return this.#vendored(context, specifier) ?? this.#replaced(context.module, specifier) ??
      this.#ofModule(context, specifier) ?? this.#belowGopath(specifier);
  }

  #vendored(from: Context, specifier: string): GoPackage | undefined {
    for (let context: Context | undefined = from; context; context = context.around) {
      if (!context.hasVendor) continue;
      const found = this.#packageAt(join(join(context.directory, "vendor"), specifier));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #replaced(module: GoModule | undefined, specifier: string): GoPackage | undefined {
    if (module === undefined) return undefined;
    let best: readonly [string, string] | undefined;
    for (const rule of module.replaced) {
      const applies = specifier === rule[0] || specifier.startsWith(`${rule[0]}/`);
      if (applies && rule[0].length > (best?.[0].length ?? -1)) best = rule;
    }
    if (best === undefined) return undefined;
    const directory = resolvePath(module.directory, best[1]);
    return this.#packageAt(join(directory, specifier.slice(best[0].length + 1)));
  }

  #ofModule(context: Context, specifier: string): GoPackage | undefined {
    for (let end = specifier.length; end > 0; end = specifier.lastIndexOf("/", end - 1)) {
      const modules = this.#modulesByPath.get(specifier.slice(0, end));
      if (modules === undefined) continue;
      const found = this.#nearest(modules, context, specifier.slice(end + 1));
      if (found !== undefined) return found;
    }
    const standard = this.#modulesByPath.get(STANDARD_MODULE);
    return standard === undefined ? undefined : this.#nearest(standard, context, specifier);
  }

  /** Of modules with one path (a copy among test data, say), the one nearest to the importer. */
  #nearest(
    modules: readonly GoModule[],
    context: Context,
    rest: string,
  ): GoPackage | undefined {
    const own = modules.find((module) => module === context.module);
    for (const module of own === undefined ? modules : [own, ...modules]) {
      const found = this.#packageAt(join(module.directory, rest));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #belowGopath(specifier: string): GoPackage | undefined {
    if (this.#modulesByPath.size > 0) return undefined;
    const inSource = this.#packageAt(join("src", specifier));
    if (inSource !== undefined) return inSource;
    const own = this.#ownPath ??= this.#guessOwnPath();
    if (own === "") return undefined;
    if (specifier === own) return this.#packageAt("");
    return specifier.startsWith(`${own}/`)
      ? this.#packageAt(specifier.slice(own.length + 1))
      : undefined;
  }

  /** The import path of the project's root, as most imports of its own packages have it. */
  #guessOwnPath(): string {
    const votes = new Map<string, number>();
    for (const file of this.#project.files) {
      if (file.language !== "go") continue;
      for (const { specifier } of importsOf(file)) {
        if (!specifier.split("/", 1)[0]!.includes(".")) continue;
        for (let at = specifier.indexOf("/"); at > 0; at = specifier.indexOf("/", at + 1)) {
          if (!this.#packages.has(specifier.slice(at + 1))) continue;
          const prefix = specifier.slice(0, at);
          votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
          break;
        }
      }
    }
    let best = "";
    for (const [prefix, count] of votes) if (count > (votes.get(best) ?? 0)) best = prefix;
    return best;
  }

  /** The package that an import of a directory gets; `main` only where there is no other. */
  #packageAt(directory: string): GoPackage | undefined {
    const packages = this.#packages.get(directory);
    if (packages === undefined) return undefined;
    let best: GoPackage | undefined;
    for (const candidate of packages) {
      const better = best === undefined || best.name === "main" ||
        (candidate.name !== "main" && candidate.files.length > best.files.length);
      if (better) best = candidate;
    }
    return best;
  }

  #context(directory: string): Context {
    const known = this.#contexts.get(directory);
    if (known !== undefined) return known;
    const around = directory === "" ? undefined : this.#context(parentOf(directory));
    const module = this.#moduleAt.get(directory);
    const hasVendor = this.#vendorRoots.has(directory);
    const context = around !== undefined && module === undefined && !hasVendor ? around : {
      around,
      directory,
      hasVendor,
      module: module ?? around?.module,
      located: new Map<string, Located>(),
    };
    this.#contexts.set(directory, context);
    return context;
  }

  // ── what packages offer ─────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    return this.#scope(module).get(this.#project.nameId(name)) ?? NOTHING;
  }

  ambient(file: number, name: string): readonly Entity[] {
    const own = this.#packageOfFile.get(file);
    if (own === undefined) return NOTHING;
    const inPackage = this.exported(own, name);
    if (inPackage.length > 0) return this.#samePlatform(file, inPackage);
    const imports = this.#imports(file);
    const imported = imports.named.get(name);
    if (imported !== undefined) return [imported];
    for (const module of imports.dotted) {
      const found = this.exported(module, name);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** Without the definitions of other platforms' files, as far as their names tell. */
  #samePlatform(from: number, entities: readonly Entity[]): readonly Entity[] {
    if (entities.length < 2) return entities;
    const own = platformOf(this.#project.file(from).path);
    if (own.system === undefined && own.processor === undefined) return entities;
    const kept = entities.filter((entity) =>
      entity.tag !== "binding" || agree(own, platformOf(this.#project.file(entity.file).path))
    );
    return kept.length > 0 ? kept : entities;
  }

  /** Names at the top level of a package's files. */
  #scope(module: Module): ReadonlyMap<number, readonly Entity[]> {
    const known = this.#scopes.get(module.key);
    if (known !== undefined) return known;
    const scope = new Map<number, Entity[]>();
    for (const id of module.files) {
      const file = this.#project.file(id);
      const count = file.count("bindings");
      for (let row = 0; row < count; row++) {
        if (file.binding(row, Binding.SCOPE) !== FILE_SCOPE) continue;
        if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
        const name = file.nameIds[file.binding(row, Binding.NAME)]!;
        append(scope, name, { tag: "binding", file: id, binding: row });
      }
    }
    for (const [name, entities] of scope) {
      if (entities.length > 1) scope.set(name, this.#ordinary(entities));
    }
    this.#scopes.set(module.key, scope);
    return scope;
  }

  /** Of several definitions of a name, those of files that ordinary builds take. */
  #ordinary(entities: Entity[]): Entity[] {
    const ordinary = entities.filter((entity) =>
      entity.tag === "binding" && !this.#isOptional(entity.file)
    );
    return ordinary.length > 0 ? ordinary : entities;
  }

  #isOptional(file: number): boolean {
    return (this.#project.file(file).symbol(FILE_SYMBOL, Sym.FLAGS) & Flag.optional) !== 0;
  }

  /** Packages that a file knows by their own names, and those whose names it takes over. */
  #imports(id: number): FileImports {
    const known = this.#importsOfFile.get(id);
    if (known !== undefined) return known;
    const named = new Map<string, Entity>();
    const dotted: Module[] = [];
    for (const { specifier, kind } of importsOf(this.#project.file(id))) {
      const located = this.locate(id, specifier)!;
      if (kind === ImportKind.all && "module" in located) dotted.push(located.module);
      if (kind !== ImportKind.module) continue;
      if ("module" in located) {
        named.set((located.module as GoPackage).name, { tag: "module", module: located.module });
      } else {
        for (const name of likelyNames(specifier)) {
          if (!named.has(name)) named.set(name, { tag: "external", name: specifier });
        }
      }
    }
    const imports = { named, dotted };
    this.#importsOfFile.set(id, imports);
    return imports;
  }
}

interface FileImports {
  readonly named: ReadonlyMap<string, Entity>;
  readonly dotted: readonly Module[];
}

function importsOf(file: ProjectFile): { specifier: string; kind: number }[] {
  const table = file.table("imports");
  const imports: { specifier: string; kind: number }[] = [];
  for (let at = 0; at < table.length; at += Import.STRIDE) {
    imports.push({
      specifier: file.text(table[at + Import.SPECIFIER]!),
      kind: table[at + Import.KIND]!,
    });
  }
  return imports;
}

/**
 * Names that a package outside the project may give itself. The last part of its path, mostly; but
 * `gopkg.in/yaml.v2` is `yaml`, `github.com/x/go-y` is `y`, and `example.com/z/v2` is `z`.
 */
function likelyNames(specifier: string): string[] {
  const parts = specifier.split("/");
  const last = parts.at(-1)!;
  const names = [last];
  if (/^v\d+$/.test(last) && parts.length > 1) names.unshift(parts.at(-2)!);
  for (const name of [...names]) {
    const bare = name.replace(/\.v\d+$/, "");
    names.push(bare, bare.replace(/^go[-.]/, ""), bare.replace(/[-.]go$/, ""));
    names.push(bare.replace(/-/g, ""), bare.replace(/-/g, "_"), bare.replace(/^.*-/, ""));
  }
  return names;
}

const SYSTEMS =
  "aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows";
const PROCESSORS =
  "386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|riscv64|s390x|sparc64|wasm";
const PLATFORM_FILE = new RegExp(`(?:_(${SYSTEMS}))?(?:_(${PROCESSORS}))?(?:_test)?\\.go$`);

/** What alone a file is built for; undefined for any. */
interface Platform {
  readonly system: string | undefined;
  readonly processor: string | undefined;
}

/** The platform that a file's name says. Source: `go help buildconstraint`. */
function platformOf(path: string): Platform {
  const match = PLATFORM_FILE.exec(path);
  return { system: match?.[1], processor: match?.[2] };
}

/** Whether two files can be part of one build, as far as their names tell. */
function agree(a: Platform, b: Platform): boolean {
  return (a.system === undefined || b.system === undefined || a.system === b.system) &&
    (a.processor === undefined || b.processor === undefined || a.processor === b.processor);
}

function packageName(file: ProjectFile): string {
  const name = file.symbol(FILE_SYMBOL, Sym.QUALIFIER);
  return name < 0 ? "" : file.text(name);
}

function join(directory: string, rest: string): string {
  return directory === "" ? rest : rest === "" ? directory : `${directory}/${rest}`;
}

/** Go's module system. */
export const goModules: ModuleSystem = {
  open: (project: Project): Modules => new GoModules(project),
};
