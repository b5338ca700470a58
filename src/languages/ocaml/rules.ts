/** The rules of OCaml, put together for its grammar or that of its interfaces. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { References } from "./references.ts";
import { Syntax } from "./syntax.ts";

/** Binds the rules to the grammar. */
export function ocamlRules(g: Grammar): LanguageRules {
  const s = new Syntax(g);
  const state = new FileState();
  const expressions = new Expressions(s, state);
  return {
    define: new Definitions(s, state).rules(),
    refer: new References(s, state, expressions).rules(),
    values: expressions.values(),
    docs: { line: [], block: [["(**", "*)"], ["(*", "*)"]] },
    begin: (x) => state.reset(x.fileName.endsWith(".mli")),
  };
}
