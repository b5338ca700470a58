/**
 * Node types and fields of the Dart grammar, and what is found in them by place: an expression is a run
 * of siblings (what is named, then what is selected of it), and so is a type with its arguments.
 */
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
      alternative: g.field("alternative"),
      body: g.field("body"),
      class: g.field("class"),
      consequence: g.field("consequence"),
      first: g.field("first"),
      name: g.field("name"),
      parameters: g.field("parameters"),
      right: g.field("right"),
      second: g.field("second"),
      type: g.field("type"),
      value: g.field("value"),
    },
    K: {
      annotation: g.kind("annotation"),
      argument: g.kind("argument"),
      argumentPart: g.kind("argument_part"),
      arguments: g.kind("arguments"),
      await: g.kind("await_expression"),
      block: g.kind("block"),
      body: g.kind("function_body"),
      cascade: g.kind("cascade_section"),
      catchClause: g.kind("catch_clause"),
      catchParameters: g.kind("catch_parameters"),
      classBody: g.kind("class_body"),
      combinator: g.kind("combinator"),
      configurableUri: g.kind("configurable_uri"),
      constantPattern: g.kind("constant_pattern"),
      constructorParameter: g.kind("constructor_param"),
      constructorSignature: g.kind("constructor_signature"),
      constConstructorSignature: g.kind("constant_constructor_signature"),
      declaration: g.kind("declaration"),
      enumConstant: g.kind("enum_constant"),
      factorySignature: g.kind("factory_constructor_signature"),
      formalParameter: g.kind("formal_parameter"),
      function: g.kind("function_expression"),
      functionSignature: g.kind("function_signature"),
      getterSignature: g.kind("getter_signature"),
      identifier: g.kind("identifier"),
      ifStatement: g.kind("if_statement"),
      indexSelector: g.kind("index_selector"),
      initialized: g.kind("initialized_identifier"),
      interfaces: g.kind("interfaces"),
      isOperator: g.kind("is_operator"),
      label: g.kind("label"),
      lambda: g.kind("lambda_expression"),
      logicalAnd: g.kind("logical_and_expression"),
      methodSignature: g.kind("method_signature"),
      mixin: g.kind("mixin_declaration"),
      mixinApplication: g.kind("mixin_application"),
      mixinApplicationClass: g.kind("mixin_application_class"),
      mixins: g.kind("mixins"),
      namedArgument: g.kind("named_argument"),
      objectPattern: g.kind("object_pattern"),
      operatorSignature: g.kind("operator_signature"),
      optionalParameters: g.kind("optional_formal_parameters"),
      parameters: g.kind("formal_parameter_list"),
      parameterTypes: g.kind("parameter_type_list"),
      recordField: g.kind("record_field"),
      redirectingFactory: g.kind("redirecting_factory_constructor_signature"),
      returnStatement: g.kind("return_statement"),
      scopedIdentifier: g.kind("scoped_identifier"),
      selector: g.kind("selector"),
      setterSignature: g.kind("setter_signature"),
      string: g.kind("string_literal"),
      super: g.kind("super"),
      superclass: g.kind("superclass"),
      superParameter: g.kind("super_formal_parameter"),
      switchCase: g.kind("switch_expression_case"),
      this: g.kind("this"),
      typeAlias: g.kind("type_alias"),
      typeArguments: g.kind("type_arguments"),
      typeBound: g.kind("type_bound"),
      typeIdentifier: g.kind("type_identifier"),
      typeParameter: g.kind("type_parameter"),
      typeParameters: g.kind("type_parameters"),
      typeTest: g.kind("type_test"),
      uri: g.kind("uri"),
      variablePattern: g.kind("variable_pattern"),
      dot: g.token("."),
      colon: g.token(":"),
      equals: g.token("="),
    },
    TYPES: g.kinds("type_identifier", "function_type", "record_type", "void_type"),
    /** What follows the head of an expression and is applied to it. */
    STEPS: g.kinds(
      "selector",
      "unconditional_assignable_selector",
      "conditional_assignable_selector",
      "cascade_section",
    ),
    MEMBER_STEPS: g.kinds(
      "unconditional_assignable_selector",
      "conditional_assignable_selector",
      "cascade_selector",
    ),
    SIGNATURES: g.kinds(
      "function_signature",
      "getter_signature",
      "setter_signature",
      "operator_signature",
      "constructor_signature",
      "constant_constructor_signature",
      "factory_constructor_signature",
      "redirecting_factory_constructor_signature",
    ),
  };
}

/** The Dart grammar. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];
  readonly TYPES: Ids["TYPES"];
  readonly STEPS: Ids["STEPS"];
  readonly MEMBER_STEPS: Ids["MEMBER_STEPS"];
  readonly SIGNATURES: Ids["SIGNATURES"];
  readonly #previous = new Map<NodeIndex, NodeIndex>();

  constructor(g: Grammar) {
    ({
      F: this.F,
      K: this.K,
      TYPES: this.TYPES,
      STEPS: this.STEPS,
      MEMBER_STEPS: this.MEMBER_STEPS,
      SIGNATURES: this.SIGNATURES,
    } = idsOf(g));
  }

  /** Forgets the file. */
  reset(): void {
    this.#previous.clear();
  }

  /** The sibling before a node, comments left out; -1 before the first. */
  previous(x: Extraction, node: NodeIndex): NodeIndex {
    const known = this.#previous.get(node);
    if (known !== undefined) return known;
    const { tree } = x;
    let before = NONE;
    for (let at = tree.firstChild(tree.parents[node]!); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.isExtra(at)) continue;
      this.#previous.set(at, before);
      before = at;
    }
    return this.#previous.get(node) ?? NONE;
  }

  /** The sibling behind a node, comments left out; -1 behind the last. */
  next(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = tree.nextSibling(node);
    while (at !== NONE && tree.isExtra(at)) at = tree.nextSibling(at);
    return at;
  }

  /** Whether a node stands behind a dot: the second part of a qualified name. */
  isQualified(x: Extraction, node: NodeIndex): boolean {
    const before = this.previous(x, node);
    return before !== NONE && x.tree.kinds[before] === this.K.dot;
  }

  /** Last node of the expression that begins at a node. */
  endOfRun(x: Extraction, head: NodeIndex): NodeIndex {
    let last = head;
    for (let at = this.next(x, head); at !== NONE && this.STEPS.has(x.tree.kinds[at]!);) {
      last = at;
      at = this.next(x, at);
    }
    return last;
  }

  /** First node of the expression that a node wraps, labels and words left out; -1 when it has none. */
  headIn(x: Extraction, node: NodeIndex): NodeIndex {
    return childThat(
      x,
      node,
      (child) => x.tree.kinds[child] !== this.K.label && x.tree.kinds[child] !== this.K.annotation,
    );
  }

  /** First node of the type that is a child of a node; -1 when there is none. */
  typeIn(x: Extraction, node: NodeIndex): NodeIndex {
    return childThat(x, node, (child) => this.TYPES.has(x.tree.kinds[child]!));
  }

  /** First nodes of the types that are children of a node. */
  typesIn(x: Extraction, node: NodeIndex): NodeIndex[] {
    return namedChildren(x, node).filter((child) =>
      this.TYPES.has(x.tree.kinds[child]!) && !this.isQualified(x, child)
    );
  }

  /** The last name of the type that begins at a node. */
  lastTypeName(x: Extraction, type: NodeIndex): NodeIndex {
    const { kinds } = x.tree;
    if (type === NONE || kinds[type] !== this.K.typeIdentifier) return NONE;
    const dot = this.next(x, type);
    if (dot === NONE || kinds[dot] !== this.K.dot) return type;
    const second = this.next(x, dot);
    return second !== NONE && kinds[second] === this.K.typeIdentifier ? second : type;
  }

  /** Arguments of the type that begins at a node; -1 when it has none. */
  typeArgumentsOf(x: Extraction, type: NodeIndex): NodeIndex {
    const at = this.next(x, this.lastTypeName(x, type));
    return at !== NONE && x.tree.kinds[at] === this.K.typeArguments ? at : NONE;
  }

  /** The signature within what declares it: `static int f()`; the node itself when it is one. */
  signatureIn(x: Extraction, node: NodeIndex): NodeIndex {
    if (this.SIGNATURES.has(x.tree.kinds[node]!)) return node;
    return childThat(x, node, (child) => this.SIGNATURES.has(x.tree.kinds[child]!));
  }

  /** The body behind a signature; -1 where only a semicolon is. */
  bodyBehind(x: Extraction, node: NodeIndex): NodeIndex {
    const at = this.next(x, node);
    return at !== NONE && x.tree.kinds[at] === this.K.body ? at : NONE;
  }

  /** The list of parameters of a signature or function. */
  parametersOf(x: Extraction, node: NodeIndex): NodeIndex {
    return node === NONE ? NONE : x.tree.childOfKind(node, this.K.parameters);
  }

  /** The name by which a step is called: that of the member, or of the function itself; -1 if none. */
  nameBefore(x: Extraction, step: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this;
    for (let at = this.previous(x, step); at !== NONE; at = this.previous(x, at)) {
      const kind = tree.kinds[at]!;
      if (kind === K.identifier) return at;
      const holder = kind === K.selector ? tree.namedChild(at) : at;
      // `f!(…)`, `f<int>(…)`
      if (holder === NONE || tree.kinds[holder] === K.typeArguments) continue;
      if (!this.MEMBER_STEPS.has(tree.kinds[holder]!)) return NONE;
      const name = tree.namedChild(holder);
      return name !== NONE && tree.kinds[name] === K.identifier ? name : NONE;
    }
    return NONE;
  }

  /** Text of a string literal without its quotes. */
  plainText(x: Extraction, node: NodeIndex): string {
    return x.textOf(node).replace(/^r?(?:"""|'''|"|')|(?:"""|'''|"|')$/g, "");
  }
}
