/** Julia: modules and includes, methods by signature, types, macros, imports, docstrings. */
import { juliaModules } from "../resolve/modules/julia_modules.ts";
import { readable } from "./julia/readable.ts";
import { juliaRules } from "./julia/rules.ts";
import { juliaSemantics } from "./julia_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Julia. */
export const julia: LanguageImplementation = {
  mask: readable,
  rules: juliaRules,
  modules: juliaModules,
  semantics: juliaSemantics,
};
