/** Haskell: modules with export lists, functions in clauses, types and classes with their instances. */
import { haskellModules } from "../resolve/modules/haskell_modules.ts";
import { haskellRules } from "./haskell/rules.ts";
import { haskellSemantics } from "./haskell_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Haskell. */
export const haskell: LanguageImplementation = {
  rules: haskellRules,
  modules: haskellModules,
  semantics: haskellSemantics,
};
