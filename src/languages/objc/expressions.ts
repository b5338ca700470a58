/** Values and types that Objective-C adds to C's. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule, LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, functionValue, instance, namedChildren } from "../class_family/calls.ts";
import { protocolName } from "./library_names.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Messages that make an instance of the class that they are sent to. */
const MAKES: ReadonlySet<string> = new Set(["alloc", "new", "allocWithZone:"]);
/** Messages that give back what they are sent to, or one of its class. */
const GIVES_RECEIVER =
  /^(?:init(?:[A-Z]\w*)?(?::\w*)*:?|copy|mutableCopy|self|retain|autorelease|copyWithZone:)$/;

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState, readonly c: LanguageRules) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    return {
      identifier: (x, node) => this.#name(x, node),
      message_expression: (x, node) => this.#message(x, node),
      field_expression: (x, node) => this.#field(x, node),
      subscript_expression: (x, node) => this.#subscript(x, node),
      block_literal: (x) => functionValue(x, [], -1),
      at_expression: inner,
      array_literal: (x, node) => {
        const [first] = namedChildren(x, node);
        return container(x, "NSArray", [first === undefined ? -1 : x.value(first)]);
      },
      dictionary_literal: (x, node) => {
        const [first] = namedChildren(x, node);
        const [key, value] = first === undefined ? [] : namedChildren(x, first);
        return container(x, "NSDictionary", [x.value(key ?? NONE), x.value(value ?? NONE)]);
      },
      string_literal: (x, node) =>
        x.text[x.tree.starts[node]!] === "@" ? x.literal("NSString") : x.literal("char"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    return {
      type_identifier: (x, node) => this.#named(x, node),
      type_name: (x, node) => x.type(this.s.typeIn(x, node)),
      generic_specifier: (x, node) => this.#generic(x, node),
      typedefed_specifier: (x, node) => {
        const list = x.tree.childOfKind(node, this.s.K.protocolReferences);
        const first = list === NONE ? NONE : x.tree.namedChild(list);
        return first === NONE ? -1 : this.protocol(x, first);
      },
      typeof_specifier: (x, node) => {
        const value = x.value(x.tree.namedChild(node));
        return value < 0 ? -1 : x.facts.expression(Op.classOf, value);
      },
    };
  }

  /** The protocol that a node names. */
  protocol(x: Extraction, nameNode: NodeIndex): number {
    return x.nameExpression(protocolName(x.textOf(nameNode)), x.tree.starts[nameNode]!);
  }

  /** `instancetype` is what the message is sent to. */
  #named(x: Extraction, node: NodeIndex): number {
    if (x.textOf(node) !== "instancetype") return this.c.types!["type_identifier"]!(x, node);
    const scope = this.state.around(x)?.scope;
    return scope === undefined ? -1 : x.facts.expression(Op.selfType, scope);
  }

  #generic(x: Extraction, node: NodeIndex): number {
    const [name, ...others] = namedChildren(x, node);
    const type = x.type(name ?? NONE);
    if (type < 0) return -1;
    const args = others.map((one) => x.type(one));
    return x.facts.expression(Op.apply, type, x.facts.list(args), args.length);
  }

  #name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    switch (text) {
      case "self":
        return this.self(x);
      case "super":
        return this.#super(x);
      case "nil":
      case "Nil":
      case "NULL":
        return -1;
    }
    const name = x.nameExpression(text, x.tree.starts[node]!);
    // A variable of the instance may be that of a property, which is made without being declared.
    if (!/^_[a-z]/.test(text) || this.state.around(x) === undefined) return name;
    const self = this.instance(x);
    return [text, text.slice(1)].reduce(
      (either, member) => x.either(either, x.memberExpression(self, member)),
      name,
    );
  }

  /** `self` where the walk stands: in a class method the class. */
  self(x: Extraction): number {
    return this.state.around(x)?.isOfClass === true ? this.#classAround(x) : this.instance(x);
  }

  /** The class around; -1 outside of methods. */
  #classAround(x: Extraction): number {
    const method = this.state.around(x);
    if (method === undefined) return -1;
    return method.category === ""
      ? x.facts.expression(Op.classOf, x.facts.expression(Op.self, method.scope))
      : x.nameExpression(method.category, 0, 0);
  }

  /** `[a class]`, `a.class`; of a class that is named, itself. */
  #classOf(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    if (text === "self") return this.#classAround(x);
    const value = x.value(node);
    if (value < 0 || /^[A-Z]\w*$/.test(text)) return value;
    return x.facts.expression(Op.classOf, value);
  }

  /** The instance of the class around; -1 outside of methods. */
  instance(x: Extraction): number {
    const method = this.state.around(x);
    if (method === undefined) return -1;
    const self = x.facts.expression(Op.self, method.scope);
    // The class of a category may lie outside.
    return method.category === ""
      ? self
      : x.facts.expression(Op.either, instance(x, x.nameExpression(method.category, 0, 0)), self);
  }

  #super(x: Extraction): number {
    const method = this.state.around(x);
    if (method === undefined) return -1;
    const of = x.facts.expression(Op.super, method.scope);
    return method.isOfClass ? x.facts.expression(Op.classOf, of) : of;
  }

  /** What a message is sent to. */
  receiverOf(x: Extraction, message: NodeIndex): number {
    return x.value(x.tree.child(message, this.s.F.receiver));
  }

  /** Values of what a message gives. */
  argumentsOf(x: Extraction, message: NodeIndex): number[] {
    return this.s.messageArguments(x, message).map((one) => x.value(one));
  }

  #message(x: Extraction, node: NodeIndex): number {
    const receiverNode = x.tree.child(node, this.s.F.receiver);
    const { selector } = this.s.messageSelector(x, node);
    if (receiverNode === NONE) return -1;
    const isSuper = x.textOf(receiverNode) === "super";
    if (isSuper && (MAKES.has(selector) || GIVES_RECEIVER.test(selector))) return this.instance(x);
    if (MAKES.has(selector) && x.textOf(receiverNode) === "self") return this.instance(x);
    const receiver = x.value(receiverNode);
    if (receiver < 0) return -1;
    if (MAKES.has(selector)) return instance(x, receiver);
    if (GIVES_RECEIVER.test(selector)) return receiver;
    if (selector === "class") return this.#classOf(x, receiverNode);
    return this.#sent(x, receiver, selector, this.argumentsOf(x, node));
  }

  /** What a message without arguments asks for may be a property. */
  #sent(x: Extraction, receiver: number, selector: string, args: readonly number[]): number {
    const member = x.memberExpression(receiver, selector);
    const called = x.callExpression(member, args);
    return selector.endsWith(":") ? called : x.either(called, member);
  }

  /** `a.b` reads a property, or a field of a structure, or sends a message. */
  #field(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const field = tree.child(node, this.s.F.field);
    const argument = tree.child(node, this.s.F.argument);
    const of = x.value(argument);
    if (of < 0 || field === NONE) return -1;
    const name = x.textOf(field);
    if (name === "class") return this.#classOf(x, argument);
    const member = x.memberExpression(of, name);
    return x.either(member, x.callExpression(member, []));
  }

  #subscript(x: Extraction, node: NodeIndex): number {
    const of = x.value(x.tree.child(node, this.s.F.argument));
    return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
  }
}
