/** The rules of MATLAB and Octave, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Bindings } from "./bindings.ts";
import { referCodeIn } from "./code_in_strings.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { OctaveTests } from "./octave_tests.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";
import { Variables } from "./variables.ts";

/** Binds the rules to the grammar. */
export function matlabRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const expressions = new Expressions(s, state);
  const bindings = new Bindings(s, state, expressions);
  const tests = new OctaveTests();
  return {
    begin: () => tests.reset(),
    define: {
      ...new Definitions(s, state).rules(),
      ...new Variables(s, state).rules(),
      comment: (x, node) => tests.define(x, node),
    },
    refer: {
      ...new References(s, state, expressions, bindings).rules(),
      ...bindings.rules(),
      comment: (x, node) => tests.refer(x, node),
      string_content: referCodeIn,
    },
    values: expressions.rules(),
    docs: { line: ["%%", "%", "##", "#"], block: [] },
  };
}
