/** Imports whose first name is looked up like any other (Scala): in packages around, among imports, in the file. */
import { Binding, BindingKind, Import, Scope, ScopeKind, Sym } from "../../extract/facts.ts";
import type { Project, ProjectFile } from "../project.ts";

const FILE = 0;
const SEPARATOR = ".";
/** Marks a name that is looked up from no package. */
const ROOT = "_root_.";

/** Qualified names that an import may mean, the likeliest first. */
export class RelativeImports {
  /** By file, names of types in it and of what it imports, by first name. */
  readonly #known: (ReadonlyMap<string, readonly string[]> | undefined)[] = [];

  constructor(readonly project: Project) {}

  /** @param own name of the package in which the file lies */
  candidates(id: number, specifier: string, own: string): readonly string[] {
    if (specifier.startsWith(ROOT)) return [specifier.slice(ROOT.length)];
    const at = specifier.indexOf(SEPARATOR);
    const first = at < 0 ? specifier : specifier.slice(0, at);
    const rest = at < 0 ? "" : specifier.slice(at);
    const known = (this.#known[id] ??= this.#read(this.project.file(id), own)).get(first) ?? [];
    const found = known.map((name) => name + rest);
    for (let around = own; around !== "";) {
      found.push(around + SEPARATOR + specifier);
      around = around.slice(0, Math.max(0, around.lastIndexOf(SEPARATOR)));
    }
    return found.filter((name) => name !== specifier);
  }

  #read(file: ProjectFile, own: string): ReadonlyMap<string, readonly string[]> {
    const known = new Map<string, string[]>();
    const add = (name: string, qualified: string): void => {
      const names = known.get(name) ?? [];
      if (names.length === 0) known.set(name, names);
      if (!names.includes(qualified)) names.push(qualified);
    };
    const imports = file.table("imports");
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.KIND) !== BindingKind.import) continue;
      const index = file.binding(row, Binding.INDEX) * Import.STRIDE;
      const name = imports[index + Import.NAME]!;
      if (name < 0) continue;
      const from = file.text(imports[index + Import.SPECIFIER]!);
      add(file.text(file.binding(row, Binding.NAME)), from + SEPARATOR + file.text(name));
    }
    for (let row = 1; row < file.count("symbols"); row++) {
      const scope = file.symbol(row, Sym.SCOPE);
      const isType = scope >= 0 && file.scope(scope, Scope.KIND) === ScopeKind.class;
      if (isType) add(file.nameOf(row), nameWithin(file, row, own));
    }
    return known;
  }
}

function nameWithin(file: ProjectFile, symbol: number, own: string): string {
  const names: string[] = [];
  for (let row = symbol; row > FILE; row = file.symbol(row, Sym.CONTAINER)) {
    names.unshift(file.nameOf(row));
  }
  return [...own === "" ? [] : [own], ...names].join(SEPARATOR);
}
