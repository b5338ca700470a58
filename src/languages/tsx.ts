/** TypeScript with JSX. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { maskTypeScript } from "./ecmascript/mask.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { Language } from "./language.ts";

/** TypeScript with JSX. */
export const tsx: Language = {
  id: "tsx",
  name: "TSX",
  extensions: [".tsx"],
  grammar: "tsx",
  mask: maskTypeScript,
  rules: ecmascriptRules,
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
