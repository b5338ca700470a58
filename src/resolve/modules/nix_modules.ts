/**
 * Files of Nix: named by their paths, a folder by its `default.nix`; each says one value. What a function
 * asks for by name is what those give that read its file (`import ./a.nix { b = c; }`), what a module of
 * the project gives to all (`_module.args`), or what has that name elsewhere. `self` is the flake.
 */
import { Binding, Export, Expr, Flag, Kind, Op, Sym } from "../../extract/facts.ts";
import { Certainty } from "../edges.ts";
import { sharedFolders } from "../nearest.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

const LANGUAGE = "nix";
const NOTHING: readonly Entity[] = [];
/** What a file says as a whole. */
const WHOLE = "=";
/** Before the name of what a function asks for. */
const GIVEN_PREFIX = "@";
/** Names that all functions ask for, whatever they are given. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  ("lib pkgs config options self super final prev inputs system stdenv name names version src args meta modulesPath " +
    "nixpkgs extra value path type description default enable package packages cfg home").split(
      " ",
    ),
);
/** With more definitions than this a name says nothing. */
const MOST_DEFINITIONS = 4;
const KINDS: ReadonlySet<number> = new Set([Kind.function, Kind.variable, Kind.property]);
const SEARCHED = /^<(.*)>$/;
/** Options by which modules give arguments to all modules. */
const MODULE_ARGUMENTS = ["_module.args", "config._module.args"];
/** What a flake gives, under which name its parts ask for that, and the file that says it. */
const OUTPUTS = "outputs";
const SELF = "self";
const FLAKE = "flake.nix";

class NixModules implements Modules {
  readonly #project: Project;
  /** What functions in files are given by those that read the files, by file and name. */
  readonly #gifts = new Map<string, Entity[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language === LANGUAGE) this.#addGifts(file);
    }
  }

  #addGifts(file: ProjectFile): void {
    const table = file.table("exports");
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      const specifier = table[at + Export.SPECIFIER]!;
      const located = specifier < 0 ? undefined : this.locate(file.id, file.text(specifier));
      if (located === undefined || !("module" in located)) continue;
      const key = `${located.module.files[0]} ${file.text(table[at + Export.NAME]!)}`;
      append(this.#gifts, key, {
        tag: "expression",
        file: file.id,
        expression: table[at + Export.EXPR]!,
      });
    }
  }

  locate(file: number, specifier: string): Located {
    const searched = SEARCHED.exec(specifier);
    if (searched !== null) return { external: searched[1]! };
    const path = resolvePath(parentOf(this.#project.file(file).path), specifier);
    for (const one of [path, path === "" ? "default.nix" : `${path}/default.nix`]) {
      const found = this.#project.fileAt(one);
      if (found < 0 || this.#project.file(found).language !== LANGUAGE) continue;
      return { module: { key: one, files: [found] } };
    }
    return undefined;
  }

  exported(module: Module, name: string): readonly Entity[] {
    const [id] = module.files;
    if (id === undefined || name !== WHOLE) return NOTHING;
    return this.#offered(id, WHOLE);
  }

  ambient(file: number, name: string): readonly Entity[] {
    if (!name.startsWith(GIVEN_PREFIX)) return NOTHING;
    const asked = name.slice(GIVEN_PREFIX.length);
    const gifts = this.#gifts.get(`${file} ${asked}`) ?? [];
    if (gifts.length > 0) return gifts.length > MOST_DEFINITIONS ? NOTHING : gifts;
    if (asked === SELF) return this.#outputs(file);
    const given = this.#ofModules(file, asked) ?? this.#given(file, asked);
    return given === undefined
      ? NOTHING
      : [{ tag: "symbol", symbol: given, confidence: Certainty.inferred }];
  }

  /** What the flakes around a file give: it may be a part of any of them. */
  #outputs(from: number): readonly Entity[] {
    const outputs: Entity[] = [];
    let folder = this.#project.file(from).path;
    while (folder !== "") {
      folder = parentOf(folder);
      const id = this.#project.fileAt(folder === "" ? FLAKE : `${folder}/${FLAKE}`);
      if (id >= 0) outputs.push(...this.#offered(id, OUTPUTS));
    }
    return outputs;
  }

  /** What a file offers under a name. */
  #offered(id: number, name: string): readonly Entity[] {
    const file = this.#project.file(id);
    const table = file.table("exports");
    for (let at = 0; at < table.length; at += Export.STRIDE) {
      if (table[at + Export.SPECIFIER]! >= 0 || file.text(table[at + Export.NAME]!) !== name) {
        continue;
      }
      return [{ tag: "expression", file: id, expression: table[at + Export.EXPR]! }];
    }
    return NOTHING;
  }

  /** The one argument of that name that modules of the project give to all. */
  #ofModules(from: number, name: string): number | undefined {
    const names = [name, ...MODULE_ARGUMENTS.map((option) => `${option}.${name}`)];
    const found = names.flatMap((one) => {
      const id = this.#project.nameId(one);
      return id < 0 ? [] : this.#project.symbolsNamed(id).filter((symbol) => {
        const file = this.#project.fileOfSymbol(symbol);
        if (file.language !== LANGUAGE || file.id === from) return false;
        const container = file.symbol(symbol - file.firstSymbol, Sym.CONTAINER);
        return one !== name || container > 0 && MODULE_ARGUMENTS.includes(file.nameOf(container));
      });
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** What has a name in another file: of several the one that lies nearest, if it is one. */
  #given(from: number, name: string): number | undefined {
    const id = EVERYWHERE.has(name) ? -1 : this.#project.nameId(name);
    const all = id < 0
      ? []
      : this.#project.symbolsNamed(id).filter((symbol) => this.#isOpen(symbol, from));
    if (all.length === 0 || all.length > MOST_DEFINITIONS) return undefined;
    const { path } = this.#project.file(from);
    const shared = all.map((symbol) =>
      sharedFolders(this.#project.fileOfSymbol(symbol).path, path)
    );
    const most = Math.max(...shared);
    const nearest = all.filter((_, i) => shared[i] === most);
    return nearest.length === 1 ? nearest[0] : undefined;
  }

  #isOpen(symbol: number, from: number): boolean {
    const file = this.#project.fileOfSymbol(symbol);
    return file.language === LANGUAGE && file.id !== from &&
      isGiven(file, symbol - file.firstSymbol);
  }
}

/** Whether a symbol is part of what a file of Nix or a function says, or stands at the top of one. */
function isGiven(file: ProjectFile, row: number): boolean {
  const container = file.symbol(row, Sym.CONTAINER);
  if (container > 0 && MODULE_ARGUMENTS.includes(file.nameOf(container))) return true;
  const isOfFunction = container > 0 && file.symbol(container, Sym.CONTAINER) <= 0 &&
    file.symbol(container, Sym.KIND) === Kind.function &&
    (file.symbol(row, Sym.FLAGS) & Flag.exported) !== 0;
  return (container <= 0 || isOfFunction) && KINDS.has(file.symbol(row, Sym.KIND));
}

/** Where a file lies, and what it gives or may give to functions that ask for it by name. */
function nixStructure(file: ProjectFile): string {
  const said = [file.path];
  let gives = false;
  const table = file.table("exports");
  for (let at = 0; at < table.length; at += Export.STRIDE) {
    const specifier = table[at + Export.SPECIFIER]!;
    const name = file.text(table[at + Export.NAME]!);
    if (specifier < 0 && name !== OUTPUTS) continue;
    gives = true;
    const to = specifier < 0 ? "" : file.text(specifier);
    said.push(`${to} ${name} ${described(file, table[at + Export.EXPR]!)}`);
  }
  // What is given may go by any name of the file, also by those of its functions.
  for (let row = 0; gives && row < file.count("bindings"); row++) {
    const name = file.text(file.binding(row, Binding.NAME));
    said.push(`${name} ${described(file, file.binding(row, Binding.VALUE))}`);
  }
  for (let row = 1; gives && row < file.count("symbols"); row++) {
    said.push(`${file.nameOf(row)} ${described(file, file.symbol(row, Sym.VALUE))}`);
  }
  for (let row = 1; row < file.count("symbols"); row++) {
    if (isGiven(file, row)) said.push(file.nameOf(row));
  }
  return said.join("\n");
}

/** An expression as far as it names things: what is given is another when that is. */
function described(file: ProjectFile, expression: number): string {
  if (expression < 0) return "";
  const a = file.expression(expression, Expr.A);
  const b = file.expression(expression, Expr.B);
  switch (file.expression(expression, Expr.OP)) {
    case Op.name:
      return file.text(a);
    case Op.module:
      return `<${file.text(a)}>`;
    case Op.member:
      return `${described(file, a)}.${file.text(b)}`;
    case Op.call:
      return `${described(file, a)}()`;
    case Op.either:
      return `${described(file, a)}|${described(file, b)}`;
    default:
      return "";
  }
}

/** The module system of Nix. */
export const nixModules: ModuleSystem = {
  structure: nixStructure,
  open: (project: Project): Modules => new NixModules(project),
};
