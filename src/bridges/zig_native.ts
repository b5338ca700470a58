/** From Zig to C: what is called of headers that `@cImport` reads. */
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";

const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
const MECHANISM = "@cImport";

function link(links: Links): void {
  for (const site of links.naming(links.definedNames(NATIVE), KINDS, ["zig"])) {
    const { external } = links.resolve(site);
    const name = links.nameOf(site);
    if (external === `${MECHANISM}.${name}`) bridgeToLibrary(links, site, name, MECHANISM, NATIVE);
  }
}

/** Zig to C. */
export const zigNative: Linker = { link };
