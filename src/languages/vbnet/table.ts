/** The syntax of VB.NET. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { SyntaxTable } from "../plain_family/syntax_table.ts";
import {
  bindEach,
  readImports,
  referAttribute,
  referBases,
  referMade,
  referStatement,
  typeConstant,
} from "./references.ts";

const TYPE = { name: ".name", typeParameters: "type_parameters" } as const;
const FUNCTION = {
  name: ".name",
  parameters: ".parameters",
  result: ".return_type",
  typeParameters: "type_parameters",
} as const;
const VALUE = { name: ".name", type: "as_clause/.type", value: ".initializer" } as const;
const TEST = /<\s*(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/i;

/** What VB.NET looks like. */
export const vbNetTable: SyntaxTable = {
  types: {
    class_block: { kind: Kind.class, ...TYPE },
    module_block: { kind: Kind.class, ...TYPE },
    structure_block: { kind: Kind.struct, ...TYPE },
    interface_block: { kind: Kind.interface, ...TYPE },
    enum_block: { kind: Kind.enum, ...TYPE },
    delegate_declaration: { kind: Kind.type, name: ".name" },
  },
  functions: {
    method_declaration: FUNCTION,
    constructor_declaration: { ...FUNCTION, name: "=New" },
    property_declaration: {
      name: ".name",
      parameters: ".parameters",
      result: "as_clause/.type",
      kind: Kind.property,
    },
  },
  parameters: { parameter: { name: ".name", type: "as_clause/.type", value: ".default_value" } },
  variables: {
    variable_declarator: { ...VALUE, kind: Kind.field },
    const_declaration: { ...VALUE, kind: Kind.constant },
    event_declaration: { name: ".name", kind: Kind.field },
    enum_member: { name: ".name", kind: Kind.enumMember },
    dim_statement: VALUE,
    for_statement: { name: ".variable", type: "as_clause/.type" },
    catch_block: { name: ".exception", type: ".type" },
  },
  calls: {
    invocation: { callee: ".target", arguments: ".arguments" },
    new_expression: { callee: ".type", arguments: "argument_list", constructs: true },
  },
  members: { member_access: { object: ".object", name: ".member" } },
  names: ["identifier"],
  typeNodes: { generic_type: { name: "namespace_name", arguments: "type_argument_list" } },
  wrappers: [
    "expression",
    "argument",
    "type",
    "namespace_name",
    "literal",
    "parenthesized_expression",
  ],
  literals: {
    string_literal: "String",
    integer_literal: "Integer",
    floating_point_literal: "Double",
    boolean_literal: "Boolean",
  },
  self: ["Me", "MyClass"],
  super: ["MyBase"],
  lambdas: { lambda_expression: { parameters: "lambda_parameter" } },
  blocks: ["for_each_statement"],
  constructors: { names: new Set(["New"]) },
  namesHaveBlanks: true,
  define: {
    namespace_block: (x, node) => {
      const nameNode = namedChildren(x, node)[0] ?? NONE;
      const name = x.textOf(nameNode).replace(/\s+/g, "");
      x.define(node, { kind: Kind.namespace, name, nameNode, scopeNode: node, doc: "" });
    },
  },
  refer: {
    imports_statement: readImports,
    inherits_clause: referBases,
    implements_clause: referBases,
    attribute: referAttribute,
    call_statement: referStatement,
    inline_statement: referStatement,
    as_clause: referMade,
    for_each_statement: bindEach,
    enum_member: typeConstant,
    module_block: (x, node) => shareMembers(x, node),
  },
  flags: (x, node) => flagsOf(x, node),
  docs: { line: ["'''"], block: [] },
};

/** What a module has is known wherever its name space is. */
function shareMembers(x: Extraction, node: NodeIndex): void {
  const outer = Math.max(0, x.scopeParent(x.scope));
  if (x.scopeKind(outer) === ScopeKind.function) return;
  for (const member of namedChildren(x, node)) {
    const symbol = x.symbolAt(member);
    if (symbol === NONE) continue;
    const name = x.facts.textAt(x.facts.tables.symbols.get(symbol, 1));
    x.bind(outer, name, BindingKind.definition, { symbol, offset: x.tree.starts[member]! });
  }
}

function flagsOf(x: Extraction, node: NodeIndex): number {
  const text = x.textOf(node);
  const line = /^[^\n]*(?:\n\s*<[^\n]*|>\s*\n[^\n]*)*/.exec(text)?.[0] ?? text;
  const words = line.slice(0, 400).replace(/\([^]*$/, (rest) => TEST.test(rest) ? rest : "");
  const around = x.tree.parents[node]!;
  const owner = around === NONE ? "" : x.textOf(around).slice(0, 300);
  const isInModule = /^(?:\s*<[^>]*>\s*)*(?:(?:Public|Friend|Private)\s+)*Module\b/i.test(owner);
  const isPrivate = /\bPrivate\b/i.test(words) || /^\s*Dim\b/i.test(words);
  return (isPrivate
    ? Flag.private
    : /\bProtected\b/i.test(words)
    ? Flag.protected
    : Flag.exported) |
    (/\bShared\b|\bConst\b/i.test(words) || isInModule ? Flag.static : 0) |
    (/\bMustOverride\b|\bMustInherit\b/i.test(words) ? Flag.abstract : 0) |
    (/\bOverridable\b/i.test(words) ? Flag.virtual : 0) |
    (/\bPartial\b/i.test(words) ? Flag.extension : 0) |
    (/\bAsync\b/i.test(words) ? Flag.async : 0) |
    (/<\s*Obsolete\b/i.test(words) ? Flag.deprecated : 0) |
    (TEST.test(words) ? Flag.test : 0);
}
