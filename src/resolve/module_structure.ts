/** What files say of the modules that they are part of, for languages whose modules span files. */
import { Import, ImportKind, Kind, Sym } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";

/** Where a file stands and what it says of modules: those it declares, includes and uses. */
export function moduleStructure(file: ProjectFile): string {
  const said = [file.path];
  for (let row = 1; row < file.count("symbols"); row++) {
    const kind = file.symbol(row, Sym.KIND);
    if (kind !== Kind.module && kind !== Kind.namespace && kind !== Kind.class) continue;
    said.push(`${file.symbol(row, Sym.CONTAINER) > 0} ${file.nameOf(row)}`);
  }
  return [...said, ...importsOf(file, () => true)].join("\n");
}

/** Where a file stands and whose text it runs as its own. */
export function includeStructure(file: ProjectFile): string {
  return [file.path, ...importsOf(file, (kind) => kind === ImportKind.include)].join("\n");
}

function importsOf(file: ProjectFile, isMeant: (kind: number) => boolean): string[] {
  const said: string[] = [];
  const imports = file.table("imports");
  for (let at = 0; at < imports.length; at += Import.STRIDE) {
    const kind = imports[at + Import.KIND]!;
    if (!isMeant(kind)) continue;
    const name = imports[at + Import.NAME]!;
    const specifier = file.text(imports[at + Import.SPECIFIER]!);
    said.push(`${kind} ${specifier} ${name < 0 ? "" : file.text(name)}`);
  }
  return said;
}
