/** R: functions however they are bound, S3, S4, reference classes, R6, S7, ggproto, pipes, packages. */
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { rModules } from "../resolve/modules/r_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";
import { rSemantics } from "./r/builtins.ts";
import { ClassDefinitions } from "./r/classes.ts";
import { Definitions } from "./r/definitions.ts";
import { forgetFile } from "./r/file_state.ts";
import { readDescription, readNamespace } from "./r/manifests.ts";
import { References } from "./r/references.ts";
import { Shiny } from "./r/shiny.ts";
import { RSyntax } from "./r/syntax.ts";
import { Values } from "./r/values.ts";

function rules(grammar: Grammar): LanguageRules {
  const syntax = new RSyntax(grammar);
  const shiny = new Shiny(syntax);
  const classes = new ClassDefinitions(syntax);
  const definitions = new Definitions(syntax, classes, shiny);
  const values = new Values(syntax, classes);
  const references = new References(syntax, classes, values, shiny);
  return {
    define: {
      program: (x) => forgetFile(x),
      function_definition: (x, node) => definitions.functionLiteral(x, node),
      binary_operator: (x, node) => definitions.assignment(x, node),
      call: (x, node) => definitions.call(x, node),
      for_statement: (x, node) => definitions.loop(x, node),
      string: (x, node) => definitions.documentedData(x, node),
    },
    refer: {
      function_definition: (x, node) => references.functionLiteral(x, node),
      binary_operator: (x, node) => references.operator(x, node),
      call: (x, node) => references.call(x, node),
      for_statement: (x, node) => references.loop(x, node),
      namespace_operator: (x, node) => references.qualified(x, node),
      extract_operator: (x, node) => references.member(x, node),
      subset2: (x, node) => shiny.referInput(x, node),
    },
    values: {
      identifier: (x, node) => values.identifier(x, node),
      namespace_operator: (x, node) => values.qualified(x, node),
      extract_operator: (x, node) => values.extract(x, node),
      subset2: (x, node) => values.subset2(x, node),
      call: (x, node) => values.call(x, node),
      binary_operator: (x, node) => values.operator(x, node),
      if_statement: (x, node) => values.conditional(x, node),
      braced_expression: (x, node) => values.block(x, node),
      parenthesized_expression: (x, node) => x.value(syntax.unwrapped(x, node)),
      function_definition: (x, node) => values.functionLiteral(x, node),
      string: (x) => x.literal("character"),
      float: (x) => x.literal("numeric"),
      integer: (x) => x.literal("integer"),
      true: (x) => x.literal("logical"),
      false: (x) => x.literal("logical"),
    },
    docs: { line: ["#'", "#"], block: [] },
    finish: (x) => forgetFile(x),
  };
}

/** Functions of R that run commands. */
const R_COMMANDS: CommandForm = {
  calls: ["call"],
  names: ["system", "system2", "shell", "run", "exec_wait", "exec_internal", "process"],
  strings: ["string"],
  lists: ["arguments", "argument"],
  others: ["comma"],
  listing: /^(?:c|list|character)\(/,
};

/** R. */
export const r: LanguageImplementation = {
  manifests: { DESCRIPTION: readDescription, NAMESPACE: readNamespace },
  rules: withCommands(rules, R_COMMANDS),
  modules: rModules,
  semantics: rSemantics,
};
