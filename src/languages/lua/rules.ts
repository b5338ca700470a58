/** The rules of Lua, put together for its grammar or that of Luau. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function luaRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const definitions = new Definitions(s);
  const expressions = new Expressions(s);
  return {
    define: definitions.rules(),
    refer: new References(s, expressions).rules(),
    values: expressions.values(),
    docs: { line: ["---", "--"], block: [["--[[", "]]"]] },
    finish: () => definitions.reset(),
  };
}
