/** Expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { isMatlabBuiltin } from "../matlab_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";

/** A call in a chain: its name, what is called, how many arguments, the call itself (-1: a mere name). */
type ChainCall = (nameNode: NodeIndex, member: number, count: number, call: number) => void;

/** Functions of MATLAB that give a struct: what is read of it at an index is no call. */
const GIVES_STRUCT: ReadonlySet<string> = new Set(
  "struct load dir regexp cell2struct setfield rmfield orderfields whos functions optimset odeset stat"
    .split(" "),
);

/** What an expression of the language is to the resolver. */
export class Expressions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
  ) {}

  /** Rules for values by node type. */
  rules(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const logical = literal("logical");
    return {
      identifier: (x, node) => this.#name(x, node),
      function_call: (x, node) => this.#call(x, node),
      field_expression: (x, node) => this.#field(x, node),
      handle_operator: (x, node) => this.dotted(x, node),
      parenthesis: (x, node) => x.value(x.tree.namedChild(node)),
      cell: (x, node) => this.#elements(x, node),
      string: literal("char"),
      number: literal("double"),
      comparison_operator: logical,
      boolean_operator: logical,
      not_operator: logical,
    };
  }

  /** Last name of `a.b.c` written as identifiers side by side; -1 when there is none. */
  lastIdentifier(x: Extraction, node: NodeIndex): NodeIndex {
    const count = x.tree.namedChildCount(node);
    return count === 0 ? NONE : x.tree.namedChild(node, count - 1);
  }

  /** `a.b.c` written as identifiers side by side. */
  dotted(x: Extraction, node: NodeIndex): number {
    let expression = -1;
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== this.s.K.identifier) continue;
      const name = x.textOf(child);
      expression = expression < 0
        ? x.nameExpression(name, x.tree.starts[child]!)
        : x.memberExpression(expression, name);
    }
    return expression;
  }

  /** Arguments of a call. */
  argumentNodes(x: Extraction, call: NodeIndex): NodeIndex[] {
    const list = x.tree.childOfKind(call, this.s.K.arguments);
    const nodes: NodeIndex[] = [];
    if (list === NONE) return nodes;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.isNamed(child) && !x.tree.isExtra(child)) nodes.push(child);
    }
    return nodes;
  }

  /**
   * What `name(args)` calls. A function with an object among its arguments is a method of the
   * object's class if that has one; functions of the file itself come before.
   */
  callee(x: Extraction, nameNode: NodeIndex, args: readonly NodeIndex[]): number {
    const name = x.textOf(nameNode);
    const plain = x.nameExpression(name, x.tree.starts[nameNode]!);
    if (this.state.functions.has(name)) return plain;
    const first = args[0];
    if (first === undefined || x.tree.kinds[first] !== this.s.K.identifier) return plain;
    if (this.state.variableScope(x, x.textOf(first)) === NONE) return plain;
    return x.facts.expression(Op.dispatch, x.value(first), x.facts.text(name), plain);
  }

  #name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    const expression = x.nameExpression(text, x.tree.starts[node]!);
    if (this.state.variableScope(x, text) !== NONE) return expression;
    return isMatlabBuiltin(text) ? -1 : x.callExpression(expression, []);
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return -1;
    if (tree.childOfKind(node, this.s.K.superclass) !== NONE) return -1;
    if (tree.kinds[nameNode] !== this.s.K.identifier) return -1;
    const text = x.textOf(nameNode);
    if (this.state.variableScope(x, text) !== NONE && !this.state.handles.has(text)) {
      return x.facts.expression(Op.index, x.nameExpression(text, tree.starts[nameNode]!), -1);
    }
    const args = this.argumentNodes(x, node);
    if (GIVES_STRUCT.has(text)) return -1;
    if (text === "str2func") return this.#named(x, args[0] ?? NONE);
    return x.callExpression(this.callee(x, nameNode, args), args.map((arg) => x.value(arg)));
  }

  /** `str2func('name')`. */
  #named(x: Extraction, node: NodeIndex): number {
    const content = node === NONE ? NONE : x.tree.childOfKind(node, this.s.K.stringContent);
    const text = content === NONE ? "" : x.textOf(content);
    return /^[A-Za-z]\w*$/.test(text) ? x.nameExpression(text, x.tree.starts[content]!) : -1;
  }

  #elements(x: Extraction, node: NodeIndex): number {
    const row = x.tree.namedChild(node);
    const first = row === NONE ? NONE : x.tree.namedChild(row);
    const element = first === NONE ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal("cell"), x.facts.list([element]), 1);
  }

  /** `pkg.f` and `Class.f`, which call `f` without parentheses; any other chain is what it leads to. */
  #field(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const value = this.chain(x, node);
    const object = tree.child(node, this.s.F.object);
    const last = tree.namedChild(node, tree.namedChildCount(node) - 1);
    const isRead = value >= 0 && tree.kinds[object] === this.s.K.identifier &&
      tree.kinds[last] === this.s.K.identifier;
    if (!isRead || this.state.variableScope(x, x.textOf(object)) !== NONE) return value;
    return x.callExpression(value, []);
  }

  /** Expression of `a.b.c(1).d`; `emit` is told of each call in it. */
  chain(x: Extraction, node: NodeIndex, emit?: ChainCall): number {
    const { tree } = x;
    const object = tree.child(node, this.s.F.object);
    if (object === NONE) return -1;
    const isName = tree.kinds[object] === this.s.K.identifier;
    const scope = isName ? this.state.variableScope(x, x.textOf(object)) : NONE;
    const isVariable = scope !== NONE;
    const isKnown = isName &&
      (!isVariable || this.state.isSelf(x, object, this.s) ||
        this.state.objects.has(x.textOf(object)));
    let expression = isName
      ? x.nameExpression(x.textOf(object), tree.starts[object]!)
      : x.value(object);
    const first = tree.child(node, this.s.F.field);
    for (let part = tree.nexts[object]!; part < tree.nexts[node]!; part = tree.nexts[part]!) {
      if (tree.fields[part] !== this.s.F.field) continue;
      const kind = tree.kinds[part]!;
      const isCall = kind === this.s.K.functionCall;
      const nameNode = isCall ? tree.child(part, this.s.F.name) : part;
      if (expression < 0 || nameNode === NONE || tree.kinds[nameNode] !== this.s.K.identifier) {
        expression = -1;
        continue;
      }
      const held = `${x.textOf(object)}.${x.textOf(nameNode)}`;
      const member = part === first && this.state.isFieldHandle(scope, held)
        ? x.nameExpression(held, tree.starts[object]!)
        : x.memberExpression(expression, x.textOf(nameNode));
      if (!isCall) {
        const isLast = tree.nexts[part] === tree.nexts[node];
        if (isLast && isKnown) emit?.(nameNode, member, 0, -1);
        expression = member;
        continue;
      }
      const args = this.argumentNodes(x, part);
      const call = x.callExpression(member, args.map((arg) => x.value(arg)));
      emit?.(nameNode, member, args.length, call);
      expression = call;
    }
    return expression;
  }
}
