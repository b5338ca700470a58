/** Bash: functions, variables, aliases, what scripts source and run, tests of bats. */
import { Kind } from "../extract/facts.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import { readable } from "./bash/readable.ts";
import { bashRules } from "./bash/rules.ts";
import { bashSemantics } from "./bash_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Bash. */
export const bash: LanguageImplementation = {
  mask: readable,
  rules: bashRules,
  modules: sessionModules({
    language: "bash",
    kinds: new Set([Kind.function, Kind.macro]),
    // Bats looks for its helpers with and without their ending.
    endings: [".bash"],
    unknownIsOutside: true,
  }),
  semantics: bashSemantics,
};
