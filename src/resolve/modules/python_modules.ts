/**
 * Python's import system, without running it: packages, source roots, relative imports, names that
 * a module offers by re-export, `__all__` and `import *`.
 *
 * A regular module is one file. A directory without `__init__` that holds Python files is a
 * namespace package: a module of no files whose members are its submodules. A directory is a source
 * root when it is not itself inside a regular package; an absolute import looks first into the
 * roots around the importing file, then into the roots of the whole project.
 */
import {
  Binding,
  BindingKind,
  Export,
  Flag,
  Import,
  ImportKind,
  Sym,
} from "../../extract/facts.ts";
import { EvidenceCode } from "../edges.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { append } from "../multimap.ts";
import { baseOf, parentOf } from "../project_paths.ts";
import { CIMPORT_FORM, CythonParts } from "./cython_parts.ts";

/** Directories whose plain modules are importable from anywhere in the project by convention. */
const COMMON_ROOTS: ReadonlySet<string> = new Set(["src", "lib", "python", "py"]);

/** The file that a package runs when it is imported. */
const PACKAGE_FILE = /(?:^|\/)__init__\.py[ix]?$/;

/** Languages whose files are modules of Python. */
const LANGUAGES: ReadonlySet<string> = new Set(["python", "cython"]);
/** Endings of modules, of several files of one name the one that counts first. */
const ENDINGS: readonly string[] = [".py", ".pyx", ".pyi", ".pxd"];
const ENDING = /\.(?:pyi?|pyx|pxd)$/;

/** Directories whose contents are not meant for the rest of the project. */
const ASIDE =
  /(^|\/)(tests?|testing|fixtures?|testdata|data|examples?|docs?|vendor|third_party)(\/|$)/;

/** More places than this for one top-level name say nothing. */
const MOST_PORTIONS = 32;

/** Top-level modules of the standard library. Source: `sys.stdlib_module_names` of CPython 3.13. */
const STANDARD_LIBRARY: ReadonlySet<string> = new Set(
  ("__future__ abc antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile " +
    "calendar cmath cmd code codecs codeop collections colorsys compileall concurrent configparser " +
    "contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis " +
    "distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch " +
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib " +
    "heapq hmac html http idlelib imaplib imp importlib inspect io ipaddress itertools json keyword " +
    "linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt " +
    "multiprocessing netrc nt ntpath numbers opcode operator optparse os pathlib pdb pickle " +
    "pickletools pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd " +
    "py_compile pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter " +
    "runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver " +
    "sqlite3 sre_compile ssl stat statistics string stringprep struct subprocess symtable sys " +
    "sysconfig syslog tabnanny tarfile tempfile termios textwrap this threading time timeit tkinter " +
    "token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest " +
    "urllib uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xml xmlrpc zipapp " +
    "zipfile zipimport zlib zoneinfo").split(" "),
);

/** A module with the directories in which its submodules lie. */
interface PythonModule extends Module {
  /** Directories of submodules: one for a package, several for a namespace package, none else. */
  readonly directories: readonly string[];
}

const NOTHING: readonly Entity[] = [];

/** Before the name of a pytest fixture where a parameter asks for it. */
const FIXTURE_PREFIX = "@";
/** After that name, where what the fixture gives is asked for. */
const FIXTURE_VALUE = "()";
/** Fixtures are imported over fewer files than this. */
const DEEPEST_FIXTURE = 4;

class PythonModules implements Modules {
  readonly ambientEvidence = EvidenceCode["wildcard-import"];
  readonly #project: Project;
  /** Importable file by path without its extension; a `.py` wins over a `.pyi`. */
  readonly #files = new Map<string, number>();
  readonly #parts: CythonParts;
  /** Directories below which Python files lie. */
  readonly #directories = new Set<string>();
  /** Source roots that hold a top-level name as a regular package or a plain module. */
  readonly #regularRoots = new Map<string, string[]>();
  /** Source roots that hold a top-level name as a namespace package. */
  readonly #namespaceRoots = new Map<string, string[]>();
  readonly #modules = new Map<string, PythonModule>();
  readonly #located = new Map<string, Map<string, Located>>();
  readonly #exported = new Map<string, Map<string, readonly Entity[]>>();
  readonly #listed = new Map<number, ReadonlySet<string> | undefined>();
  readonly #wildcards = new Map<number, readonly number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (LANGUAGES.has(file.language)) this.#addFile(file.id, file.path);
    }
    this.#parts = new CythonParts(project);
    for (const stem of this.#files.keys()) this.#addRoot(stem);
    for (const directory of this.#directories) this.#addNamespaceRoot(directory);
  }

  // ── where modules lie ───────────────────────────────────────────────────────────────────────

  #addFile(id: number, path: string): void {
    const match = ENDING.exec(path);
    if (match === null) return;
    const stem = path.slice(0, match.index);
    const before = this.#files.get(stem);
    const rank = (of: string): number => ENDINGS.indexOf(of.slice(stem.length));
    if (before === undefined || rank(path) < rank(this.#project.file(before).path)) {
      this.#files.set(stem, id);
    }
    let directory = parentOf(path);
    while (!this.#directories.has(directory)) {
      this.#directories.add(directory);
      if (directory === "") break;
      directory = parentOf(directory);
    }
  }

  /** Registers a plain module or a regular package under the source root that it lies in, if it lies in one. */
  #addRoot(stem: string): void {
    const isPackage = baseOf(stem) === "__init__";
    const place = isPackage ? parentOf(stem) : stem;
    if (place === "") return;
    const root = parentOf(place);
    if (!this.#isRegularPackage(root)) append(this.#regularRoots, baseOf(place), root);
  }

  #addNamespaceRoot(directory: string): void {
    if (directory === "" || this.#isRegularPackage(directory)) return;
    const root = parentOf(directory);
    if (!this.#isRegularPackage(root)) append(this.#namespaceRoots, baseOf(directory), root);
  }

  #isRegularPackage(directory: string): boolean {
    return this.#files.has(join(directory, "__init__"));
  }

  #module(key: string, files: readonly number[], directories: readonly string[]): PythonModule {
    let module = this.#modules.get(key);
    if (module === undefined) {
      module = { key, files, directories };
      this.#modules.set(key, module);
    }
    return module;
  }

  /** The module at a path without extension; undefined when there is none. */
  #moduleAt(stem: string): PythonModule | undefined {
    const init = this.#files.get(join(stem, "__init__"));
    if (init !== undefined) return this.#moduleOf(init, [stem]);
    const file = this.#files.get(stem);
    if (file !== undefined) return this.#moduleOf(file, []);
    return this.#directories.has(stem) ? this.#module(`${stem}/`, [], [stem]) : undefined;
  }

  #moduleOf(file: number, directories: readonly string[]): PythonModule {
    return this.#module(this.#project.file(file).path, this.#parts.of(file), directories);
  }

  #submodule(module: PythonModule, name: string): PythonModule | undefined {
    let namespace: PythonModule | undefined;
    for (const directory of module.directories) {
      const found = this.#moduleAt(join(directory, name));
      if (found === undefined) continue;
      if (found.files.length > 0) return found;
      namespace ??= found;
    }
    return namespace;
  }

  #descend(from: PythonModule | undefined, names: readonly string[]): PythonModule | undefined {
    let module = from;
    for (const name of names) {
      if (module === undefined) return undefined;
      module = this.#submodule(module, name);
    }
    return module;
  }

  // ── what a specifier means ──────────────────────────────────────────────────────────────────

  locate(file: number, specifier: string): Located {
    const directory = parentOf(this.#project.file(file).path);
    let known = this.#located.get(directory);
    if (known === undefined) this.#located.set(directory, known = new Map());
    if (known.has(specifier)) return known.get(specifier);
    const located = specifier.startsWith(".")
      ? this.#locateRelative(directory, specifier)
      : this.#locateAbsolute(directory, specifier);
    known.set(specifier, located);
    return located;
  }

  #locateRelative(directory: string, specifier: string): Located {
    const rest = specifier.replace(/^\.+/, "");
    let base = directory;
    for (let dots = specifier.length - rest.length; dots > 1; dots--) {
      if (base === "") return undefined;
      base = parentOf(base);
    }
    const module = this.#descend(this.#packageAt(base), rest === "" ? [] : rest.split("."));
    // A missing sibling is a compiled or generated one: nothing of the project's sources.
    return module === undefined ? { external: this.#qualified(base, rest) } : { module };
  }

  /** Dotted name of a module below a directory, as its own package is imported. */
  #qualified(directory: string, rest: string): string {
    const root = this.#packageRoot(directory) ?? parentOf(directory);
    const within = root === "" ? directory : directory.slice(root.length + 1);
    return [...within.split("/"), rest].filter((part) => part !== "").join(".");
  }

  /** A directory as the package that relative imports start from, the project's own included. */
  #packageAt(directory: string): PythonModule | undefined {
    return this.#moduleAt(directory) ?? this.#module(`${directory}/`, [], [directory]);
  }

  #locateAbsolute(directory: string, specifier: string): Located {
    const [top, ...rest] = specifier.split(".") as [string, ...string[]];
    for (const root of this.#rootsFor(directory, top)) {
      const module = this.#descend(this.#moduleAt(join(root, top)), rest);
      if (module !== undefined && module.files.length > 0) return { module };
    }
    const portions = this.#namespacePortions(directory, top);
    if (portions.length > 0) {
      const namespace = this.#module(`${portions.join(":")}/`, [], portions);
      const module = this.#descend(namespace, rest);
      if (module !== undefined) return { module };
    }
    // Tests find their siblings although they lie in packages.
    const sibling = ASIDE.test(directory) && !STANDARD_LIBRARY.has(top)
      ? this.#descend(this.#moduleAt(join(directory, top)), rest)
      : undefined;
    return sibling === undefined || sibling.files.length === 0
      ? { external: specifier }
      : { module: sibling };
  }

  /** Source roots that hold a top-level name as regular package or plain module, the likeliest first. */
  #rootsFor(directory: string, top: string): string[] {
    const roots = this.#regularRoots.get(top);
    if (roots === undefined) return [];
    const around = roots.filter((root) => isWithin(directory, root));
    // The nearest root around the importing file is where its own top-level package lies.
    around.sort((a, b) => b.length - a.length);
    if (STANDARD_LIBRARY.has(top)) {
      // A root that is known to be one because the importing file's own package lies in it.
      const own = this.#packageRoot(directory);
      return own === undefined ? [] : around.filter((root) => root === own);
    }
    const elsewhere = roots.filter((root) => !isWithin(directory, root));
    const open = elsewhere.filter((root) => this.#isOpen(root, top, elsewhere.length));
    open.sort((a, b) =>
      sharedLength(b, directory) - sharedLength(a, directory) || a.length - b.length ||
      (a < b ? -1 : 1)
    );
    return [...around, ...open.slice(0, MOST_PORTIONS)];
  }

  /** Whether a root that is not around the importing file may still be on its path. */
  #isOpen(root: string, top: string, candidates: number): boolean {
    if (this.#isRegularPackage(join(root, top)) || COMMON_ROOTS.has(baseOf(root))) return true;
    return candidates === 1 && !ASIDE.test(root);
  }

  /** Source root of the regular package that a directory is part of; undefined outside packages. */
  #packageRoot(directory: string): string | undefined {
    if (!this.#isRegularPackage(directory)) return undefined;
    let root = directory;
    while (root !== "" && this.#isRegularPackage(root)) root = parentOf(root);
    return root;
  }

  /** Directories that together make a namespace package, as seen from a directory. */
  #namespacePortions(directory: string, top: string): string[] {
    const roots = this.#namespaceRoots.get(top);
    if (roots === undefined || STANDARD_LIBRARY.has(top)) return [];
    return roots
      .filter((root) => isWithin(directory, root) || COMMON_ROOTS.has(baseOf(root)))
      .slice(0, MOST_PORTIONS)
      .map((root) => join(root, top));
  }

  // ── what a module offers ────────────────────────────────────────────────────────────────────

  exported(module: Module, name: string): readonly Entity[] {
    let known = this.#exported.get(module.key);
    if (known === undefined) this.#exported.set(module.key, known = new Map());
    let entities = known.get(name);
    if (entities === undefined) {
      const found = this.#follow(this.#modules.get(module.key) ?? module, name, new Set());
      known.set(name, entities = found.length === 0 ? NOTHING : found);
    }
    return entities;
  }

  ambient(file: number, name: string): readonly Entity[] {
    if (name.startsWith(FIXTURE_PREFIX)) return this.#fixture(file, name);
    return this.#throughWildcards(file, name, new Set());
  }

  // ── fixtures ────────────────────────────────────────────────────────────────────────────────

  /** A fixture that no scope of a file binds: one that it imports, or one of the nearest `conftest`. */
  #fixture(file: number, name: string): readonly Entity[] {
    const imported = this.#fixtureOf(file, name, 0);
    if (imported.length > 0) return imported;
    let directory = parentOf(this.#project.file(file).path);
    for (;;) {
      const conftest = this.#files.get(join(directory, "conftest"));
      const found = conftest === undefined ? NOTHING : this.#fixtureOf(conftest, name, 0);
      if (found.length > 0 || directory === "") return found;
      directory = parentOf(directory);
    }
  }

  /** A fixture of a file, or one that it imports by name or by wildcard. */
  #fixtureOf(file: number, name: string, depth: number): readonly Entity[] {
    const own = this.#boundAtTop(file, name, new Set());
    if (own.length > 0 || depth > DEEPEST_FIXTURE) return own;
    const facts = this.#project.file(file);
    const imports = facts.table("imports");
    for (let row = 0; row < facts.count("imports"); row++) {
      const column = (c: number): string => facts.text(imports[row * Import.STRIDE + c]!);
      const kind = imports[row * Import.STRIDE + Import.KIND];
      const isNamed = kind === ImportKind.name && isFixtureOf(name, column(Import.NAME));
      if (kind !== ImportKind.all && !isNamed) continue;
      const located = this.locate(file, column(Import.SPECIFIER));
      if (located === undefined || "external" in located) continue;
      const from = located.module.files[0];
      const found = from === undefined ? NOTHING : this.#fixtureOf(from, name, depth + 1);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /**
   * Entities that a module offers under a name. `seen` holds the (module, name) pairs of one
   * question, so that import cycles end and the work is linear in the pairs reached.
   */
  #follow(module: Module, name: string, seen: Set<string>): readonly Entity[] {
    const key = `${module.key}\n${name}`;
    if (seen.has(key)) return NOTHING;
    seen.add(key);
    for (const file of module.files) {
      const bound = this.#boundAtTop(file, name, seen);
      if (bound.length > 0) return bound;
    }
    let outside = NOTHING;
    for (const file of module.files) {
      const wild = this.#throughWildcards(file, name, seen);
      if (wild.length > 0 && wild[0]!.tag !== "external") return wild;
      if (outside.length === 0) outside = wild;
    }
    return this.#asSubmodule(module, name) ?? outside;
  }

  #asSubmodule(module: Module, name: string): readonly Entity[] | undefined {
    const submodule = this.#submodule(module as PythonModule, name);
    return submodule === undefined ? undefined : [{ tag: "module", module: submodule }];
  }

  /** What the top level of a file binds a name to, imports followed. */
  #boundAtTop(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const entities: Entity[] = [];
    for (let b = facts.firstBinding(0, id); b >= 0; b = facts.nextBinding(b)) {
      if (facts.binding(b, Binding.KIND) === BindingKind.import) {
        entities.push(...this.#imported(file, facts.binding(b, Binding.INDEX), seen));
      } else entities.push({ tag: "binding", file, binding: b });
    }
    return entities.length > 1 ? this.#withoutDeclarations(entities) : entities;
  }

  /** Overload signatures count only where no implementation does. */
  #withoutDeclarations(entities: Entity[]): readonly Entity[] {
    const implemented = entities.filter((entity) => {
      if (entity.tag !== "binding") return true;
      const facts = this.#project.file(entity.file);
      const symbol = facts.binding(entity.binding, Binding.SYMBOL);
      return symbol < 0 || (facts.symbol(symbol, Sym.FLAGS) & Flag.declaration) === 0;
    });
    return implemented.length > 0 ? implemented : entities;
  }

  /** What an import row brings under the name it binds. */
  #imported(file: number, row: number, seen: Set<string>): readonly Entity[] {
    const facts = this.#project.file(file);
    const column = (c: number): number => facts.table("imports")[row * Import.STRIDE + c]!;
    const located = this.locate(file, facts.text(column(Import.SPECIFIER)));
    if (located === undefined) return NOTHING;
    const isName = column(Import.KIND) === ImportKind.name;
    const name = isName ? facts.text(column(Import.NAME)) : "";
    if ("external" in located) {
      return [{ tag: "external", name: isName ? `${located.external}.${name}` : located.external }];
    }
    const { module } = located;
    if (!isName) return [{ tag: "module", module }];
    // `from . import name` inside the package's own `__init__` means the submodule.
    if (module.files[0] === file) {
      return this.#asSubmodule(module, name) ?? this.#compiled(module, name);
    }
    const found = this.#follow(module, name, seen);
    if (found.length > 0) return found;
    return this.#asSubmodule(module, name) ?? this.#compiled(module, name);
  }

  #compiled(module: Module, name: string): readonly Entity[] {
    const missing = this.missing(module, name);
    return missing === undefined ? NOTHING : [{ tag: "external", name: missing }];
  }

  /** `from package import name`: a submodule, unless the package makes its names up as they are asked. */
  missing(module: Module, name: string): string | undefined {
    const file = module.files[0];
    if (file === undefined) return undefined;
    const { path } = this.#project.file(file);
    return makesUpNames(this.#project.file(file)) || !PACKAGE_FILE.test(path)
      ? undefined
      : this.#qualified(parentOf(path), name);
  }

  /** What the wildcard imports of a file bring under a name: the last one that offers it counts. */
  #throughWildcards(file: number, name: string, seen: Set<string>): readonly Entity[] {
    const rows = this.#wildcardRows(file);
    let outside: Entity | undefined;
    for (let i = rows.length - 1; i >= 0; i--) {
      const facts = this.#project.file(file);
      const specifier = facts.table("imports")[rows[i]! * Import.STRIDE + Import.SPECIFIER]!;
      const located = this.locate(file, facts.text(specifier));
      if (located === undefined) continue;
      if ("external" in located) {
        outside ??= { tag: "external", name: `${located.external}.${name}` };
      } else if (isWhole(facts, rows[i]!) || this.#isOffered(located.module, name)) {
        const found = this.#follow(located.module, name, seen);
        if (found.length > 0) return found;
      }
    }
    return outside === undefined || name.startsWith("_") ? NOTHING : [outside];
  }

  #wildcardRows(file: number): readonly number[] {
    let rows = this.#wildcards.get(file);
    if (rows === undefined) {
      const facts = this.#project.file(file);
      const imports = facts.table("imports");
      const found: number[] = [];
      for (let row = 0; row < facts.count("imports"); row++) {
        if (imports[row * Import.STRIDE + Import.KIND] === ImportKind.all) found.push(row);
      }
      this.#wildcards.set(file, rows = found);
    }
    return rows;
  }

  /** Whether `from module import *` brings a name: `__all__` decides, else the leading underscore. */
  #isOffered(module: Module, name: string): boolean {
    const file = module.files[0];
    const listed = file === undefined ? undefined : this.#listedNames(file);
    return listed === undefined ? !name.startsWith("_") : listed.has(name);
  }

  /** Names listed in a file's `__all__`; undefined when there is none, or it is computed. */
  #listedNames(file: number): ReadonlySet<string> | undefined {
    if (this.#listed.has(file)) return this.#listed.get(file);
    const facts = this.#project.file(file);
    const exports = facts.table("exports");
    const names = new Set<string>();
    for (let row = 0; row < facts.count("exports"); row++) {
      names.add(facts.text(exports[row * Export.STRIDE + Export.NAME]!));
    }
    // `*` among them: the list is computed, so that it says no more than the underscore does.
    const listed = names.size === 0 || names.has("*") ? undefined : names;
    this.#listed.set(file, listed);
    return listed;
  }
}

function join(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

function isWithin(directory: string, root: string): boolean {
  return root === "" || directory === root || directory.startsWith(`${root}/`);
}

/** Whether an import brings all names whatever the module lists: `from a cimport *`. */
function isWhole(file: ProjectFile, row: number): boolean {
  return file.table("imports")[row * Import.STRIDE + Import.FORM] === CIMPORT_FORM;
}

/** Whether a module is asked for names that it does not have: `def __getattr__(name)` at its top. */
function makesUpNames(file: ProjectFile): boolean {
  const count = file.count("bindings");
  for (let row = 0; row < count; row++) {
    if (file.binding(row, Binding.SCOPE) !== 0) continue;
    if (file.text(file.binding(row, Binding.NAME)) === "__getattr__") return true;
  }
  return false;
}

/** Characters that two directories share from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Python's module system. */
export const pythonModules: ModuleSystem = {
  // Where packages begin decides what all imports inside them mean; and a module that makes up names
  // may be asked for any.
  structure: (file) =>
    (PACKAGE_FILE.test(file.path) ? "package" : "") + (makesUpNames(file) ? "made up" : ""),
  open: (project: Project): Modules => new PythonModules(project),
};

/** Whether a marked name asks for the fixture of a plain name, or for what it gives. */
function isFixtureOf(marked: string, name: string): boolean {
  const fixture = FIXTURE_PREFIX + name;
  return marked === fixture || marked === fixture + FIXTURE_VALUE;
}
