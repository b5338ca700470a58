/** First pass: functions, tables with their fields, variables, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Scope, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** Functions of test libraries whose last argument is a test. */
const TESTS: ReadonlySet<string> = new Set(["it", "test", "spec", "itSKIP", "itFOCUS"]);
const FILE_SCOPE = 0;
/** `A.__index = A`, `A = class("A")`, `A = Base:extend()`: tables of which there are instances. */
const CLASS =
  /^[ \t]*(?:(\w+)\.__index\s*=|(?:local\s+)?(\w+)\s*=\s*(?:[Cc]lass\s*[("'{]|\w+:(?:extend|subclass|derive)\s*\())/gm;

/** The defining rules, for one grammar. */
export class Definitions {
  /** Names of globals, and of fields with what they are of, that have symbols. */
  readonly #known = new Set<string>();
  /** Names of the local variables at the top of the file. */
  readonly #locals = new Set<string>();
  /** Names of tables that instances are made of. */
  readonly #classes = new Set<string>();
  /** Tables that local variables of functions hold: their scopes, by scope and name of the variable. */
  readonly #tables = new Map<string, number>();
  /** Local variables that are declared first and given a function later, by scope and name. */
  readonly #awaiting = new Map<string, NodeIndex>();
  /** Of these, the ones that were given one. */
  readonly #given = new Set<NodeIndex>();

  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      chunk: (x) => this.#findClasses(x),
      function_declaration: (x, node) => this.#defineFunction(x, node),
      function_definition: (x, node) => this.#defineValue(x, node),
      variable_declaration: (x, node) => this.#defineVariables(x, node),
      assignment_statement: (x, node) => this.#defineVariables(x, node),
      table_constructor: (x, node) => {
        if (x.scopeAt(node) === NONE) x.openScope(node, ScopeKind.object);
      },
      for_statement: block,
      while_statement: block,
      repeat_statement: block,
      if_statement: block,
      elseif_statement: block,
      else_statement: block,
      do_statement: block,
    };
  }

  /** Forgets the file. */
  reset(): void {
    this.#known.clear();
    this.#locals.clear();
    this.#classes.clear();
    this.#tables.clear();
    this.#awaiting.clear();
    this.#given.clear();
  }

  /** Whether a name that is declared alone, without a value, is that of a function further down. */
  isGivenFunction(target: NodeIndex): boolean {
    return this.#given.has(target);
  }

  #findClasses(x: Extraction): void {
    for (const match of x.text.matchAll(CLASS)) this.#classes.add(match[1] ?? match[2]!);
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode !== NONE) this.#define(x, node, node, nameNode, this.s.isLocal(x, node));
  }

  /**
   * Defines a function that is given to a variable or field.
   * @param node of the definition
   * @param target what it is given to
   */
  #define(
    x: Extraction,
    node: NodeIndex,
    range: NodeIndex,
    target: NodeIndex,
    isLocal: boolean,
  ): void {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = this.s.lastName(x, target);
    if (nameNode === NONE) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    const isMember = tree.kinds[target] !== K.identifier;
    const owner = isMember ? tree.child(target, F.table) : NONE;
    const qualifier = owner === NONE ? "" : x.textOf(owner).replace(/\s+/g, "");
    // What `self.f = …` or `t[i].f = …` makes is a member of nothing that has a name.
    const hasOwner = /^(?!self\b)[\w.]+$/.test(qualifier);
    const table = isMember ? this.#localTable(x, qualifier) : undefined;
    const declared = isMember || isLocal
      ? undefined
      : nearest(x, this.#awaiting, x.textOf(nameNode));
    const isGlobal = !isMember && !isLocal && declared === undefined;
    const symbol = x.define(node, {
      kind: isMember ? Kind.method : Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      rangeNode: range,
      signatureNode: range,
      scopeNode: node,
      bodyNode: tree.child(node, F.body),
      flags: isGlobal || isMember ? Flag.exported : x.isInFunction() ? 0 : Flag.fileLocal,
      ...(table !== undefined
        ? { bindIn: table }
        : isMember
        ? { bindIn: "nowhere" as const, ...(hasOwner ? { qualifier } : {}) }
        : isGlobal
        ? { bindIn: FILE_SCOPE }
        : declared !== undefined
        ? { bindIn: "nowhere" as const }
        : {}),
    });
    if (declared === undefined) return;
    this.#given.add(declared.value);
    const offset = tree.ends[declared.value]!;
    x.bind(declared.scope, x.textOf(nameNode), BindingKind.definition, { symbol, offset });
  }

  /** A function without a name of its own: in a field, given to a variable, or an argument. */
  #defineValue(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    if (around !== NONE && tree.kinds[around] === K.field) {
      const nameNode = tree.child(around, F.name);
      if (nameNode !== NONE && tree.kinds[nameNode] === K.identifier) {
        x.define(node, {
          kind: Kind.method,
          name: x.textOf(nameNode),
          nameNode,
          rangeNode: around,
          signatureNode: around,
          scopeNode: node,
          bodyNode: tree.child(node, F.body),
          flags: Flag.exported,
        });
        return;
      }
    }
    const test = this.#testName(x, node);
    if (test === undefined) {
      if (x.scopeAt(node) === NONE) x.openScope(node, ScopeKind.function);
      return;
    }
    x.define(node, {
      kind: Kind.test,
      name: test,
      scopeNode: node,
      bodyNode: tree.child(node, F.body),
      doc: "",
      flags: Flag.test,
      bindIn: "nowhere",
    });
  }

  /** What a test says of itself: `it("adds", function() … end)`. */
  #testName(x: Extraction, node: NodeIndex): string | undefined {
    const { tree } = x;
    const list = tree.parents[node]!;
    const call = list === NONE ? NONE : tree.parents[list]!;
    if (call === NONE || tree.kinds[call] !== this.s.K.call) return undefined;
    const name = tree.child(call, this.s.F.name);
    if (name === NONE || !TESTS.has(x.textOf(name))) return undefined;
    return this.s.stringText(x, this.s.argumentsOf(x, call)[0]);
  }

  #defineVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const isLocal = tree.kinds[node] === K.declaration;
    const around = tree.parents[node]!;
    // The assignment in a declaration was told with it.
    if (!isLocal && around !== NONE && tree.kinds[around] === K.declaration) return;
    for (const { target, value } of this.s.assignedIn(x, node)) {
      if (value !== NONE && tree.kinds[value] === K.function) {
        const isKnown = tree.kinds[target] === K.identifier && this.#locals.has(x.textOf(target));
        this.#define(x, value, node, target, isLocal || isKnown);
      } else if (!x.isInFunction()) this.#defineVariable(x, node, target, value, isLocal);
      else if (isLocal) this.#noteLocal(x, target, value);
      else this.#defineField(x, node, target, value);
    }
  }

  /** `local t = {}` in a function, whose members may be told later; `local f`, whose value may. */
  #noteLocal(x: Extraction, target: NodeIndex, value: NodeIndex): void {
    const key = `${x.scope} ${x.textOf(target)}`;
    if (value === NONE) {
      this.#awaiting.set(key, target);
      return;
    }
    this.#awaiting.delete(key);
    const table = this.#tableOf(x, value);
    if (table === NONE) this.#tables.delete(key);
    else {
      const known = x.scopeAt(table);
      this.#tables.set(key, known === NONE ? x.openScope(table, ScopeKind.object) : known);
    }
  }

  /** Scope of the table that a local variable of a function holds; `self` of a method is another. */
  #localTable(x: Extraction, name: string): number | undefined {
    const found = nearest(x, this.#tables, name);
    const isOther = found !== undefined && name === "self" &&
      x.enclosing(ScopeKind.function) !== x.enclosing(ScopeKind.function, found.scope);
    return isOther ? undefined : found?.value;
  }

  /** The table that a value is, also with a metatable; -1 for other values. */
  #tableOf(x: Extraction, value: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    if (x.tree.kinds[value] === K.table) return value;
    const isSet = x.tree.kinds[value] === K.call &&
      x.textOf(x.tree.child(value, F.name)) === "setmetatable";
    const first = isSet ? this.s.argumentsOf(x, value)[0] : undefined;
    return first !== undefined && x.tree.kinds[first] === K.table ? first : NONE;
  }

  /** `self.view = View()` in a method: what instances of its table hold. */
  #defineField(x: Extraction, node: NodeIndex, target: NodeIndex, value: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = this.s.lastName(x, target);
    const isMade = value !== NONE &&
      (tree.kinds[value] === K.call || tree.kinds[value] === K.table);
    if (nameNode === NONE || !isMade || tree.kinds[target] !== K.dotIndex) return;
    const owner = x.textOf(tree.child(target, F.table));
    const table = this.#localTable(x, owner);
    const qualifier = table !== undefined
      ? `${table}`
      : owner === "self"
      ? this.#ownerAround(x)
      : /^\w+$/.test(owner)
      ? owner
      : "";
    const key = `${qualifier}.${x.textOf(nameNode)}`;
    if (qualifier === "" || this.#known.has(key)) return;
    this.#known.add(key);
    x.define(target, {
      kind: Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      rangeNode: node,
      signatureNode: node,
      doc: "",
      ...(table === undefined
        ? { container: NONE, qualifier, bindIn: "nowhere" as const }
        : { bindIn: table }),
    });
  }

  /** Name of the table whose method the walk is in; "" outside of methods. */
  #ownerAround(x: Extraction): string {
    const { scopes, symbols } = x.facts.tables;
    const scope = x.enclosing(ScopeKind.function);
    const symbol = scope === NONE ? NONE : scopes.get(scope, Scope.SYMBOL);
    const qualifier = symbol === NONE ? NONE : symbols.get(symbol, Sym.QUALIFIER);
    return qualifier === NONE ? "" : x.facts.textAt(qualifier);
  }

  #defineVariable(
    x: Extraction,
    node: NodeIndex,
    target: NodeIndex,
    value: NodeIndex,
    isLocal: boolean,
  ): void {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = this.s.lastName(x, target);
    if (nameNode === NONE || !isLocal && x.scope !== FILE_SCOPE) return;
    const isMember = tree.kinds[target] !== K.identifier;
    const name = x.textOf(nameNode);
    const key = x.textOf(target);
    if (!isLocal && (this.#known.has(key) || name.startsWith("__"))) return;
    this.#known.add(key);
    if (isLocal) this.#locals.add(name);
    const owner = isMember ? tree.child(target, F.table) : NONE;
    const qualifier = owner === NONE ? "" : x.textOf(owner).replace(/\s+/g, "");
    if (isMember && !/^[\w.]+$/.test(qualifier)) return;
    x.define(target, {
      kind: isMember ? Kind.field : this.#classes.has(name) ? Kind.class : Kind.variable,
      name,
      nameNode,
      rangeNode: node,
      signatureNode: node,
      bodyNode: value !== NONE && tree.kinds[value] === K.table ? value : NONE,
      flags: isLocal ? Flag.fileLocal : Flag.exported,
      ...(isMember ? { qualifier, bindIn: "nowhere" as const } : {}),
    });
  }
}

/** What is known of a variable of some name, in the innermost scope around that knows it. */
function nearest<Value>(
  x: Extraction,
  known: ReadonlyMap<string, Value>,
  name: string,
): { readonly scope: number; readonly value: Value } | undefined {
  if (known.size === 0) return undefined;
  for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
    const value = known.get(`${scope} ${name}`);
    if (value !== undefined) return { scope, value };
  }
  return undefined;
}
