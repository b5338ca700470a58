/** C++: namespaces, classes, templates, overloads, lambdas, and all that C has. */
import { withoutMacrosOfCpp } from "./c_family/masked_macros.ts";
import { cFamilyModules } from "./c_family/modules.ts";
import { cFamilyRules } from "./c_family/rules.ts";
import { cppSemantics } from "./cpp_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** C++. */
export const cpp: LanguageImplementation = {
  mask: withoutMacrosOfCpp,
  rules: cFamilyRules,
  modules: cFamilyModules,
  semantics: cppSemantics,
};
