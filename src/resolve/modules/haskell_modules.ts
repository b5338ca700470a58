/**
 * Haskell's modules: one a file, known by its name. A module offers what its export list names, or all
 * that it defines; an import brings that in without or with the module's name, whole, only what it
 * lists, or all but that. Types and classes have a name space of their own.
 */
import {
  Binding,
  BindingKind,
  Export,
  Import,
  ImportKind,
  Kind,
  Sym,
} from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { CircularQuestions } from "../circular_questions.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { sharedFolder } from "../project_paths.ts";

/** Bits of an import's form. */
export const ImportForm = {
  /** Its names are known with the module's name alone. */
  qualified: 1,
  /** It brings no more than the names that it lists. */
  listed: 2,
  /** A name that it does not bring. */
  hidden: 4,
} as const;

/** What stands, in lists of imports and exports, behind a type for its constructors, fields or methods. */
export const ALL_PARTS = "(..)";

/** Name under which a module binds a type or a class: constructors may share it. */
export function typeName(name: string): string {
  return `type ${name}`;
}

const NOTHING: readonly Entity[] = [];
const QUALIFIED = /^((?:[A-Z][\w']*\.)+)(.+)$/s;

/** An import, with the names that it lists or hides. */
interface ImportedModule {
  readonly specifier: string;
  /** Name by which the file qualifies its names. */
  readonly alias: string;
  readonly form: number;
  readonly names: ReadonlySet<string>;
}

/** What a module says that it offers. */
interface Offered {
  readonly names: ReadonlySet<string>;
  /** Modules, as it knows them, of which it offers what it imports of them. */
  readonly modules: readonly string[];
  /** Whether there are types among the names, offered with all their parts, that it imports. */
  readonly hasForeignParts: boolean;
}

class HaskellModules implements Modules {
  readonly #project: Project;
  readonly #files = new Map<string, number[]>();
  readonly #imports: (readonly ImportedModule[] | undefined)[] = [];
  readonly #offered: (Offered | "all" | undefined)[] = [];
  readonly #known = new Map<string, readonly Entity[]>();
  readonly #questions = new CircularQuestions();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language === "haskell") append(this.#files, moduleName(file), file.id);
    }
  }

  /** Of several modules of a name, the nearest. */
  #fileOf(from: number, name: string): number {
    const files = this.#files.get(name);
    if (files === undefined) return -1;
    if (files.length === 1) return files[0]!;
    const path = this.#project.file(from).path;
    let best = -1;
    let most = -1;
    for (const id of files) {
      const length = id === from ? -1 : sharedFolder(this.#project.file(id).path, path);
      if (length > most) [best, most] = [id, length];
    }
    return best;
  }

  locate(file: number, specifier: string, form: number): Located {
    if ((form & ImportForm.hidden) !== 0) return undefined;
    const found = this.#fileOf(file, specifier);
    return found < 0
      ? { external: specifier }
      : { module: { key: this.#project.file(found).path, files: [found] } };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const plain = this.#export(module.files[0]!, name);
    return plain.length > 0 ? plain : this.#export(module.files[0]!, typeName(name));
  }

  /** What a file's module offers under a name. */
  #export(id: number, name: string): readonly Entity[] {
    const find = (): readonly Entity[] => this.#findExport(id, name);
    return this.#questions.once(this.#known, `${id} ${name}`, NOTHING, find);
  }

  #findExport(id: number, name: string): readonly Entity[] {
    const offered = this.#offeredBy(id);
    const own = this.#own(id, name);
    if (offered === "all") return own;
    const isNamed = offered.names.has(name);
    const mayBeOffered = own.length > 0 || isNamed || offered.hasForeignParts;
    const visible = own.length > 0 || !mayBeOffered ? own : this.#imported(id, "", name);
    const isListed = isNamed ||
      visible.some((entity) => offered.names.has(this.#ownerOf(entity) + ALL_PARTS));
    if (isListed && visible.length > 0) return visible;
    for (const module of offered.modules) {
      if (module === moduleName(this.#project.file(id))) {
        if (own.length > 0) return own;
        continue;
      }
      const found = this.#imported(id, module, name);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  /** What a module itself defines under a name. */
  #own(id: number, name: string): readonly Entity[] {
    const file = this.#project.file(id);
    const number = this.#project.nameId(name);
    const scope = moduleScope(file);
    let row = number < 0 ? -1 : file.firstBinding(scope, number);
    while (row >= 0 && file.binding(row, Binding.KIND) !== BindingKind.definition) {
      row = file.nextBinding(row);
    }
    return row < 0 ? NOTHING : [{ tag: "binding", file: id, binding: row }];
  }

  /** Name of the type or class that something is a part of; "" if of none. */
  #ownerOf(entity: Entity): string {
    if (entity.tag !== "binding") return "";
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    const owner = symbol < 0 ? -1 : file.symbol(symbol, Sym.CONTAINER);
    const kind = owner < 0 ? -1 : file.symbol(owner, Sym.KIND);
    return kind < 0 || kind === Kind.module ? "" : file.nameOf(owner);
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  /**
   * What a file's imports bring under a name; those that list it come first.
   * @param qualifier name before the dot, or of the module that is offered on; "" when there is none
   * @param isWritten whether somebody wrote the qualifier, who must know that the module has the name
   */
  #imported(
    id: number,
    qualifier: string,
    name: string,
    isWritten = false,
  ): readonly Entity[] {
    const meant = this.#importsOf(id).filter(({ alias, specifier, form }) =>
      qualifier === ""
        ? (form & ImportForm.qualified) === 0
        : alias === qualifier || specifier === qualifier
    );
    let outside = "";
    for (const isListed of [true, false]) {
      for (const one of meant) {
        if (((one.form & ImportForm.listed) !== 0) !== isListed) continue;
        if (!isListed && one.names.has(name)) continue;
        const file = this.#fileOf(id, one.specifier);
        if (file < 0) {
          const isNamed = isListed ? one.names.has(name) : isWritten;
          if (isNamed && outside === "") outside = one.specifier;
          continue;
        }
        const found = this.#export(file, name);
        if (found.length === 0 || isListed && !this.#isListed(one, name, found)) continue;
        return found;
      }
    }
    return outside === "" ? NOTHING : [{ tag: "external", name: `${outside}.${plainName(name)}` }];
  }

  #isListed({ names }: ImportedModule, name: string, found: readonly Entity[]): boolean {
    return names.has(name) || found.some((entity) => names.has(this.#ownerOf(entity) + ALL_PARTS));
  }

  #importsOf(id: number): readonly ImportedModule[] {
    const known = this.#imports[id];
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("imports");
    const found: (ImportedModule & { names: Set<string> })[] = [];
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      const specifier = file.text(table[at + Import.SPECIFIER]!);
      const named = table[at + Import.NAME]!;
      const name = named < 0 ? "" : file.text(named);
      const form = table[at + Import.FORM]!;
      if (table[at + Import.KIND] === ImportKind.name) found.at(-1)?.names.add(name);
      else found.push({ specifier, alias: name === "" ? specifier : name, form, names: new Set() });
    }
    return this.#imports[id] = found;
  }

  #offeredBy(id: number): Offered | "all" {
    const known = this.#offered[id];
    if (known !== undefined) return known;
    const file = this.#project.file(id);
    const table = file.table("exports");
    const names = new Set<string>();
    const modules: string[] = [];
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      const specifier = table[at + Export.SPECIFIER]!;
      if (specifier >= 0) modules.push(file.text(specifier));
      else names.add(file.text(table[at + Export.NAME]!));
    }
    const hasForeignParts = names.values().some((name) =>
      name.endsWith(ALL_PARTS) &&
      this.#own(id, typeName(name.slice(0, -ALL_PARTS.length))).length === 0
    );
    return this.#offered[id] = table.length === 0 ? "all" : { names, modules, hasForeignParts };
  }

  // ── names that no scope of a file binds ─────────────────────────────────────────────────────

  ambient(file: number, name: string): readonly Entity[] {
    const key = `${file}?${name}`;
    let found = this.#known.get(key);
    if (found === undefined) {
      const [, qualifier = "", rest = name] = QUALIFIED.exec(name) ?? [];
      found = this.#imported(file, qualifier.slice(0, -1), rest, qualifier !== "");
      this.#known.set(key, found);
    }
    return found;
  }
}

/** Name as users write it. */
function plainName(name: string): string {
  return name.startsWith("type ") ? name.slice("type ".length) : name;
}

/** Full name of the module that a file is. */
function moduleName(file: ProjectFile): string {
  if (file.count("symbols") < 2 || file.symbol(1, Sym.KIND) !== Kind.module) return "Main";
  const qualifier = file.symbol(1, Sym.QUALIFIER);
  return qualifier < 0 ? file.nameOf(1) : `${file.text(qualifier)}.${file.nameOf(1)}`;
}

/** Scope of the names at the top of a file. */
function moduleScope(file: ProjectFile): number {
  const isNamed = file.count("symbols") > 1 && file.symbol(1, Sym.KIND) === Kind.module;
  return isNamed ? file.symbol(1, Sym.SCOPE) : 0;
}

/** What a file says of the module that it is: its name, what it imports and what it offers. */
function structure(file: ProjectFile): string {
  const said = [file.path, moduleName(file)];
  const text = (index: number): string => index < 0 ? "" : file.text(index);
  const imports = file.table("imports");
  for (let at = 0; at < imports.length; at += Import.STRIDE) {
    const specifier = text(imports[at + Import.SPECIFIER]!);
    said.push(`${specifier} ${text(imports[at + Import.NAME]!)} ${imports[at + Import.FORM]}`);
  }
  const exports = file.table("exports");
  for (let at = 0; at < exports.length; at += Export.STRIDE) {
    said.push(`${text(exports[at + Export.NAME]!)} ${text(exports[at + Export.SPECIFIER]!)}`);
  }
  return said.join("\n");
}

/** Haskell's module system. */
export const haskellModules: ModuleSystem = {
  structure,
  open: (project: Project): Modules => new HaskellModules(project),
};
