/** First pass: modules, classes, methods, what macros define, suites of tests, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import { delegatedBy } from "./delegation.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

const VISIBILITIES: Readonly<Record<string, number>> = {
  private: Flag.private,
  protected: Flag.protected,
  public: 0,
};

/** Macros that define methods to read or write an instance variable. */
const ACCESSORS: Readonly<Record<string, readonly [reads: boolean, writes: boolean]>> = {
  attr: [true, false],
  attr_reader: [true, false],
  attr_writer: [false, true],
  attr_accessor: [true, true],
  cattr_accessor: [true, true],
  mattr_accessor: [true, true],
};

const SUITES: ReadonlySet<string> = new Set(["describe", "context", "feature", "shared_examples"]);
/** Methods of Sinatra whose block serves requests, or runs around what does. */
const SERVING: ReadonlySet<string> = new Set(
  "after before delete error get head link not_found options patch post put unlink".split(" "),
);
const TESTS: ReadonlySet<string> = new Set(["it", "specify", "scenario", "test", "should"]);
/** Methods whose blocks run around tests. */
const AROUND_TESTS: ReadonlySet<string> = new Set([
  "before",
  "after",
  "around",
  "setup",
  "teardown",
]);
const SUITE_VALUES: ReadonlySet<string> = new Set(["let", "let!", "subject"]);

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      module: (x, node) =>
        this.#defineType(x, node, this.#isMixin(x, node) ? Kind.trait : Kind.module),
      class: (x, node) => this.#defineType(x, node, Kind.class),
      singleton_class: (x, node) => this.#openSingleton(x, node),
      method: (x, node) => this.#defineMethod(x, node, false),
      singleton_method: (x, node) => this.#defineMethod(x, node, true),
      assignment: (x, node) => {
        this.#noteAssigned(x, node);
        this.#defineConstant(x, node);
      },
      operator_assignment: (x, node) => this.#noteAssigned(x, node),
      exception_variable: (x, node) => this.#noteName(x, x.tree.namedChild(node)),
      for: (x, node) => this.#noteName(x, x.tree.namedChild(node)),
      alias: (x, node) => this.#defineAlias(x, node),
      call: (x, node) => this.#readMacro(x, node),
      identifier: (x, node) => this.#readVisibility(x, node),
      block: (x, node) => this.#openBlock(x, node),
      do_block: (x, node) => this.#openBlock(x, node),
      lambda: (x, node) => this.#openBlock(x, node),
    };
  }

  #openBlock(x: Extraction, node: NodeIndex): void {
    const known = x.scopeAt(node);
    const scope = known === NONE ? x.openScope(node, ScopeKind.block) : known;
    const parent = x.tree.parents[node]!;
    if (parent !== NONE && x.tree.kinds[parent] === this.s.K.call) {
      this.state.givenTo.set(scope, parent);
    }
    this.#noteParameters(x, x.tree.child(node, this.s.F.parameters), scope);
  }

  /** Parameters are variables wherever they stand, so they are known before the second pass. */
  #noteParameters(x: Extraction, list: NodeIndex, scope: number): void {
    for (const one of namedChildren(x, list)) {
      if (!this.s.PARAMETERS.has(x.tree.kinds[one]!)) continue;
      const isName = x.tree.kinds[one] === this.s.K.identifier;
      const nameNode = isName ? one : x.tree.child(one, this.s.F.name);
      if (nameNode !== NONE) this.state.addLocal(scope, x.textOf(nameNode));
    }
  }

  #noteAssigned(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    if (left === NONE) return;
    const names = tree.kinds[left] === this.s.K.leftList ? namedChildren(x, left) : [left];
    for (const one of names) this.#noteName(x, one);
  }

  #noteName(x: Extraction, node: NodeIndex): void {
    if (node === NONE) return;
    if (x.tree.kinds[node] === this.s.K.instanceVariable) {
      this.state.noteKept(x, x.textOf(node), x.tree.starts[node]!);
    }
    if (x.tree.kinds[node] !== this.s.K.identifier) return;
    this.state.addLocal(this.state.variableScope(x), x.textOf(node));
  }

  /** Whether a module has methods of its own, so that it can be mixed in. */
  #isMixin(x: Extraction, node: NodeIndex): boolean {
    const body = x.tree.child(node, this.s.F.body);
    return body !== NONE && x.tree.childOfKind(body, this.s.K.method) !== NONE;
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const body = tree.child(node, this.s.F.body);
    x.define(node, {
      kind,
      name: x.textOf(nameNode).replace(/^::|\s+/g, ""),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: Flag.exported,
    });
    const isOwnObject = body !== NONE && /^\s*(?:extend self|module_function)\s*$/m.test(
      x.text.slice(tree.starts[body]!, Math.min(tree.ends[body]!, tree.starts[body]! + 2000)),
    );
    if (isOwnObject) this.state.singletons.add(x.scopeAt(node));
  }

  /** `class << self`: the methods are the class's own. */
  #openSingleton(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const value = tree.child(node, this.s.F.value);
    if (value === NONE || tree.kinds[value] !== this.s.K.self) return;
    const scope = x.openScope(node, ScopeKind.block);
    this.state.singletons.add(scope);
  }

  #defineMethod(x: Extraction, node: NodeIndex, isSingleton: boolean): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const owner = x.enclosing(ScopeKind.class);
    const isOwn = isSingleton || this.state.singletons.has(x.scope);
    const isTest = /^test_/.test(name) || this.#isInTest(x);
    const flags = (this.state.visibility.get(x.scope) ?? 0) | (isOwn ? Flag.static : 0) |
      (isTest ? Flag.test : 0);
    x.define(node, {
      kind: owner === NONE ? Kind.function : Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.body),
      flags: flags & (Flag.private | Flag.protected) ? flags : flags | Flag.exported,
      ...(owner === NONE ? {} : { bindIn: owner }),
    });
    if (owner === NONE) this.state.topMethods.add(name);
    this.#noteParameters(x, tree.child(node, this.s.F.parameters), x.scopeAt(node));
  }

  #isInTest(x: Extraction): boolean {
    return this.state.suiteNames.size > 0 && this.state.suiteNames.has(x.scope);
  }

  /** `MAX = 3`; `Point = Struct.new(:x, :y)` defines a class. */
  #defineConstant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const left = tree.child(node, F.left);
    if (left === NONE || tree.kinds[left] !== K.constant || x.isInFunction()) return;
    const value = tree.child(node, F.right);
    const maker = value !== NONE && tree.kinds[value] === K.call ? this.#classMaker(x, value) : "";
    if (maker === "") {
      const flags = Flag.exported;
      x.define(node, { kind: Kind.constant, name: x.textOf(left), nameNode: left, flags });
      return;
    }
    const block = tree.child(value, F.block);
    const symbol = x.define(node, {
      kind: Kind.class,
      name: x.textOf(left),
      nameNode: left,
      scopeNode: value,
      bodyNode: block,
      flags: Flag.exported,
    });
    if (maker === "Class.new") return;
    for (const field of namedChildren(x, tree.child(value, F.arguments))) {
      if (tree.kinds[field] === K.simpleSymbol) {
        this.#defineAccessor(x, field, x.scopeAt(value), symbol, true, maker === "Struct.new");
      }
    }
  }

  #classMaker(x: Extraction, call: NodeIndex): string {
    const { tree } = x;
    const receiver = tree.child(call, this.s.F.receiver);
    const method = tree.child(call, this.s.F.method);
    if (receiver === NONE || method === NONE) return "";
    const name = `${x.textOf(receiver)}.${x.textOf(method)}`;
    return name === "Struct.new" || name === "Data.define" || name === "Class.new" ? name : "";
  }

  #defineAlias(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const owner = x.enclosing(ScopeKind.class);
    if (nameNode === NONE || owner === NONE) return;
    this.#defineOther(x, node, nameNode, x.textOf(nameNode).replace(/^:/, ""));
  }

  #defineOther(x: Extraction, node: NodeIndex, nameNode: NodeIndex, name: string): void {
    const owner = x.enclosing(ScopeKind.class);
    if (owner === NONE) return;
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      flags: Flag.exported,
      bindIn: owner,
      doc: "",
    });
  }

  // ── what calls in a class body define ───────────────────────────────────────────────────────

  #readMacro(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const method = tree.child(node, F.method);
    const receiver = tree.child(node, F.receiver);
    if (method === NONE) return;
    const name = x.textOf(method);
    const isSuite = SUITES.has(name) && (receiver === NONE || x.textOf(receiver) === "RSpec");
    if (isSuite) this.#defineSuite(x, node);
    if (receiver !== NONE) return;
    if (SERVING.has(name)) this.#defineServing(x, node, method);
    if (TESTS.has(name)) this.#defineTest(x, node);
    else if (SUITE_VALUES.has(name)) this.#defineSuiteValue(x, node);
    else if (AROUND_TESTS.has(name)) this.#openAroundTest(x, node);
    const args = namedChildren(x, tree.child(node, F.arguments));
    if (Object.hasOwn(VISIBILITIES, name)) this.#setVisibility(x, VISIBILITIES[name]!, args);
    if (x.scopeKind() !== ScopeKind.class && !this.state.singletons.has(x.scope)) return;
    if (Object.hasOwn(ACCESSORS, name)) {
      const [reads, writes] = ACCESSORS[name]!;
      for (const argument of args) {
        if (tree.kinds[argument] !== K.simpleSymbol) continue;
        this.#defineAccessor(x, argument, x.enclosing(ScopeKind.class), x.symbol, reads, writes);
      }
    } else if (name === "alias_method" && args.length === 2) {
      this.#defineOther(x, node, args[0]!, x.textOf(args[0]!).replace(/^:/, ""));
    } else if (name === "define_method" && args.length > 0) {
      this.#defineDynamic(x, node, args[0]!);
    } else {
      for (const delegated of delegatedBy(x, this.s, name, args)) {
        this.#defineOther(x, delegated.node, delegated.node, delegated.name);
      }
    }
  }

  #defineAccessor(
    x: Extraction,
    node: NodeIndex,
    scope: number,
    container: number,
    reads: boolean,
    writes: boolean,
  ): void {
    const name = x.textOf(node).replace(/^:|["']/g, "");
    const flags = Flag.exported | Flag.accessor | (this.state.visibility.get(scope) ?? 0) |
      (this.state.singletons.has(x.scope) ? Flag.static : 0);
    const symbol = x.define(node, {
      kind: Kind.property,
      name: reads ? name : `${name}=`,
      nameNode: node,
      flags,
      bindIn: scope,
      container,
      doc: "",
    });
    if (reads && writes) {
      const offset = x.tree.starts[node]!;
      x.bind(scope, `${name}=`, BindingKind.definition, { symbol, offset });
    }
  }

  #defineDynamic(x: Extraction, node: NodeIndex, nameNode: NodeIndex): void {
    const block = x.tree.child(node, this.s.F.block);
    if (x.tree.kinds[nameNode] !== this.s.K.simpleSymbol || block === NONE) return;
    x.define(node, {
      kind: Kind.method,
      name: x.textOf(nameNode).replace(/^:/, ""),
      nameNode,
      scopeNode: block,
      scopeKind: ScopeKind.function,
      bodyNode: block,
      flags: Flag.exported,
      bindIn: x.enclosing(ScopeKind.class),
    });
  }

  /** `private` alone counts from there on; `private :a, :b` and `private def …` only for these. */
  #setVisibility(x: Extraction, flag: number, args: readonly NodeIndex[]): void {
    if (args.length === 0) this.state.visibility.set(x.scope, flag);
    for (const argument of args) {
      if (x.tree.kinds[argument] === this.s.K.simpleSymbol) {
        this.#flagNamed(x, x.textOf(argument).replace(/^:/, ""), flag);
      } else this.#pending.set(argument, flag);
    }
  }

  readonly #pending = new Map<NodeIndex, number>();

  #flagNamed(x: Extraction, name: string, flag: number): void {
    const { symbols } = x.facts.tables;
    const text = x.facts.text(name);
    for (let row = symbols.count - 1; row > 0; row--) {
      if (symbols.get(row, 1) === text && symbols.get(row, 2) === x.symbol) {
        x.facts.flag(row, flag);
        return;
      }
    }
  }

  #readVisibility(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || tree.kinds[parent] !== this.s.K.bodyStatement) return;
    const name = x.textOf(node);
    if (Object.hasOwn(VISIBILITIES, name)) this.state.visibility.set(x.scope, VISIBILITIES[name]!);
  }

  /** The block of `get "/x" do … end`, which serves requests as a method of the application. */
  #defineServing(x: Extraction, node: NodeIndex, method: NodeIndex): void {
    const { tree } = x;
    const block = tree.child(node, this.s.F.block);
    if (block === NONE || !x.asks("Sinatra") || !/\b[Ss]inatra\b/.test(x.text)) return;
    x.define(block, {
      kind: Kind.method,
      name: `<${x.textOf(method)} block>`,
      nameNode: method,
      rangeNode: node,
      scopeNode: block,
      scopeKind: ScopeKind.function,
      bodyNode: block,
      flags: Flag.anonymous,
      bindIn: "nowhere",
      doc: "",
    });
  }

  // ── suites of tests ─────────────────────────────────────────────────────────────────────────

  #defineSuite(x: Extraction, node: NodeIndex): void {
    const block = this.#titled(x, node, "suite");
    if (block !== NONE) this.state.suiteNames.set(x.scopeAt(block), new Set());
  }

  #defineTest(x: Extraction, node: NodeIndex): void {
    const block = this.#titled(x, node, "test");
    if (block !== NONE) this.state.tests.add(x.scopeAt(block));
  }

  /** A block that runs around tests runs on the instance that they run on. */
  #openAroundTest(x: Extraction, node: NodeIndex): void {
    const block = x.tree.child(node, this.s.F.block);
    if (block === NONE || x.scopeAt(block) !== NONE || x.isInFunction()) return;
    this.state.tests.add(x.openScope(block, ScopeKind.block));
  }

  /** A block with a title: the node of the block; -1 when it has none. */
  #titled(x: Extraction, node: NodeIndex, otherwise: string): NodeIndex {
    const { tree } = x;
    const block = tree.child(node, this.s.F.block);
    if (block === NONE) return NONE;
    const [title] = namedChildren(x, tree.child(node, this.s.F.arguments));
    const name = title === undefined ? otherwise : x.textOf(title).replace(/^["']|["']$/g, "");
    x.define(node, {
      kind: Kind.test,
      name: name.slice(0, 120),
      ...(title === undefined ? {} : { nameNode: title }),
      scopeNode: block,
      scopeKind: ScopeKind.block,
      bodyNode: block,
      flags: Flag.test,
      bindIn: "nowhere",
      doc: "",
    });
    return block;
  }

  #defineSuiteValue(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const block = tree.child(node, this.s.F.block);
    const [nameNode] = namedChildren(x, tree.child(node, this.s.F.arguments));
    const names = this.state.suiteNames.get(x.scope);
    if (block === NONE || names === undefined) return;
    const name = nameNode === undefined ? "subject" : x.textOf(nameNode).replace(/^:/, "");
    names.add(name);
    x.define(node, {
      kind: Kind.method,
      name,
      ...(nameNode === undefined ? {} : { nameNode }),
      scopeNode: block,
      scopeKind: ScopeKind.block,
      bodyNode: block,
      flags: Flag.test | Flag.getter,
      doc: "",
    });
    this.state.tests.add(x.scopeAt(block));
  }

  /** Flags of methods that a visibility macro was given, once they are defined. */
  finish(x: Extraction): void {
    for (const [node, flag] of this.#pending) {
      const symbol = x.symbolAt(node);
      if (symbol !== NONE) x.facts.flag(symbol, flag);
    }
    this.#pending.clear();
  }
}
