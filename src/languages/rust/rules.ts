/** The rules of Rust, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Definitions } from "./definitions.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { Paths } from "./paths.ts";
import { Patterns } from "./patterns.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";
import { TokenTrees } from "./token_trees.ts";
import { Types } from "./types.ts";
import { Uses } from "./uses.ts";

/** Binds the rules to the grammar. */
export function rustRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const paths = new Paths(s, state);
  const types = new Types(s, state, paths);
  const tokens = new TokenTrees(s, paths);
  const expressions = new Expressions(s, paths, types, tokens);
  const patterns = new Patterns(s, paths);
  const uses = new Uses(s, state, paths);
  return {
    define: new Definitions(s, state, paths).rules(),
    refer: new References({ s, state, paths, types, expressions, patterns, tokens, uses }).rules(),
    values: expressions.rules(),
    types: types.rules(),
    docs: { line: ["///"], block: [["/**", "*/"]] },
    finish: () => state.reset(),
  };
}
