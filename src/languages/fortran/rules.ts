/** The rules of Fortran, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to what the reader makes. */
export function fortranRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const references = new References(s);
  return {
    define: new Definitions(s).rules(),
    refer: references.rules(),
    values: references.values(),
    docs: { line: ["!>", "!!", "!<", "!"], block: [] },
    finish: () => s.reset(),
  };
}
