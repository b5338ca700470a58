/** Erlang: modules of functions told apart by arity, behaviours, records, macros, headers, EUnit. */
import { beamModules } from "../resolve/modules/beam_modules.ts";
import { erlangRules } from "./erlang/rules.ts";
import { erlangSemantics } from "./erlang_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Erlang. */
export const erlang: LanguageImplementation = {
  rules: erlangRules,
  modules: beamModules,
  semantics: erlangSemantics,
};
