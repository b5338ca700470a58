/** First pass: types, routines with the bodies that stand apart from them, properties, variables. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionValue, namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import { headName, inField, lastName, nameText, type Syntax } from "./syntax.ts";

/** Under this name a type's scope binds what indexing an instance runs. */
export const INDEXER = "[]";
/** Attributes of what DUnitX runs. */
const TEST_ATTRIBUTE = /\[(?:test|testcase)\b/i;
/** Classes whose published methods DUnit and FPCUnit run. */
const TEST_CASE = /testcase$/;

/** The defining rules, for one grammar. */
export class Definitions {
  /** Whether the walk is in a part that other units see. */
  #isExported = true;
  /** Bodies of the types that give members to others, by their symbols. */
  readonly #helpers = new Map<number, NodeIndex>();

  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      unit: (x, node) => this.#nameUnit(x, node),
      program: (x, node) => this.#nameUnit(x, node),
      library: (x, node) => this.#nameUnit(x, node),
      implementation: () => void (this.#isExported = false),
      declType: (x, node) => this.#defineType(x, node),
      declEnumValue: (x, node) => this.#defineEnumValue(x, node),
      declProc: (x, node) => this.#defineDeclared(x, node),
      defProc: (x, node) => this.#defineBody(x, node),
      declProp: (x, node) => this.#defineProperty(x, node),
      declField: (x, node) => this.#defineValues(x, node, Kind.field),
      declVar: (x, node) => this.#defineValues(x, node, Kind.variable),
      declConst: (x, node) => this.#defineValues(x, node, Kind.constant),
      lambda: (x, node) => void x.openScope(node, ScopeKind.function),
      exceptionHandler: block,
      for: block,
      foreach: block,
    };
  }

  /** Forgets the file before. */
  begin(): void {
    this.#isExported = true;
    this.#helpers.clear();
  }

  #nameUnit(x: Extraction, node: NodeIndex): void {
    const name = x.tree.childOfKind(node, this.s.K.moduleName);
    if (name === NONE) return;
    const unit = nameText(x, name);
    x.facts.tables.symbols.set(0, Sym.QUALIFIER, x.facts.text(unit));
    if (unit.includes(".")) this.state.dottedUnits.add(unit);
    if (x.tree.kinds[node] !== this.s.K.unit) this.#isExported = false;
  }

  #visible(): number {
    return this.#isExported ? Flag.exported : Flag.fileLocal;
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #defineType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = lastName(this.s, x, tree.child(node, F.name));
    const types = inField(x, node, F.type);
    const body = types.at(-1);
    if (nameNode === NONE || body === undefined) return;
    const kind = this.#kindOfType(x, body);
    // `TShape = class;` announces what is defined further on.
    const isBody = kind !== Kind.type && kind !== Kind.enum;
    if (isBody && tree.childOfKind(body, K.end) === NONE && tree.child(body, F.parent) === NONE) {
      return;
    }
    const flags = x.scopeKind() === ScopeKind.class ? this.#access(x, node) : this.#visible();
    const attributes = tree.childOfKind(node, K.attributes);
    const isTest = attributes !== NONE && /testfixture/i.test(x.textOf(attributes)) ||
      inField(x, body, F.parent).some((parent) => TEST_CASE.test(nameText(x, parent)));
    const symbol = x.define(node, {
      kind,
      name: nameText(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      ...(isBody ? { bodyNode: this.#firstMember(x, body) } : {}),
      flags: flags | (isTest ? Flag.test : 0),
      doc: doc(x, node),
    });
    if (tree.kinds[body] === K.helper) this.#helpers.set(symbol, body);
  }

  #kindOfType(x: Extraction, body: NodeIndex): number {
    const { tree } = x;
    const { K } = this.s;
    switch (tree.kinds[body]) {
      case K.interfaceType:
        return Kind.interface;
      case K.helper:
        return Kind.class;
      case K.classType:
        return tree.childOfKind(body, K.record) === NONE ? Kind.class : Kind.struct;
      default:
        return tree.childOfKind(body, K.enum) === NONE ? Kind.type : Kind.enum;
    }
  }

  /** What stands first in the body of a type, behind its head. */
  #firstMember(x: Extraction, body: NodeIndex): NodeIndex {
    return namedChildren(x, body).find((one) => {
      const kind = x.tree.kinds[one];
      return x.tree.fields[one] === 0 && x.tree.firstChild(one) !== NONE ||
        kind === this.s.K.end;
    }) ?? NONE;
  }

  /** Values of an enumeration are known beside it, and by its name. */
  #defineEnumValue(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = nameText(x, nameNode);
    const symbol = x.define(node, {
      kind: Kind.enumMember,
      name,
      nameNode,
      flags: this.#visible() | Flag.static,
      doc: "",
    });
    const owner = x.symbolOfScope(x.scope);
    if (owner !== NONE && x.scopeKind() === ScopeKind.class) {
      const outer = Math.max(0, x.scopeParent(x.scope));
      x.bind(outer, name, BindingKind.definition, { symbol, offset: x.tree.starts[nameNode]! });
    }
  }

  // ── routines ────────────────────────────────────────────────────────────────────────────────

  /** A routine that is declared: its body stands further on, and is one with it. */
  #defineDeclared(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    if (around !== NONE && tree.kinds[around] === K.defProc) return;
    const nameNode = tree.child(node, F.name);
    // `procedure IFoo.Bar = Baz` says only which method stands for one of an interface.
    if (nameNode === NONE || tree.kinds[nameNode] === K.genericDot) return;
    const name = headName(x, nameNode);
    const inType = x.scopeKind() === ScopeKind.class;
    const body = this.state.takeBody(x, inType ? `${this.#ownerName(x)}.${name}` : name, node);
    const header = body === NONE ? NONE : tree.child(body, F.header);
    const written = header === NONE ? nameNode : tree.child(header, F.name);
    this.state.addDefined(name, true);
    const words = attributesOf(this.s, x, node);
    const isClassMember = tree.childOfKind(node, K.class) !== NONE;
    const isConstructor = tree.childOfKind(node, K.constructor) !== NONE;
    const helped = inType ? this.#helpedType(x) : "";
    x.define(node, {
      kind: !inType ? Kind.function : isConstructor ? Kind.constructor : Kind.method,
      name,
      nameNode: lastName(this.s, x, written),
      rangeNode: body === NONE ? node : body,
      signatureNode: node,
      scopeNode: body === NONE ? node : body,
      scopeKind: ScopeKind.function,
      flags: (inType ? this.#access(x, node) : this.#visible()) |
        (body === NONE ? Flag.declaration : 0) | wordFlags(words) |
        (isClassMember ? Flag.static : 0) | this.#testFlag(x, node),
      doc: doc(x, node) || (body === NONE ? "" : doc(x, body)),
      // A class's own constructor is called by nobody.
      ...(isClassMember && isConstructor ? { bindIn: "nowhere" as const } : {}),
      ...(helped === "" ? {} : { qualifier: helped }),
    });
  }

  /** Name of the type whose body the walk is in, with those around it. */
  #ownerName(x: Extraction): string {
    const names: string[] = [];
    const { symbols } = x.facts.tables;
    for (let at = x.symbolOfScope(x.scope); at > 0; at = symbols.get(at, Sym.CONTAINER)) {
      names.unshift(x.facts.textAt(symbols.get(at, Sym.NAME)));
    }
    return names.join(".");
  }

  /** The type that a helper around gives its methods to; "" in other types. */
  #helpedType(x: Extraction): string {
    const { tree } = x;
    const { K } = this.s;
    const helper = this.#helpers.get(x.symbolOfScope(x.scope));
    if (helper === undefined) return "";
    const types = namedChildren(x, helper).filter((one) =>
      tree.kinds[one] === K.typeref && tree.fields[one] === 0
    );
    return types[0] === undefined ? "" : headName(x, types[0]);
  }

  #testFlag(x: Extraction, node: NodeIndex): number {
    const attributes = x.tree.childOfKind(node, this.s.K.attributes);
    if (attributes !== NONE) return TEST_ATTRIBUTE.test(x.textOf(attributes)) ? Flag.test : 0;
    const owner = x.symbolOfScope(x.scope);
    if (owner === NONE || x.scopeKind() !== ScopeKind.class) return 0;
    const isTestCase = (x.facts.tables.symbols.get(owner, Sym.FLAGS) & Flag.test) !== 0;
    return isTestCase && /^test/i.test(x.textOf(x.tree.child(node, this.s.F.name))) ? Flag.test : 0;
  }

  /** A routine with its body: one that is declared, of another routine, or known here only. */
  #defineBody(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    if (this.state.declarationOf(node) !== NONE) return;
    const header = tree.child(node, F.header);
    const whole = header === NONE ? NONE : tree.child(header, F.name);
    const nameNode = lastName(this.s, x, whole);
    if (nameNode === NONE) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    const path = headName(x, whole);
    this.state.addDefined(nameText(x, nameNode), true);
    const owner = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    const isConstructor = tree.childOfKind(header, K.constructor) !== NONE;
    x.define(node, {
      kind: owner === "" ? Kind.function : isConstructor ? Kind.constructor : Kind.method,
      name: nameText(x, nameNode),
      nameNode,
      signatureNode: header,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      flags: owner === "" && !x.isInFunction() ? this.#visible() : Flag.exported,
      doc: doc(x, node),
      ...(owner === "" ? {} : { qualifier: owner, bindIn: "nowhere" as const }),
    });
  }

  // ── members and variables ───────────────────────────────────────────────────────────────────

  #defineProperty(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    this.state.addDefined(nameText(x, nameNode), false);
    x.define(node, {
      kind: Kind.property,
      name: nameText(x, nameNode),
      nameNode,
      flags: this.#access(x, node) |
        (x.tree.childOfKind(node, this.s.K.class) === NONE ? 0 : Flag.static),
      doc: doc(x, node),
    });
  }

  /** Binds what indexing an instance gives: its default property. */
  bindIndexer(x: Extraction, node: NodeIndex, type: number): void {
    if (!/\bdefault\s*;?\s*$/i.test(x.textOf(node))) return;
    x.bind(x.scope, INDEXER, BindingKind.field, {
      value: functionValue(x, [], type),
      offset: x.tree.starts[node]!,
    });
  }

  /** Fields, and the variables and constants of units and types. */
  #defineValues(x: Extraction, node: NodeIndex, kind: number): void {
    const inType = x.scopeKind() === ScopeKind.class;
    if (!inType && x.isInFunction() || kind === Kind.field && !inType) return;
    for (const nameNode of inField(x, node, this.s.F.name)) {
      this.state.addDefined(nameText(x, nameNode), false);
      x.define(nameNode, {
        kind: inType && kind === Kind.variable ? Kind.field : kind,
        name: nameText(x, nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags: inType ? this.#access(x, node) : this.#visible(),
        doc: doc(x, node),
      });
    }
  }

  /** How far a member is seen, by the section that it stands in. */
  #access(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { K } = this.s;
    for (let at = tree.parents[node]!; at !== NONE; at = tree.parents[at]!) {
      if (tree.kinds[at] !== K.section) continue;
      if (tree.childOfKind(at, K.private) !== NONE) return Flag.private;
      return tree.childOfKind(at, K.protected) === NONE ? Flag.exported : Flag.protected;
    }
    return Flag.exported;
  }
}

/** Documentation before a node; a directive is none. */
function doc(x: Extraction, node: NodeIndex): string {
  const text = x.docBefore(node);
  return text.startsWith("$") ? "" : text.replace(/^[\s*=\-/]+|[\s*=\-/]+$/g, "");
}

/** Words behind a routine's head, in small letters. */
function attributesOf(s: Syntax, x: Extraction, node: NodeIndex): string {
  return namedChildren(x, node).filter((one) => x.tree.kinds[one] === s.K.procAttribute)
    .map((one) => x.textOf(one).toLowerCase()).join(" ");
}

function wordFlags(words: string): number {
  return (/\babstract\b/.test(words) ? Flag.abstract : 0) |
    (/\b(?:virtual|dynamic)\b/.test(words) ? Flag.virtual : 0) |
    (/\bdeprecated\b/.test(words) ? Flag.deprecated : 0);
}
