/** Node types and fields of Haskell's grammar, and what is found in them by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Ids of the grammar. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      alias: g.field("alias"),
      argument: g.field("argument"),
      binds: g.field("binds"),
      children: g.field("children"),
      constructor: g.field("constructor"),
      declarations: g.field("declarations"),
      element: g.field("element"),
      expression: g.field("expression"),
      function: g.field("function"),
      id: g.field("id"),
      left: g.field("left_operand"),
      module: g.field("module"),
      name: g.field("name"),
      names: g.field("names"),
      operator: g.field("operator"),
      pattern: g.field("pattern"),
      patterns: g.field("patterns"),
      right: g.field("right_operand"),
      synonym: g.field("synonym"),
      type: g.field("type"),
    },
    K: {
      allNames: g.kind("all_names"),
      apply: g.kind("apply"),
      bind: g.kind("bind"),
      bindingList: g.kind("binding_list"),
      classBody: g.kind("class_declarations"),
      conditional: g.kind("conditional"),
      constructor: g.kind("constructor"),
      constructorOperator: g.kind("constructor_operator"),
      declarations: g.kind("declarations"),
      equation: g.kind("equation"),
      exp: g.kind("exp"),
      exports: g.kind("exports"),
      fieldName: g.kind("field_name"),
      function: g.kind("function"),
      header: g.kind("header"),
      imports: g.kind("imports"),
      infix: g.kind("infix"),
      infixId: g.kind("infix_id"),
      instanceBody: g.kind("instance_declarations"),
      letIn: g.kind("let_in"),
      literal: g.kind("literal"),
      localBinds: g.kind("local_binds"),
      match: g.kind("match"),
      moduleExport: g.kind("module_export"),
      name: g.kind("name"),
      operator: g.kind("operator"),
      prefixId: g.kind("prefix_id"),
      qualified: g.kind("qualified"),
      record: g.kind("record"),
      signature: g.kind("signature"),
      string: g.kind("string"),
      variable: g.kind("variable"),
    },
  };
}

/** A name where it is defined. */
export interface Defined {
  readonly node: NodeIndex;
  readonly name: string;
}

/** The grammar of Haskell. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** Name in a node that is a variable, or an operator in parentheses or a name in backquotes. */
  named(x: Extraction, node: NodeIndex): Defined | undefined {
    if (node === NONE) return undefined;
    const { tree } = x;
    const { K } = this;
    const kind = tree.kinds[node];
    if (kind === K.prefixId || kind === K.infixId || kind === K.fieldName) {
      return this.named(x, tree.namedChild(node));
    }
    if (kind === K.qualified) return this.named(x, tree.child(node, this.F.id));
    return { node, name: x.textOf(node) };
  }

  /** What a function, or a bind without parameters, defines; undefined for patterns. */
  definedBy(x: Extraction, node: NodeIndex): Defined | undefined {
    const { tree } = x;
    const name = tree.child(node, this.F.name);
    if (name !== NONE) return this.named(x, name);
    const infix = tree.childOfKind(node, this.K.infix);
    return infix === NONE ? undefined : this.named(x, tree.child(infix, this.F.operator));
  }

  /** Names that a signature is of. */
  signed(x: Extraction, signature: NodeIndex): Defined[] {
    const { tree } = x;
    const list = tree.childOfKind(signature, this.K.bindingList);
    if (list === NONE) {
      const one = this.named(x, tree.child(signature, this.F.name));
      return one === undefined ? [] : [one];
    }
    return this.all(x, list, this.F.name).flatMap((node) => this.named(x, node) ?? []);
  }

  /** Children of a field. */
  all(x: Extraction, node: NodeIndex, field: number): NodeIndex[] {
    const { tree } = x;
    const found: NodeIndex[] = [];
    for (let at = node === NONE ? NONE : tree.firstChild(node); at !== NONE;) {
      if (tree.fields[at] === field && tree.isNamed(at)) found.push(at);
      at = tree.nextSibling(at);
    }
    return found;
  }

  /** Kind of the node around another. */
  kindAround(x: Extraction, node: NodeIndex): number {
    const around = x.tree.parents[node]!;
    return around === NONE ? NONE : x.tree.kinds[around]!;
  }

  /** Function that an application, of one or several arguments, applies; the node itself if it is none. */
  applied(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.K.apply) at = x.tree.child(at, this.F.function);
    return at;
  }

  /** First argument of an application; -1 for other nodes. */
  firstArgument(x: Extraction, node: NodeIndex): NodeIndex {
    let argument = NONE;
    for (let at = node; at !== NONE && x.tree.kinds[at] === this.K.apply;) {
      argument = x.tree.child(at, this.F.argument);
      at = x.tree.child(at, this.F.function);
    }
    return argument;
  }

  /** Text of a string literal; "" for other nodes. */
  stringText(x: Extraction, node: NodeIndex): string {
    if (node === NONE || x.tree.kinds[node] !== this.K.literal) return "";
    const text = x.textOf(node);
    return text.startsWith('"') ? text.slice(1, -1) : "";
  }
}
