/** First pass: functions however they are bound, variables, lists of functions, tests. */
import type { Extraction } from "../../extract/extraction.ts";
import { Binding, DEFINITE, Flag, Kind, Op, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { basePackageOf } from "./base_packages.ts";
import type { ClassDefinitions } from "./classes.ts";
import { documentationOf } from "./documentation.ts";
import { Bound, fileState, type NamedFunction } from "./file_state.ts";
import { bindMethod } from "./generics.ts";
import { Pipelines } from "./pipelines.ts";
import type { Shiny } from "./shiny.ts";
import type { Assignment, RSyntax } from "./syntax.ts";

/** Functions that give back the function they are given, wrapped. */
const WRAPPERS = new Set([
  ..."memoise memoize Vectorize cmpfun possibly safely quietly slowly insistently auto_browse"
    .split(
      " ",
    ),
  ..."with_progress lift rate_limit debounce throttle compose negate".split(
    " ",
  ),
]);

/** Functions that find or make a function. */
const FUNCTION_MAKERS = new Set([
  ..."match.fun get get0 mget getFunction getMethod selectMethod getS3method switch eval".split(
    " ",
  ),
  ..."as_function as_mapper partial compose ecdf approxfun splinefun colorRampPalette".split(" "),
  ..."getFromNamespace getExportedValue as.function new_function as_closure Negate".split(" "),
]);

/** Functions that assign by a name in a string: what they call the name and the value. */
const ASSIGNING: Readonly<Record<string, readonly [name: string, value: string]>> = {
  assign: ["x", "value"],
  delayedAssign: ["x", "value"],
  makeActiveBinding: ["sym", "fun"],
};
/** Their arguments that say where. */
const ELSEWHERE = new Set(["envir", "pos", "assign.env", "env"]);
const TESTS = new Set(["test_that", "describe", "it"]);
const DATA_NAME = /^[A-Za-z][\w.]*$/;
const CONSTANT = /^[A-Z][A-Z0-9_.]+$/;
/** Wrappers around wrappers are followed no deeper than this. */
const DEEPEST_WRAPPER = 8;

/** The rules of the first pass that have nothing to do with classes. */
export class Definitions {
  readonly #syntax: RSyntax;
  readonly #classes: ClassDefinitions;
  readonly #shiny: Shiny;
  readonly #pipelines: Pipelines;

  constructor(syntax: RSyntax, classes: ClassDefinitions, shiny: Shiny) {
    this.#syntax = syntax;
    this.#classes = classes;
    this.#shiny = shiny;
    this.#pipelines = new Pipelines(syntax);
  }

  /** `function(…) …` and `\(…) …`. */
  functionLiteral(x: Extraction, node: NodeIndex): void {
    const state = fileState(x);
    const named = state.named.get(node);
    if (named === undefined) x.openScope(node, ScopeKind.function);
    else for (const one of named) this.#defineFunction(x, node, one);
    this.#noteParameters(x, node, x.scopeAt(node));
  }

  #defineFunction(x: Extraction, literal: NodeIndex, named: NamedFunction): void {
    const state = fileState(x);
    const { text, flags } = documentationOf(x, named.node);
    const isFirst = x.scopeAt(literal) === NONE;
    const symbol = x.define(named.node, {
      kind: named.kind,
      name: named.name,
      nameNode: named.nameNode,
      flags: (named.flags ?? 0) | flags | this.#testFlag(x, named.name),
      ...(isFirst ? { scopeNode: literal, scopeKind: ScopeKind.function } : {}),
      bodyNode: x.tree.child(literal, this.#syntax.fields.body),
      doc: text,
      bindIn: named.bindIn,
      ...(named.container === undefined ? {} : { container: named.container }),
      ...(named.qualifier === undefined ? {} : { qualifier: named.qualifier }),
    });
    if (named.bindIn === state.ownScope() && this.#isDefinite(x, named.node)) {
      const { bindings } = x.facts.tables;
      bindings.set(bindings.count - 1, Binding.INDEX, DEFINITE);
    }
    if (named.generic !== undefined) bindMethod(x, named.generic, symbol, literal);
    if (!isFirst) return;
    state.functions.set(literal, symbol);
    if (named.qualifier !== undefined && (named.flags ?? 0) & Flag.extension) {
      state.apart.set(x.scopeAt(literal), named.qualifier);
    }
    if (named.receiverClass !== undefined) state.receivers.set(literal, named.receiverClass);
  }

  /** Whether a statement runs whenever the function or file around it does. */
  #isDefinite(x: Extraction, statement: NodeIndex): boolean {
    const { kinds } = this.#syntax;
    let node = x.tree.parents[statement]!;
    while (node !== NONE && x.tree.kinds[node] === kinds.braced) node = x.tree.parents[node]!;
    return node === NONE || x.tree.parents[node] === NONE || x.tree.kinds[node] === kinds.function;
  }

  #testFlag(x: Extraction, name: string): number {
    return /^test[._A-Z]/.test(name) && /(^|\/)(tests?|unitTests)\//.test(x.path) ? Flag.test : 0;
  }

  #noteParameters(x: Extraction, node: NodeIndex, scope: number): void {
    const { fields, kinds } = this.#syntax;
    const list = x.tree.child(node, fields.parameters);
    if (list === NONE) return;
    const state = fileState(x);
    for (let p = x.tree.firstChild(list); p !== NONE; p = x.tree.nextSibling(p)) {
      if (x.tree.kinds[p] !== kinds.parameter) continue;
      const name = this.#syntax.nameOf(x, x.tree.child(p, fields.name));
      if (name === "") continue;
      const isData = this.#syntax.isPlainLiteral(x, x.tree.child(p, fields.default));
      state.note(scope, name, isData ? Bound.data : Bound.parameter);
    }
  }

  /** `name <- value`, `value -> name`, `x$name <- function(…) …`, `method(f, A) <- function(…) …`. */
  assignment(x: Extraction, node: NodeIndex): void {
    const assignment = this.#syntax.assignment(x, node);
    if (assignment === undefined) return;
    const name = this.#syntax.nameOf(x, assignment.target);
    if (name !== "") this.#assignName(x, node, assignment, name);
    else this.#assignElsewhere(x, node, assignment);
  }

  #assignName(x: Extraction, node: NodeIndex, assignment: Assignment, name: string): void {
    const { target, value, isOuter } = assignment;
    const state = fileState(x);
    const nameNode = this.#syntax.contentNode(x, target);
    const literal = this.functionIn(x, value);
    const own = isOuter ? state.classAround() : undefined;
    if (own?.system === "RC" && own.members.has(name)) {
      this.#classes.fieldOf(x, own, node, name, nameNode, literal);
      return;
    }
    const scope = state.targetScope(name, isOuter);
    if (literal !== NONE) {
      // What `<<-` leaves at the top of the file is no part of the function that does so.
      const container = scope === 0 ? { container: NONE } : {};
      const kind = Kind.function;
      state.willDefine(literal, { node, kind, name, nameNode, bindIn: scope, ...container });
      state.note(scope, name, Bound.function);
      return;
    }
    if (this.#shiny.defineReactive(x, node, assignment, scope)) return;
    const call = this.#syntax.unwrapped(x, value);
    if (this.#classes.makesClass(x, call)) {
      state.assigned.set(call, { node, name, nameNode, scope });
      state.note(scope, name, Bound.function);
      return;
    }
    if (scope > 0) {
      const how = this.#mayHoldFunction(x, call, name) ? Bound.callable : Bound.data;
      state.note(scope, name, how);
      return;
    }
    // `<<-` inside a function gives no new name to the file: it is a field, or someone else's variable.
    if (isOuter && state.ownScope() > 0 && state.boundAs(0, name) === 0) return;
    state.note(0, name, this.#isData(x, call, name) ? Bound.data : Bound.callable);
    this.#defineVariable(x, node, name, nameNode);
  }

  /** Variables of the file; later assignments to one add to what it may hold. */
  #defineVariable(x: Extraction, node: NodeIndex, name: string, nameNode: NodeIndex): void {
    const state = fileState(x);
    if (state.variables.has(name)) return;
    const { text, flags } = documentationOf(x, node);
    const kind = CONSTANT.test(name) ? Kind.constant : Kind.variable;
    state.variables.set(
      name,
      x.define(node, { kind, name, nameNode, flags, doc: text, bindIn: 0 }),
    );
  }

  /** A data set of a package, which stands in no source: its documentation ends in its name. */
  documentedData(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.parents[parent] !== NONE) return;
    const name = this.#syntax.stringOf(x, node) ?? "";
    const state = fileState(x);
    if (!DATA_NAME.test(name) || state.variables.has(name)) return;
    const line = x.lineAt(x.tree.starts[node]!);
    if (line === 1 || !x.lineText(line - 1).startsWith("#'")) return;
    state.note(0, name, Bound.data);
    const nameNode = this.#syntax.contentNode(x, node);
    const flags = Flag.declaration | Flag.exported;
    state.variables.set(
      name,
      x.define(node, {
        kind: Kind.variable,
        name,
        nameNode,
        flags,
        doc: documentationOf(x, node).text,
        bindIn: 0,
      }),
    );
  }

  #assignElsewhere(x: Extraction, node: NodeIndex, assignment: Assignment): void {
    if (this.#shiny.defineOutput(x, node, assignment)) return;
    const { kinds } = this.#syntax;
    const { target, value } = assignment;
    const kind = x.tree.kinds[target];
    if (kind === kinds.extract) this.#assignMember(x, node, target, value);
    else if (kind === kinds.call && this.#syntax.calledName(x, target) === "method") {
      this.#classes.generics.s7Method(x, node, target, this.functionIn(x, value));
    }
  }

  /** `self$x <- value` gives the class a field; `x$name <- function(…) …` gives the variable a member. */
  #assignMember(x: Extraction, node: NodeIndex, target: NodeIndex, value: NodeIndex): void {
    const owner = this.#syntax.nameOf(x, x.tree.child(target, this.#syntax.fields.lhs));
    const nameNode = x.tree.child(target, this.#syntax.fields.rhs);
    const name = this.#syntax.nameOf(x, nameNode);
    if (owner === "" || name === "") return;
    const state = fileState(x);
    const literal = this.functionIn(x, value);
    const own = state.classAround();
    if (own !== undefined && (owner === "self" || owner === "private" || owner === ".self")) {
      this.#classes.fieldOf(x, own, node, name, nameNode, literal);
    } else if (literal !== NONE) {
      const scope = state.scopeOf(owner, x.scope);
      const bindIn = state.openObject(scope, owner);
      const container = scope === 0 ? state.variables.get(owner) : undefined;
      state.willDefine(literal, {
        node,
        kind: Kind.method,
        name,
        nameNode,
        bindIn,
        ...(container === undefined ? {} : { container }),
      });
      const symbol = state.variables.get(owner);
      if (scope === 0 && symbol !== undefined) {
        x.addValue(symbol, x.facts.expression(Op.object, bindIn));
      }
    }
  }

  /** Calls that define something by themselves. */
  call(x: Extraction, node: NodeIndex): void {
    const name = this.#syntax.calledName(x, node);
    if (name === "list") this.#functionList(x, node);
    else if (name === "") this.#classes.memberCall(x, node, this);
    else if (name === "local") this.#localBlock(x, node);
    else if (Object.hasOwn(ASSIGNING, name)) this.#assignedByName(x, node, ASSIGNING[name]!);
    else if (TESTS.has(name)) this.#test(x, node);
    else {
      this.#classes.call(x, node, name, this);
      this.#shiny.defineInput(x, node, name);
      this.#pipelines.define(x, node, name);
    }
  }

  /** `list(f = function(…) …)`: an object whose members are functions. */
  #functionList(x: Extraction, node: NodeIndex): void {
    const state = fileState(x);
    const args = this.#syntax.argumentsOf(x, node);
    const owner = this.#variableGiven(x, node);
    const container = owner === undefined ? {} : { container: owner };
    let scope = NONE;
    for (const { name, nameNode, value, node: argument } of args) {
      const literal = name === "" ? NONE : this.functionIn(x, value);
      // The lists that a class is made of have named their functions already.
      if (literal === NONE || state.named.has(literal)) continue;
      if (scope === NONE) {
        scope = x.openScope(
          x.tree.child(node, this.#syntax.fields.arguments),
          ScopeKind.object,
        );
        state.lists.set(node, scope);
      }
      state.willDefine(literal, {
        node: argument,
        kind: Kind.method,
        name,
        nameNode,
        bindIn: scope,
        ...container,
      });
    }
  }

  /** Variable of the file that an assignment gives a call's value. */
  #variableGiven(x: Extraction, call: NodeIndex): number | undefined {
    const parent = x.tree.parents[call]!;
    const assignment = parent === NONE || x.tree.kinds[parent] !== this.#syntax.kinds.binary
      ? undefined
      : this.#syntax.assignment(x, parent);
    if (assignment?.value !== call) return undefined;
    const state = fileState(x);
    if (state.ownScope() > 0) return undefined;
    return state.variables.get(this.#syntax.nameOf(x, assignment.target));
  }

  #localBlock(x: Extraction, node: NodeIndex): void {
    const block = this.#syntax.argument(this.#syntax.argumentsOf(x, node), "expr", 0);
    if (block !== NONE && x.scopeAt(block) === NONE) x.openScope(block, ScopeKind.function);
  }

  /** `assign("f", function(…) …)`. */
  #assignedByName(
    x: Extraction,
    node: NodeIndex,
    [label, value]: readonly [label: string, value: string],
  ): void {
    const args = this.#syntax.argumentsOf(x, node);
    const target = this.#syntax.argument(args, label, 0);
    const name = this.#syntax.stringOf(x, target);
    const literal = this.functionIn(x, this.#syntax.argument(args, value, 1));
    if (name === undefined || literal === NONE) return;
    const state = fileState(x);
    const isElsewhere = args.some((arg) => ELSEWHERE.has(arg.name));
    const scope = isElsewhere ? 0 : state.ownScope();
    const nameNode = this.#syntax.contentNode(x, target);
    // A package that puts in place what older versions of R lack calls R's own function elsewhere.
    const isStandIn = isElsewhere && basePackageOf(name) !== undefined;
    const bindIn = isStandIn ? "nowhere" : scope;
    state.willDefine(literal, { node, kind: Kind.function, name, nameNode, bindIn });
    if (!isStandIn) state.note(scope, name, Bound.function);
  }

  #test(x: Extraction, node: NodeIndex): void {
    const args = this.#syntax.argumentsOf(x, node);
    const title = this.#syntax.argument(args, "desc", 0);
    const name = this.#syntax.stringOf(x, title);
    const block = this.#syntax.argument(args, "code", 1);
    if (name === undefined || block === NONE) return;
    x.define(node, {
      kind: Kind.test,
      name,
      nameNode: this.#syntax.contentNode(x, title),
      flags: Flag.test,
      scopeNode: block,
      scopeKind: ScopeKind.function,
      bodyNode: block,
      doc: "",
      bindIn: "nowhere",
    });
  }

  /** `for (i in xs)` binds its variable in the function around. */
  loop(x: Extraction, node: NodeIndex): void {
    const state = fileState(x);
    const scope = state.ownScope();
    const name = this.#syntax.nameOf(x, x.tree.child(node, this.#syntax.fields.variable));
    if (scope > 0 && name !== "") state.note(scope, name, Bound.parameter);
  }

  /** The function that a value is or wraps: `function…`, `memoise(function…)`, `local({ …; function… })`. */
  functionIn(x: Extraction, value: NodeIndex): NodeIndex {
    const { kinds } = this.#syntax;
    let node = value;
    for (let depth = 0; node !== NONE && depth < DEEPEST_WRAPPER; depth++) {
      node = this.#syntax.unwrapped(x, node);
      if (node === NONE) return NONE;
      const kind = x.tree.kinds[node];
      if (kind === kinds.function) return node;
      if (kind === kinds.binary) {
        node = this.#syntax.assignment(x, node)?.value ?? NONE;
      } else if (kind === kinds.call) {
        const name = this.#syntax.calledName(x, node);
        const given = (label: string, place: number): NodeIndex =>
          this.#syntax.argument(this.#syntax.argumentsOf(x, node), label, place);
        if (name === "local") node = this.#syntax.lastExpression(x, given("expr", 0));
        else if (name === ".S3method") node = given("method", 2);
        else if (WRAPPERS.has(name)) node = given("f", 0);
        else return NONE;
      } else return NONE;
    }
    return NONE;
  }

  /**
   * Whether a value is surely no function. `NULL` holds the place of one, unless the name is R's own:
   * then it is there to quiet a check.
   */
  #isData(x: Extraction, value: NodeIndex, name: string): boolean {
    const { kinds } = this.#syntax;
    const kind = value === NONE ? kinds.null : x.tree.kinds[value];
    if (kind === kinds.unary || kind === kinds.subset) return true;
    if (kind === kinds.binary) {
      const assignment = this.#syntax.assignment(x, value);
      if (assignment !== undefined) return this.#isData(x, assignment.value, name);
      const operator = this.#syntax.operatorOf(x, value);
      return operator !== "%||%" && !this.#syntax.isPipe(operator);
    }
    if (kind === kinds.null) return basePackageOf(name) !== undefined;
    if (kind !== kinds.call) return this.#syntax.isPlainLiteral(x, value);
    const maker = this.#syntax.calledName(x, value);
    return basePackageOf(maker) !== undefined && !FUNCTION_MAKERS.has(maker);
  }

  /** Whether a variable that is given this value may be called afterwards. */
  #mayHoldFunction(x: Extraction, value: NodeIndex, name: string): boolean {
    const { fields, kinds } = this.#syntax;
    if (value === NONE) return false;
    const kind = x.tree.kinds[value];
    if (kind === kinds.identifier) return this.#mayNameFunction(x, value, name);
    if (kind === kinds.namespace || kind === kinds.function) return true;
    if (kind === kinds.call) return FUNCTION_MAKERS.has(this.#syntax.calledName(x, value));
    if (kind === kinds.if) {
      return [fields.consequence, fields.alternative].some((field) => {
        const branch = this.#syntax.lastExpression(x, x.tree.child(value, field));
        return this.#mayHoldFunction(x, branch, name);
      });
    }
    return false;
  }

  #mayNameFunction(x: Extraction, value: NodeIndex, name: string): boolean {
    const other = this.#syntax.nameOf(x, value);
    if (other === name) return false;
    const state = fileState(x);
    const scope = state.scopeOf(other, x.scope);
    return scope === 0 || (state.boundAs(scope, other) & ~Bound.data) !== 0;
  }
}
