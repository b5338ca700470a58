/** MATLAB and Octave: functions, classes, packages, handles, scripts. */
import { matlabModules } from "../resolve/modules/matlab_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";
import { readable } from "./matlab/readable.ts";
import { matlabRules } from "./matlab/rules.ts";
import { matlabSemantics } from "./matlab_builtins.ts";

/** Functions of MATLAB that run commands. */
const MATLAB_COMMANDS: CommandForm = {
  calls: ["function_call"],
  names: ["system", "unix", "dos", "shell_cmd"],
  strings: ["string"],
  lists: ["arguments"],
  commands: ["command"],
};

/** MATLAB. */
export const matlab: LanguageImplementation = {
  mask: readable,
  rules: withCommands(matlabRules, MATLAB_COMMANDS),
  modules: matlabModules,
  semantics: matlabSemantics,
};
