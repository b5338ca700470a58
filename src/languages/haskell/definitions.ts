/** First pass: the module, functions with their clauses, types, classes, instances, tests, scopes. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { ERROR_KIND, type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { typeName } from "../../resolve/modules/haskell_modules.ts";
import type { FileState } from "./file_state.ts";
import type { Defined, Syntax } from "./syntax.ts";

/** Functions of test libraries that name a test. */
const TESTS: ReadonlySet<string> = new Set(
  "it specify prop testCase testProperty test unitTest goldenVsString fit xit".split(" "),
);

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      haskell: (x, node) => this.#defineModule(x, node),
      signature: (x, node) => this.#defineSigned(x, node),
      function: (x, node) => this.#defineFunction(x, node),
      bind: (x, node) => this.#defineFunction(x, node),
      foreign_import: (x, node) => this.#defineForeign(x, node),
      pattern_synonym: (x, node) => this.#definePatternSynonym(x, node),
      data_type: (x, node) => this.#defineType(x, node, Kind.struct),
      newtype: (x, node) => this.#defineType(x, node, Kind.struct),
      type_synomym: (x, node) => this.#defineType(x, node, Kind.type),
      type_family: (x, node) => this.#defineType(x, node, Kind.type),
      data_family: (x, node) => this.#defineType(x, node, Kind.type),
      data_constructor: (x, node) => this.#defineConstructor(x, node),
      newtype_constructor: (x, node) => this.#defineConstructor(x, node),
      gadt_constructor: (x, node) => this.#defineConstructor(x, node),
      field: (x, node) => this.#defineFields(x, node),
      class: (x, node) => this.#defineClass(x, node),
      instance: (x, node) => this.#defineInstance(x, node),
      infix: (x, node) => this.#defineTest(x, node),
      apply: (x, node) => this.#defineTest(x, node),
      lambda: block,
      lambda_case: block,
      alternative: block,
      let_in: block,
      do: block,
      list_comprehension: block,
    };
  }

  // ── the module ──────────────────────────────────────────────────────────────────────────────

  #defineModule(x: Extraction, root: NodeIndex): void {
    const { tree } = x;
    const header = tree.childOfKind(root, this.s.K.header);
    const nameNode = header === NONE ? NONE : tree.child(header, this.s.F.module);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode).replace(/\s+/g, "");
    const cut = name.lastIndexOf(".");
    x.define(root, {
      kind: Kind.module,
      name: name.slice(cut + 1),
      nameNode,
      signatureNode: nameNode,
      scopeNode: root,
      scopeKind: ScopeKind.namespace,
      doc: x.docBefore(header),
      flags: Flag.exported,
      bindIn: "nowhere",
      ...(cut < 0 ? {} : { qualifier: name.slice(0, cut) }),
    });
    this.state.moduleScope = x.scopeAt(root);
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  /** Signatures at the top and in classes say first what there is. */
  #defineSigned(x: Extraction, node: NodeIndex): void {
    const around = this.s.kindAround(x, node);
    if (around !== this.s.K.declarations && around !== this.s.K.classBody) return;
    for (const one of this.s.signed(x, node)) this.#defineNamed(x, node, one, NONE);
  }

  #defineNamed(x: Extraction, node: NodeIndex, one: Defined, body: NodeIndex): void {
    const { K } = this.s;
    const around = this.s.kindAround(x, node);
    const isMethod = around === K.classBody || around === K.instanceBody;
    const isLocal = around === K.localBinds;
    const isTest = /^(?:prop|test|unit)_/.test(one.name);
    const { clauses } = this.state;
    const key = `${x.scope} ${one.name}`;
    const define = (): number => {
      const isSignature = x.tree.kinds[node] === K.signature;
      const symbol = x.define(isSignature ? one.node : node, {
        kind: isMethod ? Kind.method : Kind.function,
        name: one.name,
        nameNode: one.node,
        rangeNode: node,
        signatureNode: node,
        bodyNode: body,
        flags: (isLocal ? 0 : Flag.exported) | (isTest ? Flag.test : 0),
        ...(isSignature ? {} : { scopeNode: node }),
        ...(around === K.classBody ? { bindIn: this.state.moduleScope } : {}),
      });
      if (around === K.classBody) {
        // What an instance defines is found in the class by name.
        const offset = x.tree.starts[one.node]!;
        x.bind(x.scope, one.name, BindingKind.definition, { symbol, offset });
      }
      return symbol;
    };
    if (x.tree.kinds[node] === K.signature && clauses.symbolOf(key) !== NONE) return;
    clauses.add(x, node, key, define);
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const around = this.s.kindAround(x, node);
    // In text that is damaged, what is there stands in the error.
    const isDefinition = around === K.declarations || around === K.classBody ||
      around === K.instanceBody || around === K.localBinds || around === ERROR_KIND;
    if (!isDefinition) return;
    const one = this.s.definedBy(x, node);
    // A local name without parameters is a variable.
    const isVariable = around === K.localBinds && x.tree.kinds[node] === K.bind;
    if (one === undefined || isVariable) {
      x.openScope(node, ScopeKind.block);
      return;
    }
    this.#defineNamed(x, node, one, x.tree.childOfKind(node, K.match));
  }

  #defineForeign(x: Extraction, node: NodeIndex): void {
    const signature = x.tree.childOfKind(node, this.s.K.signature);
    const one = signature === NONE ? undefined : this.s.signed(x, signature)[0];
    if (one === undefined) return;
    x.define(one.node, {
      kind: Kind.function,
      name: one.name,
      nameNode: one.node,
      rangeNode: node,
      signatureNode: node,
      flags: Flag.exported,
    });
  }

  #definePatternSynonym(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const equation = tree.childOfKind(node, this.s.K.equation);
    const head = equation === NONE
      ? NONE
      : this.s.applied(x, tree.child(equation, this.s.F.synonym));
    if (head === NONE || tree.kinds[head] !== this.s.K.constructor) return;
    x.define(node, {
      kind: Kind.constructor,
      name: x.textOf(head),
      nameNode: head,
      flags: Flag.exported,
    });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    this.state.type = NONE;
    if (nameNode === NONE || x.tree.kinds[nameNode] !== this.s.K.name) return;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind,
      name,
      nameNode,
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    this.#bindType(x, name, nameNode, symbol);
    this.state.type = symbol;
  }

  #bindType(x: Extraction, name: string, nameNode: NodeIndex, symbol: number): void {
    const offset = x.tree.starts[nameNode]!;
    const scope = this.state.moduleScope;
    x.bind(scope, typeName(name), BindingKind.definition, { symbol, offset });
    this.state.types.set(name, symbol);
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const inner = tree.child(node, F.constructor);
    const holder = inner === NONE ? node : inner;
    const name = tree.child(holder, F.name);
    const nameNode = name === NONE ? tree.child(holder, F.operator) : name;
    const isNamed = nameNode !== NONE &&
      (tree.kinds[nameNode] === K.constructor || tree.kinds[nameNode] === K.constructorOperator);
    if (!isNamed) return;
    x.define(node, {
      kind: Kind.constructor,
      name: x.textOf(nameNode),
      nameNode,
      flags: Flag.exported,
      bindIn: this.state.moduleScope,
      container: this.state.type,
      doc: "",
    });
  }

  /** Fields read what a value holds, by a function of their name. */
  #defineFields(x: Extraction, node: NodeIndex): void {
    const { fields, type } = this.state;
    for (const nameNode of this.s.all(x, node, this.s.F.name)) {
      const one = this.s.named(x, nameNode);
      if (one === undefined || fields.has(`${type} ${one.name}`)) continue;
      fields.add(`${type} ${one.name}`);
      x.define(nameNode, {
        kind: Kind.field,
        name: one.name,
        nameNode: one.node,
        rangeNode: node,
        signatureNode: node,
        flags: Flag.exported | Flag.accessor,
        bindIn: this.state.moduleScope,
        container: type,
        doc: "",
      });
    }
  }

  // ── classes ─────────────────────────────────────────────────────────────────────────────────

  #defineClass(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.interface,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.declarations),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    this.#bindType(x, name, nameNode, symbol);
  }

  #defineInstance(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const patterns = tree.child(node, this.s.F.patterns);
    if (nameNode === NONE || patterns === NONE) return;
    const written = x.text.slice(tree.starts[nameNode]!, tree.ends[patterns]!);
    x.define(node, {
      kind: Kind.class,
      name: written.replace(/\s+/g, " "),
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.declarations),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
  }

  // ── tests ───────────────────────────────────────────────────────────────────────────────────

  /** `it "adds" $ do …`, `testCase "adds" (…)`. */
  #defineTest(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const isInfix = tree.kinds[node] === K.infix;
    if (isInfix && x.textOf(tree.child(node, F.operator)) !== "$") return;
    const call = isInfix ? tree.child(node, F.left) : node;
    if (call === NONE || tree.kinds[call] !== K.apply) return;
    const applied = this.s.applied(x, call);
    if (applied === NONE || tree.kinds[applied] !== K.variable) return;
    if (!TESTS.has(x.textOf(applied))) return;
    const given = this.s.firstArgument(x, call);
    const name = this.s.stringText(x, given);
    const takesBody = isInfix || tree.child(call, F.argument) !== given;
    const around = this.s.kindAround(x, node);
    const isPart = around === K.apply || around === K.infix && !isInfix &&
        tree.fields[node] === F.left &&
        x.textOf(tree.child(tree.parents[node]!, F.operator)) === "$";
    if (name === "" || !takesBody || isPart) return;
    x.define(node, {
      kind: Kind.test,
      name,
      nameNode: given,
      scopeNode: node,
      bodyNode: isInfix ? tree.child(node, F.right) : tree.child(call, F.argument),
      flags: Flag.test,
      bindIn: "nowhere",
      doc: "",
    });
  }
}
