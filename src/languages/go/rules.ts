/** The rules of Go, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Bindings } from "./bindings.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { Names } from "./names.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";
import { Types } from "./types.ts";

/** Binds the rules to the grammar. */
export function goRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const names = new Names(s);
  const types = new Types(s, state, names);
  const bindings = new Bindings(s, state, names, types);
  return {
    define: new Definitions(s, names).rules(),
    refer: new References(s, state, names, types, bindings).rules(),
    values: new Expressions(s, types).rules(),
    types: types.rules(),
    docs: { line: ["//"], block: [["/*", "*/"]] },
    finish: () => state.reset(),
  };
}
