/** Second pass: calls, mentions, returned values, inheritance. */
import type { Extraction } from "../../extract/extraction.ts";
import { Kind, Op, RefKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";
import type { Head, Heads } from "./heads.ts";
import type { Types } from "./types.ts";
import type { Expressions } from "./expressions.ts";
import type { Bindings } from "./bindings.ts";
import type { ForeignCalls } from "./foreign_calls.ts";
import type { Imports } from "./imports.ts";
import { isJuliaBuiltin, isOwnOperator } from "../julia_builtins.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
    readonly headReader: Heads,
    readonly types: Types,
    readonly expressions: Expressions,
    readonly bindings: Bindings,
    readonly imports: Imports,
    readonly foreign: ForeignCalls,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const struct: NodeRule = (x, node) => this.#referStruct(x, node);
    const call: NodeRule = (x, node) => this.#referCall(x, node);
    return {
      function_definition: (x, node) => this.#referFunction(x, node),
      macro_definition: (x, node) => this.#referMacroDefinition(x, node),
      assignment: (x, node) => this.#referAssignment(x, node),
      struct_definition: struct,
      abstract_definition: struct,
      primitive_definition: struct,
      typed_expression: (x, node) => this.#referField(x, node),
      call_expression: call,
      broadcast_call_expression: call,
      macrocall_expression: (x, node) => this.#referMacro(x, node),
      prefixed_string_literal: (x, node) => this.#referStringMacro(x, node),
      binary_expression: (x, node) => this.#referOperator(x, node),
      return_statement: (x, node) => this.#referReturn(x, node),
    };
  }

  #referMacroDefinition(x: Extraction, node: NodeIndex): void {
    const signature = x.tree.childOfKind(node, this.s.K.signature);
    if (signature === NONE) return;
    const head = this.headReader.headOf(x, x.tree.namedChild(signature));
    if (head !== undefined) this.#referMethod(x, node, head);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    if (value === NONE) return;
    this.#mention(x, value);
    x.addValue(x.symbol, x.value(value));
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    const signature = x.tree.childOfKind(node, this.s.K.signature);
    const first = signature === NONE ? NONE : x.tree.namedChild(signature);
    const head = first === NONE ? undefined : this.headReader.headOf(x, first);
    if (head === undefined) return;
    this.#referMethod(x, node, head);
    const symbol = x.symbolAt(node);
    const count = x.tree.namedChildCount(node);
    const last = x.tree.namedChild(node, count - 1);
    if (last !== signature) x.addValue(symbol, x.value(last));
  }

  #referMethod(x: Extraction, node: NodeIndex, head: Head): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.symbolOfScope(x.scope) !== symbol) return;
    this.bindings.bindTypeParameters(x, head.where);
    this.bindings.bindParameters(x, head, symbol);
    if (head.returns !== NONE) x.setType(symbol, x.type(head.returns));
    else if (x.facts.tables.symbols.get(symbol, Sym.KIND) === Kind.constructor) {
      x.setType(symbol, x.type(head.name));
    }
    for (const type of [head.returns, head.callable]) {
      if (type !== NONE) this.types.referType(x, type);
    }
  }

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.namedChild(node);
    const right = tree.namedChild(node, 2);
    if (left === NONE) return;
    const head = this.headReader.headOf(x, left);
    if (head !== undefined && (head.name !== NONE || head.callable !== NONE)) {
      this.#referMethod(x, node, head);
      if (right !== NONE) {
        x.addValue(x.symbolAt(node), x.value(right));
        this.#mention(x, right);
      }
      return;
    }
    const value = right === NONE ? -1 : x.value(right);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE && tree.kinds[left] !== this.s.K.openTuple) {
      x.addValue(symbol, value);
      if (tree.kinds[left] === this.s.K.typed) x.setType(symbol, x.type(tree.namedChild(left, 1)));
    }
    if (right !== NONE) this.#mention(x, right);
    this.bindings.bindTargets(x, left, value, tree.ends[node]!);
  }

  #referStruct(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const head = tree.childOfKind(node, this.s.K.typeHead);
    if (symbol === NONE || head === NONE) return;
    const declared = tree.namedChild(head);
    if (declared === NONE) return;
    const isDerived = tree.kinds[declared] === this.s.K.binary;
    const own = isDerived ? tree.namedChild(declared) : declared;
    if (own !== NONE && tree.kinds[own] === this.s.K.parametrized) {
      const parameters = tree.childOfKind(own, this.s.K.curly);
      if (parameters !== NONE) this.bindings.bindTypeParameters(x, [parameters]);
    }
    const base = isDerived ? tree.namedChild(declared, 2) : NONE;
    const baseName = base === NONE ? NONE : this.nodes.typeName(x, base);
    if (baseName !== NONE) {
      x.refer(RefKind.inherit, baseName, x.type(base), -1, -1, symbol);
      const given = tree.childOfKind(base, this.s.K.curly);
      if (given !== NONE) this.types.referType(x, given);
    }
    this.#setDefaultConstructor(x, node, symbol);
  }

  /** Without constructors of its own a struct is called with a value for each field. */
  #setDefaultConstructor(x: Extraction, node: NodeIndex, symbol: number): void {
    let fields = 0;
    let hasOwn = false;
    for (const child of this.nodes.childrenOf(x, node)) {
      const row = x.symbolAt(child);
      if (row === NONE) continue;
      if (x.facts.tables.symbols.get(row, Sym.KIND) === Kind.field) fields++;
      else hasOwn = true;
    }
    if (hasOwn) x.setArity(symbol, 255, 0);
    else if (x.tree.kinds[x.tree.parents[node]!] !== this.s.K.macroArguments) {
      x.setArity(symbol, fields, fields);
    }
  }

  #referField(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.tree.kinds[x.tree.parents[node]!] === this.s.K.assignment) return;
    const type = x.tree.namedChild(node, 1);
    if (type === NONE) return;
    x.setType(symbol, x.type(type));
    this.types.referType(x, type);
  }

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (this.state.heads.has(node)) return;
    const calleeNode = tree.namedChild(node);
    const nameNode = this.nodes.calledName(x, calleeNode);
    const list = tree.childOfKind(node, this.s.K.arguments);
    if (list !== NONE) {
      for (const argument of this.nodes.childrenOf(x, list)) this.#mention(x, argument);
    }
    if (nameNode === NONE) {
      this.#referResult(x, node, calleeNode, list);
      return;
    }
    const name = x.textOf(nameNode);
    if (name === "include" && tree.kinds[calleeNode] === this.s.K.identifier) {
      this.imports.include(x, list);
      return;
    }
    if (name === "new") return;
    if (this.foreign.call(x, name, list)) return;
    x.refer(
      RefKind.call,
      nameNode,
      this.expressions.callee(x, calleeNode),
      this.#argumentCount(x, node, list),
      x.value(node),
    );
  }

  /** `Dense(3)(x)`: the object that a call gives is called. */
  #referResult(x: Extraction, node: NodeIndex, callee: NodeIndex, list: NodeIndex): void {
    if (callee === NONE || list === NONE || x.tree.kinds[callee] !== this.s.K.call) return;
    const member = x.memberExpression(x.value(callee), "()");
    x.referAt(RefKind.call, "()", x.tree.starts[list]!, member, {
      argumentCount: this.#argumentCount(x, node, list),
      call: x.value(node),
    });
  }

  /** Positional arguments; -2 where a splat hides how many. A `do` block is the first of them. */
  #argumentCount(x: Extraction, call: NodeIndex, list: NodeIndex): number {
    let count = x.tree.childOfKind(call, this.s.K.doClause) === NONE ? 0 : 1;
    for (const argument of this.nodes.positional(x, list)) {
      if (x.tree.kinds[argument] === this.s.K.splat) return -2;
      count++;
    }
    return count;
  }

  /** A name among arguments or on the right of an assignment may be a function handed on. */
  #mention(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const kind = tree.kinds[node];
    if (kind === this.s.K.namedArgument) {
      const given = tree.namedChild(node, 2);
      if (given !== NONE) this.#mention(x, given);
    } else if (kind === this.s.K.identifier) {
      const name = x.textOf(node);
      if (isJuliaBuiltin(name) || this.state.isLocal(x, name)) return;
      x.mention(node, x.nameExpression(name, tree.starts[node]!));
    } else if (kind === this.s.K.field) {
      const nameNode = this.nodes.calledName(x, node);
      if (nameNode !== NONE) x.mention(nameNode, x.value(node));
    }
  }

  #referMacro(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const identifier = tree.childOfKind(node, this.s.K.macroIdentifier);
    const nameNode = identifier === NONE ? NONE : tree.namedChild(identifier);
    if (nameNode === NONE) return;
    const name = `@${x.textOf(nameNode)}`;
    const owner = tree.namedChild(node);
    const isQualified = owner !== identifier && owner !== NONE;
    const expression = isQualified
      ? x.memberExpression(x.value(owner), name)
      : x.nameExpression(name, tree.starts[identifier]!);
    const args = this.nodes.macroArguments(x, node);
    this.foreign.macro(x, name, args);
    x.referAt(RefKind.call, name, tree.starts[identifier]!, expression, {
      argumentCount: args.length,
      call: x.asks(name) ? x.callExpression(expression, this.#givenValues(x, args)) : -1,
    });
    // What a macro is given may be a function as well.
    if (name !== "@enum") { for (const argument of args) this.#mention(x, argument); }
  }

  /** What a call is given, functions that are written there as themselves. */
  #givenValues(x: Extraction, args: readonly NodeIndex[]): readonly number[] {
    return args.map((argument) => {
      const symbol = x.symbolAt(argument);
      return symbol === NONE ? x.value(argument) : x.facts.expression(Op.symbol, symbol);
    });
  }

  /** `sql"…"` calls `@sql_str`. */
  #referStringMacro(x: Extraction, node: NodeIndex): void {
    const prefix = x.tree.child(node, this.s.F.prefix);
    if (prefix === NONE) return;
    const name = `@${x.textOf(prefix)}_str`;
    this.foreign.text(x, x.textOf(prefix), node);
    if (isJuliaBuiltin(name)) return;
    const offset = x.tree.starts[prefix]!;
    const parent = x.tree.parents[node]!;
    const owner = parent !== NONE && x.tree.kinds[parent] === this.s.K.field
      ? x.value(x.tree.child(parent, this.s.F.value))
      : -1;
    const expression = owner < 0 ? x.nameExpression(name, offset) : x.memberExpression(owner, name);
    x.referAt(RefKind.call, name, offset, expression, { argumentCount: 1 });
  }

  /** `xs |> f`, `f ∘ g`, and operators that are functions of the user's. */
  #referOperator(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const [left, operator, right] = this.nodes.childrenOf(x, node);
    if (left === undefined || operator === undefined || right === undefined) return;
    const text = x.textOf(operator);
    if (text === "∘") {
      this.#mention(x, left);
      this.#mention(x, right);
    } else if (/^\.?\|>$/.test(text)) {
      const nameNode = this.nodes.calledName(x, right);
      const kind = tree.kinds[right];
      if (nameNode === NONE || (kind !== this.s.K.identifier && kind !== this.s.K.field)) return;
      x.refer(
        RefKind.call,
        nameNode,
        this.expressions.callee(x, right),
        1,
        x.callExpression(this.expressions.callee(x, right), [x.value(left)]),
      );
    } else if (isOwnOperator(text) && !this.state.heads.has(node)) {
      const name = text.startsWith(".") ? text.slice(1) : text;
      const offset = tree.ends[operator]! - name.length;
      const callee = x.nameExpression(name, offset);
      const call = x.callExpression(callee, [x.value(left), x.value(right)]);
      x.referAt(RefKind.call, name, offset, callee, { argumentCount: 2, call });
    }
  }
}
