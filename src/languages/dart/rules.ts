/** The rules of Dart, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { Patterns } from "./patterns.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function dartRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const state = new FileState();
  const expressions = new Expressions(s, state);
  const patterns = new Patterns(s, expressions);
  return {
    define: new Definitions(s, state).rules(),
    refer: new References(s, state, expressions, patterns).rules(),
    values: expressions.values(),
    types: expressions.types(),
    docs: { line: ["///"], block: [["/**", "*/"]] },
    finish: () => {
      s.reset();
      state.reset();
    },
  };
}
