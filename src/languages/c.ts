/** C: functions with linkage, prototypes, macros, structures, tags and type names. */
import { cSemantics } from "./c_builtins.ts";
import { withoutMacros } from "./c_family/masked_macros.ts";
import { cFamilyModules } from "./c_family/modules.ts";
import { cFamilyRules } from "./c_family/rules.ts";
import type { Language } from "./language.ts";

/** C. */
export const c: Language = {
  id: "c",
  name: "C",
  extensions: [".c", ".h"],
  grammar: "c",
  mask: withoutMacros,
  rules: cFamilyRules,
  modules: cFamilyModules,
  semantics: cSemantics,
};
