/** Second pass: parameters and variables with what they hold. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Expressions } from "./expressions.ts";

/** Binds parameters and variables to what they hold. */
export class Bindings {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const named: NodeRule = (x, node) => this.#bindNamed(x, node);
    return {
      property: (x, node) => this.#referProperty(x, node),
      assignment: (x, node) => this.#referAssignment(x, node),
      global_operator: named,
      persistent_operator: named,
      iterator: (x, node) => this.#bindLoop(x, node),
      lambda: (x, node) => this.#bindLambda(x, node),
    };
  }

  /** The object in a method: an instance of the class around, or of the folder's class. */
  objectType(x: Extraction): number {
    const classScope = x.enclosing(ScopeKind.class);
    return x.facts.expression(Op.selfType, classScope === NONE ? x.scope : classScope);
  }

  /** Names of the outputs of a function. */
  outputsOf(x: Extraction, node: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const output = tree.childOfKind(node, this.s.K.functionOutput);
    if (output === NONE) return [];
    const several = tree.childOfKind(output, this.s.K.multioutput);
    const names: NodeIndex[] = [];
    const list = several === NONE ? output : several;
    for (let child = list + 1; child < tree.nexts[list]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] === this.s.K.identifier) names.push(child);
    }
    return names;
  }

  /** Binds the parameters. Returns the first one's node. */
  bindParameters(
    x: Extraction,
    node: NodeIndex,
    symbol: number,
    takesObject: boolean,
  ): NodeIndex {
    const { tree } = x;
    const list = tree.childOfKind(node, this.s.K.functionArguments);
    if (list === NONE) {
      x.setArity(symbol, 0, 0);
      return NONE;
    }
    let index = 0;
    let most = 0;
    let first: NodeIndex = NONE;
    for (let child = list + 1; child < tree.nexts[list]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] !== this.s.K.identifier && tree.kinds[child] !== this.s.K.ignored) {
        continue;
      }
      const name = x.textOf(child);
      const isObject = index === 0 && takesObject;
      most = name === "varargin" ? 255 : Math.min(254, most + 1);
      if (index === 0 && tree.kinds[child] === this.s.K.identifier) first = child;
      x.bind(x.scope, name, BindingKind.parameter, {
        type: isObject ? this.objectType(x) : -1,
        offset: tree.starts[child]!,
        index: index++,
      });
    }
    // Any argument may be left out; the object of a method counts as one.
    x.setArity(symbol, 0, most);
    return first;
  }

  /** `arguments … x (1,1) Type = default … end`. */
  #referProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    let type = -1;
    for (let child = node + 1; child < tree.nexts[node]!; child = tree.nexts[child]!) {
      if (child === nameNode) continue;
      if (tree.kinds[child] === this.s.K.identifier) {
        type = x.nameExpression(x.textOf(child), tree.starts[child]!);
      } else if (tree.kinds[child] === this.s.K.propertyName) {
        type = this.expressions.dotted(x, child);
      }
    }
    const value = tree.childOfKind(node, this.s.K.defaultValue);
    const given = value === NONE ? -1 : x.value(tree.namedChild(value));
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) {
      x.setType(symbol, type);
      x.addValue(symbol, given);
    } else if (nameNode !== NONE && tree.kinds[nameNode] === this.s.K.identifier && type >= 0) {
      x.bind(x.scope, x.textOf(nameNode), BindingKind.variable, {
        type,
        offset: tree.starts[nameNode]!,
      });
    }
  }

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    const value = x.value(tree.child(node, this.s.F.right));
    if (left === NONE) return;
    const kind = tree.kinds[left]!;
    const offset = tree.ends[node]!;
    if (kind === this.s.K.identifier) {
      this.#bindVariable(x, left, value, offset);
      this.#noteStructHandles(x, left, tree.child(node, this.s.F.right));
    } else if (kind === this.s.K.multioutput) {
      let isFirst = true;
      for (let child = left + 1; child < tree.nexts[left]!; child = tree.nexts[child]!) {
        if (!tree.isNamed(child)) continue;
        if (tree.kinds[child] === this.s.K.identifier) {
          this.#bindVariable(x, child, isFirst ? value : -1, offset);
        } else if (tree.kinds[child] !== this.s.K.ignored) this.#bindBottom(x, child);
        isFirst = false;
      }
    } else if (kind === this.s.K.fieldExpression) {
      this.#bindBottom(x, left);
      this.#bindField(x, left, value);
      this.#noteHandle(x, left, tree.child(node, this.s.F.right), value);
    } else this.#bindBottom(x, left);
  }

  #bindVariable(x: Extraction, node: NodeIndex, value: number, offset: number): void {
    const name = x.textOf(node);
    const scope = this.state.variableScope(x, name);
    const isObject = name === this.state.selfName(x);
    if (scope === NONE || (isObject && value < 0)) return;
    // A script may assign to a variable thousands of times: what says nothing new is left out.
    const key = `${scope} ${name}`;
    const before = this.state.values.get(key);
    if (before !== undefined && (value < 0 || value === before)) return;
    this.state.values.set(key, value);
    x.bind(scope, name, BindingKind.variable, { value, offset });
  }

  /** `x(1) = …` and `x.y = …` make `x` a variable without saying what it is. */
  #bindBottom(x: Extraction, target: NodeIndex): void {
    const { tree } = x;
    let at = target;
    while (at !== NONE && tree.kinds[at] !== this.s.K.identifier) {
      const kind = tree.kinds[at]!;
      at = kind === this.s.K.functionCall
        ? tree.child(at, this.s.F.name)
        : kind === this.s.K.fieldExpression
        ? tree.child(at, this.s.F.object)
        : NONE;
    }
    if (at === NONE || this.state.isSelf(x, at, this.s)) return;
    this.#bindVariable(x, at, -1, tree.starts[at]!);
  }

  /** `table.run = @process`. */
  #noteHandle(x: Extraction, left: NodeIndex, right: NodeIndex, value: number): void {
    const { tree } = x;
    const object = tree.child(left, this.s.F.object);
    const field = tree.child(left, this.s.F.field);
    if (right === NONE || object === NONE || field === NONE) return;
    if (tree.kinds[object] !== this.s.K.identifier || tree.nextSibling(field) !== NONE) return;
    const name = `${x.textOf(object)}.${x.textOf(field)}`;
    const scope = this.state.variableScope(x, x.textOf(object));
    if (tree.kinds[right] === this.s.K.handle) this.state.noteFieldHandle(scope, name);
    if (!this.state.isFieldHandle(scope, name)) return;
    x.bind(scope, name, BindingKind.variable, { value, offset: tree.ends[left]! });
  }

  /** `table = struct('run', @process, …)`. */
  #noteStructHandles(x: Extraction, left: NodeIndex, right: NodeIndex): void {
    const { tree } = x;
    const isCall = right !== NONE && tree.kinds[right] === this.s.K.functionCall;
    if (!isCall || x.textOf(tree.child(right, this.s.F.name)) !== "struct") return;
    const scope = this.state.variableScope(x, x.textOf(left));
    const args = this.expressions.argumentNodes(x, right);
    for (let i = 0; i + 1 < args.length; i += 2) {
      const content = tree.childOfKind(args[i]!, this.s.K.stringContent);
      const given = args[i + 1]!;
      if (content === NONE || tree.kinds[given] !== this.s.K.handle) continue;
      const name = `${x.textOf(left)}.${x.textOf(content)}`;
      this.state.noteFieldHandle(scope, name);
      const offset = tree.ends[right]!;
      x.bind(scope, name, BindingKind.variable, { value: x.value(given), offset });
    }
  }

  /** `obj.name = value` in a method. */
  #bindField(x: Extraction, left: NodeIndex, value: number): void {
    const { tree } = x;
    const classScope = x.enclosing(ScopeKind.class);
    const field = tree.child(left, this.s.F.field);
    const isOwn = classScope !== NONE &&
      this.state.isSelf(x, tree.child(left, this.s.F.object), this.s);
    if (!isOwn || value < 0 || field === NONE || tree.nextSibling(field) !== NONE) return;
    if (tree.kinds[field] !== this.s.K.identifier) return;
    x.bind(classScope, x.textOf(field), BindingKind.field, { value, offset: tree.starts[field]! });
  }

  #bindNamed(x: Extraction, node: NodeIndex): void {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === this.s.K.identifier) {
        this.#bindVariable(x, child, -1, x.tree.starts[child]!);
      }
    }
  }

  #bindLoop(x: Extraction, node: NodeIndex): void {
    const name = x.tree.namedChild(node);
    if (name === NONE || x.tree.kinds[name] !== this.s.K.identifier) return;
    const over = x.value(x.tree.namedChild(node, 1));
    const element = over < 0 ? -1 : x.facts.expression(Op.index, over, -1);
    this.#bindVariable(x, name, element, x.tree.starts[name]!);
  }

  #bindLambda(x: Extraction, node: NodeIndex): void {
    const list = x.tree.childOfKind(node, this.s.K.arguments);
    if (list === NONE) return;
    let index = 0;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== this.s.K.identifier) continue;
      x.bind(x.scope, x.textOf(child), BindingKind.parameter, {
        offset: x.tree.starts[child]!,
        index: index++,
      });
    }
  }
}
