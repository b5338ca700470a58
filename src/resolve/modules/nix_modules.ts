/**
 * Files of Nix: named by their paths, a folder by its `default.nix`; each says one value. What a function
 * asks for by name is given by name (`callPackage`, `inherit`), so that it is what has that name elsewhere.
 */
import { Export, Flag, Kind, Sym } from "../../extract/facts.ts";
import { Certainty } from "../edges.ts";
import { sharedFolders } from "../nearest.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
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

class NixModules implements Modules {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
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
    const exports = this.#project.file(id).table("exports");
    const expression = exports.length === 0 ? -1 : exports[Export.EXPR]!;
    return expression < 0 ? NOTHING : [{ tag: "expression", file: id, expression }];
  }

  ambient(file: number, name: string): readonly Entity[] {
    if (!name.startsWith(GIVEN_PREFIX)) return NOTHING;
    const given = this.#given(file, name.slice(1));
    return given === undefined
      ? NOTHING
      : [{ tag: "symbol", symbol: given, confidence: Certainty.inferred }];
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
  const isOfFunction = container > 0 && file.symbol(container, Sym.CONTAINER) <= 0 &&
    file.symbol(container, Sym.KIND) === Kind.function &&
    (file.symbol(row, Sym.FLAGS) & Flag.exported) !== 0;
  return (container <= 0 || isOfFunction) && KINDS.has(file.symbol(row, Sym.KIND));
}

/** Where a file lies, and what it may give to functions that ask for it by name. */
function nixStructure(file: ProjectFile): string {
  const said = [file.path];
  for (let row = 1; row < file.count("symbols"); row++) {
    if (isGiven(file, row)) said.push(file.nameOf(row));
  }
  return said.join("\n");
}

/** The module system of Nix. */
export const nixModules: ModuleSystem = {
  structure: nixStructure,
  open: (project: Project): Modules => new NixModules(project),
};
