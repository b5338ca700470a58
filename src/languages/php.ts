/** PHP: name spaces, classes, traits, promoted properties, closures, types in documentation; in HTML or alone. */
import { phpModules } from "../resolve/modules/php_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { phpRules } from "./php/rules.ts";
import { phpSemantics } from "./php_builtins.ts";

/** PHP. */
export const php: LanguageImplementation = {
  rules: phpRules,
  modules: phpModules,
  semantics: phpSemantics,
};
