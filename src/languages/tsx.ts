/** TypeScript with JSX. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { maskTypeScript } from "./ecmascript/mask.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { LanguageImplementation } from "./language.ts";

/** TypeScript with JSX. */
export const tsx: LanguageImplementation = {
  mask: maskTypeScript,
  rules: ecmascriptRules,
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
