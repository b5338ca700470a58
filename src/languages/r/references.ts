/** Second pass: calls, functions mentioned as values, parameters, variables, what functions return. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Op, RefKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { ClassDefinitions } from "./classes.ts";
import { Dispatch } from "./dispatch.ts";
import { Bound, fileState } from "./file_state.ts";
import { Imports } from "./imports.ts";
import { referRoutes, referServed } from "./plumber.ts";
import type { Shiny } from "./shiny.ts";
import type { Argument, Assignment, Callee, RSyntax } from "./syntax.ts";
import { NATIVE_CALLS, type Values } from "./values.ts";

/** Operators that are arithmetic to everyone. */
const ARITHMETIC = new Set(["%%", "%/%", "%*%", "%o%", "%x%"]);

/**
 * Functions that look at their arguments as written, where a name is a column more likely than a
 * function.
 */
const QUOTING = new Set(
  ("quote bquote substitute expression expr exprs quo quos enquo enquos sym vars aes aes_ subset with within " +
    "transform filter select mutate transmute summarise summarize reframe arrange group_by ungroup count tally " +
    "add_count rename rename_with pull distinct slice slice_max slice_min relocate across if_any if_all " +
    "pivot_longer pivot_wider unnest nest gather spread separate unite complete expand drop_na fill left_join " +
    "join_by facet_wrap facet_grid library require data rm missing curve setDT setkey setorder deparse " +
    "deparse1 match.arg on.exit test_that quasilabel is.null is.na length nrow ncol names").split(
      " ",
    ),
);

/** Where the functions that are named in strings stand: argument name and place. */
const NAMED_IN_STRINGS: Readonly<Record<string, readonly [string, number]>> = {
  "do.call": ["what", 0],
  "match.fun": ["FUN", 0],
  get: ["x", 0],
  get0: ["x", 0],
  getFunction: ["name", 0],
  lapply: ["FUN", 1],
  sapply: ["FUN", 1],
  vapply: ["FUN", 1],
  eapply: ["FUN", 1],
  mapply: ["FUN", 0],
  apply: ["FUN", 2],
  tapply: ["FUN", 2],
  outer: ["FUN", 2],
  aggregate: ["FUN", 2],
  sweep: ["FUN", 3],
  Reduce: ["f", 0],
  Filter: ["f", 0],
  Map: ["f", 0],
  Find: ["f", 0],
  Position: ["f", 0],
};

/** Other packages' functions of this kind may speak of one argument alone. */
const DEPRECATING = new Set([".Deprecated", ".Defunct"]);
const NO_LIMIT = 255;

/** The rules of the second pass. */
export class References {
  readonly #syntax: RSyntax;
  readonly #classes: ClassDefinitions;
  readonly #values: Values;
  readonly #imports: Imports;
  readonly #dispatch: Dispatch;
  readonly #shiny: Shiny;

  constructor(syntax: RSyntax, classes: ClassDefinitions, values: Values, shiny: Shiny) {
    this.#syntax = syntax;
    this.#classes = classes;
    this.#values = values;
    this.#imports = new Imports(syntax);
    this.#dispatch = new Dispatch(syntax);
    this.#shiny = shiny;
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  /** Parameters of a function, and what it returns. */
  functionLiteral(x: Extraction, node: NodeIndex): void {
    const symbol = fileState(x).functions.get(node) ?? NONE;
    const most = this.#bindParameters(x, node);
    referRoutes(x, node, symbol);
    if (symbol === NONE) return;
    // Every argument of an R function may be left out.
    x.setArity(symbol, 0, most);
    const body = this.#syntax.lastExpression(x, x.tree.child(node, this.#syntax.fields.body));
    this.mention(x, body);
    x.addValue(symbol, x.value(body));
  }

  /** Binds parameters; returns how many there may be. */
  #bindParameters(x: Extraction, node: NodeIndex): number {
    const { fields, kinds } = this.#syntax;
    const list = x.tree.child(node, fields.parameters);
    if (list === NONE) return NO_LIMIT;
    let index = 0;
    let most = 0;
    for (let p = x.tree.firstChild(list); p !== NONE; p = x.tree.nextSibling(p)) {
      if (x.tree.kinds[p] !== kinds.parameter) continue;
      const nameNode = x.tree.child(p, fields.name);
      if (nameNode === NONE || x.tree.kinds[nameNode] === kinds.dots) {
        most = NO_LIMIT;
        continue;
      }
      const value = x.tree.child(p, fields.default);
      const name = this.#syntax.nameOf(x, nameNode);
      x.bind(x.scope, name, BindingKind.parameter, {
        type: index === 0 ? this.#receiverType(x, node, name) : -1,
        value: this.#syntax.isPlainLiteral(x, value) ? -1 : x.value(value),
        offset: x.tree.starts[nameNode]!,
        index,
      });
      this.mention(x, value);
      index++;
    }
    return Math.min(NO_LIMIT, most + index);
  }

  /** Type of a first parameter: the class of an S4 method, `self` in ggproto. */
  #receiverType(x: Extraction, node: NodeIndex, name: string): number {
    const state = fileState(x);
    const receiver = state.receivers.get(node);
    if (receiver !== undefined) return this.#classes.classExpression(x, receiver);
    const own = state.classAround();
    return name === "self" && own?.system === "ggproto"
      ? x.facts.expression(Op.selfType, own.scope)
      : -1;
  }

  // ── assignments and operators ───────────────────────────────────────────────────────────────

  /** Assignments, pipes, and operators that are functions of the user's. */
  operator(x: Extraction, node: NodeIndex): void {
    const assignment = this.#syntax.assignment(x, node);
    if (assignment !== undefined) return this.#assign(x, node, assignment);
    const operator = this.#syntax.operatorOf(x, node);
    if (!operator.startsWith("%")) return;
    if (!ARITHMETIC.has(operator)) {
      const operatorNode = x.tree.child(node, this.#syntax.fields.operator);
      x.referAt(
        RefKind.call,
        operator,
        x.tree.starts[operatorNode]!,
        this.#values.called(x, operator),
        { argumentCount: 2 },
      );
    }
    if (this.#syntax.isPipe(operator)) this.#pipeInto(x, node);
    else if (operator === "%||%") this.mention(x, x.tree.child(node, this.#syntax.fields.rhs));
  }

  /** `x %>% f` calls `f`, though no call is written. */
  #pipeInto(x: Extraction, node: NodeIndex): void {
    const right = x.tree.child(node, this.#syntax.fields.rhs);
    const named = this.#syntax.namedFunction(x, right);
    if (named === undefined || x.tree.kinds[right] === this.#syntax.kinds.string) return;
    this.#referCallee(x, named, 1, x.value(node));
  }

  #assign(x: Extraction, node: NodeIndex, assignment: Assignment): void {
    const { target, value } = assignment;
    const name = this.#syntax.nameOf(x, target);
    this.mention(x, value, x.symbolAt(node));
    if (name !== "") {
      this.#assignName(x, node, assignment, name);
      return;
    }
    this.#dispatch.assigned(x, target, value);
    const kind = x.tree.kinds[target];
    if (kind === this.#syntax.kinds.extract) this.#assignMember(x, target, value);
    if (kind !== this.#syntax.kinds.call || this.#syntax.calledName(x, target) !== "method") {
      this.#replace(x, target);
    }
  }

  #assignName(x: Extraction, node: NodeIndex, { value, isOuter }: Assignment, name: string): void {
    const state = fileState(x);
    const own = isOuter ? state.classAround() : undefined;
    if (own?.system === "RC" && own.members.has(name)) {
      const held = x.value(value);
      if (held >= 0) {
        const offset = x.tree.starts[node]!;
        x.bind(own.scope, name, BindingKind.field, { value: held, offset });
      }
      return;
    }
    const scope = state.targetScope(name, isOuter);
    const how = state.boundAs(scope, name);
    if (scope > 0) {
      // A name that is also given functions of its own is one of these when it is called.
      if (how & Bound.function) return;
      const object = state.objectOf(scope, name);
      x.bind(scope, name, BindingKind.variable, {
        value: object === NONE ? x.value(value) : x.facts.expression(Op.object, object),
        offset: x.tree.starts[node]!,
      });
      return;
    }
    const symbol = state.variables.get(name);
    if (symbol !== undefined && !this.#syntax.isPlainLiteral(x, value)) {
      x.addValue(symbol, x.value(value));
    }
  }

  /** `self$x <- value`: what the field may hold. */
  #assignMember(x: Extraction, target: NodeIndex, value: NodeIndex): void {
    const { fields } = this.#syntax;
    const owner = this.#syntax.nameOf(x, x.tree.child(target, fields.lhs));
    const own = fileState(x).classAround();
    if (own === undefined || !(owner === "self" || owner === "private" || owner === ".self")) {
      return;
    }
    const held = x.value(value);
    if (held < 0) return;
    const nameNode = x.tree.child(target, fields.rhs);
    x.bind(own.scope, this.#syntax.nameOf(x, nameNode), BindingKind.field, {
      value: held,
      offset: x.tree.starts[nameNode]!,
    });
  }

  /**
   * `names(levels(x)$a[1]) <- v` runs `` `names<-` `` and `` `levels<-` ``: the replacement functions of
   * all calls on the way to the variable.
   */
  #replace(x: Extraction, target: NodeIndex): void {
    const { fields, kinds } = this.#syntax;
    let at = this.#syntax.unwrapped(x, target);
    while (at !== NONE) {
      const kind = x.tree.kinds[at];
      if (kind === kinds.call) {
        const callee = this.#syntax.calleeOf(x, at);
        if (callee === undefined) return;
        this.#referReplacement(x, callee);
        at = this.#syntax.argument(this.#syntax.argumentsOf(x, at), "x", 0);
      } else if (kind === kinds.subset || kind === kinds.subset2) {
        at = x.tree.child(at, fields.function);
      } else if (kind === kinds.extract) at = x.tree.child(at, fields.lhs);
      else return;
      at = this.#syntax.unwrapped(x, at);
    }
  }

  #referReplacement(x: Extraction, callee: Callee): void {
    const name = `${callee.name}<-`;
    const replacement = { ...callee, name };
    x.referAt(
      RefKind.write,
      name,
      x.tree.starts[callee.node]!,
      this.#values.callee(x, replacement),
    );
  }

  /** The variable of a `for`. */
  loop(x: Extraction, node: NodeIndex): void {
    const { fields } = this.#syntax;
    const state = fileState(x);
    const scope = state.ownScope();
    const variable = x.tree.child(node, fields.variable);
    if (scope === 0 || variable === NONE) return;
    const iterated = x.value(x.tree.child(node, fields.sequence));
    x.bind(scope, this.#syntax.nameOf(x, variable), BindingKind.variable, {
      value: iterated < 0 ? -1 : x.facts.expression(Op.element, iterated),
      offset: x.tree.starts[variable]!,
    });
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  /** A call: of a function by name, of a member, or of what makes a class. */
  call(x: Extraction, node: NodeIndex): void {
    const callee = this.#syntax.calleeOf(x, node);
    const args = this.#syntax.argumentsOf(x, node);
    const given = this.#argumentCount(x, node, args);
    if (callee === undefined) this.#memberCall(x, node, given);
    else if (callee.name === "return") this.#returned(x, args);
    else {
      this.#referCallee(x, callee, given, x.value(node));
      this.#special(x, node, callee.name, args);
      this.#dispatch.call(x, callee, args);
      this.#shiny.referOutput(x, callee.name, args);
      referServed(x, callee.name, args, this.#syntax);
    }
    if (callee !== undefined && QUOTING.has(callee.name)) return;
    const parent = this.#classes.parentOf(x, node);
    for (const { value } of args) if (value !== parent) this.mention(x, value);
  }

  #referCallee(x: Extraction, callee: Callee, given: number, call: number): void {
    const expression = this.#memberOfClassAround(x, callee) ?? this.#values.callee(x, callee);
    const offset = x.tree.starts[callee.node]!;
    x.referAt(RefKind.call, callee.name, offset, expression, { argumentCount: given, call });
  }

  /** In a reference class, methods call each other by bare name. */
  #memberOfClassAround(x: Extraction, { name, package: from }: Callee): number | undefined {
    const state = fileState(x);
    const own = state.classAround();
    if (own?.system !== "RC" || from !== "" || state.scopeOfCalled(name, x.scope) > 0) {
      return undefined;
    }
    if (name === "callSuper") {
      const method = x.symbol === NONE ? "" : this.#nameOfSymbol(x, x.symbol);
      return x.memberExpression(this.#classes.superOf(x, own), method);
    }
    const member = x.memberExpression(x.facts.expression(Op.self, own.scope), name);
    if (own.members.has(name)) return member;
    return own.inherits
      ? x.facts.expression(Op.either, member, this.#values.called(x, name))
      : undefined;
  }

  #nameOfSymbol(x: Extraction, symbol: number): string {
    return x.facts.textAt(x.facts.tables.symbols.get(symbol, 1));
  }

  #memberCall(x: Extraction, node: NodeIndex, given: number): void {
    const { fields, kinds } = this.#syntax;
    const callee = this.#syntax.unwrapped(x, x.tree.child(node, fields.function));
    if (callee === NONE) return;
    const kind = x.tree.kinds[callee];
    let nameNode: NodeIndex = NONE;
    if (kind === kinds.extract) nameNode = x.tree.child(callee, fields.rhs);
    else if (kind === kinds.subset2) {
      nameNode = this.#syntax.argumentsOf(x, callee)[0]?.value ?? NONE;
    }
    const name = kind === kinds.subset2
      ? this.#syntax.stringOf(x, nameNode) ?? ""
      : this.#syntax.nameOf(x, nameNode);
    if (name === "") return;
    const isNew = name === "new" && kind === kinds.extract;
    const expression = isNew ? x.value(x.tree.child(callee, fields.lhs)) : x.value(callee);
    const offset = x.tree.starts[this.#syntax.contentNode(x, nameNode)]!;
    x.referAt(isNew ? RefKind.construct : RefKind.call, name, offset, expression, {
      argumentCount: given,
      call: x.value(node),
    });
  }

  /** How many arguments a call gives; a pipe gives one more; `...` hides how many. */
  #argumentCount(x: Extraction, node: NodeIndex, args: readonly Argument[]): number {
    const { fields, kinds } = this.#syntax;
    if (args.some(({ value }) => value !== NONE && x.tree.kinds[value] === kinds.dots)) return -2;
    const parent = x.tree.parents[node]!;
    const isPiped = parent !== NONE && x.tree.kinds[parent] === kinds.binary &&
      x.tree.fields[node] === fields.rhs &&
      this.#syntax.isPipe(this.#syntax.operatorOf(x, parent));
    return args.length + (isPiped ? 1 : 0);
  }

  #returned(x: Extraction, args: readonly Argument[]): void {
    const value = args[0]?.value ?? NONE;
    if (value !== NONE && this.#values.isInNamedFunction(x)) x.addValue(x.symbol, x.value(value));
  }

  /** What some functions do beyond being called. */
  #special(x: Extraction, node: NodeIndex, name: string, args: readonly Argument[]): void {
    this.#classes.referClass(x, node);
    this.#imports.call(x, node, name, args);
    if (NATIVE_CALLS.has(name)) this.#callNative(x, name, args);
    const place = Object.hasOwn(NAMED_IN_STRINGS, name) ? NAMED_IN_STRINGS[name] : undefined;
    if (place !== undefined) {
      this.#mentionNamed(x, this.#syntax.argument(args, place[0], place[1]));
    }
    switch (name) {
      case "UseMethod":
      case "standardGeneric":
      case "S7_dispatch":
        if (x.symbol !== NONE) x.facts.flag(x.symbol, Flag.virtual);
        break;
      case "source_python":
      case "py_run_file": {
        const file = this.#syntax.argument(args, "file", 0);
        const path = this.#syntax.stringOf(x, file);
        if (path !== undefined) x.callForeign(path, x.tree.starts[file]! + 1, name);
        break;
      }
      case "new":
        this.#classes.referInstance(x, this.#syntax.argument(args, "Class", 0));
        break;
      case "setIs":
        this.#classes.referBase(x, args);
        break;
      case "is":
      case "as":
        this.#classes.referTypes(
          x,
          this.#syntax.argument(args, name === "is" ? "class2" : "Class", 1),
          x.symbol,
        );
        break;
      case "setMethod":
      case "setReplaceMethod":
        this.#classes.referTypes(
          x,
          this.#syntax.argument(args, "signature", 1),
          this.#functionAmong(x, args),
        );
        break;
      default:
        if (DEPRECATING.has(name) && x.symbol !== NONE) {
          x.facts.flag(x.symbol, Flag.deprecated);
        }
    }
  }

  /** `.Call("f", x)`, `.Call(C_f, x)`, `.Call(pkg:::C_f, x)`: a function of a library by name. */
  #callNative(x: Extraction, means: string, args: readonly Argument[]): void {
    const { fields, kinds } = this.#syntax;
    let routine = this.#syntax.argument(args, ".NAME", 0);
    if (routine === NONE) return;
    if (x.tree.kinds[routine] === kinds.extract) routine = x.tree.child(routine, fields.rhs);
    const named = this.#syntax.namedFunction(x, routine);
    if (named === undefined || named.name === "") return;
    // A variable of the function around holds one of several.
    const state = fileState(x);
    if (x.tree.kinds[routine] === kinds.identifier && state.scopeOf(named.name, x.scope) > 0) {
      return;
    }
    const library = this.#syntax.stringOf(x, this.#syntax.argument(args, "PACKAGE")) ??
      named.package;
    x.callForeign(named.name, x.tree.starts[named.node]!, means, library);
  }

  /** Symbol of the function that a call is given as it is written; the one around if none is. */
  #functionAmong(x: Extraction, args: readonly Argument[]): number {
    const state = fileState(x);
    for (const { value } of args) {
      const symbol = state.functions.get(value);
      if (symbol !== undefined) return symbol;
    }
    return x.symbol;
  }

  // ── functions as values ─────────────────────────────────────────────────────────────────────

  /**
   * Records that a node mentions a function, if it is a name that no variable has.
   * @param from symbol that mentions it, when it is not the one around
   */
  mention(x: Extraction, node: NodeIndex, from = NONE): void {
    if (node === NONE || x.tree.kinds[node] !== this.#syntax.kinds.identifier) return;
    const name = this.#syntax.nameOf(x, node);
    const state = fileState(x);
    if (state.titles.has(node)) return;
    const scope = state.scopeOf(name, x.scope);
    if (scope > 0 && (state.boundAs(scope, name) & Bound.function) === 0) return;
    if (scope === 0 && state.variables.has(name)) return;
    x.referAt(RefKind.value, name, x.tree.starts[node]!, x.nameExpression(name, 0, scope), {
      symbol: from === NONE ? x.symbol : from,
    });
  }

  /** `x$f` that is not called: a method that is passed on, an active binding that is read. */
  member(x: Extraction, node: NodeIndex): void {
    this.#shiny.referInput(x, node);
    const { fields } = this.#syntax;
    if (x.tree.fields[node] === fields.function) return;
    const name = x.tree.child(node, fields.rhs);
    const owner = x.tree.child(node, fields.lhs);
    if (name === NONE || owner === NONE || x.value(owner) < 0) return;
    const expression = x.value(node);
    if (expression >= 0) x.refer(RefKind.read, name, expression);
  }

  /** `pkg::f` that is not called. */
  qualified(x: Extraction, node: NodeIndex): void {
    const { fields, kinds } = this.#syntax;
    const parent = x.tree.parents[node]!;
    if (parent !== NONE) {
      const kind = x.tree.kinds[parent];
      if (kind === kinds.call && x.tree.fields[node] === fields.function) return;
      const isRight = kind === kinds.binary && x.tree.fields[node] === fields.rhs;
      if (isRight && this.#syntax.isPipe(this.#syntax.operatorOf(x, parent))) return;
    }
    const named = this.#syntax.namedFunction(x, node);
    if (named === undefined) return;
    x.referAt(RefKind.value, named.name, x.tree.starts[named.node]!, x.value(node));
  }

  /** A function named in a string: `do.call("f", …)`. */
  #mentionNamed(x: Extraction, node: NodeIndex): void {
    const name = this.#syntax.stringOf(x, node);
    if (name === undefined || name === "") return;
    const state = fileState(x);
    const bound = state.scopeOfCalled(name, x.scope);
    // A parameter of that name is hardly what someone means who writes the name out.
    const isOwn = bound > 0 && (state.boundAs(bound, name) & Bound.function) !== 0;
    const offset = x.tree.starts[this.#syntax.contentNode(x, node)]!;
    x.referAt(RefKind.value, name, offset, x.nameExpression(name, 0, isOwn ? bound : 0));
  }
}
