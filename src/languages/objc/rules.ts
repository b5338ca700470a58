/** The rules of Objective-C: those of C, and what stands between `@` and `@end`. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { cFamilyRules } from "../c_family/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function objcRules(g: Grammar): LanguageRules {
  const c = cFamilyRules(g);
  const s = new Syntax(g);
  const state = new FileState();
  const expressions = new Expressions(s, state, c);
  const references = new References(s, state, expressions);
  return {
    ...c,
    define: { ...c.define, ...new Definitions(s, state).rules() },
    refer: { ...c.refer, ...references.rules(), ...after(c.refer, references.besideC()) },
    values: { ...c.values, ...expressions.values() },
    types: { ...c.types, ...expressions.types() },
    begin: (x) => {
      state.reset();
      c.begin?.(x);
    },
  };
}

/** Rules that run after those of C for the same nodes. */
function after(
  first: Readonly<Record<string, NodeRule>>,
  then: Readonly<Record<string, NodeRule>>,
): Record<string, NodeRule> {
  return Object.fromEntries(
    Object.entries(then).map(([type, rule]): [string, NodeRule] => [type, (x, node) => {
      first[type]?.(x, node);
      rule(x, node);
    }]),
  );
}
