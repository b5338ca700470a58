/** Elixir: modules of functions told apart by arity, macros, protocols, behaviours, structs, ExUnit. */
import { beamModules } from "../resolve/modules/beam_modules.ts";
import { elixirRules } from "./elixir/rules.ts";
import { elixirSemantics } from "./elixir_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Elixir. */
export const elixir: LanguageImplementation = {
  rules: elixirRules,
  modules: beamModules,
  semantics: elixirSemantics,
};
