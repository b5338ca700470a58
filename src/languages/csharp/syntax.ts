/** Node types and fields of the C# grammar. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: {
      alternative: g.field("alternative"),
      arguments: g.field("arguments"),
      body: g.field("body"),
      condition: g.field("condition"),
      consequence: g.field("consequence"),
      expression: g.field("expression"),
      function: g.field("function"),
      left: g.field("left"),
      name: g.field("name"),
      parameters: g.field("parameters"),
      returns: g.field("returns"),
      right: g.field("right"),
      type: g.field("type"),
      value: g.field("value"),
    },
    K: {
      accessorList: g.kind("accessor_list"),
      arguments: g.kind("argument_list"),
      argument: g.kind("argument"),
      arrow: g.kind("arrow_expression_clause"),
      attribute: g.kind("attribute"),
      attributeArgument: g.kind("attribute_argument"),
      attributeArguments: g.kind("attribute_argument_list"),
      attributeList: g.kind("attribute_list"),
      baseList: g.kind("base_list"),
      block: g.kind("block"),
      conditionalAccess: g.kind("conditional_access_expression"),
      initializer: g.kind("initializer_expression"),
      constructorInitializer: g.kind("constructor_initializer"),
      enumMembers: g.kind("enum_member_declaration_list"),
      genericName: g.kind("generic_name"),
      identifier: g.kind("identifier"),
      implicitCreation: g.kind("implicit_object_creation_expression"),
      implicitParameter: g.kind("implicit_parameter"),
      interfaceDeclaration: g.kind("interface_declaration"),
      invocation: g.kind("invocation_expression"),
      memberAccess: g.kind("member_access_expression"),
      memberBinding: g.kind("member_binding_expression"),
      modifier: g.kind("modifier"),
      objectCreation: g.kind("object_creation_expression"),
      parameter: g.kind("parameter"),
      parameterList: g.kind("parameter_list"),
      qualifiedName: g.kind("qualified_name"),
      returnStatement: g.kind("return_statement"),
      tuplePattern: g.kind("tuple_pattern"),
      typeArguments: g.kind("type_argument_list"),
      typeParameter: g.kind("type_parameter"),
      typeParameters: g.kind("type_parameter_list"),
      constraints: g.kind("type_parameter_constraints_clause"),
      variableDeclaration: g.kind("variable_declaration"),
      variableDeclarator: g.kind("variable_declarator"),
      base: g.token("base"),
      global: g.token("global"),
      params: g.token("params"),
      static: g.token("static"),
      this: g.token("this"),
    },
    /** Wrappers of a type in which another is named. */
    TYPE_WRAPPERS: g.kinds(
      "nullable_type",
      "array_type",
      "pointer_type",
      "ref_type",
      "scoped_type",
    ),
  };
}
