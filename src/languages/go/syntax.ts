/** Node types and fields of the Go grammar. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: {
      alias: g.field("alias"),
      arguments: g.field("arguments"),
      body: g.field("body"),
      element: g.field("element"),
      field: g.field("field"),
      function: g.field("function"),
      key: g.field("key"),
      index: g.field("index"),
      left: g.field("left"),
      name: g.field("name"),
      operand: g.field("operand"),
      operator: g.field("operator"),
      package: g.field("package"),
      parameters: g.field("parameters"),
      path: g.field("path"),
      receiver: g.field("receiver"),
      result: g.field("result"),
      right: g.field("right"),
      type: g.field("type"),
      typeArguments: g.field("type_arguments"),
      typeParameters: g.field("type_parameters"),
      value: g.field("value"),
    },
    K: {
      argumentList: g.kind("argument_list"),
      blank: g.kind("blank_identifier"),
      call: g.kind("call_expression"),
      compositeLiteral: g.kind("composite_literal"),
      constSpec: g.kind("const_spec"),
      dot: g.kind("dot"),
      expressionList: g.kind("expression_list"),
      fieldDeclaration: g.kind("field_declaration"),
      fieldList: g.kind("field_declaration_list"),
      forClause: g.kind("for_clause"),
      funcLiteral: g.kind("func_literal"),
      functionType: g.kind("function_type"),
      genericType: g.kind("generic_type"),
      identifier: g.kind("identifier"),
      index: g.kind("index_expression"),
      interfaceType: g.kind("interface_type"),
      keyedElement: g.kind("keyed_element"),
      mapType: g.kind("map_type"),
      parameterDeclaration: g.kind("parameter_declaration"),
      parameterList: g.kind("parameter_list"),
      parenthesized: g.kind("parenthesized_expression"),
      parenthesizedType: g.kind("parenthesized_type"),
      pointerType: g.kind("pointer_type"),
      qualifiedType: g.kind("qualified_type"),
      rangeClause: g.kind("range_clause"),
      selector: g.kind("selector_expression"),
      shortVar: g.kind("short_var_declaration"),
      statementList: g.kind("statement_list"),
      structType: g.kind("struct_type"),
      typeAlias: g.kind("type_alias"),
      typeConversion: g.kind("type_conversion_expression"),
      typeDeclaration: g.kind("type_declaration"),
      typeElement: g.kind("type_elem"),
      typeIdentifier: g.kind("type_identifier"),
      unary: g.kind("unary_expression"),
      varDeclaration: g.kind("var_declaration"),
      constDeclaration: g.kind("const_declaration"),
      variadic: g.kind("variadic_parameter_declaration"),
      openBrace: g.token("{"),
      receive: g.token("<-"),
    },
    /** Statements that declare something in the block they stand in. */
    DECLARING: g.kinds(
      "short_var_declaration",
      "var_declaration",
      "const_declaration",
      "type_declaration",
    ),
    TYPE_SPECS: g.kinds("type_spec", "type_alias"),
    /** What may hold several specs in parentheses. */
    SPEC_GROUPS: g.kinds("type_declaration", "var_declaration", "const_declaration"),
  };
}
