/** Node types and fields of the grammars of Lua and Luau, and what is found in them by place. */
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
      arguments: g.field("arguments"),
      body: g.field("body"),
      clause: g.field("clause"),
      content: g.field("content"),
      field: g.field("field"),
      left: g.field("left"),
      local: g.field("local_declaration"),
      method: g.field("method"),
      name: g.field("name"),
      parameters: g.field("parameters"),
      right: g.field("right"),
      table: g.field("table"),
      value: g.field("value"),
    },
    K: {
      arguments: g.kind("arguments"),
      assignment: g.kind("assignment_statement"),
      call: g.kind("function_call"),
      declaration: g.kind("variable_declaration"),
      dotIndex: g.kind("dot_index_expression"),
      expressionList: g.kind("expression_list"),
      field: g.kind("field"),
      function: g.kind("function_definition"),
      genericClause: g.kind("for_generic_clause"),
      identifier: g.kind("identifier"),
      methodIndex: g.kind("method_index_expression"),
      return: g.kind("return_statement"),
      string: g.kind("string"),
      table: g.kind("table_constructor"),
      variableList: g.kind("variable_list"),
    },
  };
}

/** A variable, field or function that is given a value. */
export interface Assigned {
  readonly target: NodeIndex;
  /** Node of the value; -1 when none stands at its place. */
  readonly value: NodeIndex;
}

/** The grammar of Lua or Luau. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** What an assignment, or a declaration with one, gives values to. */
  assignedIn(x: Extraction, node: NodeIndex): Assigned[] {
    const { tree } = x;
    const { K } = this;
    const inner = tree.childOfKind(node, K.assignment);
    const holder = inner === NONE ? node : inner;
    const targets = namedChildren(x, tree.childOfKind(holder, K.variableList));
    const values = namedChildren(x, tree.childOfKind(holder, K.expressionList));
    return targets.map((target, i) => ({ target, value: values[i] ?? NONE }));
  }

  /** Whether a node is declared with `local`. */
  isLocal(x: Extraction, node: NodeIndex): boolean {
    return x.tree.fields[node] === this.F.local || x.tree.kinds[node] === this.K.declaration;
  }

  /** Node of the last name of `f`, `a.f`, `a:f`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE) return NONE;
    const { tree } = x;
    const { F, K } = this;
    const kind = tree.kinds[node];
    if (kind === K.identifier) return node;
    if (kind !== K.dotIndex && kind !== K.methodIndex) return NONE;
    const name = tree.child(node, kind === K.dotIndex ? F.field : F.method);
    return name !== NONE && tree.kinds[name] === K.identifier ? name : NONE;
  }

  /** Nodes of the arguments of a call. */
  argumentsOf(x: Extraction, call: NodeIndex): NodeIndex[] {
    const list = x.tree.child(call, this.F.arguments);
    if (list === NONE) return [];
    return x.tree.kinds[list] === this.K.arguments ? namedChildren(x, list) : [list];
  }

  /** What a string says; undefined for what is none. */
  stringText(x: Extraction, node: NodeIndex | undefined): string | undefined {
    if (node === undefined || node === NONE || x.tree.kinds[node] !== this.K.string) {
      return undefined;
    }
    const content = x.tree.child(node, this.F.content);
    return content === NONE ? "" : x.textOf(content);
  }

  /** Names and texts of a table's fields that have names. */
  namedFields(x: Extraction, table: NodeIndex): { name: NodeIndex; value: NodeIndex }[] {
    const { tree } = x;
    return namedChildren(x, table).flatMap((field) => {
      const name = tree.child(field, this.F.name);
      const value = tree.child(field, this.F.value);
      return name === NONE || tree.kinds[name] !== this.K.identifier ? [] : [{ name, value }];
    });
  }
}
