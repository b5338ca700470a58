import type { Semantics } from "../../resolve/semantics.ts";
import { PLAIN_SEMANTICS } from "../plain_semantics.ts";

/** What Elixir and Erlang share: modules of functions told apart by arity, which call each other. */
export const BEAM_SEMANTICS: Semantics = {
  ...PLAIN_SEMANTICS,
  family: "beam",
  parametersAreOpaque: true,
  declaredBeforeUse: true,
  functionsAreClosed: true,
};
