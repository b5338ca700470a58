/** The rules of TypeScript, TSX and JavaScript, put together for one of their grammars. */
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { Bindings } from "./bindings.ts";
import { defineComponent, exportComponent, referComponent } from "./components.ts";
import { Contexts } from "./contexts.ts";
import { Definitions } from "./definitions.ts";
import { Elements } from "./elements.ts";
import { Exports } from "./exports.ts";
import { Expressions } from "./expressions.ts";
import { Jsdoc, NO_JSDOC } from "./jsdoc.ts";
import { Names } from "./names.ts";
import { References } from "./references.ts";
import { known, syntaxOf } from "./syntax.ts";
import { Types } from "./types.ts";

/** Binds the rules to a grammar. */
export function ecmascriptRules(g: Grammar): LanguageRules {
  const s = syntaxOf(g);
  const names = new Names(s);
  const hasTypes = g.has("type_annotation");
  const jsdoc = hasTypes ? NO_JSDOC : new Jsdoc(names);
  const contexts = new Contexts(s, names);
  const bindings = new Bindings(s, names, contexts, jsdoc);
  const expressions = new Expressions(s, names);
  const types = new Types(s, names);
  const exports = new Exports(s, names);
  const elements = new Elements(s, names);
  const parts = { s, names, bindings, contexts, expressions, types, jsdoc, elements };
  const refer = new References(parts).rules();
  const { assignment_expression: assigned, call_expression: called } = refer;
  const define = new Definitions(s, names).rules();
  const { program } = define;
  return {
    define: known(g, {
      ...define,
      program: (x, node) => {
        program!(x, node);
        defineComponent(x, node);
      },
    }),
    refer: known(g, {
      ...refer,
      ...exports.rules(),
      expression_statement: (x, node) => referComponent(s, x, node),
      assignment_expression: (x, node) => {
        assigned!(x, node);
        exports.assigned(x, node);
      },
      call_expression: (x, node) => {
        called!(x, node);
        exports.called(x, node);
      },
    }),
    values: known(g, { ...expressions.rules(), ...elements.rules() }),
    types: known(g, types.rules()),
    docs: { line: ["///", "//"], block: [["/**", "*/"]] },
    finish: (x) => {
      exports.finish(x);
      exportComponent(x);
    },
  };
}
