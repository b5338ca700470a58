/** The rules of C and C++, put together for one of their grammars. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Declarators } from "./declarators.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { GivenPlaces } from "./given_places.ts";
import { References } from "./references.ts";
import { known, syntaxOf } from "./syntax.ts";
import { Types } from "./types.ts";

/** Binds the rules to a grammar. */
export function cFamilyRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const declarators = new Declarators(s);
  const types = new Types(s, state, declarators);
  const places = new GivenPlaces(s, declarators);
  return {
    define: known(g, new Definitions(s, state, declarators).rules()),
    refer: known(g, new References(s, state, declarators, types, places).rules()),
    values: known(g, new Expressions(s, state, declarators, types).rules()),
    types: known(g, types.rules()),
    docs: { line: ["///", "//!", "//"], block: [["/*", "*/"]] },
    begin: () => {
      state.reset();
      places.reset();
    },
  };
}
