/** Dockerfiles: stages, the scripts that they copy and run. */
import type { LanguageImplementation } from "./language.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import { dockerfileReader } from "./dockerfile/reader.ts";
import { dockerfileRules } from "./dockerfile/rules.ts";

/** Dockerfile. */
export const dockerfile: LanguageImplementation = {
  reader: dockerfileReader,
  rules: dockerfileRules,
  modules: sessionModules({
    language: "dockerfile",
    kinds: new Set(),
    unknownIsOutside: true,
  }),
  semantics: {
    family: "dockerfile",
    separator: ":",
    classScopeIsLexical: false,
    inheritance: "depth-first",
    constructors: [],
    redefinition: "replace",
    declaredBeforeUse: true,
    needsImport: true,
    builtinNames: new Set(),
    builtinTypes: {},
    commonMembers: new Set(),
  },
};
