/** Files of Nix: named by their paths, a folder by its `default.nix`; each says one value. */
import { Export } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project } from "../project.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

const LANGUAGE = "nix";
const NOTHING: readonly Entity[] = [];
/** What a file says as a whole. */
const WHOLE = "=";
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

  ambient(): readonly Entity[] {
    return NOTHING;
  }
}

/** The module system of Nix. */
export const nixModules: ModuleSystem = {
  structure: ({ path }) => path,
  open: (project: Project): Modules => new NixModules(project),
};
