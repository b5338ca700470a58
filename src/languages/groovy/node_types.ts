/** What the reader of Groovy makes. */

/** Names of the node types; the first is that of the whole text. */
export const GROOVY_TYPES = [
  "source",
  "package",
  "import",
  "class",
  "implementing_class",
  "interface",
  "trait",
  "enum",
  "enum_constant",
  "body",
  "method",
  "constructor_declaration",
  "field",
  "local",
  "loop",
  "parameters",
  "parameter",
  "type_parameters",
  "bases",
  "annotation",
  "block",
  "closure",
  "call",
  "construct",
  "anonymous",
  "member",
  "spread_member",
  "method_pointer",
  "index",
  "assignment",
  "conditional",
  "binary",
  "cast",
  "arguments",
  "argument",
  "return",
  "name",
  "type_name",
  "type_arguments",
  "generic_type",
  "array_type",
  "string",
  "number",
  "boolean",
  "list",
  "map",
  "label",
  "modifiers",
] as const;

/** A type of node. */
export type GroovyType = typeof GROOVY_TYPES[number];

/** Names of the fields. */
export const GROOVY_FIELDS = [
  "name",
  "type",
  "value",
  "callee",
  "arguments",
  "object",
  "parameters",
  "typeParameters",
  "body",
  "result",
  "left",
  "right",
  "alias",
] as const;

/** A field. */
export type GroovyField = typeof GROOVY_FIELDS[number];

/** A node before it is part of a tree: what is called is known only behind it. */
export interface GroovyNode {
  readonly type: GroovyType;
  readonly start: number;
  end: number;
  field: GroovyField | "";
  readonly children: GroovyNode[];
}
