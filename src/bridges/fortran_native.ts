/**
 * From C to Fortran: calls of what only Fortran defines, by the name that its compilers give a procedure
 * outside of modules (`f_`), or through the macros that make that name (`F77_CALL(f)`).
 */
import { Ref, RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { bridgeToFortran, FORTRAN } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";

const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
/** Macros of R and of cfortran.h. */
const MACROS = ["F77_CALL", "F77_NAME", "F77_SUB", "FC_FUNC", "FC_FUNC_"];

function link(links: Links): void {
  const { project } = links;
  const names = links.definedNames(FORTRAN);
  for (const id of [...names]) {
    const decorated = project.nameId(`${project.name(id)}_`);
    if (decorated >= 0) names.add(decorated);
  }
  for (const site of links.naming(names, KINDS, C_LANGUAGES)) {
    if (links.resolve(site).targets.some(({ symbol }) => !links.isDeclaration(symbol))) continue;
    const name = links.nameOf(site);
    if (name.endsWith("_")) bridgeToFortran(links, site, name.slice(0, -1), "Fortran");
    else if (isInMacro(links, site)) bridgeToFortran(links, site, name, "Fortran");
  }
}

/** Whether a name is what a macro is given that makes names of Fortran's. */
function isInMacro(links: Links, { file, row }: Site): boolean {
  const line = file.reference(row, Ref.LINE);
  const column = file.reference(row, Ref.COLUMN);
  for (let before = row - 1; before >= 0 && before >= row - 4; before--) {
    if (file.reference(before, Ref.LINE) !== line) continue;
    const name = links.nameOf({ file, row: before });
    const end = file.reference(before, Ref.COLUMN) + name.length;
    if (MACROS.includes(name) && column - end <= 2) return true;
  }
  for (let after = row + 1; after < file.count("references") && after <= row + 2; after++) {
    if (file.reference(after, Ref.LINE) !== line) return false;
    const name = links.nameOf({ file, row: after });
    const end = file.reference(after, Ref.COLUMN) + name.length;
    if (MACROS.includes(name) && column > end && column - end <= 2) return true;
  }
  return false;
}

/** C to Fortran. */
export const fortranNative: Linker = { link };
