/** Kotlin: packages, classes with properties, extensions, objects, functions without names, smart casts. */
import { jvmModules } from "../resolve/modules/jvm_modules.ts";
import { kotlinRules } from "./kotlin/rules.ts";
import { kotlinSemantics } from "./kotlin_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Kotlin. */
export const kotlin: LanguageImplementation = {
  rules: kotlinRules,
  modules: jvmModules,
  semantics: kotlinSemantics,
};
