/** The rules of Solidity, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function solidityRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const expressions = new Expressions(s);
  return {
    define: new Definitions(s).rules(),
    refer: new References(s, expressions).rules(),
    values: expressions.values(),
    types: expressions.types(),
    docs: { line: ["///"], block: [["/**", "*/"]] },
  };
}
