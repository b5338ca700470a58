/** Node types and fields of the Solidity grammar, and what is found in them by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";

/** Ids of the grammar. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      alias: g.field("alias"),
      ancestor: g.field("ancestor"),
      argument: g.field("argument"),
      base: g.field("base"),
      body: g.field("body"),
      error: g.field("error"),
      function: g.field("function"),
      importName: g.field("import_name"),
      left: g.field("left"),
      name: g.field("name"),
      object: g.field("object"),
      property: g.field("property"),
      returnType: g.field("return_type"),
      source: g.field("source"),
      type: g.field("type"),
      value: g.field("value"),
      keyType: g.field("key_type"),
      valueType: g.field("value_type"),
    },
    K: {
      anySource: g.kind("any_source_type"),
      argument: g.kind("call_argument"),
      block: g.kind("block_statement"),
      declaration: g.kind("variable_declaration"),
      declarationTuple: g.kind("variable_declaration_tuple"),
      expression: g.kind("expression"),
      functionBody: g.kind("function_body"),
      identifier: g.kind("identifier"),
      inheritance: g.kind("inheritance_specifier"),
      library: g.kind("library_declaration"),
      member: g.kind("member_expression"),
      newExpression: g.kind("new_expression"),
      options: g.kind("struct_expression"),
      parameter: g.kind("parameter"),
      returnParameter: g.kind("return_parameter"),
      revertArguments: g.kind("revert_arguments"),
      structArgument: g.kind("call_struct_argument"),
      typeAlias: g.kind("type_alias"),
      typeName: g.kind("type_name"),
      userType: g.kind("user_defined_type"),
      usingAlias: g.kind("using_alias"),
      visibility: g.kind("visibility"),
    },
  };
}

/** The Solidity grammar. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** Parameters of a function, in order. */
  parameters(x: Extraction, node: NodeIndex): NodeIndex[] {
    return this.childrenOf(x, node, this.K.parameter);
  }

  /** Children of a kind. */
  childrenOf(x: Extraction, node: NodeIndex, kind: number): NodeIndex[] {
    return namedChildren(x, node).filter((one) => x.tree.kinds[one] === kind);
  }

  /** What an expression is, without the nodes that only wrap it, and without the options of a call. */
  plain(x: Extraction, node: NodeIndex): NodeIndex {
    const { kinds } = x.tree;
    let at = node;
    while (at !== NONE) {
      if (kinds[at] === this.K.expression) at = x.tree.namedChild(at);
      else if (kinds[at] === this.K.options) at = x.tree.child(at, this.F.type);
      else break;
    }
    return at;
  }

  /** The last name of a name, member or type; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const at = this.plain(x, node);
    if (at === NONE) return NONE;
    const kind = tree.kinds[at];
    if (kind === this.K.identifier) return at;
    if (kind === this.K.member) return tree.child(at, this.F.property);
    if (kind === this.K.newExpression) return this.lastName(x, tree.child(at, this.F.name));
    if (kind === this.K.typeName) return this.lastName(x, tree.namedChild(at));
    if (kind === this.K.userType || kind === this.K.typeAlias) {
      return namedChildren(x, at).at(-1) ?? NONE;
    }
    return NONE;
  }
}
