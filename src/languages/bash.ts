/** Bash: functions, variables, aliases, what scripts source and run, tests of bats. */
import { bashModules } from "../resolve/modules/bash_modules.ts";
import { readable } from "./bash/readable.ts";
import { bashRules } from "./bash/rules.ts";
import { bashSemantics } from "./bash_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Bash. */
export const bash: LanguageImplementation = {
  mask: readable,
  rules: bashRules,
  modules: bashModules,
  semantics: bashSemantics,
};
