/** Pascal: units, classes and records, properties, helpers, generics; of Delphi and Free Pascal. */
import { pascalModules } from "../resolve/modules/pascal_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { maskPascal } from "./pascal/mask.ts";
import { pascalRules } from "./pascal/rules.ts";
import { pascalSemantics } from "./pascal_builtins.ts";

/** Pascal. */
export const pascal: LanguageImplementation = {
  mask: maskPascal,
  rules: pascalRules,
  modules: pascalModules,
  semantics: pascalSemantics,
};
