/** JavaScript, with or without JSX, ES modules or CommonJS. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { LanguageImplementation } from "./language.ts";

/** JavaScript. */
export const javascript: LanguageImplementation = {
  rules: ecmascriptRules,
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
