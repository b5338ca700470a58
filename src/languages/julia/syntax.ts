/** Node types and fields of the Julia grammar. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: { name: g.field("name"), prefix: g.field("prefix"), value: g.field("value") },
    K: {
      arguments: g.kind("argument_list"),
      arrow: g.kind("arrow_function_expression"),
      assignment: g.kind("assignment"),
      binary: g.kind("binary_expression"),
      broadcast: g.kind("broadcast_call_expression"),
      call: g.kind("call_expression"),
      constStatement: g.kind("const_statement"),
      content: g.kind("content"),
      curly: g.kind("curly_expression"),
      doClause: g.kind("do_clause"),
      field: g.kind("field_expression"),
      forBinding: g.kind("for_binding"),
      forStatement: g.kind("for_statement"),
      functionDefinition: g.kind("function_definition"),
      identifier: g.kind("identifier"),
      importAlias: g.kind("import_alias"),
      importPath: g.kind("import_path"),
      interpolation: g.kind("interpolation_expression"),
      letBinding: g.kind("let_binding"),
      macroArguments: g.kind("macro_argument_list"),
      macroCall: g.kind("macrocall_expression"),
      macroIdentifier: g.kind("macro_identifier"),
      moduleDefinition: g.kind("module_definition"),
      namedArgument: g.kind("named_argument"),
      openTuple: g.kind("open_tuple"),
      operator: g.kind("operator"),
      parametrized: g.kind("parametrized_type_expression"),
      parenthesized: g.kind("parenthesized_expression"),
      quote: g.kind("quote_expression"),
      returnStatement: g.kind("return_statement"),
      scoped: g.kind("scoped_identifier"),
      selected: g.kind("selected_import"),
      signature: g.kind("signature"),
      splat: g.kind("splat_expression"),
      string: g.kind("string_literal"),
      structDefinition: g.kind("struct_definition"),
      tuple: g.kind("tuple_expression"),
      typed: g.kind("typed_expression"),
      typeHead: g.kind("type_head"),
      unaryTyped: g.kind("unary_typed_expression"),
      using: g.kind("using_statement"),
      where: g.kind("where_expression"),
    },
    /** What the name of a function may be. */
    NAMES: g.kinds("identifier", "operator", "interpolation_expression"),
    TUPLES: g.kinds("open_tuple", "tuple_expression"),
    /** Where a string may stand as a statement of its own, to document what follows. */
    HOLDS_STATEMENTS: g.kinds(
      "source_file",
      "module_definition",
      "struct_definition",
      "compound_statement",
      "if_statement",
      "macro_argument_list",
    ),
  };
}
