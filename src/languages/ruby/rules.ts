/** The rules of Ruby, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function rubyRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const definitions = new Definitions(s, state);
  const expressions = new Expressions(s, state);
  return {
    define: definitions.rules(),
    refer: new References(s, state, expressions).rules(),
    values: expressions.values(),
    docs: { line: ["#"], block: [["=begin", "=end"]] },
    finish: (x) => {
      definitions.finish(x);
      state.reset();
    },
  };
}
