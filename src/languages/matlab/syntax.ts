/** Node types and fields of the MATLAB grammar. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: {
      field: g.field("field"),
      left: g.field("left"),
      name: g.field("name"),
      object: g.field("object"),
      right: g.field("right"),
    },
    K: {
      arguments: g.kind("arguments"),
      argumentsStatement: g.kind("arguments_statement"),
      assignment: g.kind("assignment"),
      attribute: g.kind("attribute"),
      attributes: g.kind("attributes"),
      block: g.kind("block"),
      catchClause: g.kind("catch_clause"),
      cell: g.kind("cell"),
      classDefinition: g.kind("class_definition"),
      command: g.kind("command"),
      commandArgument: g.kind("command_argument"),
      commandName: g.kind("command_name"),
      comment: g.kind("comment"),
      defaultValue: g.kind("default_value"),
      enumeration: g.kind("enumeration"),
      enumMember: g.kind("enum"),
      fieldExpression: g.kind("field_expression"),
      functionArguments: g.kind("function_arguments"),
      functionCall: g.kind("function_call"),
      functionDefinition: g.kind("function_definition"),
      functionOutput: g.kind("function_output"),
      handle: g.kind("handle_operator"),
      identifier: g.kind("identifier"),
      ignored: g.kind("ignored_argument"),
      indirect: g.kind("indirect_access"),
      iterator: g.kind("iterator"),
      lambda: g.kind("lambda"),
      methods: g.kind("methods"),
      multioutput: g.kind("multioutput_variable"),
      property: g.kind("property"),
      properties: g.kind("properties"),
      propertyName: g.kind("property_name"),
      sourceFile: g.kind("source_file"),
      string: g.kind("string"),
      stringContent: g.kind("string_content"),
      superclass: g.kind("superclass"),
      superclasses: g.kind("superclasses"),
    },
    /** Parents in which an identifier is read, so that one that is no variable may be a call. */
    READING: g.kinds(
      "arguments",
      "assignment",
      "binary_operator",
      "boolean_operator",
      "case_clause",
      "cell",
      "comparison_operator",
      "default_value",
      "elseif_clause",
      "if_statement",
      "indirect_access",
      "iterator",
      "lambda",
      "not_operator",
      "parenthesis",
      "postfix_operator",
      "range",
      "row",
      "switch_statement",
      "unary_operator",
      "while_statement",
    ),
  };
}
