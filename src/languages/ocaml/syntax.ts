/** Node types and fields of the grammars of OCaml and its interfaces, and what is found in them by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { childThat, namedChildren } from "../class_family/calls.ts";

/** Ids of the grammar. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      alias: g.field("alias"),
      argument: g.field("argument"),
      body: g.field("body"),
      class: g.field("class"),
      functor: g.field("functor"),
      function: g.field("function"),
      left: g.field("left"),
      method: g.field("method"),
      module: g.field("module"),
      moduleType: g.field("module_type"),
      name: g.field("name"),
      object: g.field("object"),
      operator: g.field("operator"),
      pattern: g.field("pattern"),
      right: g.field("right"),
      self: g.field("self"),
    },
    K: {
      application: g.kind("application_expression"),
      attributeId: g.kind("attribute_id"),
      className: g.kind("class_name"),
      classPath: g.kind("class_path"),
      comment: g.kind("comment"),
      constructorName: g.kind("constructor_name"),
      constructorPath: g.kind("constructor_path"),
      fieldName: g.kind("field_name"),
      fun: g.kind("fun_expression"),
      function: g.kind("function_expression"),
      infix: g.kind("infix_expression"),
      letBinding: g.kind("let_binding"),
      letExpression: g.kind("let_expression"),
      methodName: g.kind("method_name"),
      moduleApplication: g.kind("module_application"),
      moduleName: g.kind("module_name"),
      modulePath: g.kind("module_path"),
      moduleTypeConstraint: g.kind("module_type_constraint"),
      moduleTypeName: g.kind("module_type_name"),
      moduleTypeOf: g.kind("module_type_of"),
      moduleTypePath: g.kind("module_type_path"),
      new: g.kind("new_expression"),
      object: g.kind("object_expression"),
      parameter: g.kind("parameter"),
      parenthesizedModule: g.kind("parenthesized_module_expression"),
      parenthesizedOperator: g.kind("parenthesized_operator"),
      record: g.kind("record_declaration"),
      signature: g.kind("signature"),
      string: g.kind("string"),
      stringContent: g.kind("string_content"),
      structure: g.kind("structure"),
      typeConstructor: g.kind("type_constructor"),
      valueName: g.kind("value_name"),
      valuePath: g.kind("value_path"),
      valuePattern: g.kind("value_pattern"),
      variant: g.kind("variant_declaration"),
    },
  };
}

/** A name where it is written: the node of its last part, and the whole of it with its modules. */
export interface Path {
  readonly node: NodeIndex;
  readonly modules: string;
  readonly name: string;
}

/** The grammar of OCaml, or that of its interfaces. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** A path: its last name, and the modules before that with a dot after each. */
  path(x: Extraction, node: NodeIndex): Path | undefined {
    const parts = namedChildren(x, node);
    const last = parts.at(-1);
    if (last === undefined) return undefined;
    const modules = parts.length < 2 ? "" : `${moduleText(x, parts[0]!)}.`;
    return { node: this.#operatorIn(x, last), modules, name: this.nameText(x, last) };
  }

  #operatorIn(x: Extraction, node: NodeIndex): NodeIndex {
    const isOperator = x.tree.kinds[node] === this.K.parenthesizedOperator;
    return isOperator ? x.tree.namedChild(node) : node;
  }

  /** A name, or an operator without its parentheses. */
  nameText(x: Extraction, node: NodeIndex): string {
    return x.textOf(this.#operatorIn(x, node));
  }

  /** Name that a pattern is, or `( + )`; -1 for patterns that take apart. */
  simpleName(x: Extraction, pattern: NodeIndex): NodeIndex {
    if (pattern === NONE) return NONE;
    const kind = x.tree.kinds[pattern];
    if (kind === this.K.parenthesizedOperator) return x.tree.namedChild(pattern);
    if (x.tree.starts[pattern] === x.tree.ends[pattern]) return NONE;
    return kind === this.K.valueName && x.textOf(pattern) !== "_" ? pattern : NONE;
  }

  /** Whether a binding makes a function: it has parameters, or its body is one. */
  isFunction(x: Extraction, binding: NodeIndex): boolean {
    if (x.tree.childOfKind(binding, this.K.parameter) !== NONE) return true;
    const body = x.tree.child(binding, this.F.body);
    const kind = body === NONE ? NONE : x.tree.kinds[body];
    return kind === this.K.fun || kind === this.K.function;
  }

  /** Parameters of a function, from its own and those of the functions that it is at once. */
  parameterCount(x: Extraction, binding: NodeIndex): number {
    const { tree } = x;
    let count = 0;
    for (let at = binding; at !== NONE; at = tree.child(at, this.F.body)) {
      if (at !== binding && tree.kinds[at] !== this.K.fun) {
        return tree.kinds[at] === this.K.function ? count + 1 : count;
      }
      count += namedChildren(x, at).filter((one) => tree.kinds[one] === this.K.parameter).length;
    }
    return count;
  }

  /** Names of the modules in a path, functors and what they are applied to left out. */
  modulePath(x: Extraction, node: NodeIndex): string {
    let at = node;
    while (at !== NONE) {
      const kind = x.tree.kinds[at];
      if (kind === this.K.modulePath) return moduleText(x, at);
      if (kind === this.K.moduleApplication) at = x.tree.child(at, this.F.functor);
      else if (kind === this.K.parenthesizedModule) at = x.tree.namedChild(at);
      else return "";
    }
    return "";
  }

  /** Path of a module type, without constraints; "" where it is written out. */
  moduleTypePath(x: Extraction, node: NodeIndex): Path | undefined {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.K.moduleTypeConstraint) {
      at = x.tree.child(at, this.F.moduleType);
    }
    if (at === NONE || x.tree.kinds[at] !== this.K.moduleTypePath) return undefined;
    return this.path(x, at);
  }

  /** What a test of an extension says of itself: `let%test "adds" = …`; undefined for other bindings. */
  testName(x: Extraction, binding: NodeIndex): string | undefined {
    const { tree } = x;
    const definition = tree.parents[binding]!;
    const attribute = definition === NONE ? NONE : tree.childOfKind(definition, this.K.attributeId);
    if (attribute === NONE || !/^(?:expect_)?test(?:_unit|_module)?$/.test(x.textOf(attribute))) {
      return undefined;
    }
    const text = this.stringText(x, tree.child(binding, this.F.pattern));
    return text === "" ? x.textOf(attribute) : text;
  }

  /** Text of a string literal; "" for other nodes. */
  stringText(x: Extraction, node: NodeIndex): string {
    if (node === NONE || x.tree.kinds[node] !== this.K.string) return "";
    const content = x.tree.childOfKind(node, this.K.stringContent);
    return content === NONE ? "" : x.textOf(content);
  }

  /** First child of one of two types. */
  childOf(x: Extraction, node: NodeIndex, ...kinds: readonly number[]): NodeIndex {
    return childThat(x, node, (child) => kinds.includes(x.tree.kinds[child]!));
  }
}

function moduleText(x: Extraction, node: NodeIndex): string {
  return x.textOf(node).replace(/\s+|\([\s\S]*/g, "");
}
