/** Node types and fields of the Swift grammar, and what is found in them by place. */
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
      body: g.field("body"),
      boundIdentifier: g.field("bound_identifier"),
      collection: g.field("collection"),
      computedValue: g.field("computed_value"),
      condition: g.field("condition"),
      constructedType: g.field("constructed_type"),
      dataContents: g.field("data_contents"),
      declarationKind: g.field("declaration_kind"),
      defaultValue: g.field("default_value"),
      error: g.field("error"),
      expr: g.field("expr"),
      externalName: g.field("external_name"),
      ifFalse: g.field("if_false"),
      ifNil: g.field("if_nil"),
      ifTrue: g.field("if_true"),
      inheritsFrom: g.field("inherits_from"),
      item: g.field("item"),
      lhs: g.field("lhs"),
      name: g.field("name"),
      params: g.field("params"),
      result: g.field("result"),
      rhs: g.field("rhs"),
      suffix: g.field("suffix"),
      target: g.field("target"),
      type: g.field("type"),
      value: g.field("value"),
      wrapped: g.field("wrapped"),
    },
    K: {
      asExpression: g.kind("as_expression"),
      assignment: g.kind("assignment"),
      attribute: g.kind("attribute"),
      call: g.kind("call_expression"),
      callSuffix: g.kind("call_suffix"),
      comparison: g.kind("comparison_expression"),
      computedGetter: g.kind("computed_getter"),
      constructorSuffix: g.kind("constructor_suffix"),
      controlTransfer: g.kind("control_transfer_statement"),
      enumEntryTypes: g.kind("enum_type_parameters"),
      equality: g.kind("equality_expression"),
      functionType: g.kind("function_type"),
      identifier: g.kind("identifier"),
      inheritance: g.kind("inheritance_specifier"),
      lambda: g.kind("lambda_literal"),
      lambdaParameter: g.kind("lambda_parameter"),
      lambdaParameters: g.kind("lambda_function_type_parameters"),
      modifiers: g.kind("modifiers"),
      navigation: g.kind("navigation_expression"),
      navigationSuffix: g.kind("navigation_suffix"),
      parameter: g.kind("parameter"),
      parameterModifiers: g.kind("parameter_modifiers"),
      pattern: g.kind("pattern"),
      prefix: g.kind("prefix_expression"),
      property: g.kind("property_declaration"),
      self: g.kind("self_expression"),
      simpleIdentifier: g.kind("simple_identifier"),
      statements: g.kind("statements"),
      super: g.kind("super_expression"),
      tupleTypeItem: g.kind("tuple_type_item"),
      typeAnnotation: g.kind("type_annotation"),
      typeArguments: g.kind("type_arguments"),
      typeIdentifier: g.kind("type_identifier"),
      typeParameter: g.kind("type_parameter"),
      typeParameters: g.kind("type_parameters"),
      userType: g.kind("user_type"),
      wildcard: g.kind("wildcard_pattern"),
      valueArgument: g.kind("value_argument"),
      valueArguments: g.kind("value_arguments"),
    },
    TYPES: g.kinds(
      "user_type",
      "optional_type",
      "array_type",
      "dictionary_type",
      "tuple_type",
      "function_type",
      "opaque_type",
      "existential_type",
      "protocol_composition_type",
      "metatype",
    ),
  };
}

/** An argument of a call. */
export interface Argument {
  /** The value given. */
  readonly node: NodeIndex;
  /** Label before it with its colon; "" when there is none. */
  readonly label: string;
}

/** A part of a property declaration: `a: A = x` in `let a: A = x, b = y`. */
export interface DeclaredPart {
  readonly pattern: NodeIndex;
  readonly type: NodeIndex;
  readonly value: NodeIndex;
  readonly computed: NodeIndex;
}

/** The Swift grammar. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];
  readonly TYPES: Ids["TYPES"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K, TYPES: this.TYPES } = idsOf(g));
  }

  /** The first type that is a child of a node: of a parameter, an annotation, a function's result. */
  typeIn(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    if (node === NONE) return NONE;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (this.TYPES.has(tree.kinds[at]!)) return at;
    }
    return NONE;
  }

  /** The names that a pattern binds, in order; -1 for each part that it leaves out. */
  namesIn(x: Extraction, pattern: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const bound = tree.child(pattern, this.F.boundIdentifier);
    if (bound !== NONE) return [bound];
    const inner = namedChildren(x, pattern);
    const [only] = inner;
    if (inner.length === 1 && tree.kinds[only!] === this.K.simpleIdentifier) return [only!];
    if (inner.length === 1 && tree.kinds[only!] === this.K.wildcard) return [NONE];
    return inner.filter((one) => tree.kinds[one] === this.K.pattern)
      .flatMap((one) => this.namesIn(x, one));
  }

  /** The parts of a property declaration. */
  partsOf(x: Extraction, node: NodeIndex): DeclaredPart[] {
    const { tree } = x;
    const parts: { pattern: NodeIndex; type: NodeIndex; value: NodeIndex; computed: NodeIndex }[] =
      [];
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      const last = parts.at(-1);
      if (tree.fields[at] === this.F.name && tree.kinds[at] === this.K.pattern) {
        parts.push({ pattern: at, type: NONE, value: NONE, computed: NONE });
      } else if (last === undefined) continue;
      else if (tree.kinds[at] === this.K.typeAnnotation) last.type = this.typeIn(x, at);
      else if (tree.fields[at] === this.F.value) last.value = at;
      else if (tree.fields[at] === this.F.computedValue) last.computed = at;
    }
    return parts;
  }

  /** Arguments of a call, the closures behind its brackets last. */
  argumentsOf(x: Extraction, call: NodeIndex): Argument[] {
    const { tree } = x;
    const { F, K } = this;
    const found: Argument[] = [];
    const suffix = this.#suffixOf(x, call);
    if (suffix === NONE) return found;
    for (const one of namedChildren(x, tree.childOfKind(suffix, K.valueArguments))) {
      const label = tree.child(one, F.name);
      const node = tree.child(one, F.value);
      found.push({ node, label: label === NONE ? "" : `${x.textOf(label)}:` });
    }
    let label = "";
    for (const one of namedChildren(x, suffix)) {
      if (tree.kinds[one] === K.lambda) found.push({ node: one, label });
      label = tree.kinds[one] === K.simpleIdentifier ? `${x.textOf(one)}:` : "";
    }
    return found;
  }

  #suffixOf(x: Extraction, call: NodeIndex): NodeIndex {
    const suffix = x.tree.childOfKind(call, this.K.callSuffix);
    return suffix === NONE ? x.tree.childOfKind(call, this.K.constructorSuffix) : suffix;
  }

  /** Whether a call is an element taken by brackets: `xs[0]`. */
  isIndexing(x: Extraction, call: NodeIndex): boolean {
    const suffix = this.#suffixOf(x, call);
    const list = suffix === NONE ? NONE : x.tree.childOfKind(suffix, this.K.valueArguments);
    return list !== NONE && x.text[x.tree.starts[list]!] === "[";
  }

  /** Node of the last name of `f`, `x.f`, `.f`, `A.B`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE) return NONE;
    const { tree } = x;
    const { F, K } = this;
    switch (tree.kinds[node]) {
      case K.simpleIdentifier:
      case K.typeIdentifier:
        return node;
      case K.navigation: {
        const suffix = tree.child(node, F.suffix);
        return suffix === NONE ? NONE : this.lastName(x, tree.child(suffix, F.suffix));
      }
      case K.prefix:
        return this.lastName(x, tree.child(node, F.target));
      case K.userType: {
        const names = namedChildren(x, node).filter((one) => tree.kinds[one] === K.typeIdentifier);
        return names.at(-1) ?? NONE;
      }
      default:
        return NONE;
    }
  }

  /** Whether an expression is a member without what it is of: `.red`, `.init(…)`. */
  isImplicitMember(x: Extraction, node: NodeIndex): boolean {
    return x.tree.kinds[node] === this.K.prefix && x.text[x.tree.starts[node]!] === ".";
  }
}
