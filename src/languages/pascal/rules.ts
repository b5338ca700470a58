/** The rules of Pascal, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function pascalRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState(s);
  const expressions = new Expressions(s, state);
  const definitions = new Definitions(s, state);
  const references = new References(s, state, expressions, definitions);
  return {
    begin: (x) => {
      state.begin(x);
      definitions.begin();
    },
    define: definitions.rules(),
    refer: references.rules(),
    values: expressions.values(),
    types: expressions.types(),
    finish: (x) => references.include(x),
    docs: { line: ["///", "//"], block: [["{", "}"], ["(*", "*)"]] },
  };
}
