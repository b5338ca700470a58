/** C: functions with linkage, prototypes, macros, structures, tags and type names. */
import { cSemantics } from "./c_builtins.ts";
import { withoutSubNotation } from "./c_family/extension_subs.ts";
import { withoutMacros } from "./c_family/masked_macros.ts";
import { cFamilyModules } from "./c_family/modules.ts";
import { cFamilyRules } from "./c_family/rules.ts";
import type { LanguageImplementation } from "./language.ts";

/** C. */
export const c: LanguageImplementation = {
  mask: (text) => withoutMacros(withoutSubNotation(text)),
  rules: cFamilyRules,
  modules: cFamilyModules,
  semantics: cSemantics,
};
