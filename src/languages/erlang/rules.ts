/** The rules of Erlang, put together for its grammar. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function erlangRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const state = new FileState();
  const expressions = new Expressions(s, state);
  const references = new References(s, state, expressions);
  return {
    define: new Definitions(s, state).rules(),
    refer: references.rules(),
    values: expressions.values(),
    docs: { line: ["%% @doc", "%%%", "%%", "%"], block: [] },
    begin: () => state.reset(),
    finish: (x) => references.finish(x),
  };
}
