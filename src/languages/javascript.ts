/** JavaScript, with or without JSX, ES modules or CommonJS. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { ECMASCRIPT_COMMANDS } from "./ecmascript/commands.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { LanguageImplementation } from "./language.ts";
import { withCommands } from "./shell/command_calls.ts";

/** JavaScript. */
export const javascript: LanguageImplementation = {
  rules: withCommands(ecmascriptRules, ECMASCRIPT_COMMANDS),
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
