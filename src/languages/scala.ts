/** Scala: packages, classes, traits and objects, given instances and extensions, case classes. */
import { jvmModules } from "../resolve/modules/jvm_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { plainRules } from "./plain_family/rules.ts";
import { scalaMask } from "./scala/mask.ts";
import { scalaTable } from "./scala/table.ts";
import { scalaSemantics } from "./scala_builtins.ts";

/** Scala. */
export const scala: LanguageImplementation = {
  mask: scalaMask,
  rules: plainRules(scalaTable),
  modules: jvmModules,
  semantics: scalaSemantics,
};
