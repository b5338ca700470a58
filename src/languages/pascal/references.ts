/** Second pass: units used, types named, parameters and variables, calls with and without brackets. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, Kind, Op, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren, outside } from "../class_family/calls.ts";
import type { Definitions } from "./definitions.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import { headName, inField, lastName, nameText, type Syntax } from "./syntax.ts";

/** `{$I name.inc}`, `{$INCLUDE 'name.inc'}`; `{$I+}` and `{$I %DATE%}` include nothing. */
const INCLUDE_DIRECTIVE = /\{\$I(?:NCLUDE)?\s+'?([^'%*}\s][^'}]*?)'?\s*\}/gi;

/** A parameter of a routine. */
interface Parameter {
  readonly nameNode: NodeIndex;
  readonly type: number;
  readonly isOptional: boolean;
}

/** A type that the tree does not have: `a.b`, `a<b>`; -1 when there is none. */
function writtenType(x: Extraction, text: string, offset: number): number {
  const [, path, args] = /^([a-z_][\w.]*)(?:<(.+)>)?$/.exec(text) ?? [];
  const [first, ...members] = path?.split(".") ?? [];
  if (first === undefined) return -1;
  let type = x.nameExpression(first, offset);
  for (const member of members) type = x.memberExpression(type, member);
  if (args === undefined) return type;
  const types = args.split(/,(?![^<]*>)/).map((one) => writtenType(x, one, offset));
  return x.facts.expression(Op.apply, type, x.facts.list(types), types.length);
}

/** The referring rules, for one grammar. */
export class References {
  /** Node behind a head whose types are told with its body. */
  #repeatedUntil = 0;

  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly definitions: Definitions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      declUses: (x, node) => this.#use(x, node),
      rttiAttributes: (x, node) => this.#referAttributes(x, node),
      declType: (x, node) => this.#referTypeDeclaration(x, node),
      declEnumValue: (x, node) => this.#typeEnumValue(x, node),
      declProc: (x, node) => this.#referDeclared(x, node),
      defProc: (x, node) => this.#referBody(x, node),
      lambda: (x, node) => this.#bindParameters(x, NONE, this.#parameters(x, node)),
      declProp: (x, node) => this.#referProperty(x, node),
      declField: (x, node) => this.#referVariables(x, node),
      declVar: (x, node) => this.#referVariables(x, node),
      declConst: (x, node) => this.#referVariables(x, node),
      assignment: (x, node) => this.#referAssignment(x, node),
      foreach: (x, node) => this.#referForeach(x, node),
      exceptionHandler: (x, node) => this.#referHandler(x, node),
      typeref: (x, node) => this.#referType(x, node),
      typerefArgs: (x, node) => {
        for (const one of namedChildren(x, node)) this.#referType(x, one);
      },
      exprTpl: (x, node) => {
        for (const one of inField(x, node, this.s.F.args)) this.#referType(x, one);
        this.#referRead(x, node);
      },
      exprCall: (x, node) => this.#referCall(x, node),
      identifier: (x, node) => this.#referRead(x, node),
      exprDot: (x, node) => this.#referRead(x, node),
      inherited: (x, node) => this.#referInherited(x, node),
    };
  }

  // ── units ───────────────────────────────────────────────────────────────────────────────────

  #use(x: Extraction, node: NodeIndex): void {
    for (const unit of namedChildren(x, node)) {
      if (x.tree.kinds[unit] !== this.s.K.moduleName) continue;
      const name = nameText(x, unit);
      const offset = x.tree.starts[unit]!;
      const line = x.lineAt(offset);
      const at = { scope: 0, line, column: x.columnAt(offset, line) };
      const index = x.facts.import(name, ImportKind.all, at);
      if (name.includes(".")) this.state.dottedUnits.add(name);
      else x.bind(0, name, BindingKind.import, { index, offset: 0 });
    }
  }

  /** `{$I name.inc}`: the tree has no directives. */
  include(x: Extraction): void {
    for (const match of x.text.matchAll(INCLUDE_DIRECTIVE)) {
      const line = x.lineAt(match.index);
      const at = { scope: 0, line, column: x.columnAt(match.index, line) };
      x.facts.import(match[1]!.replaceAll("\\", "/"), ImportKind.include, at);
    }
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referTypeDeclaration(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const symbol = x.symbolAt(node);
    const body = inField(x, node, F.type).at(-1);
    if (symbol === NONE || body === undefined) return;
    this.#bindTypeParameters(x, tree.child(node, F.name));
    const kind = x.facts.tables.symbols.get(symbol, Sym.KIND);
    if (kind === Kind.type) {
      x.setType(symbol, x.type(body));
      return;
    }
    for (const parent of inField(x, body, F.parent)) {
      const nameNode = lastName(this.s, x, parent);
      if (nameNode === NONE) continue;
      // By convention an interface's name begins with an I of its own.
      const isInterface = /^I[A-Z]/.test(x.textOf(nameNode)) &&
        tree.kinds[body] !== K.interfaceType;
      const means = isInterface ? RefKind.implement : RefKind.inherit;
      x.refer(means, nameNode, x.type(parent), -1, -1, symbol);
    }
  }

  /** `[Test]` is short for `[TestAttribute]`. */
  #referAttributes(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = x.symbolAt(tree.parents[node]!);
    for (const one of namedChildren(x, node)) {
      const entity = tree.kinds[one] === this.s.K.call ? tree.child(one, this.s.F.entity) : one;
      const nameNode = lastName(this.s, x, entity);
      if (nameNode === NONE) continue;
      const name = nameText(x, nameNode);
      const offset = tree.starts[nameNode]!;
      const long = x.nameExpression(`${name}attribute`, offset);
      const expression = x.either(long, x.nameExpression(name, offset));
      const symbol = owner === NONE ? x.symbol : owner;
      x.referAt(RefKind.decorate, name, offset, expression, { symbol });
    }
  }

  #bindTypeParameters(x: Extraction, name: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const generic = name !== NONE && tree.kinds[name] === K.genericDot
      ? tree.child(name, F.rhs)
      : name;
    if (generic === NONE || tree.kinds[generic] !== K.genericTpl) return;
    let index = 0;
    for (const list of inField(x, generic, F.args)) {
      for (const one of namedChildren(x, list)) {
        if (tree.kinds[one] !== K.genericArg) continue;
        const bound = x.type(tree.child(one, F.type));
        for (const nameNode of inField(x, one, F.name)) {
          x.bind(x.scope, nameText(x, nameNode), BindingKind.typeParameter, {
            value: bound,
            index: index++,
            offset: 0,
          });
        }
      }
    }
  }

  #typeEnumValue(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    if (owner !== NONE && x.scopeKind() === ScopeKind.class) {
      x.setType(x.symbolAt(node), x.facts.expression(Op.symbol, owner));
    }
  }

  /** A type that is named. */
  #referType(x: Extraction, node: NodeIndex): void {
    const around = x.tree.parents[node]!;
    // Bases are told with the type.
    if (around !== NONE && x.tree.fields[node] === this.s.F.parent) return;
    const isBound = around !== NONE && x.tree.kinds[around] === this.s.K.genericArg;
    if (node < this.#repeatedUntil && !isBound) return;
    const nameNode = lastName(this.s, x, node);
    const name = nameText(x, nameNode);
    // A range is written as a type, too.
    if (/^[a-z_]/.test(name)) {
      x.referAt(RefKind.type, name, x.tree.starts[nameNode]!, x.type(node));
    }
  }

  // ── routines ────────────────────────────────────────────────────────────────────────────────

  #referDeclared(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    if (x.symbolOfScope(x.scope) === symbol) {
      this.#bindTypeParameters(x, x.tree.child(node, this.s.F.name));
      this.#bindParameters(x, symbol, this.#parameters(x, node));
      x.setType(symbol, this.#resultOf(x, symbol, node));
    } else this.#repeatedUntil = x.tree.nexts[node]!;
  }

  /** What a routine gives; a constructor gives the instance. */
  #resultOf(x: Extraction, symbol: number, head: NodeIndex): number {
    const type = x.tree.child(head, this.s.F.type);
    if (type !== NONE) return x.type(type);
    if (x.facts.tables.symbols.get(symbol, Sym.KIND) !== Kind.constructor) return -1;
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(Op.selfType, scope);
  }

  #referBody(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const header = tree.child(node, F.header);
    const declaration = this.state.declarationOf(node);
    const head = declaration === NONE ? header : declaration;
    const symbol = x.symbolAt(declaration === NONE ? node : declaration);
    if (head === NONE || symbol === NONE) return;
    this.#bindTypeParameters(x, tree.child(head, F.name));
    const own = header === NONE ? [] : this.#parameters(x, header);
    this.#bindParameters(x, symbol, own.length > 0 ? own : this.#parameters(x, head));
    const declared = this.#parameters(x, head);
    if (declared.some(({ isOptional }) => isOptional)) {
      x.setArity(symbol, declared.filter(({ isOptional }) => !isOptional).length, declared.length);
    }
    const written = header !== NONE && tree.child(header, F.type) !== NONE ? header : head;
    const type = this.#resultOf(x, symbol, written);
    x.setType(symbol, type);
    const nameNode = header === NONE ? NONE : tree.child(header, F.name);
    // In a function the name of its result, and its own, are variables.
    if (tree.child(head, F.type) === NONE) return;
    this.#bind(x, "result", type, -1, tree.starts[node]!);
    if (nameNode !== NONE && !headName(x, nameNode).includes(".")) {
      this.state.addLocal(x.scope, headName(x, nameNode));
    }
  }

  #parameters(x: Extraction, head: NodeIndex): Parameter[] {
    const { F, K } = this.s;
    const parameters: Parameter[] = [];
    for (const one of namedChildren(x, x.tree.child(head, F.args))) {
      if (x.tree.kinds[one] !== K.arg) continue;
      const type = x.type(x.tree.child(one, F.type));
      const isOptional = x.tree.child(one, F.defaultValue) !== NONE;
      for (const nameNode of inField(x, one, F.name)) {
        parameters.push({ nameNode, type, isOptional });
      }
    }
    return parameters;
  }

  #bindParameters(x: Extraction, symbol: number, parameters: readonly Parameter[]): void {
    for (const [index, { nameNode, type }] of parameters.entries()) {
      const name = nameText(x, nameNode);
      const offset = x.tree.starts[nameNode]!;
      x.bind(x.scope, name, BindingKind.parameter, { type, index, offset: Math.min(offset, 0) });
      this.state.addLocal(x.scope, name);
    }
    if (symbol === NONE) return;
    const least = parameters.filter(({ isOptional }) => !isOptional).length;
    x.setArity(symbol, least, parameters.length);
  }

  #bind(x: Extraction, name: string, type: number, value: number, offset: number): void {
    const scope = x.functionScope();
    x.bind(scope, name, BindingKind.variable, { type, value, offset });
    this.state.addLocal(scope, name);
  }

  // ── properties and variables ────────────────────────────────────────────────────────────────

  #referProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    const type = x.type(tree.child(node, F.type));
    if (symbol === NONE) return;
    const isIndexed = tree.child(node, F.args) !== NONE;
    x.setType(symbol, isIndexed && type >= 0 ? x.facts.expression(Op.list, type) : type);
    if (isIndexed) this.definitions.bindIndexer(x, node, type);
    // The words `read` and `write` stand in the same fields.
    for (const field of [F.getter, F.setter]) {
      const nameNode = lastName(this.s, x, inField(x, node, field).at(-1) ?? NONE);
      if (nameNode === NONE) continue;
      const name = nameText(x, nameNode);
      const offset = tree.starts[nameNode]!;
      x.referAt(RefKind.value, name, offset, x.nameExpression(name, offset), { symbol });
    }
  }

  #referVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const type = x.type(tree.child(node, F.type));
    const given = tree.child(node, F.defaultValue);
    const value = given === NONE ? NONE : namedChildren(x, given).at(-1) ?? NONE;
    for (const nameNode of inField(x, node, F.name)) {
      const symbol = x.symbolAt(nameNode);
      if (symbol !== NONE) {
        if (type >= 0) x.setType(symbol, type);
        else x.addValue(symbol, x.value(value));
        x.addText(symbol, value);
      } else if (x.isInFunction()) {
        const held = type >= 0 ? -1 : x.value(value);
        this.#bind(x, nameText(x, nameNode), type, held, tree.starts[nameNode]!);
      }
    }
  }

  /** `var x: T` among statements, which the grammar reads as `x`. */
  #isInline(x: Extraction, nameNode: NodeIndex): boolean {
    const start = x.tree.starts[nameNode]!;
    return x.tree.kinds[nameNode] === this.s.K.identifier &&
      /\bvar\s+$/i.test(x.text.slice(Math.max(0, start - 12), start));
  }

  #bindInline(x: Extraction, nameNode: NodeIndex, value: number, scope: number): void {
    const end = x.tree.ends[nameNode]!;
    const written = /^\s*:(?!=)\s*([\w.<>, ]+)/.exec(x.text.slice(end, end + 200))?.[1] ?? "";
    const type = writtenType(x, written.replace(/\s+in\s.*|\s+/gi, "").toLowerCase(), end);
    const name = nameText(x, nameNode);
    x.bind(scope, name, BindingKind.variable, { type, value: type < 0 ? value : -1, offset: 0 });
    this.state.addLocal(scope, name);
  }

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const target = x.tree.child(node, this.s.F.lhs);
    if (target === NONE || !this.#isInline(x, target)) return;
    this.#bindInline(x, target, x.value(x.tree.child(node, this.s.F.rhs)), x.functionScope());
  }

  #referForeach(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const iterator = x.tree.child(node, F.iterator);
    if (iterator === NONE || !this.#isInline(x, iterator)) return;
    const iterated = outside(x, () => x.value(x.tree.child(node, F.iterable)));
    const element = iterated < 0 ? -1 : x.facts.expression(Op.element, iterated);
    this.#bindInline(x, iterator, element, x.scope);
  }

  #referHandler(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.variable);
    if (nameNode === NONE) return;
    const type = x.type(x.tree.child(node, this.s.F.exception));
    const name = nameText(x, nameNode);
    x.bind(x.scope, name, BindingKind.variable, { type, offset: 0 });
    this.state.addLocal(x.scope, name);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const around = x.tree.parents[node]!;
    if (around !== NONE && x.tree.kinds[around] === K.attributes) return;
    const entity = x.tree.child(node, F.entity);
    const nameNode = entity === NONE ? NONE : lastName(this.s, x, entity);
    if (nameNode === NONE) return;
    const callee = this.expressions.callee(x, entity);
    const args = this.expressions.argumentsOf(x, node);
    this.#call(x, nameNode, callee, args.length, args);
  }

  #call(
    x: Extraction,
    nameNode: NodeIndex,
    callee: number,
    count: number,
    args: readonly number[] = [],
  ): void {
    const call = callee < 0 ? -1 : x.callExpression(callee, args);
    const name = nameText(x, nameNode);
    x.referAt(RefKind.call, name, x.tree.starts[nameNode]!, callee, { argumentCount: count, call });
  }

  /** A name that is read calls a routine, if it is one's; as a statement it can be nothing else. */
  #referRead(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    if (around === NONE) return;
    const field = tree.fields[node];
    const parent = tree.kinds[around]!;
    const isRead = this.s.READS.has(parent) ? field !== F.name : this.#isOperand(x, node, around);
    if (!isRead) return;
    if (parent === K.statement && this.#isInline(x, node)) {
      this.#bindInline(x, node, -1, x.functionScope());
      return;
    }
    const isName = tree.kinds[node] === K.identifier;
    const nameNode = lastName(this.s, x, node);
    if (nameNode === NONE) return;
    const name = nameText(x, nameNode);
    if (isName && (name === "self" || this.state.isLocal(x, name))) return;
    if (isName && this.state.isValue(name)) return;
    if (this.expressions.isOfUnit(x, node)) return;
    // By convention, what a T or an E begins is a type.
    if (parent === K.dot && (tree.kinds[node] === K.exprTpl || /^[TE][A-Z]/.test(x.textOf(node)))) {
      x.referAt(RefKind.type, name, tree.starts[nameNode]!, this.expressions.callee(x, node));
      return;
    }
    const isStatement = parent === K.statement;
    this.#call(x, nameNode, this.expressions.callee(x, node), isStatement ? 0 : -1);
  }

  /** Whether a node is an operand, or an owner of what is read, and not what is called or assigned to. */
  #isOperand(x: Extraction, node: NodeIndex, around: NodeIndex): boolean {
    const { tree } = x;
    const { F, K } = this.s;
    const field = tree.fields[node];
    switch (tree.kinds[around]) {
      case K.dot:
        return field === F.lhs;
      case K.subscript:
        return field === F.entity;
      case K.assignment:
        return field === F.rhs;
      case K.binary: {
        const operator = tree.child(around, F.operator);
        const kind = operator === NONE ? NONE : tree.kinds[operator]!;
        return field === F.lhs || kind !== K.as && kind !== K.is;
      }
      default:
        return false;
    }
  }

  /** `inherited Create`, and `inherited` alone, which means the method of the same name. */
  #referInherited(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const around = tree.parents[node]!;
    const isCallee = around !== NONE && tree.kinds[around] === this.s.K.call &&
      tree.fields[node] === this.s.F.entity;
    if (isCallee) return;
    const nameNode = lastName(this.s, x, node);
    const parent = this.expressions.self(x, Op.super);
    if (parent < 0) return;
    if (nameNode !== NONE && tree.kinds[nameNode] === this.s.K.identifier) {
      this.#call(x, nameNode, x.memberExpression(parent, nameText(x, nameNode)), 0);
      return;
    }
    if (x.symbol === NONE) return;
    const own = x.facts.textAt(x.facts.tables.symbols.get(x.symbol, Sym.NAME));
    const callee = x.memberExpression(parent, own);
    x.referAt(RefKind.call, own, tree.starts[node]!, callee, {
      argumentCount: -1,
      call: x.callExpression(callee, []),
    });
  }
}
