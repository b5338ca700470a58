/**
 * From C# to C, C++ and Rust: methods that a library is to define (`DllImport`, `LibraryImport`). The edge
 * leads from the method's declaration to the function.
 */
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";

const CSHARP = ["csharp"];
const ATTRIBUTES = ["DllImport", "LibraryImport"];

function link(links: Links): void {
  for (const attribute of ATTRIBUTES) {
    for (const site of links.foreignCalls(attribute, CSHARP)) {
      bridgeToLibrary(links, site, links.nameOf(site), attribute);
    }
  }
}

/** C# to native code. */
export const csharpNative: Linker = { link };
