import type { Semantics } from "../resolve/semantics.ts";

/** What holds of a language unless it says otherwise: names in scopes, no types of its own built in. */
export const PLAIN_SEMANTICS: Omit<Semantics, "family"> = {
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: [],
  redefinition: "replace",
  needsImport: true,
  builtinNames: new Set(),
  builtinTypes: {},
  commonMembers: new Set(),
};
