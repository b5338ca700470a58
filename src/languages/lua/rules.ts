/** The rules of Lua, put together for its grammar or that of Luau. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { Places } from "./places.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function luaRules(g: Grammar): LanguageRules & { readonly expressions: Expressions } {
  const s = new Syntax(g);
  const definitions = new Definitions(s);
  const places = new Places();
  const expressions = new Expressions(s, places);
  return {
    expressions,
    define: definitions.rules(),
    refer: new References(s, expressions, definitions).rules(),
    values: expressions.values(),
    docs: { line: ["---", "--"], block: [["--[[", "]]"]] },
    finish: () => {
      definitions.reset();
      places.reset();
    },
  };
}
