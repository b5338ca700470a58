/** Node types and fields of the Ruby grammar. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: {
      alias: g.field("alias"),
      alternative: g.field("alternative"),
      arguments: g.field("arguments"),
      block: g.field("block"),
      body: g.field("body"),
      condition: g.field("condition"),
      consequence: g.field("consequence"),
      left: g.field("left"),
      method: g.field("method"),
      name: g.field("name"),
      object: g.field("object"),
      parameters: g.field("parameters"),
      receiver: g.field("receiver"),
      right: g.field("right"),
      scope: g.field("scope"),
      superclass: g.field("superclass"),
      value: g.field("value"),
      variable: g.field("variable"),
    },
    K: {
      arguments: g.kind("argument_list"),
      assignment: g.kind("assignment"),
      block: g.kind("block"),
      blockArgument: g.kind("block_argument"),
      blockBody: g.kind("block_body"),
      blockParameters: g.kind("block_parameters"),
      bodyStatement: g.kind("body_statement"),
      call: g.kind("call"),
      class: g.kind("class"),
      constant: g.kind("constant"),
      doBlock: g.kind("do_block"),
      exceptions: g.kind("exceptions"),
      identifier: g.kind("identifier"),
      instanceVariable: g.kind("instance_variable"),
      lambda: g.kind("lambda"),
      leftList: g.kind("left_assignment_list"),
      method: g.kind("method"),
      methodParameters: g.kind("method_parameters"),
      module: g.kind("module"),
      operatorAssignment: g.kind("operator_assignment"),
      optionalParameter: g.kind("optional_parameter"),
      pair: g.kind("pair"),
      return: g.kind("return"),
      scopeResolution: g.kind("scope_resolution"),
      self: g.kind("self"),
      simpleSymbol: g.kind("simple_symbol"),
      singletonClass: g.kind("singleton_class"),
      singletonMethod: g.kind("singleton_method"),
      splatArgument: g.kind("splat_argument"),
      string: g.kind("string"),
      super: g.kind("super"),
      then: g.kind("then"),
    },
    PARAMETERS: g.kinds(
      "identifier",
      "optional_parameter",
      "splat_parameter",
      "keyword_parameter",
      "hash_splat_parameter",
      "block_parameter",
      "destructured_parameter",
    ),
    /** Parameters that need not be given. */
    OPTIONAL: g.kinds("optional_parameter", "keyword_parameter", "block_parameter"),
    VARIADIC: g.kinds("splat_parameter", "hash_splat_parameter"),
    BLOCKS: g.kinds("block", "do_block"),
    /** Lists in which an identifier is a name that is bound, not one that is used. */
    BINDING_LISTS: g.kinds(
      "method_parameters",
      "block_parameters",
      "lambda_parameters",
      "left_assignment_list",
      "destructured_parameter",
      "exception_variable",
      "splat_parameter",
      "hash_splat_parameter",
      "block_parameter",
      "alias",
      "undef",
    ),
  };
}
