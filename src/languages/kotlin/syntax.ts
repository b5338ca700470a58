/** Node types and fields of the Kotlin grammar, and what is found in them by place, since few have fields. */
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
      argument: g.field("argument"),
      condition: g.field("condition"),
      left: g.field("left"),
      name: g.field("name"),
      right: g.field("right"),
      type: g.field("type"),
    },
    K: {
      annotatedLambda: g.kind("annotated_lambda"),
      annotation: g.kind("annotation"),
      annotatedExpression: g.kind("annotated_expression"),
      arguments: g.kind("value_arguments"),
      binary: g.kind("binary_expression"),
      block: g.kind("block"),
      body: g.kind("function_body"),
      call: g.kind("call_expression"),
      callableReference: g.kind("callable_reference"),
      classBody: g.kind("class_body"),
      classParameter: g.kind("class_parameter"),
      classParameters: g.kind("class_parameters"),
      constructorInvocation: g.kind("constructor_invocation"),
      delegatedConstructor: g.kind("constructor_delegation_call"),
      delegation: g.kind("explicit_delegation"),
      delegationSpecifiers: g.kind("delegation_specifiers"),
      enumBody: g.kind("enum_class_body"),
      enumEntry: g.kind("enum_entry"),
      getter: g.kind("getter"),
      identifier: g.kind("identifier"),
      ifExpression: g.kind("if_expression"),
      isExpression: g.kind("is_expression"),
      lambda: g.kind("lambda_literal"),
      lambdaParameters: g.kind("lambda_parameters"),
      modifiers: g.kind("modifiers"),
      multiVariable: g.kind("multi_variable_declaration"),
      navigation: g.kind("navigation_expression"),
      objectLiteral: g.kind("object_literal"),
      parameter: g.kind("parameter"),
      parameterModifiers: g.kind("parameter_modifiers"),
      parameters: g.kind("function_value_parameters"),
      parenthesized: g.kind("parenthesized_expression"),
      primaryConstructor: g.kind("primary_constructor"),
      propertyDelegate: g.kind("property_delegate"),
      returnExpression: g.kind("return_expression"),
      secondaryConstructor: g.kind("secondary_constructor"),
      throwExpression: g.kind("throw_expression"),
      typeArguments: g.kind("type_arguments"),
      typeParameter: g.kind("type_parameter"),
      typeParameters: g.kind("type_parameters"),
      typeTest: g.kind("type_test"),
      userType: g.kind("user_type"),
      valueArgument: g.kind("value_argument"),
      variable: g.kind("variable_declaration"),
      whenEntry: g.kind("when_entry"),
      whenSubject: g.kind("when_subject"),
      interface: g.token("interface"),
      super: g.token("super"),
      val: g.token("val"),
      var: g.token("var"),
    },
    TYPES: g.kinds(
      "user_type",
      "nullable_type",
      "non_nullable_type",
      "function_type",
      "parenthesized_type",
    ),
  };
}

/** The Kotlin grammar. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];
  readonly TYPES: Ids["TYPES"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K, TYPES: this.TYPES } = idsOf(g));
  }

  /** The name of a declaration; -1 when it has none. */
  nameOf(x: Extraction, node: NodeIndex): NodeIndex {
    const name = x.tree.child(node, this.F.name);
    return name === NONE ? x.tree.childOfKind(node, this.K.identifier) : name;
  }

  /** The type before a name: what is extended; -1 when nothing is. */
  receiverType(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (this.TYPES.has(tree.kinds[at]!)) return at;
      const isName = tree.fields[at] === this.F.name || tree.kinds[at] === this.K.variable;
      if (isName) return NONE;
    }
    return NONE;
  }

  /** The declared type: a function's result, behind its parameters; that of a parameter or variable. */
  declaredType(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let type = NONE;
    const isFunction = tree.childOfKind(node, this.K.parameters) !== NONE;
    let isBehind = !isFunction;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.kinds[at] === this.K.parameters) isBehind = true;
      else if (isBehind && this.TYPES.has(tree.kinds[at]!)) type = at;
      else if (tree.kinds[at] === this.K.body) break;
    }
    return type;
  }

  /** The variable of a property; -1 when it takes several apart. */
  variableOf(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.childOfKind(node, this.K.variable);
  }

  /** What a property is given: an expression, or what its delegate is made of; -1 when nothing. */
  initializer(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this;
    const delegate = tree.childOfKind(node, K.propertyDelegate);
    if (delegate !== NONE) return tree.namedChild(delegate);
    let isBehind = false;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      const kind = tree.kinds[at];
      if (kind === K.variable || kind === K.multiVariable) isBehind = true;
      else if (isBehind && tree.isNamed(at) && !tree.isExtra(at)) {
        return kind === K.getter || kind === K.modifiers ? NONE : at;
      }
    }
    return NONE;
  }

  /** Arguments of a call, the function behind its brackets last. */
  argumentNodes(x: Extraction, call: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const { K } = this;
    const nodes = namedChildren(x, tree.childOfKind(call, K.arguments)).map((argument) =>
      namedChildren(x, argument).at(-1) ?? NONE
    );
    const trailing = tree.childOfKind(call, K.annotatedLambda);
    if (trailing !== NONE) nodes.push(tree.childOfKind(trailing, K.lambda));
    // `f(1) { … }` is a call that holds a call.
    const callee = tree.namedChild(call);
    const isNested = trailing !== NONE && callee !== NONE && tree.kinds[callee] === K.call &&
      tree.childOfKind(call, K.arguments) === NONE;
    return isNested ? [...this.argumentNodes(x, callee), ...nodes] : nodes;
  }

  /** What is called: the call inside `f(1) { … }` taken off. */
  calleeOf(x: Extraction, call: NodeIndex): NodeIndex {
    const { tree } = x;
    const callee = tree.namedChild(call);
    return this.isNestedCall(x, call) ? tree.namedChild(callee) : callee;
  }

  /** Whether a call is only the outer half of `f(1) { … }`. */
  isNestedCall(x: Extraction, call: NodeIndex): boolean {
    const { tree } = x;
    const { K } = this;
    const callee = tree.namedChild(call);
    return callee !== NONE && tree.kinds[callee] === K.call &&
      tree.childOfKind(call, K.annotatedLambda) !== NONE &&
      tree.childOfKind(call, K.arguments) === NONE;
  }

  /** Node of the last name of `f`, `x.f`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE) return NONE;
    const { K } = this;
    const kind = x.tree.kinds[node];
    if (kind === K.identifier) return node;
    if (kind !== K.navigation && kind !== K.userType && kind !== K.callableReference) return NONE;
    const last = namedChildren(x, node).filter((one) => x.tree.kinds[one] !== K.typeArguments).at(
      -1,
    );
    return last === undefined || x.tree.kinds[last] !== K.identifier ? NONE : last;
  }

  /** The type of a delegation specifier, and whether it is constructed. */
  baseOf(
    x: Extraction,
    specifier: NodeIndex,
  ): { type: NodeIndex; arguments: NodeIndex; isConstructed: boolean } {
    const { tree } = x;
    const { K } = this;
    const inner = tree.namedChild(specifier);
    const isConstructed = inner !== NONE && tree.kinds[inner] === K.constructorInvocation;
    const holder = isConstructed || inner !== NONE && tree.kinds[inner] === K.delegation
      ? inner
      : specifier;
    return {
      type: childThat(x, holder, (child) => tree.kinds[child] === K.userType),
      arguments: isConstructed ? tree.childOfKind(inner, K.arguments) : NONE,
      isConstructed,
    };
  }
}
