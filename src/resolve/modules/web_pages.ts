/** Which scripts run together: those of a page, and the files that it loads. */
import { Binding, Flag, Import, ImportKind, Sym } from "../../extract/facts.ts";
import type { Entity } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

const PAGE = /\.x?html?$/i;

/** Whether a file is the code of a web page. */
export function isPage(file: ProjectFile): boolean {
  return PAGE.test(file.path);
}

/** What a page loads, as one text. */
export function loadedText(file: ProjectFile): string {
  return loadedSpecifiers(file).join("\n");
}

function loadedSpecifiers(file: ProjectFile): string[] {
  const imports = file.table("imports");
  const specifiers: string[] = [];
  for (let row = 0; row < file.count("imports"); row++) {
    const at = row * Import.STRIDE;
    if (imports[at + Import.KIND] !== ImportKind.effect) continue;
    specifiers.push(file.text(imports[at + Import.SPECIFIER]!));
  }
  return specifiers;
}

/** The pages of a project with what each loads. */
export class WebPages {
  readonly #project: Project;
  /** Files that each page loads, by page. */
  readonly #loaded = new Map<number, readonly number[]>();
  /** Pages that load a file, by file. */
  readonly #pages = new Map<number, number[]>();

  /** @param locate the file that a specifier means in a file; -1 for one outside the project */
  constructor(project: Project, locate: (file: number, specifier: string) => number) {
    this.#project = project;
    for (const page of project.files) {
      if (!isPage(page) || page.language !== "javascript") continue;
      const loaded = loadedSpecifiers(page)
        .map((specifier) => locate(page.id, specifier))
        .filter((file) => file >= 0 && !isModule(project.file(file)));
      this.#loaded.set(page.id, loaded);
      for (const file of loaded) append(this.#pages, file, page.id);
    }
  }

  /** What a name means in a page, or in a script that pages load: something of what runs beside it. */
  beside(file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return [];
    const own = this.#loaded.get(file);
    const pages = own === undefined ? this.#pages.get(file) ?? [] : [];
    const files = new Set(own ?? pages.flatMap((page) => [page, ...this.#loaded.get(page)!]));
    return [...files].flatMap((other) => topLevel(this.#project.file(other), id));
  }
}

/** Whether a script has names of its own: one that imports or exports by statements. */
function isModule(file: ProjectFile): boolean {
  if (file.count("imports") > 0) return true;
  for (let row = 1; row < file.count("symbols"); row++) {
    const isTop = file.symbol(row, Sym.CONTAINER) < 0;
    if (isTop && (file.symbol(row, Sym.FLAGS) & Flag.exported) !== 0) return true;
  }
  return false;
}

/** Definitions of a name at the top of a file. */
function topLevel(file: ProjectFile, name: number): Entity[] {
  const entities: Entity[] = [];
  for (let b = file.firstBinding(0, name); b >= 0; b = file.nextBinding(b)) {
    if (file.binding(b, Binding.SYMBOL) < 0) continue;
    entities.push({ tag: "binding", file: file.id, binding: b });
  }
  return entities;
}
