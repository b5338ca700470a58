/** Java: packages, classes, records, generics, overloads, lambdas, classes without names. */
import { jvmModules } from "../resolve/modules/jvm_modules.ts";
import { javaRules } from "./java/rules.ts";
import { javaSemantics } from "./java_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Java. */
export const java: LanguageImplementation = {
  rules: javaRules,
  modules: jvmModules,
  semantics: javaSemantics,
};
