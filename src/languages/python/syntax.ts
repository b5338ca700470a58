/** Node types and fields of the Python grammar that the rules ask for, looked up once. */
import type { Grammar } from "../../extract/grammar.ts";

/** Rules that follow nesting stop this far down: people do not write such things. */
export const DEEPEST = 100;

/** Fields by name. */
const FIELDS = {
  alias: "alias",
  alternative: "alternative",
  argument: "argument",
  arguments: "arguments",
  attribute: "attribute",
  body: "body",
  condition: "condition",
  consequence: "consequence",
  definition: "definition",
  function: "function",
  key: "key",
  left: "left",
  moduleName: "module_name",
  name: "name",
  object: "object",
  operator: "operator",
  parameters: "parameters",
  returnType: "return_type",
  right: "right",
  subject: "subject",
  subscript: "subscript",
  superclasses: "superclasses",
  type: "type",
  typeParameters: "type_parameters",
  value: "value",
} as const;

/** Node types by name. */
const KINDS = {
  aliasedImport: "aliased_import",
  argumentList: "argument_list",
  asPattern: "as_pattern",
  asPatternTarget: "as_pattern_target",
  assignment: "assignment",
  attribute: "attribute",
  binaryOperator: "binary_operator",
  block: "block",
  booleanOperator: "boolean_operator",
  breakStatement: "break_statement",
  call: "call",
  casePattern: "case_pattern",
  classDefinition: "class_definition",
  classPattern: "class_pattern",
  concatenatedString: "concatenated_string",
  conditional: "conditional_expression",
  constrainedType: "constrained_type",
  continueStatement: "continue_statement",
  decorated: "decorated_definition",
  decorator: "decorator",
  dictionarySplat: "dictionary_splat",
  dictPattern: "dict_pattern",
  dottedName: "dotted_name",
  elifClause: "elif_clause",
  elseClause: "else_clause",
  ellipsis: "ellipsis",
  expressionStatement: "expression_statement",
  functionDefinition: "function_definition",
  genericType: "generic_type",
  identifier: "identifier",
  ifStatement: "if_statement",
  integer: "integer",
  keywordArgument: "keyword_argument",
  keywordPattern: "keyword_pattern",
  keywordSeparator: "keyword_separator",
  lambda: "lambda",
  list: "list",
  listSplat: "list_splat",
  listSplatPattern: "list_splat_pattern",
  memberType: "member_type",
  none: "none",
  notOperator: "not_operator",
  parenthesized: "parenthesized_expression",
  positionalSeparator: "positional_separator",
  raiseStatement: "raise_statement",
  returnStatement: "return_statement",
  slice: "slice",
  splatPattern: "splat_pattern",
  splatType: "splat_type",
  string: "string",
  stringContent: "string_content",
  stringStart: "string_start",
  subscript: "subscript",
  tuple: "tuple",
  type: "type",
  typeParameter: "type_parameter",
  unionPattern: "union_pattern",
  unionType: "union_type",
  wildcard: "wildcard_import",
  withItem: "with_item",
  withStatement: "with_statement",
  yield: "yield",
} as const;

/** What the rules know of the grammar. */
export interface PythonSyntax {
  readonly F: Readonly<Record<keyof typeof FIELDS, number>>;
  readonly K: Readonly<Record<keyof typeof KINDS, number>>;
  /** Tokens. */
  readonly T: Readonly<Record<"and" | "async", number>>;
  /** Targets that take a value apart. */
  readonly unpacked: ReadonlySet<number>;
  /** Patterns whose parts are elements of what they match. */
  readonly sequencePatterns: ReadonlySet<number>;
  /** Statements after which the rest of a block does not run. */
  readonly exits: ReadonlySet<number>;
}

/** Looks the grammar's names up. @throws {Error} when the grammar lacks one. */
export function pythonSyntax(g: Grammar): PythonSyntax {
  return {
    F: lookUp(FIELDS, (name) => g.field(name)),
    K: lookUp(KINDS, (name) => g.kind(name)),
    T: { and: g.token("and"), async: g.token("async") },
    unpacked: g.kinds("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"),
    sequencePatterns: g.kinds("list_pattern", "tuple_pattern"),
    exits: g.kinds("return_statement", "raise_statement", "continue_statement", "break_statement"),
  };
}

function lookUp<Name extends string>(
  names: Readonly<Record<Name, string>>,
  find: (name: string) => number,
): Record<Name, number> {
  const ids = {} as Record<Name, number>;
  for (const name of Object.keys(names) as Name[]) ids[name] = find(names[name]);
  return ids;
}
