/** Zig's files: named by their paths, or by the names that a build file gives to modules. */
import {
  Binding,
  BindingKind,
  Export,
  Flag,
  Import,
  ImportKind,
  Sym,
} from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import { sharedFolders } from "../nearest.ts";
import type { Project, ProjectFile } from "../project.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

const LANGUAGE = "zig";
const NOTHING: readonly Entity[] = [];
/** Modules of the compiler. */
const OUTSIDE: ReadonlySet<string> = new Set(["std", "builtin"]);
/** What a file is as a whole. */
const WHOLE = "=";
const DEEPEST = 12;

class ZigModules implements Modules {
  readonly #project: Project;
  /** Files that modules begin with, by the modules' names. */
  readonly #named = new Map<string, number[]>();
  readonly #byBase = new Map<string, number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      append(this.#byBase, baseOf(file.path), file.id);
      this.#readBuild(file);
    }
  }

  /** A build file says which file a module begins with. */
  #readBuild(file: ProjectFile): void {
    const exports = file.table("exports");
    for (let at = 0; at < exports.length; at += Export.STRIDE) {
      const specifier = exports[at + Export.SPECIFIER]!;
      if (specifier < 0) continue;
      const found = this.#project.fileAt(resolvePath(parentOf(file.path), file.text(specifier)));
      if (found >= 0) append(this.#named, file.text(exports[at + Export.NAME]!), found);
    }
  }

  locate(file: number, specifier: string): Located {
    if (OUTSIDE.has(specifier)) return { external: specifier };
    const from = this.#project.file(file).path;
    if (specifier.endsWith(".zig") || specifier.endsWith(".zon")) {
      const found = this.#project.fileAt(resolvePath(parentOf(from), specifier));
      return found < 0 ? undefined : this.#moduleOf(found);
    }
    const named = this.#named.get(specifier) ?? this.#byBase.get(`${specifier}.zig`) ?? [];
    const found = this.#nearest(from, named);
    return found === undefined ? { external: specifier } : this.#moduleOf(found);
  }

  /** Of several files, the first of those that share most folders with another. */
  #nearest(from: string, files: readonly number[]): number | undefined {
    let best: number | undefined;
    let most = -1;
    for (const file of files) {
      const shared = sharedFolders(this.#project.file(file).path, from);
      if (shared > most) [best, most] = [file, shared];
    }
    return best;
  }

  #moduleOf(file: number): { readonly module: Module } {
    return { module: { key: this.#project.file(file).path, files: [file] } };
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#offered(module, name, 0);
  }

  #offered(module: Module, name: string, depth: number): readonly Entity[] {
    const [id] = module.files;
    const nameId = this.#project.nameId(name);
    if (id === undefined || depth > DEEPEST) return NOTHING;
    const file = this.#project.file(id);
    const found: Entity[] = [];
    for (const scope of nameId < 0 ? [] : [0, this.#scopeOf(file)]) {
      if (scope < 0) continue;
      for (let row = file.firstBinding(scope, nameId); row >= 0; row = file.nextBinding(row)) {
        if (file.binding(row, Binding.KIND) === BindingKind.import) {
          found.push(...this.#imported(file, file.binding(row, Binding.INDEX), depth));
        } else if (this.#isPublic(file, row)) {
          found.push({ tag: "binding", file: id, binding: row });
        }
      }
    }
    if (found.length > 0) return found;
    if (name === WHOLE) return [{ tag: "module", module }];
    return this.#throughAll(file, name, depth);
  }

  #isPublic(file: ProjectFile, binding: number): boolean {
    const symbol = file.binding(binding, Binding.SYMBOL);
    return symbol >= 0 && (file.symbol(symbol, Sym.FLAGS) & Flag.fileLocal) === 0;
  }

  /** Scope of the struct that a file with fields is; -1 for one without. */
  #scopeOf(file: ProjectFile): number {
    const whole = this.#project.nameId(WHOLE);
    const binding = whole < 0 ? -1 : file.firstBinding(0, whole);
    const symbol = binding < 0 ? -1 : file.binding(binding, Binding.SYMBOL);
    return symbol < 0 ? -1 : file.symbol(symbol, Sym.SCOPE);
  }

  #imported(file: ProjectFile, row: number, depth: number): readonly Entity[] {
    const specifier = file.text(file.table("imports")[row * Import.STRIDE + Import.SPECIFIER]!);
    const located = this.locate(file.id, specifier);
    if (located === undefined) return NOTHING;
    return "external" in located
      ? [{ tag: "external", name: located.external }]
      : this.#offered(located.module, WHOLE, depth + 1);
  }

  /** What `usingnamespace` brings. */
  #throughAll(file: ProjectFile, name: string, depth: number): readonly Entity[] {
    const imports = file.table("imports");
    for (let at = 0; at < imports.length; at += Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.all) continue;
      const located = this.locate(file.id, file.text(imports[at + Import.SPECIFIER]!));
      if (located === undefined || "external" in located) continue;
      const found = this.#offered(located.module, name, depth + 1);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  ambient(file: number, name: string): readonly Entity[] {
    return this.#throughAll(this.#project.file(file), name, 0);
  }
}

/** The module system of Zig. */
export const zigModules: ModuleSystem = {
  structure: (file) => `${file.path} ${file.path.endsWith("build.zig") ? buildOf(file) : ""}`,
  open: (project: Project): Modules => new ZigModules(project),
};

/** What a build file says of modules. */
function buildOf(file: ProjectFile): string {
  const exports = file.table("exports");
  const said: string[] = [];
  for (let at = 0; at < exports.length; at += Export.STRIDE) {
    const specifier = exports[at + Export.SPECIFIER]!;
    said.push(
      `${file.text(exports[at + Export.NAME]!)} ${specifier < 0 ? "" : file.text(specifier)}`,
    );
  }
  return said.join("\n");
}
