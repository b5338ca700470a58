/** The rules of Julia, put together. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Bindings } from "./bindings.ts";
import { Definitions } from "./definitions.ts";
import { Documentation } from "./documentation.ts";
import { Evaluated } from "./evaluated.ts";
import { Expressions } from "./expressions.ts";
import { FileState } from "./file_state.ts";
import { ForeignCalls } from "./foreign_calls.ts";
import { Heads } from "./heads.ts";
import { Imports } from "./imports.ts";
import { Nodes } from "./nodes.ts";
import { References } from "./references.ts";
import { syntaxOf } from "./syntax.ts";
import { Types } from "./types.ts";

/** Binds the rules to the grammar. */
export function juliaRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const state = new FileState();
  const nodes = new Nodes(s);
  const headReader = new Heads(s, state, nodes);
  const documentation = new Documentation(s, state, nodes);
  const expressions = new Expressions(s, state, nodes);
  const types = new Types(s, nodes, expressions);
  const bindings = new Bindings(s, state, nodes, types);
  const imports = new Imports(s, state, nodes);
  const definitions = new Definitions(
    s,
    state,
    nodes,
    headReader,
    documentation,
    new Evaluated(s, nodes),
  );
  const references = new References(
    s,
    state,
    nodes,
    headReader,
    types,
    expressions,
    bindings,
    imports,
    new ForeignCalls(state, nodes),
  );
  return {
    define: definitions.rules(),
    refer: { ...references.rules(), ...bindings.rules(), ...imports.rules() },
    values: expressions.rules(),
    types: types.rules(),
    docs: { line: ["#"], block: [] },
    begin: () => state.reset(),
  };
}
