/** Second pass: calls, commands, handles, imports, inheritance. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
} from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR, isMatlabBuiltin } from "../matlab_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Expressions } from "./expressions.ts";
import type { Bindings } from "./bindings.ts";

/** Functions that take the name of a function, or a handle, first. */
const TAKES_FUNCTION = new Set(
  ("feval cellfun arrayfun structfun bsxfun str2func parfeval fzero fminsearch fminunc fmincon lsqnonlin " +
    "ode45 ode23 ode15s integral quad quadgk accumarray splitapply rowfun varfun spfun evalc blockproc " +
    "nlfilter colfilt").split(" "),
);
/** Of these, the ones that run it themselves at once. */
const RUNS = new Set(["feval", "parfeval"]);

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly bindings: Bindings,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      class_definition: (x, node) => this.#referClass(x, node),
      function_definition: (x, node) => this.#referFunction(x, node),
      enum: (x, node) => x.setType(x.symbolAt(node), x.facts.expression(Op.selfType, x.scope)),
      function_call: (x, node) => this.#referCall(x, node),
      field_expression: (x, node) => this.#referChain(x, node),
      identifier: (x, node) => this.#referIdentifier(x, node),
      command: (x, node) => this.#referCommand(x, node),
      handle_operator: (x, node) => this.#referHandle(x, node),
      metaclass_operator: (x, node) => this.#referMetaclass(x, node),
    };
  }

  #referClass(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const bases = tree.childOfKind(node, this.s.K.superclasses);
    if (bases === NONE) return;
    const symbol = x.symbolAt(node);
    for (let base = bases + 1; base < tree.nexts[bases]!; base = tree.nexts[base]!) {
      if (tree.kinds[base] !== this.s.K.propertyName) continue;
      const last = this.expressions.lastIdentifier(x, base);
      if (last !== NONE) {
        x.refer(RefKind.inherit, last, this.expressions.dotted(x, base), -1, -1, symbol);
      }
    }
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const outputs = this.bindings.outputsOf(x, node);
    const kind = x.facts.tables.symbols.get(symbol, 0);
    const flags = x.facts.tables.symbols.get(symbol, 12);
    const isMethod = (kind === Kind.method && !(flags & Flag.static)) || kind === Kind.constructor;
    const parameters = this.bindings.bindParameters(
      x,
      node,
      symbol,
      isMethod && kind === Kind.method,
    );
    for (const output of outputs) {
      const name = x.textOf(output);
      const isObject = kind === Kind.constructor && output === outputs[0];
      if (isObject) this.state.selves.set(x.scope, name);
      x.bind(x.scope, name, BindingKind.variable, {
        type: isObject ? this.bindings.objectType(x) : -1,
        offset: tree.starts[output]!,
      });
    }
    if (isMethod && kind === Kind.method && parameters !== NONE) {
      this.state.selves.set(x.scope, x.textOf(parameters));
    }
    // What a function gives is what its first output holds at the end.
    const first = outputs[0];
    if (first !== undefined) {
      x.addValue(symbol, x.nameExpression(x.textOf(first), tree.ends[node]!));
    }
    const classScope = kind === Kind.constructor ? x.enclosing(ScopeKind.class) : NONE;
    if (classScope !== NONE) {
      const offset = tree.starts[node]!;
      x.bind(classScope, CONSTRUCTOR, BindingKind.definition, { symbol, offset });
    }
  }

  /** Whether a call is a part of `a.b(1)`: the whole is treated there. */
  #isField(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === this.s.K.fieldExpression &&
      x.tree.fields[node] === this.s.F.field;
  }

  #isAssigned(x: Extraction, node: NodeIndex): boolean {
    return x.tree.fields[node] === this.s.F.left &&
      x.tree.kinds[x.tree.parents[node]!] === this.s.K.assignment;
  }

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (
      nameNode === NONE || tree.kinds[nameNode] !== this.s.K.identifier || this.#isField(x, node)
    ) return;
    if (this.#isAssigned(x, node)) return;
    const superclass = tree.childOfKind(node, this.s.K.superclass);
    if (superclass !== NONE) {
      this.#referSuper(x, node, nameNode, superclass);
      return;
    }
    const name = x.textOf(nameNode);
    const args = this.expressions.argumentNodes(x, node);
    if (TAKES_FUNCTION.has(name)) this.#referNamedFunction(x, name, args);
    if (name === "calllib") this.#referLibrary(x, args);
    if (name === "run" || name === "evalin") this.#referRun(x, args[0] ?? NONE);
    if (this.state.variableScope(x, name) !== NONE && !this.state.handles.has(name)) return;
    x.refer(
      RefKind.call,
      nameNode,
      this.expressions.callee(x, nameNode, args),
      args.length,
      x.value(node),
    );
  }

  /** `calllib("library", "f", x)`: a function of a library. */
  #referLibrary(x: Extraction, [library, routine]: readonly NodeIndex[]): void {
    if (library === undefined || routine === undefined) return;
    const name = /^["'](\w+)["']$/.exec(x.textOf(routine))?.[1];
    if (name === undefined) return;
    const lies = /^["'](.*)["']$/.exec(x.textOf(library))?.[1] ?? "";
    x.callForeign(name, x.tree.starts[routine]! + 1, "calllib", lies);
  }

  /** `obj@Base(args)` constructs the base; `method@Base(obj)` runs its method. */
  #referSuper(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    superclass: NodeIndex,
  ): void {
    const base = this.expressions.dotted(x, superclass);
    const last = this.expressions.lastIdentifier(x, superclass);
    if (last === NONE) return;
    const count = this.expressions.argumentNodes(x, node).length;
    if (x.textOf(nameNode) === this.state.selfName(x)) {
      x.refer(RefKind.construct, last, base, count);
    } else {
      const member = x.memberExpression(base, x.textOf(nameNode));
      x.refer(RefKind.call, nameNode, member, count);
    }
  }

  /** `feval('name', …)`, `cellfun('name', …)`. */
  #referNamedFunction(x: Extraction, by: string, args: readonly NodeIndex[]): void {
    const first = args[0];
    if (first === undefined) return;
    const kind = RUNS.has(by) ? RefKind.call : RefKind.value;
    if (x.tree.kinds[first] === this.s.K.handle) {
      if (RUNS.has(by)) this.#referHandleAs(x, first, RefKind.call);
      return;
    }
    if (RUNS.has(by) && this.#referHeld(x, first)) return;
    const content = x.tree.kinds[first] === this.s.K.string
      ? x.tree.childOfKind(first, this.s.K.stringContent)
      : NONE;
    if (content === NONE) return;
    const name = x.textOf(content);
    if (!/^[A-Za-z]\w*$/.test(name)) return;
    x.refer(kind, content, x.nameExpression(name, x.tree.starts[content]!));
  }

  /** `feval(f, …)`, `feval(table.run, …)`: runs what a variable or field holds. */
  #referHeld(x: Extraction, node: NodeIndex): boolean {
    const { kinds } = x.tree;
    const isField = kinds[node] === this.s.K.fieldExpression;
    const nameNode = isField ? x.tree.child(node, this.s.F.field) : node;
    const isName = nameNode !== NONE && kinds[nameNode] === this.s.K.identifier;
    if (!isName || !isField && !this.state.handles.has(x.textOf(node))) return false;
    x.refer(RefKind.call, nameNode, x.value(node));
    return true;
  }

  /** `run('script.m')`, `run script`. */
  #referRun(x: Extraction, node: NodeIndex): void {
    if (node === NONE) return;
    const text = x.textOf(node);
    const match = /([A-Za-z]\w*)(?:\.m)?['"]?$/.exec(text);
    if (match === null || x.tree.kinds[node] === this.s.K.identifier) return;
    const offset = x.tree.starts[node]! + match.index;
    x.referAt(RefKind.call, match[1]!, offset, x.nameExpression(match[1]!, offset));
  }

  /** `a.b.c(1).d`: every call in the chain. */
  #referChain(x: Extraction, node: NodeIndex): void {
    if (this.#isAssigned(x, node)) return;
    this.expressions.chain(x, node, (nameNode, member, count, call) => {
      x.refer(RefKind.call, nameNode, member, count, call);
    });
  }

  /** A name that is read and is no variable calls a function without arguments. */
  #referIdentifier(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || !this.s.READING.has(tree.kinds[parent]!)) return;
    const kind = tree.kinds[parent];
    if (kind === this.s.K.assignment && tree.fields[node] === this.s.F.left) return;
    if (kind === this.s.K.iterator && tree.namedChild(parent) === node) return;
    const name = x.textOf(node);
    if (name === "ans" || isMatlabBuiltin(name) || this.state.variableScope(x, name) !== NONE) {
      return;
    }
    x.refer(RefKind.call, node, x.nameExpression(name, tree.starts[node]!), 0, x.value(node));
  }

  #referCommand(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.childOfKind(node, this.s.K.commandName);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const argument = tree.childOfKind(node, this.s.K.commandArgument);
    if (name === "import") this.#importNames(x, node);
    else if (name === "run") this.#referRun(x, argument);
    else if (name === "global" || name === "persistent") return;
    else if (/^[A-Za-z]\w*$/.test(name) && this.state.variableScope(x, name) === NONE) {
      x.refer(RefKind.call, nameNode, x.nameExpression(name, tree.starts[nameNode]!));
    }
  }

  /** `import pkg.sub.*`, `import pkg.sub.fn`. */
  #importNames(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (let child = node + 1; child < tree.nexts[node]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] !== this.s.K.commandArgument) continue;
      const text = x.textOf(child);
      const match = /^([A-Za-z]\w*(?:\.\w+)*)\.(\w+|\*)$/.exec(text);
      if (match === null) continue;
      const offset = tree.starts[child]!;
      const line = x.lineAt(offset);
      const scope = x.functionScope();
      const at = { scope, line, column: x.columnAt(offset, line) };
      if (match[2] === "*") x.facts.import(match[1]!, ImportKind.all, at);
      else {
        const row = x.facts.import(match[1]!, ImportKind.name, { ...at, name: match[2]! });
        x.bind(scope, match[2]!, BindingKind.import, { index: row, offset });
      }
    }
  }

  #referHandle(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    const call = parent === NONE ? NONE : x.tree.parents[parent]!;
    const isRun = call !== NONE && x.tree.kinds[call] === this.s.K.functionCall &&
      RUNS.has(x.textOf(x.tree.child(call, this.s.F.name)));
    if (!isRun) this.#referHandleAs(x, node, RefKind.value);
  }

  #referHandleAs(x: Extraction, node: NodeIndex, kind: number): void {
    const last = this.expressions.lastIdentifier(x, node);
    if (last !== NONE) x.refer(kind, last, this.expressions.dotted(x, node));
  }

  #referMetaclass(x: Extraction, node: NodeIndex): void {
    const last = this.expressions.lastIdentifier(x, node);
    if (last !== NONE && x.tree.kinds[last] === this.s.K.identifier) {
      x.refer(RefKind.type, last, this.expressions.dotted(x, node));
    }
  }
}
