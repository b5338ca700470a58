/** Julia: modules and includes, methods by signature, types, macros, imports, docstrings. */
import { juliaModules } from "../resolve/modules/julia_modules.ts";
import { readable } from "./julia/readable.ts";
import { juliaRules } from "./julia/rules.ts";
import { juliaSemantics } from "./julia_builtins.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";

/** Commands in Julia stand between backticks. */
const JULIA_COMMANDS: CommandForm = {
  calls: [],
  names: [],
  strings: [],
  lists: [],
  commands: ["command_literal"],
};

/** Julia. */
export const julia: LanguageImplementation = {
  mask: readable,
  rules: withCommands(juliaRules, JULIA_COMMANDS),
  modules: juliaModules,
  semantics: juliaSemantics,
};
