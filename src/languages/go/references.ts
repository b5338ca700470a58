/** Second pass: calls, mentions, types named, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  ImportKind,
  Kind,
  Op,
  RefKind,
  Scope,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { BASIC_TYPES, PURE_BUILTINS } from "../go_builtins.ts";
import { callbackGiven, namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Names } from "./names.ts";
import type { Types } from "./types.ts";
import type { Bindings } from "./bindings.ts";

const NOWHERE = (): number => -1;
/** Deeper literals in literals are not followed. */
const DEEPEST = 12;
/** No struct that holds functions has more fields. */
const MOST_FIELDS = 64;

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly names: Names,
    readonly types: Types,
    readonly bindings: Bindings,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      import_spec: (x, node) => this.#importSpec(x, node),
      function_declaration: (x, node) => this.#referFunction(x, node),
      method_declaration: (x, node) => this.#referFunction(x, node),
      func_literal: (x, node) => this.#referFunctionLiteral(x, node),
      method_elem: (x, node) => this.#referInterfaceMethod(x, node),
      type_spec: (x, node) => this.#referType(x, node),
      type_alias: (x, node) => this.#referType(x, node),
      type_elem: (x, node) => this.#referEmbeddedInterface(x, node),
      field_declaration: (x, node) => this.#referField(x, node),
      type_identifier: (x, node) => this.#referTypeName(x, node),
      qualified_type: (x, node) => this.#referQualifiedType(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      type_conversion_expression: (x, node) => this.#referConversion(x, node),
      composite_literal: (x, node) => this.#referComposite(x, node),
      literal_element: (x, node) => this.#mentionElement(x, node),
      const_spec: (x, node) => this.#referVariables(x, node),
      var_spec: (x, node) => this.#referVariables(x, node),
      short_var_declaration: (x, node) => this.#referShortVariables(x, node),
      assignment_statement: (x, node) => this.#referAssignment(x, node),
      range_clause: (x, node) => this.#referRange(x, node),
      receive_statement: (x, node) => this.#referReceive(x, node),
      type_case: (x, node) => this.#referTypeCase(x, node),
      default_case: (x, node) => this.#referTypeCase(x, node),
      return_statement: (x, node) => this.#referReturn(x, node),
    };
  }

  #importSpec(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const pathNode = tree.child(node, this.s.F.path);
    const specifier = x.textOf(pathNode).replace(/^["`]|["`]$/g, "");
    if (x.asks(specifier.replace(/\/v\d+$/, ""))) this.state.isAsked = true;
    const nameNode = tree.child(node, this.s.F.name);
    const offset = tree.starts[node]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    const nameKind = nameNode === NONE ? NONE : tree.kinds[nameNode]!;
    if (nameKind === this.s.K.dot) x.facts.import(specifier, ImportKind.all, at);
    else if (nameKind === this.s.K.blank) x.facts.import(specifier, ImportKind.effect, at);
    else {
      const row = x.facts.import(specifier, ImportKind.module, at);
      // Without an alias the package's own name counts, which only the module system can tell.
      if (nameNode !== NONE) {
        x.bind(x.scope, x.textOf(nameNode), BindingKind.import, { index: row, offset });
      }
    }
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) this.state.forget();
    const symbol = x.symbolAt(node);
    this.bindings.bindTypeParameters(x, x.tree.child(node, this.s.F.typeParameters));
    const receiver = x.tree.child(node, this.s.F.receiver);
    const from = this.bindings.headEnd(x, node);
    if (receiver !== NONE) this.bindings.bindReceiver(x, receiver, from);
    this.state.afterReceiver = receiver === NONE ? 0 : x.tree.nexts[receiver]!;
    this.bindings.bindParameters(x, x.tree.child(node, this.s.F.parameters), symbol, from);
    const result = x.tree.child(node, this.s.F.result);
    x.setType(symbol, this.types.resultType(x, result));
    this.bindings.bindResults(x, result, from);
  }

  #referFunctionLiteral(x: Extraction, node: NodeIndex): void {
    const from = this.bindings.headEnd(x, node);
    const parameters = x.tree.child(node, this.s.F.parameters);
    this.bindings.bindParameters(x, parameters, NONE, from, this.#callGiven(x, node));
    this.bindings.bindResults(x, x.tree.child(node, this.s.F.result), from);
  }

  /** Where a function literal is given to a call of which linkers may ask, that call. */
  #callGiven(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const list = tree.parents[node]!;
    if (!this.state.isAsked || tree.kinds[list] !== this.s.K.argumentList) return -1;
    const position = namedChildren(x, list).indexOf(node);
    return callbackGiven(x, tree.parents[list]!, position);
  }

  #referInterfaceMethod(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) {
      x.bind(x.scope, x.textOf(x.tree.child(node, this.s.F.name)), BindingKind.field, {
        type: this.types.functionType(x, node),
        offset: x.tree.starts[node]!,
      });
      return;
    }
    x.setType(symbol, this.types.resultType(x, x.tree.child(node, this.s.F.result)));
    this.bindings.bindParameters(
      x,
      x.tree.child(node, this.s.F.parameters),
      symbol,
      this.bindings.headEnd(x, node),
    );
  }

  #referType(x: Extraction, node: NodeIndex): void {
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) this.state.forget();
    const symbol = x.symbolAt(node);
    this.bindings.bindTypeParameters(x, x.tree.child(node, this.s.F.typeParameters));
    const type = x.tree.child(node, this.s.F.type);
    const kind = type === NONE ? NONE : x.tree.kinds[type];
    if (kind === this.s.K.structType || kind === this.s.K.interfaceType || type === NONE) return;
    if (x.tree.kinds[node] === this.s.K.typeAlias) x.setType(symbol, x.type(type));
    else this.#defineBy(x, symbol, type);
  }

  /** `type A B`: a type of its own with B's fields and elements, and B's methods if B is an interface. */
  #defineBy(x: Extraction, symbol: number, type: NodeIndex): void {
    const underlying = x.type(type);
    if (underlying < 0) return;
    x.addValue(symbol, x.facts.expression(Op.instance, underlying));
    const name = this.names.namedType(x, type);
    if (name === NONE || x.tree.kinds[type] === this.s.K.pointerType) return;
    if (!BASIC_TYPES.has(x.textOf(name))) {
      x.refer(RefKind.inherit, name, underlying, -1, -1, symbol);
    }
  }

  #referField(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const typeNode = tree.child(node, this.s.F.type);
    const type = x.type(typeNode);
    let named = false;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.name) continue;
      named = true;
      const symbol = x.symbolAt(child);
      if (symbol !== NONE) x.setType(symbol, type);
      else {
        x.bind(x.scope, x.textOf(child), BindingKind.field, { type, offset: tree.starts[child]! });
      }
    }
    if (!named) this.#embed(x, typeNode, type);
  }

  /** An embedded type is a field of its name whose members are the type's own. */
  #embed(x: Extraction, typeNode: NodeIndex, type: number): void {
    const nameNode = this.names.namedType(x, typeNode);
    if (nameNode === NONE || type < 0) return;
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, x.textOf(nameNode), BindingKind.field, { type, offset });
    if (x.scopeKind() === ScopeKind.class) {
      x.refer(RefKind.inherit, nameNode, type, -1, -1, x.symbolOfScope(x.scope));
    }
  }

  /** `interface { io.Reader }`; unions of types have no members. */
  #referEmbeddedInterface(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || tree.kinds[parent] !== this.s.K.interfaceType) return;
    if (x.scopeKind() !== ScopeKind.class || tree.namedChildCount(node) !== 1) return;
    const typeNode = tree.namedChild(node);
    const nameNode = this.names.namedType(x, typeNode);
    if (nameNode === NONE || BASIC_TYPES.has(x.textOf(nameNode))) return;
    const type = x.type(typeNode);
    if (type >= 0) x.refer(RefKind.inherit, nameNode, type, -1, -1, x.symbolOfScope(x.scope));
  }

  /** A type that is named: in a signature, a declaration, a conversion. */
  #referTypeName(x: Extraction, node: NodeIndex): void {
    if (node < this.state.afterReceiver) return;
    const { tree } = x;
    const field = tree.fields[node]!;
    const parent = tree.parents[node]!;
    const parentKind = tree.kinds[parent]!;
    if (field === this.s.F.name || this.#isEmbedded(x, node, parent, parentKind)) return;
    if (parentKind === this.s.K.compositeLiteral) return;
    const name = x.textOf(node);
    if (BASIC_TYPES.has(name) || name === "nil" || this.state.typeParameters.has(name)) return;
    x.refer(RefKind.type, node, x.type(node));
  }

  #referQualifiedType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const parentKind = tree.kinds[parent]!;
    if (this.#isEmbedded(x, node, parent, parentKind) || parentKind === this.s.K.compositeLiteral) {
      return;
    }
    const name = tree.child(node, this.s.F.name);
    if (name !== NONE) x.refer(RefKind.type, name, x.type(node));
  }

  /** Whether a type name was already taken as an embedded type, a called generic or a receiver's parameter. */
  #isEmbedded(
    x: Extraction,
    node: NodeIndex,
    parent: NodeIndex,
    parentKind: number,
  ): boolean {
    const { tree } = x;
    if (parentKind === this.s.K.genericType && tree.fields[node] === this.s.F.type) {
      const above = tree.parents[parent]!;
      const aboveKind = tree.kinds[above]!;
      return aboveKind === this.s.K.typeConversion || aboveKind === this.s.K.compositeLiteral ||
        this.#isEmbedded(x, parent, above, aboveKind);
    }
    if (this.s.TYPE_SPECS.has(parentKind)) return parentKind !== this.s.K.typeAlias;
    if (parentKind === this.s.K.fieldDeclaration) return tree.child(parent, this.s.F.name) === NONE;
    if (parentKind !== this.s.K.typeElement) return false;
    return tree.kinds[tree.parents[parent]!] === this.s.K.interfaceType;
  }

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const callee = tree.child(node, this.s.F.function);
    const args = tree.child(node, this.s.F.arguments);
    if (args !== NONE) this.#mentionAll(x, args);
    const name = this.names.lastName(x, callee);
    if (name === NONE) return;
    if (name === callee && PURE_BUILTINS.has(x.textOf(name))) return;
    const call = this.state.isAsked ? x.value(node) : -1;
    x.refer(RefKind.call, name, x.value(callee), this.#argumentCount(x, args), call);
  }

  /** `Map[int, string](xs)` and `table[key](x)` read like a conversion to a generic type. */
  #referConversion(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const type = tree.child(node, this.s.F.type);
    const operand = tree.child(node, this.s.F.operand);
    if (operand !== NONE) this.#mention(x, operand);
    if (type === NONE || tree.kinds[type] !== this.s.K.genericType) return;
    const name = this.names.namedType(x, type);
    if (name === NONE) return;
    const made = x.type(type);
    const table = tree.kinds[tree.namedChild(type)] === this.s.K.typeIdentifier
      ? x.facts.expression(
        Op.index,
        x.nameExpression(x.textOf(name), tree.starts[name]!),
        -1,
      )
      : -1;
    const called = made < 0 || table < 0 ? made : x.facts.expression(Op.either, made, table);
    x.refer(RefKind.call, name, called, 1);
  }

  #argumentCount(x: Extraction, args: NodeIndex): number {
    if (args === NONE) return 0;
    return x.tree.namedChildCount(args);
  }

  #referComposite(x: Extraction, node: NodeIndex): void {
    const type = x.tree.child(node, this.s.F.type);
    const name = this.names.namedType(x, type);
    if (name === NONE || x.tree.kinds[type] === this.s.K.pointerType) return;
    x.refer(RefKind.construct, name, x.type(type), -1);
  }

  /** Names and selectors among a node's children may be functions handed on as values. */
  #mentionAll(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) this.#mention(x, child);
  }

  /** @param place gives what is given the value, as an expression */
  #mention(x: Extraction, node: NodeIndex, place: () => number = NOWHERE): void {
    const { tree } = x;
    const kind = tree.kinds[node]!;
    if (kind === this.s.K.identifier) {
      if (!this.state.locals.has(x.textOf(node))) x.mention(node, x.value(node), place());
    } else if (kind === this.s.K.selector) {
      const name = tree.child(node, this.s.F.field);
      if (name !== NONE) x.mention(name, x.value(node), place());
    }
  }

  #mentionElement(x: Extraction, node: NodeIndex): void {
    if (x.tree.fields[node] === this.s.F.key) return;
    const inner = x.tree.namedChild(node);
    if (inner !== NONE) this.#mention(x, inner, () => this.#placeOf(x, node));
  }

  /** The field that an element of a composite literal is given to; -1 when that is none. */
  #placeOf(x: Extraction, element: NodeIndex): number {
    const { K } = this.s;
    const { tree } = x;
    const parent = tree.parents[element]!;
    const isKeyed = tree.kinds[parent] === K.keyedElement;
    const owner = this.#filledBy(x, isKeyed ? tree.parents[parent]! : parent, 0);
    if (owner < 0) return -1;
    if (isKeyed) {
      const key = tree.namedChild(tree.child(parent, this.s.F.key));
      return key !== NONE && tree.kinds[key] === K.identifier
        ? x.memberExpression(owner, x.textOf(key))
        : -1;
    }
    let position = 0;
    for (let at = tree.firstChild(parent); at !== element; at = tree.nextSibling(at)) {
      if (tree.isNamed(at) && !tree.isExtra(at) && ++position > MOST_FIELDS) return -1;
    }
    return x.facts.expression(Op.pick, owner, position);
  }

  /** The value that the body of a composite literal makes. */
  #filledBy(x: Extraction, body: NodeIndex, depth: number): number {
    const { K } = this.s;
    const { tree } = x;
    const holder = tree.parents[body]!;
    if (holder === NONE || depth > DEEPEST) return -1;
    if (tree.kinds[holder] === K.compositeLiteral) return x.value(holder);
    // `[]T{{…}}` leaves out the type of its elements.
    const above = tree.parents[holder]!;
    const outer = tree.kinds[above] === K.keyedElement ? tree.parents[above]! : above;
    const list = this.#filledBy(x, outer, depth + 1);
    return list < 0 ? -1 : x.facts.expression(Op.index, list, -1);
  }

  #referVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const typeNode = tree.child(node, this.s.F.type);
    const values = tree.child(node, this.s.F.value);
    // `B` after `A Color = iota` repeats the type.
    const repeats = typeNode === NONE && values === NONE && tree.kinds[node] === this.s.K.constSpec;
    const type = repeats ? this.state.constantType : x.type(typeNode);
    this.state.constantType = type;
    if (values !== NONE) this.#mentionAll(x, values);
    const names = this.names.namesIn(x, node);
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.name || !tree.isNamed(child)) continue;
      // A declared type says all; the value can add nothing.
      const value = type >= 0 || values === NONE
        ? -1
        : this.bindings.assignedValue(x, values, index, names);
      index++;
      const symbol = x.symbolAt(child);
      if (symbol === NONE) this.bindings.bindLocal(x, child, type, value, tree.ends[node]!);
      else {
        x.setType(symbol, type);
        x.addValue(symbol, value);
        if (x.facts.tables.symbols.get(symbol, Sym.KIND) === Kind.function) {
          const literal = this.names.nthOf(x, values, index - 1);
          x.setType(symbol, this.types.resultType(x, tree.child(literal, this.s.F.result)));
        }
      }
    }
  }

  #referShortVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const right = tree.child(node, this.s.F.right);
    if (right !== NONE) this.#mentionAll(x, right);
    this.bindings.bindList(x, tree.child(node, this.s.F.left), right, tree.ends[node]!);
  }

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    const right = tree.child(node, this.s.F.right);
    if (right === NONE) return;
    if (left === NONE || tree.namedChildCount(right) !== 1 || tree.namedChildCount(left) !== 1) {
      return this.#mentionAll(x, right);
    }
    const place = tree.namedChild(left);
    const isField = tree.kinds[place] === this.s.K.selector;
    this.#mention(x, tree.namedChild(right), () => isField ? x.value(place) : -1);
  }

  #referRange(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    if (left === NONE) return;
    const ranged = x.value(tree.child(node, this.s.F.right));
    const first = tree.namedChild(left, 0);
    const second = tree.namedChild(left, 1);
    const from = tree.ends[node]!;
    // The first name takes an index, a key, or what a channel gives.
    if (first !== NONE && tree.kinds[first] === this.s.K.identifier) {
      this.bindings.bindLocal(
        x,
        first,
        -1,
        ranged < 0 ? -1 : x.facts.expression(Op.element, ranged),
        from,
      );
    }
    if (second !== NONE && tree.kinds[second] === this.s.K.identifier) {
      this.bindings.bindLocal(
        x,
        second,
        -1,
        ranged < 0 ? -1 : x.facts.expression(Op.index, ranged, -1),
        from,
      );
    }
  }

  #referReceive(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    // `case v, ok := <-c`; with `=` nothing new is bound, and binding again does no harm.
    this.bindings.bindList(
      x,
      tree.child(node, this.s.F.left),
      tree.child(node, this.s.F.right),
      tree.ends[node]!,
    );
  }

  /** The `y` of `switch y := v.(type)`, which stands before the cases; -1 if there is none. */
  #aliasOf(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] === this.s.F.alias) return child;
      if (tree.kinds[child] === this.s.K.openBrace) break;
    }
    return NONE;
  }

  /** Each case of `switch y := v.(type)` has a `y` of its own. */
  #referTypeCase(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = tree.parents[node]!;
    const alias = owner === NONE ? NONE : this.#aliasOf(x, owner);
    if (alias === NONE) return;
    let typeNode = NONE;
    let count = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.type || !tree.isNamed(child)) continue;
      typeNode = child;
      count++;
    }
    const name = tree.namedChild(alias);
    const from = tree.starts[node]!;
    if (name === NONE) return;
    if (count === 1) this.bindings.bindLocal(x, name, x.type(typeNode), -1, from);
    else this.bindings.bindLocal(x, name, -1, x.value(tree.child(owner, this.s.F.value)), from);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const list = x.tree.namedChild(node);
    if (list === NONE) return;
    if (this.state.isAsked) this.#addReturned(x, list);
    if (x.tree.kinds[list] === this.s.K.expressionList) this.#mentionAll(x, list);
    else this.#mention(x, list);
  }

  /** Notes what a function returns first: its type does not tell which of its kind it is. */
  #addReturned(x: Extraction, list: NodeIndex): void {
    const function_ = x.facts.tables.scopes.get(x.functionScope(), Scope.SYMBOL);
    const first = x.tree.kinds[list] === this.s.K.expressionList ? x.tree.namedChild(list) : list;
    if (function_ !== NONE) x.addValue(function_, x.value(first));
  }
}
