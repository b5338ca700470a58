/** Node types and fields of the PHP grammar. */
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
      attributes: g.field("attributes"),
      body: g.field("body"),
      condition: g.field("condition"),
      defaultValue: g.field("default_value"),
      function: g.field("function"),
      left: g.field("left"),
      name: g.field("name"),
      object: g.field("object"),
      operator: g.field("operator"),
      parameters: g.field("parameters"),
      returnType: g.field("return_type"),
      right: g.field("right"),
      scope: g.field("scope"),
      type: g.field("type"),
      visibility: g.field("visibility"),
    },
    K: {
      abstract: g.kind("abstract_modifier"),
      anonymousClass: g.kind("anonymous_class"),
      argument: g.kind("argument"),
      arguments: g.kind("arguments"),
      array: g.kind("array_creation_expression"),
      attribute: g.kind("attribute"),
      baseClause: g.kind("base_clause"),
      constElement: g.kind("const_element"),
      creation: g.kind("object_creation_expression"),
      implements: g.kind("class_interface_clause"),
      interface: g.kind("interface_declaration"),
      listLiteral: g.kind("list_literal"),
      memberAccess: g.kind("member_access_expression"),
      memberCall: g.kind("member_call_expression"),
      name: g.kind("name"),
      namespaceName: g.kind("namespace_name"),
      pair: g.kind("pair"),
      promoted: g.kind("property_promotion_parameter"),
      propertyElement: g.kind("property_element"),
      qualifiedName: g.kind("qualified_name"),
      relativeScope: g.kind("relative_scope"),
      returnStatement: g.kind("return_statement"),
      simpleParameter: g.kind("simple_parameter"),
      static: g.kind("static_modifier"),
      string: g.kind("string"),
      use: g.kind("namespace_use_clause"),
      useGroup: g.kind("namespace_use_group"),
      variable: g.kind("variable_name"),
      variadic: g.kind("variadic_parameter"),
      visibility: g.kind("visibility_modifier"),
    },
    NAMES: g.kinds("name", "qualified_name", "relative_name"),
  };
}
