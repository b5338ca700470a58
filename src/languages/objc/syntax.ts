/** Node types and fields that the Objective-C grammar adds to C's, and what is found in them by place. */
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
      category: g.field("category"),
      declarator: g.field("declarator"),
      field: g.field("field"),
      method: g.field("method"),
      path: g.field("path"),
      receiver: g.field("receiver"),
      right: g.field("right"),
      superclass: g.field("superclass"),
      type: g.field("type"),
    },
    K: {
      blockLiteral: g.kind("block_literal"),
      blockPointer: g.kind("block_pointer_declarator"),
      catchClause: g.kind("catch_clause"),
      classImplementation: g.kind("class_implementation"),
      classInterface: g.kind("class_interface"),
      compound: g.kind("compound_statement"),
      functionDeclarator: g.kind("function_declarator"),
      identifier: g.kind("identifier"),
      implementationDefinition: g.kind("implementation_definition"),
      messageExpression: g.kind("message_expression"),
      methodParameter: g.kind("method_parameter"),
      methodType: g.kind("method_type"),
      parameterDeclaration: g.kind("parameter_declaration"),
      parameterList: g.kind("parameter_list"),
      parameterizedArguments: g.kind("parameterized_arguments"),
      propertyAttributes: g.kind("property_attributes_declaration"),
      protocolDeclaration: g.kind("protocol_declaration"),
      protocolReferences: g.kind("protocol_reference_list"),
      qualifiedInterface: g.kind("qualified_protocol_interface_declaration"),
      selector: g.kind("selector_expression"),
      structDeclaration: g.kind("struct_declaration"),
      structDeclarator: g.kind("struct_declarator"),
      typeIdentifier: g.kind("type_identifier"),
      typeName: g.kind("type_name"),
      typedefed: g.kind("typedefed_specifier"),
      plus: g.token("+"),
      openParenthesis: g.token("("),
      ellipsis: g.token("..."),
    },
    TYPES: g.kinds(
      "type_identifier",
      "generic_specifier",
      "typedefed_specifier",
      "typeof_specifier",
      "primitive_type",
      "sized_type_specifier",
      "struct_specifier",
      "enum_specifier",
      "union_specifier",
    ),
    WRAPPERS: g.kinds(
      "struct_declarator",
      "pointer_declarator",
      "array_declarator",
      "parenthesized_declarator",
      "block_pointer_declarator",
      "function_declarator",
    ),
  };
}

/** What a class, category or protocol is around. */
export interface Owner {
  readonly node: NodeIndex;
  readonly name: string;
  /** Whether its members belong to a class that stands elsewhere. */
  readonly isApart: boolean;
  /** Whether it is a category, which may be of a class outside. */
  readonly isCategory: boolean;
}

/** The Objective-C grammar. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];
  readonly TYPES: Ids["TYPES"];
  readonly WRAPPERS: Ids["WRAPPERS"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K, TYPES: this.TYPES, WRAPPERS: this.WRAPPERS } = idsOf(g));
  }

  /** Name of a class, category or protocol. */
  nameOf(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.childOfKind(node, this.K.identifier);
  }

  /** Whether a class interface is a category or an extension: `@interface A (B)`, `@interface A ()`. */
  isExtension(x: Extraction, node: NodeIndex): boolean {
    return x.tree.childOfKind(node, this.K.openParenthesis) !== NONE;
  }

  /** The class, category or protocol around a member; undefined outside of one. */
  ownerOf(x: Extraction, member: NodeIndex): Owner | undefined {
    const { kinds, parents } = x.tree;
    const { K } = this;
    let node = parents[member]!;
    while (
      node !== NONE &&
      (kinds[node] === K.implementationDefinition || kinds[node] === K.qualifiedInterface)
    ) node = parents[node]!;
    if (node === NONE) return undefined;
    const kind = kinds[node];
    const isImplementation = kind === K.classImplementation;
    if (!isImplementation && kind !== K.classInterface && kind !== K.protocolDeclaration) {
      return undefined;
    }
    const nameNode = this.nameOf(x, node);
    if (nameNode === NONE) return undefined;
    const isExtension = this.isExtension(x, node);
    return {
      node,
      name: x.textOf(nameNode),
      isApart: isImplementation || isExtension,
      isCategory: isExtension && x.tree.child(node, this.F.category) !== NONE,
    };
  }

  /** The selector of a method: `count`, `initWithName:age:`. */
  selectorOf(x: Extraction, method: NodeIndex): string {
    const { kinds } = x.tree;
    let selector = "";
    let part = "";
    for (const child of namedChildren(x, method)) {
      if (kinds[child] === this.K.identifier) part = x.textOf(child);
      else if (kinds[child] === this.K.methodParameter && x.textOf(child).startsWith(":")) {
        selector += `${part}:`;
        part = "";
      }
    }
    return selector === "" ? part : selector;
  }

  /** The selector of a message, and the name with which it begins. */
  messageSelector(x: Extraction, message: NodeIndex): { nameNode: NodeIndex; selector: string } {
    const { tree } = x;
    const text = x.text;
    let nameNode = NONE;
    let selector = "";
    for (let at = tree.firstChild(message); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] === this.F.method) {
        if (nameNode === NONE) nameNode = at;
        selector += x.textOf(at);
      } else if (!tree.isNamed(at) && text[tree.starts[at]!] === ":") selector += ":";
    }
    return { nameNode, selector };
  }

  /** What a message gives to the parameters of its method. */
  messageArguments(x: Extraction, message: NodeIndex): NodeIndex[] {
    const { fields } = x.tree;
    return namedChildren(x, message).filter((one) =>
      fields[one] !== this.F.method && fields[one] !== this.F.receiver
    );
  }

  /** Whether a method is the class's own. */
  isOfClass(x: Extraction, method: NodeIndex): boolean {
    return x.tree.kinds[x.tree.firstChild(method)] === this.K.plus;
  }

  /** The type within the brackets of a method's result or parameter. */
  writtenType(x: Extraction, node: NodeIndex): NodeIndex {
    const brackets = x.tree.childOfKind(node, this.K.methodType);
    return brackets === NONE ? NONE : x.tree.childOfKind(brackets, this.K.typeName);
  }

  /** First type that is a child of a node. */
  typeIn(x: Extraction, node: NodeIndex): NodeIndex {
    return childThat(x, node, (child) => this.TYPES.has(x.tree.kinds[child]!));
  }

  /** The name that a declarator declares; whether it is a block or a function. */
  declared(x: Extraction, declarator: NodeIndex): { nameNode: NodeIndex; isBlock: boolean } {
    const { tree } = x;
    let at = declarator;
    let isBlock = false;
    while (at !== NONE && this.WRAPPERS.has(tree.kinds[at]!)) {
      if (tree.kinds[at] === this.K.functionDeclarator) isBlock = true;
      const inner = tree.child(at, this.F.declarator);
      at = inner === NONE ? tree.namedChild(at) : inner;
    }
    const isName = at !== NONE && tree.kinds[at] === this.K.identifier;
    return { nameNode: isName ? at : NONE, isBlock };
  }

  /** Names of protocols that a class adopts, behind its superclass, its category or its own parameters. */
  adopted(x: Extraction, node: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const { F, K } = this;
    let isBehind = !this.#hasParametersFirst(x, node);
    let last = NONE;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] === F.superclass || tree.kinds[at] === K.openParenthesis) {
        isBehind = true;
        last = NONE;
      } else if (tree.kinds[at] === K.parameterizedArguments && isBehind) last = at;
      else if (tree.kinds[at] === K.protocolReferences) return namedChildren(x, at);
    }
    // `A : B<C *>` says of what `B` is, `A : B <C>` what `A` adopts.
    const names = last === NONE || x.textOf(last).includes("*") ? [] : namedChildren(x, last);
    return names.flatMap((one) => {
      const name = tree.childOfKind(one, K.typeIdentifier);
      return name === NONE ? [] : [name];
    });
  }

  /** Whether a type stands among what a class adopts, or among its parameters. */
  isAdopted(x: Extraction, node: NodeIndex): boolean {
    const { kinds, parents } = x.tree;
    const name = parents[node]!;
    const list = name === NONE ? NONE : parents[name]!;
    return list !== NONE && kinds[list] === this.K.parameterizedArguments &&
      !x.textOf(list).includes("*");
  }

  #hasParametersFirst(x: Extraction, node: NodeIndex): boolean {
    return x.tree.child(node, this.F.superclass) !== NONE || this.isExtension(x, node);
  }
}
