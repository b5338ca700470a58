/** MATLAB and Octave: functions, classes, packages, handles, scripts. */
import { matlabModules } from "../resolve/modules/matlab_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { readable } from "./matlab/readable.ts";
import { matlabRules } from "./matlab/rules.ts";
import { matlabSemantics } from "./matlab_builtins.ts";

/** MATLAB. */
export const matlab: LanguageImplementation = {
  mask: readable,
  rules: matlabRules,
  modules: matlabModules,
  semantics: matlabSemantics,
};
