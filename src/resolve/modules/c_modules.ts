/**
 * C and C++: what a file sees is what it includes, directly or not; what a declaration stands for is
 * the definition of the same linked name; namespaces span files.
 *
 * An `#include "…"` is looked for beside the including file, then as the end of a path of the
 * project, the one nearest to the including file. `#include <…>` is the system's unless the project
 * has such a file in a directory for headers.
 */
import { C_LANGUAGES, CUDA_NAME, WITH_NAMESPACES } from "../../languages/c_family/languages.ts";
import { isFrameworkName, plainName } from "../../languages/objc/library_names.ts";
import {
  Binding,
  BindingKind,
  Flag,
  Import,
  ImportKind,
  Kind,
  Scope,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import { LEFT_OUT_FORM, SYSTEM_FORM, USING_FORM } from "./c_import_forms.ts";
import { Certainty, EvidenceCode } from "../edges.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

const NOTHING: readonly Entity[] = [];
const FILE_SCOPE = 0;
/** Include closures that are kept at a time. */
const MOST_CLOSURES = 256;
/** With more definitions than this of one linked name, none is said to be meant. */
const MOST_DEFINITIONS = 8;
/** Directories whose headers are meant to be found by `<…>`. */
const HEADER_DIRECTORY = /(^|\/)(include|includes|inc|headers)$/;

type Bound = Entity & { readonly tag: "binding" };
type Named = Bound | (Entity & { readonly tag: "symbol" });

/** Names that a namespace (or the top level, under "") holds in all files. */
type NameSpace = Map<number, Named[]>;

class CModules implements Modules {
  readonly ambientEvidence = EvidenceCode["wildcard-import"];
  readonly #project: Project;
  /** Names that the language's library defines. */
  readonly #library: ReadonlySet<string>;
  readonly #filesByName = new Map<string, number[]>();
  readonly #spaces = new Map<string, NameSpace>([["", new Map()]]);
  readonly #spaceOfScope = new Map<number, (string | undefined)[]>();
  readonly #includes = new Map<number, readonly number[]>();
  readonly #closures = new Map<number, Uint8Array>();
  readonly #usings = new Map<number, readonly string[]>();
  readonly #modules = new Map<string, Module>();
  /** Inline namespaces by path, with the namespace around them. */
  readonly #inlined = new Map<string, string>();
  /** Files with a `main`: nothing is linked from them into another file. */
  readonly #programs: ReadonlySet<number>;

  constructor(project: Project, library: ReadonlySet<string>) {
    this.#project = project;
    this.#library = library;
    const files = project.files.filter(({ language }) => C_LANGUAGES.includes(language));
    for (const file of files) append(this.#filesByName, baseOf(file.path), file.id);
    for (const file of files) this.#addNames(file);
    for (const file of files) if (WITH_NAMESPACES.has(file.language)) this.#addQualified(file);
    const mains = this.#spaces.get("")!.get(project.nameId("main")) ?? [];
    this.#programs = new Set(mains.map((main) => this.#fileOf(main).id));
  }

  // ── what there is ───────────────────────────────────────────────────────────────────────────

  #addNames(file: ProjectFile): void {
    const count = file.count("bindings");
    const spaces = this.#spacesOf(file);
    for (let row = 0; row < count; row++) {
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const space = spaces[file.binding(row, Binding.SCOPE)];
      if (space === undefined) continue;
      const name = file.nameIds[file.binding(row, Binding.NAME)]!;
      this.#add(space, name, { tag: "binding", file: file.id, binding: row });
    }
  }

  #add(space: string, name: number, entity: Named): void {
    let names = this.#spaces.get(space);
    if (names === undefined) this.#spaces.set(space, names = new Map());
    append(names, name, entity);
  }

  /** Path of the namespace that each scope of a file is; undefined for other scopes. */
  #spacesOf(file: ProjectFile): (string | undefined)[] {
    const known = this.#spaceOfScope.get(file.id);
    if (known !== undefined) return known;
    const spaces: (string | undefined)[] = [""];
    const count = file.count("scopes");
    for (let scope = 1; scope < count; scope++) {
      if (file.scope(scope, Scope.KIND) !== ScopeKind.namespace) continue;
      const around = spaces[file.scope(scope, Scope.PARENT)];
      if (around === undefined) continue;
      const symbol = file.scope(scope, Scope.SYMBOL);
      const isNamed = symbol >= 0 && file.symbol(symbol, Sym.SCOPE) === scope &&
        (file.symbol(symbol, Sym.FLAGS) & Flag.extension) === 0;
      // What an unnamed or inline namespace holds is known in the one around it.
      const path = isNamed ? join(around, file.nameOf(symbol)) : around;
      if (symbol >= 0 && !isNamed) this.#inlined.set(join(around, file.nameOf(symbol)), around);
      spaces[scope] = path;
      for (let end = path.length; end > 0; end = path.lastIndexOf("::", end - 1)) {
        const part = path.slice(0, end);
        if (!this.#spaces.has(part)) this.#spaces.set(part, new Map());
      }
    }
    this.#spaceOfScope.set(file.id, spaces);
    return spaces;
  }

  /** `void ns::f() {}` belongs to the namespace, if `ns` is one. */
  #addQualified(file: ProjectFile): void {
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      const qualifier = file.symbol(row, Sym.QUALIFIER);
      if (qualifier < 0) continue;
      const container = file.symbol(row, Sym.CONTAINER);
      const scope = container < 0 ? FILE_SCOPE : file.symbol(container, Sym.SCOPE);
      const around = this.#spacesOf(file)[scope] ?? "";
      const space = this.#inSpace(around, file.text(qualifier));
      if (space === undefined) continue;
      const name = file.nameIds[file.symbol(row, Sym.NAME)]!;
      this.#add(space, name, { tag: "symbol", symbol: file.firstSymbol + row });
    }
  }

  /** Path of a namespace that a name means inside another one; undefined when it means none. */
  #inSpace(around: string, name: string): string | undefined {
    for (let space = around;; space = parentSpace(space)) {
      const path = join(space, name);
      const found = this.#spaces.has(path) ? path : this.#inlined.get(path);
      if (found !== undefined) return found;
      if (space === "") return undefined;
    }
  }

  // ── includes ────────────────────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string, form: number): Located {
    if (form === USING_FORM) return this.#locateSpace(specifier);
    const { path } = this.#project.file(file);
    const found = this.#locateFile(path, specifier, form & ~LEFT_OUT_FORM);
    return found === undefined ? { external: specifier } : { module: this.#fileModule(found) };
  }

  #locateSpace(path: string): Located {
    const space = this.#spaces.has(path) ? path : this.#inlined.get(path);
    if (space !== undefined) return { module: this.#spaceModule(space) };
    // A class's names are no namespace's; what is not in the project is outside.
    return { external: path };
  }

  #locateFile(from: string, specifier: string, form: number): number | undefined {
    const directory = parentOf(from);
    const candidates = this.#filesByName.get(baseOf(specifier));
    if (candidates === undefined) return undefined;
    const wanted = resolvePath("", specifier);
    if (form !== SYSTEM_FORM) {
      const beside = this.#project.fileAt(resolvePath(directory, specifier));
      if (beside >= 0) return beside;
    }
    let best: number | undefined;
    let bestScore = -1;
    for (const id of candidates) {
      const { path } = this.#project.file(id);
      if (path !== wanted && !path.endsWith(`/${wanted}`)) continue;
      const root = path.slice(0, Math.max(0, path.length - wanted.length - 1));
      if (form === SYSTEM_FORM && !isHeaderRoot(root, wanted)) continue;
      const score = sharedDirectories(directory, parentOf(path)) * 64 - depth(path);
      if (score > bestScore || best === undefined) {
        best = id;
        bestScore = score;
      }
    }
    return best ?? this.#frameworkHeader(from, specifier, candidates);
  }

  /** `<Framework/Header.h>` in Objective-C: a header of the framework wherever it lies in its folder. */
  #frameworkHeader(
    from: string,
    specifier: string,
    candidates: readonly number[],
  ): number | undefined {
    const framework = /^(\w+)\/[^/]+$/.exec(specifier)?.[1];
    const file = this.#project.fileAt(from);
    if (framework === undefined || file < 0) return undefined;
    if (this.#project.file(file).language !== "objc") return undefined;
    const isWhole = baseOf(specifier) === `${framework}.h`;
    const [first, ...others] = candidates.filter((id) =>
      isWhole || `/${this.#project.file(id).path}`.includes(`/${framework}/`)
    );
    return others.length === 0 ? first : undefined;
  }

  #fileModule(id: number): Module {
    const { path } = this.#project.file(id);
    let module = this.#modules.get(path);
    if (module === undefined) this.#modules.set(path, module = { key: path, files: [id] });
    return module;
  }

  #spaceModule(path: string): Module {
    const key = `namespace ${path}`;
    let module = this.#modules.get(key);
    if (module === undefined) this.#modules.set(key, module = { key, files: [] });
    return module;
  }

  #included(id: number): readonly number[] {
    const known = this.#includes.get(id);
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("imports");
    const found: number[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.include) continue;
      const form = table[at + Import.FORM]!;
      if (form & LEFT_OUT_FORM) continue;
      const specifier = file.text(table[at + Import.SPECIFIER]!);
      const header = this.#locateFile(file.path, specifier, form);
      if (header !== undefined) found.push(header);
    }
    this.#includes.set(id, found);
    return found;
  }

  /** Files that a file includes, directly or not, itself among them: a bit for each file. */
  #closure(id: number): Uint8Array {
    const known = this.#closures.get(id);
    if (known !== undefined) return known;
    const seen = new Uint8Array((this.#project.files.length >> 3) + 1);
    seen[id >> 3]! |= 1 << (id & 7);
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const header of this.#included(next)) {
        if (seen[header >> 3]! & (1 << (header & 7))) continue;
        seen[header >> 3]! |= 1 << (header & 7);
        waiting.push(header);
      }
    }
    if (this.#closures.size >= MOST_CLOSURES) {
      this.#closures.delete(this.#closures.keys().next().value!);
    }
    this.#closures.set(id, seen);
    return seen;
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    if (module.key.startsWith("namespace ")) {
      return this.#inNamespace(module.key.slice(10), id, name);
    }
    const file = module.files[0];
    if (file === undefined) return NOTHING;
    return (this.#spaces.get("")!.get(id) ?? NOTHING)
      .filter((entity) => entity.tag === "binding" && entity.file === file);
  }

  #inNamespace(space: string, id: number, name: string): readonly Entity[] {
    const entities = this.#spaces.get(space)?.get(id);
    if (entities !== undefined) return this.#preferDefinitions(entities);
    // A namespace may be opened by its name here and by a macro there.
    const around = this.#inlined.get(space);
    const held = around === undefined ? NOTHING : this.#inNamespace(around, id, name);
    return held.length > 0 ? held : this.#spaceNamed(join(space, name));
  }

  ambient(file: number, name: string, scope = FILE_SCOPE): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const source = this.#project.file(file);
    if (WITH_NAMESPACES.has(source.language)) {
      for (let space = this.#spaceAround(source, scope); space !== ""; space = parentSpace(space)) {
        const found = this.#seen(file, space, id, name);
        if (found.length > 0) return found;
      }
    }
    const found = this.#seen(file, "", id, name);
    if (source.language === "cuda" && CUDA_NAME.test(name) && this.#areConstants(found)) {
      return [{ tag: "external", name }];
    }
    if (found.length > 0) return found;
    if (source.language === "objc") return this.#enumerationOrFramework(file, name);
    if (!WITH_NAMESPACES.has(source.language)) return found;
    for (const space of this.#usingsOf(source)) {
      const used = this.#seen(file, space, id, name);
      if (used.length > 0) return used;
    }
    // C++ names the tags of C headers without `struct`.
    return this.#tagged(file, name);
  }

  #tagged(file: number, name: string): readonly Entity[] {
    const tag = this.#project.nameId(`struct ${name}`);
    return tag < 0 ? NOTHING : this.#seen(file, "", tag, name);
  }

  /** Enumerations of Objective-C are declared by a macro, with a tag that is the name of the type. */
  #enumerationOrFramework(file: number, name: string): readonly Entity[] {
    const found = this.#tagged(file, name);
    const plain = plainName(name);
    return found.length > 0 || !isFrameworkName(plain) ? found : [{ tag: "external", name: plain }];
  }

  #areConstants(found: readonly Entity[]): boolean {
    return found.length > 0 && found.every((entity) => {
      if (entity.tag !== "binding") return false;
      const file = this.#project.file(entity.file);
      const symbol = file.binding(entity.binding, Binding.SYMBOL);
      return symbol >= 0 && file.symbol(symbol, Sym.KIND) === Kind.constant;
    });
  }

  #spaceAround(file: ProjectFile, from: number): string {
    const spaces = this.#spacesOf(file);
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const space = spaces[scope];
      if (space !== undefined) return space;
    }
    return "";
  }

  /** Namespaces that a file opens with `using namespace`. */
  #usingsOf(file: ProjectFile): readonly string[] {
    const known = this.#usings.get(file.id);
    if (known !== undefined) return known;
    const table = file.table("imports");
    const found: string[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.FORM] !== USING_FORM) continue;
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      const space = file.text(table[at + Import.SPECIFIER]!);
      if (this.#spaces.has(space)) found.push(space);
    }
    this.#usings.set(file.id, found);
    return found;
  }

  /** What a namespace holds under a name, as far as a file sees it. */
  #seen(file: number, space: string, id: number, name: string): readonly Entity[] {
    const all = this.#spaces.get(space)?.get(id);
    const held = all === undefined ? NOTHING : this.#visible(file, all, name);
    // What another file holds under its name does not hide a namespace.
    return held.length > 0 ? held : this.#spaceNamed(join(space, name));
  }

  #visible(file: number, all: readonly Named[], name: string): readonly Entity[] {
    const closure = this.#closure(file);
    const visible = all.filter((entity) => {
      const owner = this.#fileOf(entity).id;
      return (closure[owner >> 3]! & (1 << (owner & 7))) !== 0;
    });
    const built = visible.filter((entity) => (this.#flags(entity) & Flag.optional) === 0);
    // The library's own function may be declared here, but it is defined elsewhere.
    if (this.#library.has(name) && !this.#isDefined(built, all)) return NOTHING;
    if (built.length > 0) return this.#preferDefinitions(built);
    return visible.length > 0 ? this.#preferDefinitions(visible) : this.#linked(all);
  }

  /** Whether ordinary builds see something, and not only declare it. */
  #isDefined(built: readonly Named[], all: readonly Named[]): boolean {
    const isDefinition = (entity: Named): boolean =>
      (this.#flags(entity) & (Flag.declaration | Flag.optional)) === 0;
    return built.length > 0 && (built.some(isDefinition) || all.some(isDefinition));
  }

  /** Not seen, but the linker knows one name only once; what is in another program it does not. */
  #linked(all: readonly Named[]): readonly Entity[] {
    const defined = all.filter((entity) =>
      (this.#flags(entity) & (Flag.fileLocal | Flag.declaration)) === 0 &&
      !this.#programs.has(this.#fileOf(entity).id)
    );
    if (defined.length !== 1) return NOTHING;
    const symbol = this.#symbolOf(defined[0]!);
    return [{ tag: "symbol", symbol, confidence: Certainty.inferred }];
  }

  #spaceNamed(path: string): readonly Entity[] {
    const space = path !== "" && this.#spaces.has(path) ? path : this.#inlined.get(path);
    return space === undefined ? NOTHING : [{ tag: "module", module: this.#spaceModule(space) }];
  }

  /**
   * Definitions before declarations, and both before `#define f g`, which may be in force or not.
   */
  #preferDefinitions(entities: readonly Named[]): readonly Named[] {
    if (entities.length < 2) return entities;
    const named = entities.filter((entity) => this.#kind(entity) !== Kind.constant);
    const defined = named.filter((entity) => (this.#flags(entity) & Flag.declaration) === 0);
    return [defined, named, entities].find((some) => some.length > 0)!;
  }

  #kind(entity: Named): number {
    const file = this.#fileOf(entity);
    return file.symbol(this.#symbolOf(entity) - file.firstSymbol, Sym.KIND);
  }

  #symbolOf(entity: Named): number {
    if (entity.tag === "symbol") return entity.symbol;
    const file = this.#project.file(entity.file);
    return file.firstSymbol + file.binding(entity.binding, Binding.SYMBOL);
  }

  #fileOf(entity: Named): ProjectFile {
    return entity.tag === "binding"
      ? this.#project.file(entity.file)
      : this.#project.fileOfSymbol(entity.symbol);
  }

  #flags(entity: Named): number {
    const file = this.#fileOf(entity);
    return file.symbol(this.#symbolOf(entity) - file.firstSymbol, Sym.FLAGS);
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  /** The definitions with the linked name of a declaration; the nearest where there are several. */
  definitions(declaration: number, from: number): readonly number[] {
    const file = this.#project.fileOfSymbol(declaration);
    const row = declaration - file.firstSymbol;
    const kind = file.symbol(row, Sym.KIND);
    const name = kind === Kind.type
      ? this.#project.nameId(`struct ${file.nameOf(row)}`)
      : file.nameIds[file.symbol(row, Sym.NAME)]!;
    const container = file.symbol(row, Sym.CONTAINER);
    const scope = container < 0 ? FILE_SCOPE : file.symbol(container, Sym.SCOPE);
    const space = this.#spacesOf(file)[scope];
    if (space === undefined) return [];
    const all = this.#alike(space, name);
    const isLocal = (file.symbol(row, Sym.FLAGS) & Flag.fileLocal) !== 0;
    const defined = all.filter((entity) => {
      const flags = this.#flags(entity);
      if (flags & Flag.declaration || kind !== Kind.type && this.#kind(entity) !== kind) {
        return false;
      }
      return isLocal || flags & Flag.fileLocal ? this.#fileOf(entity).id === file.id : true;
    });
    return this.#nearest(defined, file, this.#project.file(from)).map((e) => this.#symbolOf(e));
  }

  /** What bears a name in a namespace or in those that are opened in it by a macro, too. */
  #alike(space: string, name: number): readonly Named[] {
    const own = this.#spaces.get(space)?.get(name) ?? [];
    if (this.#inlined.size === 0) return own;
    return [...this.#inlined].reduce<readonly Named[]>((all, [inner, around]) => {
      const more = around === space ? this.#spaces.get(inner)?.get(name) : undefined;
      return more === undefined ? all : [...all, ...more];
    }, own);
  }

  /** Of definitions of one name (several programs in one project), those nearest to who asks. */
  #nearest(
    defined: readonly Named[],
    declaring: ProjectFile,
    asking: ProjectFile,
  ): readonly Named[] {
    if (defined.length < 2) return defined;
    let best: Named[] = [];
    let bestScore = -1;
    for (const entity of defined) {
      const directory = parentOf(this.#fileOf(entity).path);
      const score = sharedDirectories(directory, parentOf(declaring.path)) +
        sharedDirectories(directory, parentOf(asking.path));
      if (score > bestScore) best = [];
      if (score >= bestScore) best.push(entity);
      bestScore = Math.max(bestScore, score);
    }
    return best.length > MOST_DEFINITIONS ? [] : best;
  }
}

/** Whether headers below a directory are for `<…>`: by its name, or because the path says enough. */
function isHeaderRoot(root: string, wanted: string): boolean {
  return HEADER_DIRECTORY.test(root) ||
    !SYSTEM_DIRECTORY.test(wanted) && !SYSTEM_HEADERS.has(wanted);
}

const SYSTEM_DIRECTORY =
  /^(sys|arpa|netinet|net|linux|asm|bits|machine|mach|libkern|X11|openssl)\//;

/** Headers of ISO C, C++ (those with an ending) and POSIX, and common ones of systems. */
const SYSTEM_HEADERS: ReadonlySet<string> = new Set(
  ("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg " +
    "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype aio " +
    "cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm netdb " +
    "nl_types poll pthread pwd regex sched search semaphore spawn strings stropts syslog tar termios ucontext " +
    "ulimit unistd utime utmpx wordexp alloca endian byteswap error execinfo features getopt ifaddrs malloc " +
    "memory paths pty resolv values windows winsock2 ws2tcpip io process direct conio dos tchar intrin " +
    "emmintrin immintrin xmmintrin TargetConditionals").split(" ")
    .map((name) => `${name}.h`),
);

function parentSpace(space: string): string {
  const end = space.lastIndexOf("::");
  return end < 0 ? "" : space.slice(0, end);
}

function join(space: string, name: string): string {
  return space === "" ? name : `${space}::${name}`;
}

function depth(path: string): number {
  let count = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) count++;
  return count;
}

/** How many directories two paths have in common from the start. */
function sharedDirectories(a: string, b: string): number {
  if (a === b) return depth(a) + 2;
  const left = a.split("/");
  const right = b.split("/");
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

/**
 * The module system of C and C++.
 * @param library names that are the library's where a project does not show its own
 */
export function cModules(library: ReadonlySet<string>): ModuleSystem {
  return {
    // Nothing is linked from a program into another one.
    standing: (file) => definesMain(file) ? "program" : "",
    open: (project: Project): Modules => new CModules(project, library),
  };
}

function definesMain(file: ProjectFile): boolean {
  for (let row = 1; row < file.count("symbols"); row++) {
    if (file.nameOf(row) === "main") return true;
  }
  return false;
}
