/** From Julia to C, C++ and Rust: `ccall` and `@ccall`, by the name of the function. */
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";

const JULIA = ["julia"];
const CALLS = ["ccall", "@ccall"];

function link(links: Links): void {
  for (const means of CALLS) {
    for (const site of links.foreignCalls(means, JULIA)) {
      bridgeToLibrary(links, site, links.nameOf(site), means);
    }
  }
}

/** Julia to native code. */
export const juliaNative: Linker = { link };
