/** TypeScript with JSX. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { maskTypeScript } from "./ecmascript/mask.ts";
import { ECMASCRIPT_COMMANDS } from "./ecmascript/commands.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { LanguageImplementation } from "./language.ts";
import { withCommands } from "./shell/command_calls.ts";

/** TypeScript with JSX. */
export const tsx: LanguageImplementation = {
  mask: maskTypeScript,
  rules: withCommands(ecmascriptRules, ECMASCRIPT_COMMANDS),
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
