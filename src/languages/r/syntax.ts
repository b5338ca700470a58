/** Reading R's syntax tree: names without quotes, arguments by name or place, who is called. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** A function that is called by name. */
export interface Callee {
  /** Name without quotes and package: the `f` of `pkg::f(x)`. */
  readonly name: string;
  /** Node at which the name stands. */
  readonly node: NodeIndex;
  /** Package, when one is written; "" otherwise. */
  readonly package: string;
}

/** One argument of a call. */
export interface Argument {
  /** Name without quotes; "" when it has none. */
  readonly name: string;
  /** Node of the name; -1 when it has none. */
  readonly nameNode: NodeIndex;
  /** Node of the value; -1 for an empty argument. */
  readonly value: NodeIndex;
  /** Node of the whole argument. */
  readonly node: NodeIndex;
}

/** Which way an assignment goes, and how far up. */
export interface Assignment {
  readonly target: NodeIndex;
  readonly value: NodeIndex;
  /** `<<-` and `->>` assign outside the function around. */
  readonly isOuter: boolean;
}

const NO_ARGUMENTS: readonly Argument[] = [];
const FORWARD = new Set(["<-", "=", "<<-"]);
const BACKWARD = new Set(["->", "->>"]);
const PIPES = new Set(["|>", "%>%", "%<>%", "%T>%", "%!>%"]);

/** Node type and field ids of R's grammar, with the questions that rules ask of a tree. */
export class RSyntax {
  readonly fields;
  readonly kinds;
  readonly #operators: ReadonlyMap<number, string>;
  readonly #special: number;
  readonly #literals: ReadonlySet<number>;

  constructor(grammar: Grammar) {
    const field = (name: string): number => grammar.field(name);
    this.fields = {
      alternative: field("alternative"),
      arguments: field("arguments"),
      body: field("body"),
      consequence: field("consequence"),
      content: field("content"),
      default: field("default"),
      function: field("function"),
      lhs: field("lhs"),
      name: field("name"),
      operator: field("operator"),
      parameters: field("parameters"),
      rhs: field("rhs"),
      sequence: field("sequence"),
      value: field("value"),
      variable: field("variable"),
    };
    const kind = (name: string): number => grammar.kind(name);
    this.kinds = {
      argument: kind("argument"),
      binary: kind("binary_operator"),
      braced: kind("braced_expression"),
      call: kind("call"),
      dots: kind("dots"),
      extract: kind("extract_operator"),
      for: kind("for_statement"),
      function: kind("function_definition"),
      identifier: kind("identifier"),
      if: kind("if_statement"),
      namespace: kind("namespace_operator"),
      null: kind("null"),
      parameter: kind("parameter"),
      parenthesized: kind("parenthesized_expression"),
      string: kind("string"),
      subset: kind("subset"),
      subset2: kind("subset2"),
      unary: kind("unary_operator"),
    };
    this.#operators = new Map(
      ["<-", "=", "<<-", "->", "->>", "|>", "|", "||", "&&", "&", "~", ":="]
        .map((text) => [grammar.token(text), text]),
    );
    this.#special = grammar.token("special");
    this.#literals = grammar.kinds("float", "integer", "complex", "string", "true", "false");
  }

  /** Text of a binary operator; "" for arithmetic and comparison. */
  operatorOf(x: Extraction, node: NodeIndex): string {
    const operator = x.tree.child(node, this.fields.operator);
    if (operator === NONE) return "";
    const kind = x.tree.kinds[operator]!;
    return kind === this.#special ? x.textOf(operator) : this.#operators.get(kind) ?? "";
  }

  /** The parts of an assignment; undefined when the node is none. */
  assignment(x: Extraction, node: NodeIndex): Assignment | undefined {
    const operator = this.operatorOf(x, node);
    const isForward = FORWARD.has(operator);
    if (!isForward && !BACKWARD.has(operator)) return undefined;
    const left = x.tree.child(node, this.fields.lhs);
    const right = x.tree.child(node, this.fields.rhs);
    if (left === NONE || right === NONE) return undefined;
    return {
      target: isForward ? left : right,
      value: isForward ? right : left,
      isOuter: operator === "<<-" || operator === "->>",
    };
  }

  /** Whether an operator hands its left side to the function on its right. */
  isPipe(operator: string): boolean {
    return PIPES.has(operator);
  }

  /** A name as R sees it, without backticks or quotes; "" for what is no name. */
  nameOf(x: Extraction, node: NodeIndex): string {
    if (node === NONE) return "";
    const kind = x.tree.kinds[node];
    if (kind === this.kinds.string) return this.stringOf(x, node) ?? "";
    if (kind !== this.kinds.identifier) return "";
    const text = x.textOf(node);
    return text.startsWith("`") && text.length > 1 ? text.slice(1, -1) : text;
  }

  /** Text of a string literal; undefined for what is none. */
  stringOf(x: Extraction, node: NodeIndex): string | undefined {
    if (node === NONE || x.tree.kinds[node] !== this.kinds.string) return undefined;
    const content = x.tree.child(node, this.fields.content);
    return content === NONE ? "" : x.textOf(content);
  }

  /** Node of a string's text without its quotes, or the node itself. */
  contentNode(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE || x.tree.kinds[node] !== this.kinds.string) return node;
    const content = x.tree.child(node, this.fields.content);
    return content === NONE ? node : content;
  }

  /** Who is called by a call node, when it is a plain or qualified name. */
  calleeOf(x: Extraction, call: NodeIndex): Callee | undefined {
    return this.namedFunction(x, x.tree.child(call, this.fields.function));
  }

  /** A plain or qualified name of a function: `f`, `"f"`, `pkg::f`. */
  namedFunction(x: Extraction, node: NodeIndex): Callee | undefined {
    if (node === NONE) return undefined;
    const kind = x.tree.kinds[node];
    if (kind === this.kinds.identifier || kind === this.kinds.string) {
      return { name: this.nameOf(x, node), node: this.contentNode(x, node), package: "" };
    }
    if (kind !== this.kinds.namespace) return undefined;
    const name = x.tree.child(node, this.fields.rhs);
    if (name === NONE) return undefined;
    return {
      name: this.nameOf(x, name),
      node: this.contentNode(x, name),
      package: this.nameOf(x, x.tree.child(node, this.fields.lhs)),
    };
  }

  /** Name of the function that a call node calls, without package; "" for other nodes. */
  calledName(x: Extraction, node: NodeIndex): string {
    if (node === NONE || x.tree.kinds[node] !== this.kinds.call) return "";
    return this.calleeOf(x, node)?.name ?? "";
  }

  /** Arguments of a call, in order. */
  argumentsOf(x: Extraction, call: NodeIndex): readonly Argument[] {
    const { tree } = x;
    const list = tree.child(call, this.fields.arguments);
    if (list === NONE || tree.nexts[list]! === list + 3) return NO_ARGUMENTS;
    const found: Argument[] = [];
    for (let node = tree.firstChild(list); node !== NONE; node = tree.nextSibling(node)) {
      if (tree.kinds[node] !== this.kinds.argument) continue;
      const nameNode = tree.child(node, this.fields.name);
      found.push({
        name: this.nameOf(x, nameNode),
        nameNode,
        value: tree.child(node, this.fields.value),
        node,
      });
    }
    return found;
  }

  /** Value of an argument by name, or else by its place among those without a name; -1 if missing. */
  argument(args: readonly Argument[], name: string, place = -1): NodeIndex {
    const named = args.find((arg) => arg.name === name);
    if (named !== undefined) return named.value;
    let left = place;
    for (const arg of args) {
      if (arg.name === "" && left-- === 0) return arg.value;
    }
    return NONE;
  }

  /** Whether a node is a number, a string or a truth value as written. */
  isPlainLiteral(x: Extraction, node: NodeIndex): boolean {
    return node !== NONE && this.#literals.has(x.tree.kinds[node]!);
  }

  /** A node without the parentheses around it. */
  unwrapped(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.kinds.parenthesized) {
      at = x.tree.child(at, this.fields.body);
    }
    return at;
  }

  /** Last expression of a braced block; the node itself when it is none; -1 for an empty block. */
  lastExpression(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE || x.tree.kinds[node] !== this.kinds.braced) return node;
    let last = NONE;
    for (let child = x.tree.firstChild(node); child !== NONE; child = x.tree.nextSibling(child)) {
      if (x.tree.isNamed(child) && !x.tree.isExtra(child)) last = child;
    }
    return last;
  }
}
