/** From Go to C: calls through cgo's `C`. */
import { C_LANGUAGES } from "./native_languages.ts";
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";

const GO = ["go"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
/** What the file imports, and the name under which it does. */
const CGO = "C";

function link(links: Links): void {
  for (const site of links.naming(links.definedNames(NATIVE), KINDS, GO)) {
    const name = links.nameOf(site);
    if (links.writtenPath(site) !== `${CGO}.${name}` || !links.imports(site.file, CGO)) continue;
    bridgeToLibrary(links, site, name, "cgo", NATIVE);
  }
}

/** Go to C. */
export const goNative: Linker = { link };
