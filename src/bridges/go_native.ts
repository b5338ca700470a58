/** From Go to C: calls through cgo's `C`. */
import { C_LANGUAGES } from "./native_languages.ts";
import { Flag, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { isCallable } from "../resolve/symbol_kinds.ts";
import { bridgeToLibrary } from "./library_functions.ts";

const GO = ["go"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
/** What the file imports, and the name under which it does. */
const CGO = "C";

function link(links: Links): void {
  for (const site of links.naming(functionNames(links), KINDS, GO)) {
    const name = links.nameOf(site);
    if (links.writtenPath(site) !== `${CGO}.${name}` || !links.imports(site.file, CGO)) continue;
    const beside = inPreamble(links, site, name);
    if (beside !== undefined) links.bridge(site, beside, "cgo", Certainty.exact);
    else bridgeToLibrary(links, site, name, "cgo", NATIVE);
  }
}

/** Names of all functions of C, those that only their own files see included. */
function functionNames(links: Links): Set<number> {
  const names = links.definedNames(NATIVE);
  for (const file of links.filesIn(NATIVE)) {
    for (let row = 1; row < file.count("symbols"); row++) {
      const isOwn = (file.symbol(row, Sym.FLAGS) & Flag.fileLocal) !== 0;
      if (isOwn && isCallable(file.symbol(row, Sym.KIND))) {
        names.add(file.nameIds[file.symbol(row, Sym.NAME)]!);
      }
    }
  }
  return names;
}

/** What the C in a file's own comments defines, though nothing else may see it. */
function inPreamble({ project }: Links, { file }: Site, name: string): number | undefined {
  return project.symbolsNamed(project.nameId(name)).find((symbol) => {
    const owner = project.fileOfSymbol(symbol);
    const row = symbol - owner.firstSymbol;
    return owner.path === file.path && owner.language !== file.language &&
      isCallable(owner.symbol(row, Sym.KIND)) &&
      (owner.symbol(row, Sym.FLAGS) & Flag.declaration) === 0;
  });
}

/** Go to C. */
export const goNative: Linker = { link };
