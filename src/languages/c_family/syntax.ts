/** Node types and fields of the C and C++ grammars; the second extends the first. */
import type { Grammar } from "../../extract/grammar.ts";

/** Ids of one of the grammars; a type or field that it lacks never matches. */
export type Syntax = ReturnType<typeof syntaxOf>;

const ABSENT_KIND = -2;
const ABSENT_FIELD = 0;

/** Looks up the ids of a grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  const kind = (type: string): number => g.has(type) ? g.kind(type) : ABSENT_KIND;
  const field = (name: string): number => g.hasField(name) ? g.field(name) : ABSENT_FIELD;
  const kinds = (...types: string[]): ReadonlySet<number> =>
    new Set(types.filter((type) => g.has(type)).map((type) => g.kind(type)));
  return {
    isCpp: g.has("namespace_definition"),
    F: {
      alternative: field("alternative"),
      argument: field("argument"),
      arguments: field("arguments"),
      base: field("base"),
      body: field("body"),
      condition: field("condition"),
      consequence: field("consequence"),
      declarator: field("declarator"),
      designator: field("designator"),
      defaultType: field("default_type"),
      defaultValue: field("default_value"),
      field: field("field"),
      function: field("function"),
      initializer: field("initializer"),
      left: field("left"),
      name: field("name"),
      parameters: field("parameters"),
      path: field("path"),
      right: field("right"),
      scope: field("scope"),
      type: field("type"),
      value: field("value"),
    },
    K: {
      abstractFunction: kind("abstract_function_declarator"),
      accessSpecifier: kind("access_specifier"),
      aliasDeclaration: kind("alias_declaration"),
      argumentList: kind("argument_list"),
      arrayDeclarator: kind("array_declarator"),
      assignment: kind("assignment_expression"),
      attribute: kind("attribute_specifier"),
      baseClause: kind("base_class_clause"),
      call: kind("call_expression"),
      caseStatement: kind("case_statement"),
      catchClause: kind("catch_clause"),
      classSpecifier: kind("class_specifier"),
      comment: kind("comment"),
      compound: kind("compound_statement"),
      compoundLiteral: kind("compound_literal_expression"),
      declaration: kind("declaration"),
      declarationList: kind("declaration_list"),
      deleteMethod: kind("delete_method_clause"),
      defaultMethod: kind("default_method_clause"),
      dependentName: kind("dependent_name"),
      destructorName: kind("destructor_name"),
      enumSpecifier: kind("enum_specifier"),
      enumerator: kind("enumerator"),
      fieldDeclaration: kind("field_declaration"),
      fieldExpression: kind("field_expression"),
      fieldIdentifier: kind("field_identifier"),
      fieldInitializer: kind("field_initializer"),
      fieldInitializerList: kind("field_initializer_list"),
      fieldList: kind("field_declaration_list"),
      friend: kind("friend_declaration"),
      functionDeclarator: kind("function_declarator"),
      functionDefinition: kind("function_definition"),
      identifier: kind("identifier"),
      initDeclarator: kind("init_declarator"),
      initializerList: kind("initializer_list"),
      initializerPair: kind("initializer_pair"),
      lambda: kind("lambda_expression"),
      macroType: kind("macro_type_specifier"),
      namespaceDefinition: kind("namespace_definition"),
      namespaceIdentifier: kind("namespace_identifier"),
      nestedNamespace: kind("nested_namespace_specifier"),
      numberLiteral: kind("number_literal"),
      operatorCast: kind("operator_cast"),
      operatorName: kind("operator_name"),
      optionalParameter: kind("optional_parameter_declaration"),
      optionalTypeParameter: kind("optional_type_parameter_declaration"),
      parameterDeclaration: kind("parameter_declaration"),
      parameterList: kind("parameter_list"),
      parenthesized: kind("parenthesized_expression"),
      parenthesizedDeclarator: kind("parenthesized_declarator"),
      placeholderType: kind("placeholder_type_specifier"),
      pointerExpression: kind("pointer_expression"),
      preprocIfdef: kind("preproc_ifdef"),
      primitiveType: kind("primitive_type"),
      qualified: kind("qualified_identifier"),
      statementIdentifier: kind("statement_identifier"),
      referenceDeclarator: kind("reference_declarator"),
      storageClass: kind("storage_class_specifier"),
      string: kind("string_literal"),
      structSpecifier: kind("struct_specifier"),
      structuredBinding: kind("structured_binding_declarator"),
      subscript: kind("subscript_expression"),
      systemString: kind("system_lib_string"),
      templateArguments: kind("template_argument_list"),
      templateDeclaration: kind("template_declaration"),
      templateFunction: kind("template_function"),
      templateMethod: kind("template_method"),
      templateParameters: kind("template_parameter_list"),
      templateType: kind("template_type"),
      trailingReturn: kind("trailing_return_type"),
      translationUnit: kind("translation_unit"),
      typeDefinition: kind("type_definition"),
      typeDescriptor: kind("type_descriptor"),
      typeIdentifier: kind("type_identifier"),
      typeParameter: kind("type_parameter_declaration"),
      unionSpecifier: kind("union_specifier"),
      using: kind("using_declaration"),
      variadicParameter: kind("variadic_parameter"),
      variadicParameterDeclaration: kind("variadic_parameter_declaration"),
      variadicTypeParameter: kind("variadic_type_parameter_declaration"),
      virtual: kind("virtual"),
      virtualSpecifier: kind("virtual_specifier"),
      namespaceToken: g.has("namespace_definition") ? g.token("namespace") : ABSENT_KIND,
      inlineToken: g.token("inline"),
      openBrace: g.token("{"),
      ellipsis: g.token("..."),
      arrow: g.token("->"),
    },
    /** Conditional parts of a file. */
    CONDITIONALS: kinds("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef"),
    /** Types that may have members of their own. */
    RECORDS: kinds("struct_specifier", "union_specifier", "class_specifier"),
    /** Declarators around another one. */
    WRAPPERS: kinds(
      "init_declarator",
      "pointer_declarator",
      "reference_declarator",
      "array_declarator",
      "parenthesized_declarator",
      "block_pointer_declarator",
      "attributed_declarator",
      "function_declarator",
    ),
    POINTERS: kinds("pointer_declarator", "reference_declarator", "array_declarator"),
    PARAMETERS: kinds(
      "parameter_declaration",
      "optional_parameter_declaration",
      "variadic_parameter_declaration",
    ),
    TYPE_PARAMETERS: kinds(
      "type_parameter_declaration",
      "optional_type_parameter_declaration",
      "variadic_type_parameter_declaration",
    ),
    /** What a name ends in. */
    PLAIN_NAMES: kinds(
      "identifier",
      "field_identifier",
      "type_identifier",
      "namespace_identifier",
    ),
  };
}

/** Rules of node types that the grammar has. */
export function known<Rule>(
  g: Grammar,
  rules: Readonly<Record<string, Rule>>,
): Record<string, Rule> {
  return Object.fromEntries(Object.entries(rules).filter(([type]) => g.has(type)));
}
