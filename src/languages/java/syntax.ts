/** Node types and fields of the Java grammar. */
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
      array: g.field("array"),
      body: g.field("body"),
      consequence: g.field("consequence"),
      constructor: g.field("constructor"),
      declarator: g.field("declarator"),
      dimensions: g.field("dimensions"),
      element: g.field("element"),
      field: g.field("field"),
      interfaces: g.field("interfaces"),
      left: g.field("left"),
      name: g.field("name"),
      object: g.field("object"),
      parameters: g.field("parameters"),
      right: g.field("right"),
      superclass: g.field("superclass"),
      type: g.field("type"),
      typeArguments: g.field("type_arguments"),
      typeParameters: g.field("type_parameters"),
      value: g.field("value"),
    },
    K: {
      annotation: g.kind("annotation"),
      arguments: g.kind("argument_list"),
      asterisk: g.kind("asterisk"),
      block: g.kind("block"),
      catchType: g.kind("catch_type"),
      classBody: g.kind("class_body"),
      creation: g.kind("object_creation_expression"),
      enumConstant: g.kind("enum_constant"),
      explicitConstructor: g.kind("explicit_constructor_invocation"),
      extendsInterfaces: g.kind("extends_interfaces"),
      fieldAccess: g.kind("field_access"),
      formalParameter: g.kind("formal_parameter"),
      formalParameters: g.kind("formal_parameters"),
      genericType: g.kind("generic_type"),
      identifier: g.kind("identifier"),
      inferredParameters: g.kind("inferred_parameters"),
      interfaceBody: g.kind("interface_body"),
      lambda: g.kind("lambda_expression"),
      namedArgument: g.kind("element_value_pair"),
      markerAnnotation: g.kind("marker_annotation"),
      methodInvocation: g.kind("method_invocation"),
      modifiers: g.kind("modifiers"),
      receiverParameter: g.kind("receiver_parameter"),
      returnStatement: g.kind("return_statement"),
      scopedIdentifier: g.kind("scoped_identifier"),
      scopedType: g.kind("scoped_type_identifier"),
      spreadParameter: g.kind("spread_parameter"),
      super: g.kind("super"),
      switchRule: g.kind("switch_rule"),
      this: g.kind("this"),
      typeBound: g.kind("type_bound"),
      typeIdentifier: g.kind("type_identifier"),
      typeList: g.kind("type_list"),
      typeParameter: g.kind("type_parameter"),
      variableDeclarator: g.kind("variable_declarator"),
      dot: g.token("."),
      static: g.token("static"),
    },
    /** Nodes whose members are public whatever is written. */
    PUBLIC_BODIES: g.kinds("interface_body", "annotation_type_body"),
    ANNOTATIONS: g.kinds("annotation", "marker_annotation"),
    LOCAL_SCOPES: g.kinds("block", "constructor_body"),
  };
}
