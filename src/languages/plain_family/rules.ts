/**
 * Rules for languages whose syntax a table tells: definitions with their scopes, parameters, variables
 * with what they are declared to be or hold, calls, members, types that are named.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { ExpressionRule, LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  CONSTRUCTOR,
} from "../class_family/bindings.ts";
import { callbackGiven, functionValue, namedChildren, referCall } from "../class_family/calls.ts";
import { Slots } from "./slots.ts";
import type {
  CallShape,
  FunctionShape,
  Slot,
  SyntaxTable,
  TypeShape,
  ValueShape,
} from "./syntax_table.ts";

/** Binds the rules of a table to its grammar. */
export function plainRules(table: SyntaxTable): (g: Grammar) => LanguageRules {
  return (g) => new PlainRules(g, table).rules();
}

class PlainRules {
  readonly #slots: Slots;
  readonly #names: ReadonlySet<number>;
  readonly #bases: ReadonlyMap<number, readonly number[]>;
  readonly #typeNodes: ReadonlySet<number>;
  readonly #parameters: ReadonlyMap<number, ValueShape>;
  readonly #wrappers: ReadonlySet<number>;
  readonly #wholeArguments: ReadonlySet<number>;

  constructor(readonly g: Grammar, readonly t: SyntaxTable) {
    this.#slots = new Slots(g);
    this.#names = new Set(this.#ids(t.names));
    this.#typeNodes = new Set(this.#ids(Object.keys(t.typeNodes ?? {})));
    this.#wrappers = new Set(this.#ids(t.wrappers ?? []));
    this.#wholeArguments = new Set(this.#ids(t.wholeArguments ?? []));
    this.#parameters = new Map(
      Object.entries(t.parameters ?? {}).filter(([type]) => g.has(type)).map(([type, shape]) =>
        [g.kind(type), shape] as const
      ),
    );
    this.#bases = new Map(
      Object.entries(t.types ?? {}).filter(([type]) => g.has(type)).map(([type, { bases = [] }]) =>
        [g.kind(type), this.#ids(bases)] as const
      ),
    );
  }

  #ids(types: readonly string[]): number[] {
    return types.filter((type) => this.g.has(type)).map((type) => this.g.kind(type));
  }

  rules(): LanguageRules {
    const { t } = this;
    const beyond = t.beyond?.(this.#slots) ?? {};
    const defining = { ...this.#defining(), ...this.#before(t.define, this.#defining()) };
    const referring = { ...this.#referring(), ...this.#after(this.#referring(), t.refer) };
    return {
      define: this.#known({ ...defining, ...this.#after(defining, beyond.define) }),
      refer: this.#known({ ...referring, ...this.#after(referring, beyond.refer) }),
      values: this.#known({ ...this.#values(), ...beyond.values }),
      types: this.#known({ ...this.#types(), ...beyond.types }),
      docs: { line: t.docs.line, block: t.docs.block },
    };
  }

  #known<Rule>(rules: Readonly<Record<string, Rule>>): Record<string, Rule> {
    return Object.fromEntries(Object.entries(rules).filter(([type]) => this.g.has(type)));
  }

  #before(
    first: Readonly<Record<string, NodeRule>> | undefined,
    then: Readonly<Record<string, NodeRule>>,
  ): Record<string, NodeRule> {
    return Object.fromEntries(
      Object.entries(first ?? {}).map(([type, rule]) => [type, (x: Extraction, node: NodeIndex) => {
        rule(x, node);
        then[type]?.(x, node);
      }]),
    );
  }

  #after(
    first: Readonly<Record<string, NodeRule>>,
    then: Readonly<Record<string, NodeRule>> | undefined,
  ): Record<string, NodeRule> {
    return Object.fromEntries(
      Object.entries(then ?? {}).map(([type, rule]) => [type, (x: Extraction, node: NodeIndex) => {
        first[type]?.(x, node);
        rule(x, node);
      }]),
    );
  }

  #each<Shape>(
    shapes: Readonly<Record<string, Shape>> | undefined,
    rule: (x: Extraction, node: NodeIndex, shape: Shape) => void,
  ): Record<string, NodeRule> {
    return Object.fromEntries(
      Object.entries(shapes ?? {}).map((
        [type, shape],
      ) => [type, (x: Extraction, node: NodeIndex) => rule(x, node, shape)]),
    );
  }

  // ── first pass ──────────────────────────────────────────────────────────────────────────────

  #defining(): Record<string, NodeRule> {
    const { t } = this;
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const lambda: NodeRule = (x, node) => void x.openScope(node, ScopeKind.function);
    return {
      ...Object.fromEntries((t.blocks ?? []).map((type) => [type, block])),
      ...Object.fromEntries(Object.keys(t.lambdas ?? {}).map((type) => [type, lambda])),
      ...this.#each(t.types, (x, node, shape) => this.#defineType(x, node, shape)),
      ...this.#each(t.functions, (x, node, shape) => this.#defineFunction(x, node, shape)),
      ...this.#each(t.variables, (x, node, shape) => this.#defineVariable(x, node, shape)),
    };
  }

  #nameIn(x: Extraction, node: NodeIndex, slot: Slot): { node: NodeIndex; text: string } {
    if (typeof slot === "string" && slot.startsWith("=")) return { node, text: slot.slice(1) };
    const found = this.#slots.find(x, node, slot);
    const text = found === NONE ? "" : x.textOf(found);
    const isWhole = this.t.namesHaveBlanks === true;
    return { node: found, text: isWhole ? text : text.replace(/[`\s]+/g, "") };
  }

  #defineType(x: Extraction, node: NodeIndex, shape: TypeShape): void {
    const name = this.#nameIn(x, node, shape.name);
    if (name.text === "") return;
    x.define(node, {
      kind: shape.kind,
      name: name.text,
      nameNode: name.node,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: this.#slots.find(x, node, shape.body),
      flags: this.#flags(x, node, name.text),
    });
  }

  #flags(x: Extraction, node: NodeIndex, name: string): number {
    return this.t.flags?.(x, node, name) ?? Flag.exported;
  }

  #defineFunction(x: Extraction, node: NodeIndex, shape: FunctionShape): void {
    const name = this.#nameIn(x, node, shape.name);
    if (name.text === "") {
      x.openScope(node, ScopeKind.function);
      return;
    }
    const inType = x.scopeKind() === ScopeKind.class;
    const isConstructor = inType && this.#isConstructor(x, name.text);
    const receiver = this.#slots.find(x, node, shape.receiver);
    const body = this.#slots.find(x, node, shape.body);
    const extended = receiver === NONE
      ? ""
      : x.textOf(receiver).replace(/<[\s\S]*|[[(][\s\S]*|[?*\s]+/g, "");
    const symbol = x.define(node, {
      kind: shape.kind ??
        (isConstructor
          ? Kind.constructor
          : inType || extended !== ""
          ? Kind.method
          : Kind.function),
      name: name.text,
      nameNode: name.node,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      flags: this.#flags(x, node, name.text) |
        (inType && shape.body !== undefined && body === NONE ? Flag.declaration : 0) |
        (extended === "" ? 0 : Flag.extension),
      ...(extended === "" ? {} : { qualifier: extended, bindIn: "nowhere" as const }),
      ...(isConstructor ? { bindIn: "nowhere" as const } : {}),
    });
    if (!isConstructor) return;
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  #isConstructor(x: Extraction, name: string): boolean {
    const { constructors } = this.t;
    if (constructors === undefined) return false;
    if (constructors.names.has(name)) return true;
    const owner = x.symbolOfScope(x.scope);
    if (constructors.own !== true || owner === NONE) return false;
    const own = x.facts.textAt(x.facts.tables.symbols.get(owner, 1));
    return name === own || name.startsWith(`${own}.`);
  }

  #defineVariable(x: Extraction, node: NodeIndex, shape: ValueShape): void {
    if (shape.kind === undefined || x.isInFunction()) return;
    const inType = x.scopeKind() === ScopeKind.class;
    for (const nameNode of this.#slots.all(x, node, shape.name)) {
      if (!this.#names.has(x.tree.kinds[nameNode]!)) continue;
      const name = x.textOf(nameNode).replace(/`/g, "");
      x.define(nameNode, {
        kind: inType && shape.kind === Kind.variable ? Kind.field : shape.kind,
        name,
        nameNode,
        rangeNode: node,
        signatureNode: node,
        bodyNode: this.#slots.find(x, node, shape.value),
        flags: this.#flags(x, node, name),
      });
    }
  }

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  #referring(): Record<string, NodeRule> {
    const { t } = this;
    return {
      ...this.#each(t.typeNodes, (x, node) => this.#referTypeName(x, node)),
      ...Object.fromEntries(
        t.names.filter((name) => name.includes("type")).map((
          type,
        ) => [type, (x: Extraction, node: NodeIndex) => this.#referTypeName(x, node)]),
      ),
      ...this.#each(t.types, (x, node, shape) => this.#referType(x, node, shape)),
      ...this.#each(t.functions, (x, node, shape) => this.#referFunction(x, node, shape)),
      ...this.#each(
        t.lambdas,
        (x, node, { parameters }) => this.#bindParameters(x, NONE, node, parameters),
      ),
      ...this.#each(t.variables, (x, node, shape) => this.#referVariable(x, node, shape)),
      ...this.#each(t.calls, (x, node, shape) => this.#referCall(x, node, shape)),
    };
  }

  #referType(x: Extraction, node: NodeIndex, shape: TypeShape): void {
    this.#bindTypeParameters(x, node, shape.typeParameters);
    const body = this.#slots.find(x, node, shape.body);
    const end = body === NONE ? x.tree.nexts[node]! : body;
    const kinds = this.#bases.get(x.tree.kinds[node]!) ?? [];
    const own = this.#slots.find(x, node, shape.name);
    let isFirst = true;
    for (let at = node + 1; at < end;) {
      if (!kinds.includes(x.tree.kinds[at]!) || at === own) {
        at++;
        continue;
      }
      const nameNode = this.#lastName(x, at);
      if (nameNode !== NONE && !this.#isParameterOfType(x, at, node)) {
        const how = shape.firstIsParent === false || !isFirst ? RefKind.implement : RefKind.inherit;
        x.refer(how, nameNode, x.type(at), -1, -1, x.symbolAt(node));
        isFirst = false;
      }
      at = x.tree.nexts[at]!;
    }
  }

  /** Whether a type stands among the parameters of a definition, not among its bases. */
  #isParameterOfType(x: Extraction, at: NodeIndex, node: NodeIndex): boolean {
    for (let up = x.tree.parents[at]!; up !== NONE && up !== node; up = x.tree.parents[up]!) {
      if (this.#parameters.has(x.tree.kinds[up]!)) return true;
      if (
        /(?:type|class)_(?:parameters|arguments)$|annotation/.test(
          this.g.typeName(x.tree.kinds[up]!),
        )
      ) return true;
    }
    return false;
  }

  #bindTypeParameters(x: Extraction, node: NodeIndex, slot: Slot | undefined): void {
    const children = namedChildren(x, this.#slots.find(x, node, slot));
    // Beside names that stand alone are their bounds and their own parameters: `F[_]: Monad`.
    const alone = children.filter((one) => this.#names.has(x.tree.kinds[one]!));
    const names = alone.length > 0
      ? alone
      : children.map((one) => this.#firstName(x, one)).filter((one) => one !== NONE);
    for (const [index, nameNode] of names.entries()) bindTypeParameter(x, nameNode, -1, index);
  }

  #firstName(x: Extraction, node: NodeIndex): NodeIndex {
    return namedChildren(x, node).find((one) => this.#names.has(x.tree.kinds[one]!)) ?? NONE;
  }

  #referFunction(x: Extraction, node: NodeIndex, shape: FunctionShape): void {
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node, shape.typeParameters);
    const result = this.#slots.find(x, node, shape.result);
    if (symbol !== NONE && result !== NONE) x.setType(symbol, x.type(result));
    this.#bindParameters(x, symbol, node, shape.parameters);
    if (shape.givesBody === true && symbol !== NONE && result === NONE) {
      x.addValue(symbol, x.value(this.#slots.find(x, node, shape.body)));
    }
  }

  #bindParameters(x: Extraction, symbol: number, node: NodeIndex, slot: Slot | undefined): void {
    const lists = slot === undefined ? [] : this.#slots.all(x, node, slot);
    const found: { node: NodeIndex; shape: ValueShape | undefined }[] = [];
    const given = new Set<NodeIndex>();
    for (const list of lists) {
      const before = found.length;
      if (this.#names.has(x.tree.kinds[list]!)) found.push({ node: list, shape: undefined });
      else this.#collectParameters(x, list, found, 0);
      if (this.t.givenByItself?.(x, list) === true) {
        found.slice(before).forEach((one) => given.add(one.node));
      }
    }
    if (slot === undefined) return;
    const value = symbol === NONE ? this.#givenTo(x, node) : -1;
    bindParameters(
      x,
      symbol,
      found.map(({ node: one, shape }) => {
        const type = shape === undefined ? NONE : this.#slots.find(x, one, shape.type);
        const ready = shape === undefined ? NONE : this.#slots.find(x, one, shape.value);
        return {
          nameNode: shape === undefined ? one : this.#nameIn(x, one, shape.name).node,
          type: x.type(type),
          value,
          isOptional: given.has(one) || ready !== NONE || /\?|=|\.\.\.|\*\s*$/.test(x.textOf(one)),
          isVariadic: /\.\.\.|\*\s*$/.test(x.textOf(one)),
        };
      }),
    );
  }

  /** What the call around gives to the parameters of a function that is one of its arguments; -1 if nothing. */
  #givenTo(x: Extraction, node: NodeIndex): number {
    let at = x.tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 3; depth++) {
      const shape = ownEntry(this.t.calls, this.g.typeName(x.tree.kinds[at]!));
      if (shape !== undefined) {
        const nodes = this.#argumentNodes(x, at, shape);
        const position = nodes.findIndex((one) => one === node);
        return position < 0 ? -1 : callbackGiven(x, at, position);
      }
      at = x.tree.parents[at]!;
    }
    return -1;
  }

  #collectParameters(
    x: Extraction,
    list: NodeIndex,
    found: { node: NodeIndex; shape: ValueShape | undefined }[],
    depth: number,
  ): void {
    for (const one of namedChildren(x, list)) {
      const shape = this.#parameters.get(x.tree.kinds[one]!);
      if (shape !== undefined) found.push({ node: one, shape });
      else if (this.#names.has(x.tree.kinds[one]!)) found.push({ node: one, shape: undefined });
      else if (depth < 2) this.#collectParameters(x, one, found, depth + 1);
    }
  }

  #referVariable(x: Extraction, node: NodeIndex, shape: ValueShape): void {
    const type = x.type(this.#slots.find(x, node, shape.type));
    const value = type >= 0 ? -1 : x.value(this.#slots.find(x, node, shape.value));
    for (const nameNode of this.#slots.all(x, node, shape.name)) {
      if (!this.#names.has(x.tree.kinds[nameNode]!)) continue;
      const symbol = x.symbolAt(nameNode);
      if (symbol === NONE) bindLocal(x, nameNode, type, value, x.tree.starts[node]!);
      else {
        if (type >= 0) x.setType(symbol, type);
        else x.addValue(symbol, value);
      }
    }
  }

  #referTypeName(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const around = tree.parents[node]!;
    if (
      around === NONE ||
      this.#typeNodes.has(tree.kinds[around]!) && tree.fields[node] === tree.fields[around]
    ) return;
    // The name in `List<A>` is told with the whole, that of a definition and its bases by its own rule.
    if (this.#typeNodes.has(tree.kinds[around]!) && this.#lastName(x, around) === node) return;
    const nameNode = this.#lastName(x, node);
    if (nameNode === NONE || x.hasReferenceAt(tree.starts[nameNode]!)) return;
    if (x.symbolAt(around) !== NONE && this.#isNameOf(x, around, node)) return;
    x.refer(RefKind.type, nameNode, x.type(node));
  }

  #isNameOf(x: Extraction, definition: NodeIndex, node: NodeIndex): boolean {
    const type = this.g.typeName(x.tree.kinds[definition]!);
    const shape = ownEntry(this.t.types, type) ?? ownEntry(this.t.functions, type);
    return shape !== undefined && this.#slots.find(x, definition, shape.name) === node;
  }

  #referCall(x: Extraction, node: NodeIndex, shape: CallShape): void {
    const callee = this.#slots.find(x, node, shape.callee);
    const nameNode = this.#lastName(x, callee);
    if (nameNode === NONE) return;
    const kind = shape.constructs === true ? RefKind.construct : RefKind.call;
    referCall(x, kind, nameNode, this.#callee(x, node, shape), this.#argumentsOf(x, node, shape));
    for (const one of this.#argumentNodes(x, node, shape)) {
      const name = this.#lastName(x, one);
      if (name !== NONE) x.mention(name, x.value(one));
    }
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  #values(): Record<string, ExpressionRule> {
    const { t } = this;
    const first: ExpressionRule = (x, node) => x.value(namedChildren(x, node).at(-1) ?? NONE);
    const name: ExpressionRule = (x, node) => this.#nameValue(x, node);
    return {
      ...Object.fromEntries(t.names.map((type) => [type, name])),
      ...Object.fromEntries((t.wrappers ?? []).map((type) => [type, first])),
      ...Object.fromEntries(
        Object.entries(t.standsFor ?? {}).map((
          [type, slot],
        ) => [type, (x: Extraction, node: NodeIndex) => x.value(this.#slots.find(x, node, slot))]),
      ),
      ...Object.fromEntries(
        Object.entries(t.literals ?? {}).map((
          [type, of],
        ) => [type, (x: Extraction) => x.literal(of)]),
      ),
      ...Object.fromEntries(
        (t.self ?? []).map((type) => [type, (x: Extraction) => this.#around(x, Op.self)]),
      ),
      ...Object.fromEntries(
        (t.super ?? []).map((type) => [type, (x: Extraction) => this.#around(x, Op.super)]),
      ),
      ...Object.fromEntries(
        Object.entries(t.members ?? {}).map((
          [type, { object, name }],
        ) => [type, (x: Extraction, node: NodeIndex) => {
          const of = x.value(this.#slots.find(x, node, object));
          const member = this.#slots.find(x, node, name);
          return of < 0 || member === NONE
            ? -1
            : x.memberExpression(of, x.textOf(member).replace(/`/g, ""));
        }]),
      ),
      ...Object.fromEntries(
        Object.entries(t.calls ?? {}).map((
          [type, shape],
        ) => [type, (x: Extraction, node: NodeIndex) => {
          const callee = this.#callee(x, node, shape);
          return callee < 0 ? -1 : x.callExpression(
            callee,
            this.#argumentsOf(x, node, shape),
            shape.constructs === true ? Op.construct : Op.call,
          );
        }]),
      ),
      ...Object.fromEntries(
        Object.keys(t.lambdas ?? {}).map((
          type,
        ) => [type, (x: Extraction) => functionValue(x, [], -1)]),
      ),
    };
  }

  #types(): Record<string, ExpressionRule> {
    return Object.fromEntries(
      Object.entries(this.t.typeNodes ?? {}).map((
        [type, { name, arguments: args }],
      ) => [type, (x: Extraction, node: NodeIndex) => {
        const named = this.#slots.find(x, node, name);
        const base = named === NONE ? -1 : x.type(named);
        const given = namedChildren(x, this.#slots.find(x, node, args)).map((one) => x.type(one));
        return base < 0 || given.length === 0
          ? base
          : x.facts.expression(Op.apply, base, x.facts.list(given), given.length);
      }]),
    );
  }

  #nameValue(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node).replace(/`/g, "");
    if (this.t.self?.includes(text) === true) return this.#around(x, Op.self);
    if (this.t.super?.includes(text) === true) return this.#around(x, Op.super);
    return x.nameExpression(text, x.tree.starts[node]!);
  }

  #around(x: Extraction, op: number): number {
    const scope = x.enclosing(ScopeKind.class);
    if (scope !== NONE) return x.facts.expression(op, scope);
    const own = x.enclosing(ScopeKind.function);
    return own === NONE ? -1 : x.facts.expression(op, own);
  }

  #callee(x: Extraction, node: NodeIndex, shape: CallShape): number {
    const callee = this.#slots.find(x, node, shape.callee);
    if (shape.constructs === true) return x.type(callee);
    const object = this.#slots.find(x, node, shape.object);
    if (object === NONE) return x.value(callee);
    const of = x.value(object);
    return of < 0 ? -1 : x.memberExpression(of, x.textOf(callee));
  }

  #argumentNodes(x: Extraction, node: NodeIndex, shape: CallShape): NodeIndex[] {
    const list = this.#slots.find(x, node, shape.arguments);
    if (list !== NONE && this.#wholeArguments.has(x.tree.kinds[list]!)) return [list];
    return namedChildren(x, list).map((one) =>
      this.#wrappers.has(x.tree.kinds[one]!) ? namedChildren(x, one).at(-1) ?? one : one
    );
  }

  #argumentsOf(x: Extraction, node: NodeIndex, shape: CallShape): number[] {
    return this.#argumentNodes(x, node, shape).map((one) =>
      this.t.leavesOut?.(x, one) === true ? functionValue(x, [], x.value(one)) : x.value(one)
    );
  }

  /** Node of the last name of a name, a member or a type; -1 when there is none. */
  #lastName(x: Extraction, node: NodeIndex, depth = 0): NodeIndex {
    if (node === NONE || depth > 4) return NONE;
    if (this.#names.has(x.tree.kinds[node]!)) return node;
    const type = this.g.typeName(x.tree.kinds[node]!);
    const member = ownEntry(this.t.members, type);
    if (member !== undefined) {
      return this.#lastName(x, this.#slots.find(x, node, member.name), depth + 1);
    }
    const part = ownEntry(this.t.standsFor, type);
    if (part !== undefined) return this.#lastName(x, this.#slots.find(x, node, part), depth + 1);
    const named = ownEntry(this.t.typeNodes, type);
    if (named !== undefined) {
      return this.#lastName(x, this.#slots.find(x, node, named.name), depth + 1);
    }
    if (this.#wrappers.has(x.tree.kinds[node]!)) {
      return this.#lastName(x, namedChildren(x, node).at(-1) ?? NONE, depth + 1);
    }
    return NONE;
  }
}

/** What a table says of a type of node; grammars have types that are named as all objects' members are. */
function ownEntry<Shape>(
  shapes: Readonly<Record<string, Shape>> | undefined,
  type: string,
): Shape | undefined {
  return shapes !== undefined && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
}
