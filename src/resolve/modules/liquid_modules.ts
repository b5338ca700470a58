/** Templates of Liquid: named without the folder that their kind lies in, as Shopify and Jekyll have them. */
import type { Located, Modules, ModuleSystem } from "../module_system.ts";
import type { Project } from "../project.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

const LANGUAGE = "liquid";
/** Kind of what is of another language. */
export const ASSET = "asset";
/** Folders of templates by their kind. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  snippet: ["snippets", "_includes"],
  relative: ["."],
  section: ["sections"],
  layout: ["layout", "_layouts"],
  block: ["blocks"],
  asset: ["assets"],
};
/** What may be left out at the end of a name. */
const ENDINGS: readonly string[] = ["", ".liquid", ".html", ".html.liquid"];

class LiquidModules implements Modules {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  /** From the folder of a template outwards: its theme is around it. */
  locate(file: number, specifier: string): Located {
    const [kind = "", name = ""] = specifier.split(/:(.*)/s);
    for (let folder = parentOf(this.#project.file(file).path);; folder = parentOf(folder)) {
      for (const own of FOLDERS[kind] ?? []) {
        for (const ending of ENDINGS) {
          const path = resolvePath(folder, `${own}/${name}${ending}`);
          const found = this.#project.fileAt(path);
          if (found < 0) continue;
          if (kind !== ASSET && this.#project.file(found).language !== LANGUAGE) continue;
          return { module: { key: path, files: [found] } };
        }
      }
      if (folder === "") return undefined;
    }
  }

  exported(): readonly [] {
    return [];
  }

  ambient(): readonly [] {
    return [];
  }
}

/** The module system of Liquid. */
export const liquidModules: ModuleSystem = {
  structure: ({ path }) => path,
  open: (project: Project): Modules => new LiquidModules(project),
};
