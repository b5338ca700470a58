/** What resolution must know of workflow languages. */
import type { Semantics } from "../../resolve/semantics.ts";
import { PLAIN_SEMANTICS } from "../plain_semantics.ts";

/** Semantics of a language. @param builtins functions that every file sees, parted by blanks */
export function workflowSemantics(family: string, builtins: string): Semantics {
  return {
    ...PLAIN_SEMANTICS,
    family,
    builtinNames: new Set(builtins.split(" ")),
  };
}
