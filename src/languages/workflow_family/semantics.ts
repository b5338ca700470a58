/** What resolution must know of workflow languages. */
import type { Semantics } from "../../resolve/semantics.ts";

/** Semantics of a language. @param builtins functions that every file sees, parted by blanks */
export function workflowSemantics(family: string, builtins: string): Semantics {
  return {
    family,
    separator: ".",
    classScopeIsLexical: false,
    inheritance: "depth-first",
    constructors: [],
    redefinition: "replace",
    needsImport: true,
    builtinNames: new Set(builtins.split(" ")),
    builtinTypes: {},
    commonMembers: new Set(),
  };
}
