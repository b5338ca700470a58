/** First pass: modules, functions with their clauses, macros, types, callbacks, tests, and scopes. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionKey, typeKey } from "../../resolve/modules/beam_modules.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Head, Syntax } from "./syntax.ts";

/** What defines a function, with the kind of symbol it makes and whether others see it. */
const FUNCTIONS: Readonly<Record<string, { readonly kind: number; readonly flags: number }>> = {
  def: { kind: Kind.function, flags: Flag.exported },
  defp: { kind: Kind.function, flags: Flag.private },
  defmacro: { kind: Kind.macro, flags: Flag.exported },
  defmacrop: { kind: Kind.macro, flags: Flag.private },
  defguard: { kind: Kind.macro, flags: Flag.exported },
  defguardp: { kind: Kind.macro, flags: Flag.private },
  defdelegate: { kind: Kind.function, flags: Flag.exported },
  defn: { kind: Kind.function, flags: Flag.exported },
  defnp: { kind: Kind.function, flags: Flag.private },
};

/** What defines a module. */
const MODULES: Readonly<Record<string, number>> = {
  defmodule: Kind.module,
  defprotocol: Kind.interface,
  defimpl: Kind.class,
};

/** Macro that runs where a module is used. */
const USING = "__using__";

const STRUCTS: ReadonlySet<string> = new Set([
  "defstruct",
  "defexception",
  "embedded_schema",
  "schema",
]);
const FIELDS: ReadonlySet<string> = new Set([
  ..."field belongs_to has_one has_many many_to_many embeds_one embeds_many".split(" "),
]);
const TESTS: ReadonlySet<string> = new Set(["test", "property", "feature"]);
const TYPES: ReadonlySet<string> = new Set(["type", "typep", "opaque"]);
const CALLBACKS: ReadonlySet<string> = new Set(["callback", "macrocallback"]);

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      call: (x, node) => this.#defineCall(x, node),
      unary_operator: (x, node) => this.#defineAttribute(x, node),
      anonymous_function: block,
      stab_clause: block,
      else_block: block,
      after_block: block,
    };
  }

  #defineCall(x: Extraction, node: NodeIndex): void {
    if (this.state.heads.has(node)) return;
    const target = this.s.targetName(x, node);
    if (target === "") return;
    const module = Object.hasOwn(MODULES, target) ? MODULES[target] : undefined;
    if (module !== undefined) return this.#defineModule(x, node, module);
    if (Object.hasOwn(FUNCTIONS, target)) return this.#defineFunctions(x, node, target);
    if (STRUCTS.has(target)) return this.#defineStruct(x, node, target);
    if (FIELDS.has(target)) return this.#defineField(x, node);
    if (TESTS.has(target)) return this.#defineTest(x, node);
    if (target === "using" && !x.isInFunction()) return this.#defineUsing(x, node);
    const hasBlock = target !== "quote" && this.s.blockOf(x, node) !== NONE;
    if (hasBlock) x.openScope(node, ScopeKind.block);
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  #defineModule(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const args = this.s.argumentsOf(x, node);
    const [named] = args;
    const isNamed = named !== undefined && tree.kinds[named] === this.s.K.alias;
    const written = isNamed ? x.textOf(named).replace(/\s+/g, "") : "";
    const around = this.state.moduleAround(x);
    const name = kind === Kind.class ? this.#implementation(x, written, args, around) : written;
    if (named === undefined || name === "") {
      x.openScope(node, ScopeKind.namespace);
      return;
    }
    const cut = name.lastIndexOf(".");
    const isTest = name.endsWith("Test");
    const symbol = x.define(node, {
      kind,
      name: name.slice(cut + 1),
      nameNode: named,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: this.s.blockOf(x, node),
      doc: this.#moduleDoc(x, node),
      flags: Flag.exported | (isTest ? Flag.test : 0),
      bindIn: "nowhere",
      ...(cut < 0 ? {} : { qualifier: name.slice(0, cut) }),
      // What implements a protocol is named after both, wherever it is written.
      ...(kind === Kind.class ? { container: NONE } : {}),
    });
    const isInner = around !== "" && kind !== Kind.class;
    this.state.modules.set(symbol, isInner ? `${around}.${name}` : name);
    if (!isInner) return;
    const first = name.split(".")[0]!;
    this.state.addAlias(x.scope, first, `${around}.${first}`);
  }

  /** Name of the module that implements a protocol for a type. */
  #implementation(
    x: Extraction,
    protocol: string,
    args: readonly NodeIndex[],
    around: string,
  ): string {
    const type = this.s.keyword(x, args, "for");
    const isList = type !== NONE && x.tree.kinds[type] === this.s.K.list;
    const first = isList ? x.tree.namedChild(type) : type;
    const written = first === NONE ? around : x.textOf(first).replace(/^__MODULE__/, around);
    const isNamed = /^[A-Z][\w.]*$/.test(written);
    return protocol === "" || !isNamed ? "" : `${protocol}.${written}`;
  }

  #moduleDoc(x: Extraction, node: NodeIndex): string {
    for (const one of namedChildren(x, this.s.blockOf(x, node)).slice(0, 4)) {
      const attribute = this.s.operand(x, one, "@");
      if (attribute === NONE || this.s.targetName(x, attribute) !== "moduledoc") continue;
      return docOf(this.s.stringText(x, this.s.argumentsOf(x, attribute)[0]));
    }
    return "";
  }

  /** A module that describes what its instances hold is a type. */
  #defineStruct(x: Extraction, node: NodeIndex, target: string): void {
    const module = this.state.moduleSymbol(x);
    if (module === NONE || x.isInFunction()) return;
    const { symbols } = x.facts.tables;
    if (symbols.get(module, Sym.KIND) === Kind.module) symbols.set(module, Sym.KIND, Kind.struct);
    if (target === "schema" || target === "embedded_schema") {
      x.openScope(node, ScopeKind.block);
      return;
    }
    const [given] = this.s.argumentsOf(x, node);
    if (given !== undefined) this.#defineFields(x, given);
  }

  #defineFields(x: Extraction, given: NodeIndex): void {
    const { K, F } = this.s;
    for (const one of namedChildren(x, given)) {
      const kind = x.tree.kinds[one];
      if (kind === K.keywords) this.#defineFields(x, one);
      else if (kind === K.atom) this.#addField(x, one, one);
      else if (kind === K.pair) this.#addField(x, one, x.tree.child(one, F.key));
    }
  }

  #defineField(x: Extraction, node: NodeIndex): void {
    const [name] = this.s.argumentsOf(x, node);
    const isField = name !== undefined && x.tree.kinds[name] === this.s.K.atom &&
      this.state.moduleSymbol(x) !== NONE && !x.isInFunction() && x.scopeKind() === ScopeKind.block;
    if (isField) this.#addField(x, node, name);
  }

  #addField(x: Extraction, node: NodeIndex, nameNode: NodeIndex): void {
    const name = x.textOf(nameNode).replace(/^:|:\s*$/g, "");
    if (!/^\w+[?!]?$/.test(name)) return;
    x.define(node, {
      kind: Kind.field,
      name,
      nameNode,
      doc: "",
      flags: Flag.exported,
      bindIn: "nowhere",
    });
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #defineFunctions(x: Extraction, node: NodeIndex, target: string): void {
    const args = this.s.argumentsOf(x, node);
    const pending = this.state.takePending();
    const head = this.s.head(x, args[0]);
    if (head === undefined) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    this.#noteHead(x, args[0]!);
    const { kind, flags } = FUNCTIONS[target]!;
    const isMember = kind === Kind.function && this.#isOfProtocol(x);
    const most = head.parameters.length;
    const least = most - head.parameters.filter((one) => this.s.hasDefault(x, one)).length;
    const owner = x.functionScope();
    const key = (arity: number): string => `${owner} ${functionKey(head.name, arity)}`;
    const body = this.#bodyOf(x, node, args);
    const { symbol, isNew } = this.state.clauses.add(x, node, key(most), () => {
      const made = x.define(node, {
        kind: isMember ? Kind.method : kind,
        name: head.name,
        nameNode: head.nameNode,
        scopeNode: node,
        bodyNode: body,
        doc: pending.doc,
        flags: flags | (pending.isDeprecated ? Flag.deprecated : 0) |
          (body === NONE && isMember ? Flag.declaration : 0),
        bindIn: "nowhere",
      });
      x.setArity(made, least, most);
      return made;
    });
    if (pending.impl !== NONE) this.state.impls.set(symbol, pending.impl);
    if (isNew) this.#bind(x, head, owner, symbol, { least, most });
    for (let arity = least; arity < most; arity++) this.state.clauses.alias(key(arity), symbol);
  }

  /** `using do … end` of a case template is another way to define `__using__`. */
  #defineUsing(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.target);
    const body = this.s.blockOf(x, node);
    if (body === NONE) return;
    const symbol = x.define(node, {
      kind: Kind.macro,
      name: USING,
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    x.setArity(symbol, 1, 1);
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, functionKey(USING, 1), BindingKind.definition, { symbol, offset });
  }

  /** A function is known by its name and each number of arguments that it takes. */
  #bind(
    x: Extraction,
    head: Head,
    scope: number,
    symbol: number,
    { least, most }: { least: number; most: number },
  ): void {
    const offset = x.tree.starts[head.nameNode]!;
    for (let arity = least; arity <= most; arity++) {
      x.bind(scope, functionKey(head.name, arity), BindingKind.definition, { symbol, offset });
    }
    // What implements a protocol is found by name.
    if (this.#isOfProtocol(x)) {
      x.bind(scope, head.name, BindingKind.definition, { symbol, offset });
    }
    if (least === 0) this.state.nullary.add(head.name);
  }

  /** Whether the walk stands right in a protocol or in what implements one. */
  #isOfProtocol(x: Extraction): boolean {
    const module = this.state.moduleSymbol(x);
    const kind = module === NONE ? NONE : x.facts.tables.symbols.get(module, Sym.KIND);
    return (kind === Kind.interface || kind === Kind.class) && !x.isInFunction();
  }

  /** The call in a head, and the operation of an operator's, call nothing. */
  #noteHead(x: Extraction, node: NodeIndex): void {
    const { heads } = this.state;
    heads.add(node);
    const { K, F } = this.s;
    if (x.tree.kinds[node] !== K.binary) return;
    const operator = this.s.operator(x, node);
    if (operator === "when") this.#noteHead(x, x.tree.child(node, F.left));
  }

  /** First node of a body: its block, or what stands behind `do:`; -1 if it has none. */
  #bodyOf(x: Extraction, node: NodeIndex, args: readonly NodeIndex[]): NodeIndex {
    const block = this.s.blockOf(x, node);
    return block !== NONE ? block : this.s.keyword(x, args, "do") === NONE ? NONE : args.at(-1)!;
  }

  #defineTest(x: Extraction, node: NodeIndex): void {
    const [name] = this.s.argumentsOf(x, node);
    const text = this.s.stringText(x, name);
    if (text === "" || this.s.blockOf(x, node) === NONE || x.isInFunction()) {
      if (this.s.blockOf(x, node) !== NONE) x.openScope(node, ScopeKind.block);
      return;
    }
    x.define(node, {
      kind: Kind.test,
      name: text,
      nameNode: name!,
      scopeNode: node,
      bodyNode: this.s.blockOf(x, node),
      doc: "",
      flags: Flag.test,
      bindIn: "nowhere",
    });
  }

  // ── attributes ──────────────────────────────────────────────────────────────────────────────

  #defineAttribute(x: Extraction, node: NodeIndex): void {
    const attribute = this.s.operand(x, node, "@");
    if (attribute === NONE) return;
    const { pending, heads } = this.state;
    const name = this.s.targetName(x, attribute);
    if (name === "") return;
    heads.add(attribute);
    const [given] = this.s.argumentsOf(x, attribute);
    if (name === "doc") pending.doc = docOf(this.s.stringText(x, given));
    else if (name === "deprecated") pending.isDeprecated = true;
    else if (name === "impl") pending.impl = given ?? NONE;
    else if (TYPES.has(name)) this.#defineType(x, node, given, name === "typep");
    else if (CALLBACKS.has(name)) this.#defineCallback(x, node, given);
  }

  #defineType(
    x: Extraction,
    node: NodeIndex,
    given: NodeIndex | undefined,
    isPrivate: boolean,
  ): void {
    const head = this.s.head(x, given);
    if (head === undefined || x.isInFunction()) return;
    const key = typeKey(head.name, head.parameters.length);
    this.state.heads.add(x.tree.child(given!, this.s.F.left));
    this.state.types.add(key);
    const symbol = x.define(node, {
      kind: Kind.type,
      name: head.name,
      nameNode: head.nameNode,
      doc: "",
      flags: isPrivate ? Flag.private : Flag.exported,
      bindIn: "nowhere",
    });
    const offset = x.tree.starts[head.nameNode]!;
    x.bind(x.scope, key, BindingKind.definition, { symbol, offset });
  }

  #defineCallback(x: Extraction, node: NodeIndex, given: NodeIndex | undefined): void {
    const head = this.s.head(x, given);
    const pending = this.state.takePending();
    if (head === undefined || x.isInFunction()) return;
    this.#noteHead(x, given!);
    if (this.s.isBinary(x, given!, "::")) this.state.heads.add(x.tree.child(given!, this.s.F.left));
    const arity = head.parameters.length;
    const symbol = x.define(node, {
      kind: Kind.function,
      name: head.name,
      nameNode: head.nameNode,
      doc: pending.doc,
      flags: Flag.exported | Flag.declaration,
      bindIn: "nowhere",
    });
    x.setArity(symbol, arity, arity);
    const offset = x.tree.starts[head.nameNode]!;
    x.bind(x.scope, functionKey(head.name, arity), BindingKind.definition, { symbol, offset });
  }
}

/** Documentation without the indentation of a heredoc. */
function docOf(text: string): string {
  return text.split("\n").map((line) => line.trim()).join("\n").trim();
}
