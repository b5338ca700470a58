/** JavaScript, with or without JSX, ES modules or CommonJS. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { Language } from "./language.ts";

/** JavaScript. */
export const javascript: Language = {
  id: "javascript",
  name: "JavaScript",
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  interpreters: ["node", "nodejs", "bun"],
  grammar: "javascript",
  rules: ecmascriptRules,
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
