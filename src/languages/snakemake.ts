/** Snakemake: rules, the files that they need and make, what they run, and all the Python around them. */
import { snakemakeModules } from "../resolve/modules/snakemake_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { PYTHON_COMMANDS } from "./python.ts";
import { pythonSemantics } from "./python_builtins.ts";
import { withCommands } from "./shell/command_calls.ts";
import { snakemakeRules } from "./snakemake/rules.ts";
import { readSnakefile } from "./snakemake/snakefile.ts";

/** Functions and values that every Snakefile sees. */
const BUILTINS =
  "expand collect multiext temp temporary protected directory touch ancient unpack report pipe service local dynamic " +
  "ensure glob_wildcards workflow config rules checkpoints gather scatter storage lookup branch evaluate " +
  "exists flag repeat shell github gitlab access update before_update pathvars parse_input extract_checksum " +
  "subpath from_queue input output params wildcards threads resources log";

/** Snakemake. */
export const snakemake: LanguageImplementation = {
  mask: (text) => readSnakefile(text).python,
  rules: withCommands(snakemakeRules, PYTHON_COMMANDS),
  modules: snakemakeModules,
  semantics: {
    ...pythonSemantics,
    builtinNames: new Set([...pythonSemantics.builtinNames, ...BUILTINS.split(" ")]),
  },
};
