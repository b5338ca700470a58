/** What the rules know of Zig's grammar. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

const FIELDS = "name type body function object member left right condition ok".split(
  " ",
);
const KINDS =
  ("identifier parameters field_expression call_expression builtin_function builtin_identifier arguments string " +
    "string_content struct_declaration union_declaration enum_declaration opaque_declaration error_set_declaration " +
    "variable_declaration function_declaration container_field parameter builtin_type pointer_type nullable_type " +
    "error_union_type slice_type array_type payload for_statement return_expression block " +
    "expression_statement unary_expression struct_initializer source_file range_expression switch_case comment")
    .split(" ");

/** Ids of the grammar, by name. */
export interface ZigSyntax {
  readonly F: Readonly<Record<string, number>>;
  readonly K: Readonly<Record<string, number>>;
  /** Declarations of types with members. */
  readonly containers: ReadonlySet<number>;
  /** Types that stand for what they hold. */
  readonly wrappers: ReadonlySet<number>;
}

/** Looks the grammar's names up. @throws {Error} when the grammar lacks one */
export function zigSyntax(g: Grammar): ZigSyntax {
  return {
    F: Object.fromEntries(FIELDS.map((name) => [name, g.field(name)])),
    K: Object.fromEntries(KINDS.map((name) => [name, g.kind(name)])),
    containers: g.kinds(
      "struct_declaration",
      "union_declaration",
      "enum_declaration",
      "opaque_declaration",
      "error_set_declaration",
    ),
    wrappers: g.kinds("pointer_type", "nullable_type"),
  };
}

/** A declaration of a constant or a variable, taken apart; undefined for an assignment. */
export function declaredVariable(
  x: Extraction,
  { K, F }: ZigSyntax,
  node: NodeIndex,
): { readonly name: NodeIndex; readonly type: NodeIndex; readonly value: NodeIndex } | undefined {
  const { tree } = x;
  const name = tree.childOfKind(node, K["identifier"]!);
  if (name === NONE) return undefined;
  const before = x.text.slice(tree.starts[node]!, tree.starts[name]!);
  if (!/\b(?:const|var)\s+$/.test(before)) return undefined;
  const type = tree.child(node, F["type"]!);
  let value: NodeIndex = NONE;
  for (let at = tree.nextSibling(name); at !== NONE; at = tree.nextSibling(at)) {
    if (tree.isNamed(at) && at !== type && tree.kinds[at] !== K["comment"]) value = at;
  }
  return { name, type, value };
}

/** What an `@import` names; undefined for anything else. */
export function importedPath(
  x: Extraction,
  { K }: ZigSyntax,
  node: NodeIndex,
): { readonly path: string; readonly start: number } | undefined {
  const { tree } = x;
  if (node === NONE || tree.kinds[node] !== K["builtin_function"]) return undefined;
  if (x.textOf(tree.firstChild(node)) !== "@import") return undefined;
  const args = tree.childOfKind(node, K["arguments"]!);
  const string = args === NONE ? NONE : tree.childOfKind(args, K["string"]!);
  const content = string === NONE ? NONE : tree.childOfKind(string, K["string_content"]!);
  return content === NONE ? undefined : { path: x.textOf(content), start: tree.starts[content]! };
}

/** Node of the last name of what is called or named; -1 when it has none. */
export function lastName(x: Extraction, { K, F }: ZigSyntax, node: NodeIndex): NodeIndex {
  if (node === NONE) return NONE;
  const kind = x.tree.kinds[node];
  if (kind === K["identifier"]) return node;
  if (kind === K["field_expression"]) return x.tree.child(node, F["member"]!);
  return kind === K["call_expression"]
    ? lastName(x, { K, F } as ZigSyntax, x.tree.child(node, F["function"]!))
    : NONE;
}

/** Named children of a node from one on, comments left out. */
export function childrenFrom(x: Extraction, { K }: ZigSyntax, first: NodeIndex): NodeIndex[] {
  const found: NodeIndex[] = [];
  for (let at = first; at !== NONE; at = x.tree.nextSibling(at)) {
    if (x.tree.isNamed(at) && x.tree.kinds[at] !== K["comment"]) found.push(at);
  }
  return found;
}

/** Arguments of a call. */
export function argumentsOf(x: Extraction, s: ZigSyntax, call: NodeIndex): NodeIndex[] {
  return childrenFrom(x, s, x.tree.firstChild(call)).filter((node) =>
    x.tree.fields[node] !== s.F["function"]
  );
}

/** A name; one in quotation marks without them. */
export function nameOf(x: Extraction, node: NodeIndex): string {
  return x.textOf(node).replace(/^@"|"$/g, "");
}
