/** The rules of Nix: attribute sets, `let`, functions, `with`, `inherit`, and files that are imported by path. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { ExpressionRule, LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { NixNodes } from "./nodes.ts";

/** What a file says as a whole. */
export const WHOLE = "=";
/** Before the name of what a function asks for by name. */
export const GIVEN_PREFIX = "@";
/** What a flake gives, and the file that says it. */
export const OUTPUTS = "outputs";
const FLAKE = "flake.nix";
/** What reads another file, of which the path says more. */
const IMPORT = "import";
/** Paths of files that are none of Nix. */
const OTHER_FILE = /\.(?!nix$)[A-Za-z][\w-]*$/;

/** Binds the rules to the grammar. */
export function nixRules(g: Grammar): LanguageRules {
  return new NixRules(g).rules();
}

class NixRules {
  readonly #n: NixNodes;
  /** Names that scopes bind, for what stands in a `with`. */
  readonly #names = new Map<number, Set<string>>();
  #hasWith = false;

  constructor(g: Grammar) {
    this.#n = new NixNodes(g);
  }

  rules(): LanguageRules {
    const { F } = this.#n;
    const field = (name: number): ExpressionRule => (x, node) => x.value(x.tree.child(node, name));
    const attrset: ExpressionRule = (x, node) => {
      const scope = x.scopeAt(node);
      return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
    };
    return {
      begin: () => {
        this.#names.clear();
        this.#hasWith = false;
      },
      define: {
        binding: (x, node) => this.#defineBinding(x, node),
        inherit: (x, node) => this.#noteInherited(x, node),
        inherit_from: (x, node) => this.#noteInherited(x, node),
        function_expression: (x, node) => this.#openFunction(x, node),
        let_expression: (x, node) => void x.openScope(node, ScopeKind.block),
        attrset_expression: (x, node) => this.#openSet(x, node),
        rec_attrset_expression: (x, node) => this.#openSet(x, node),
        with_expression: () => void (this.#hasWith = true),
      },
      refer: {
        source_code: (x, node) => this.#offerWhole(x, node),
        binding: (x, node) => this.#referBinding(x, node),
        inherit: (x, node) => this.#referInherited(x, node, NONE),
        inherit_from: (x, node) => this.#referInherited(x, node, x.tree.child(node, F.expression)),
        function_expression: (x, node) => this.#bindParameters(x, node),
        apply_expression: (x, node) => this.#referCall(x, node),
        variable_expression: (x, node) => this.#referVariable(x, node),
        select_expression: (x, node) => this.#referSelected(x, node),
        path_expression: (x, node) => this.#referPath(x, node),
        spath_expression: (x, node) => this.#referPath(x, node),
      },
      values: {
        variable_expression: (x, node) => this.#variable(x, node),
        select_expression: (x, node) => this.#selected(x, node),
        apply_expression: (x, node) => this.#applied(x, node),
        function_expression: (x, node) => this.#function(x, node),
        let_expression: field(F.body),
        with_expression: field(F.body),
        assert_expression: field(F.body),
        parenthesized_expression: field(F.expression),
        attrset_expression: attrset,
        rec_attrset_expression: attrset,
        if_expression: (x, node) =>
          x.either(
            x.value(x.tree.child(node, F.consequence)),
            x.value(x.tree.child(node, F.alternative)),
          ),
        binary_expression: (x, node) => this.#merged(x, node),
      },
      docs: { line: ["#"], block: [["/**", "*/"], ["/*", "*/"]] },
    };
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #note(scope: number, name: string): void {
    const names = this.#names.get(scope);
    if (names === undefined) this.#names.set(scope, new Set([name]));
    else names.add(name);
  }

  /** The set or `let` that a binding stands in. */
  #around(x: Extraction, binding: NodeIndex): NodeIndex {
    const set = x.tree.parents[binding]!;
    return set === NONE ? NONE : x.tree.parents[set]!;
  }

  #isLexical(x: Extraction, around: NodeIndex): boolean {
    const kind = x.tree.kinds[around];
    return kind === this.#n.K.let || kind === this.#n.K.rec;
  }

  #defineBinding(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.#n;
    const around = this.#around(x, node);
    const path = x.tree.child(node, F.attrpath);
    const names = around === NONE || path === NONE ? undefined : this.#n.names(x, path);
    if (names === undefined) return;
    const name = names.map(({ text }) => text).join(".");
    const isLet = x.tree.kinds[around] === K.let;
    if (this.#isLexical(x, around)) this.#note(x.scope, names[0]!.text);
    if (!isLet && !this.#isOffered(x, around)) return;
    const value = this.#n.bare(x, x.tree.child(node, F.expression));
    const isFunction = value !== NONE && x.tree.kinds[value] === K.function;
    const symbol = x.define(node, {
      kind: isFunction ? Kind.function : isLet ? Kind.variable : Kind.property,
      name,
      nameNode: names[0]!.node,
      ...(value === NONE ? {} : { bodyNode: isFunction ? x.tree.child(value, F.body) : value }),
      ...(isFunction ? { scopeNode: value, scopeKind: ScopeKind.function } : {}),
      flags: isLet ? Flag.fileLocal : Flag.exported,
    });
    this.#bindMember(x, around, name, symbol, x.tree.starts[node]!);
  }

  /** Members of a `rec` set are bound where its own bindings see them, and as members. */
  #bindMember(
    x: Extraction,
    around: NodeIndex,
    name: string,
    symbol: number,
    offset: number,
  ): void {
    if (x.tree.kinds[around] !== this.#n.K.rec) return;
    x.bind(x.scopeAt(around), name, BindingKind.definition, { symbol, offset });
  }

  /** Whether a set is what the file says, or part of what a definition is. */
  #isOffered(x: Extraction, set: NodeIndex): boolean {
    const { K, F } = this.#n;
    let at = set;
    for (let around = x.tree.parents[at]!; around !== NONE; around = x.tree.parents[at]!) {
      const kind = x.tree.kinds[around];
      if (kind === K.source) return true;
      if (kind === K.binding) {
        return x.symbolAt(around) !== NONE && x.tree.fields[at] === F.expression;
      }
      if (!this.#n.isResultOf(x, at, around)) return false;
      at = around;
    }
    return false;
  }

  #noteInherited(x: Extraction, node: NodeIndex): void {
    const around = this.#around(x, node);
    if (around === NONE || !this.#isLexical(x, around)) return;
    for (const one of this.#inherited(x, node)) this.#note(x.scope, x.textOf(one));
  }

  #inherited(x: Extraction, node: NodeIndex): NodeIndex[] {
    const { F, K } = this.#n;
    const attrs = x.tree.child(node, F.attrs);
    const found: NodeIndex[] = [];
    for (
      let at = attrs === NONE ? NONE : x.tree.firstChild(attrs);
      at !== NONE;
      at = x.tree.nextSibling(at)
    ) {
      if (x.tree.kinds[at] === K.identifier) found.push(at);
    }
    return found;
  }

  /** A function without a name is no more than a scope: most files are one. */
  #openFunction(x: Extraction, node: NodeIndex): void {
    if (x.scopeAt(node) === NONE) x.openScope(node, ScopeKind.block);
  }

  #openSet(x: Extraction, node: NodeIndex): void {
    let at = node;
    while (x.tree.kinds[x.tree.parents[at]!] === this.#n.K.parenthesized) at = x.tree.parents[at]!;
    x.openScope(node, ScopeKind.object, x.symbolAt(x.tree.parents[at]!));
    const bindings = x.tree.childOfKind(node, this.#n.K.bindingSet);
    if (x.tree.kinds[node] !== this.#n.K.rec || bindings === NONE) return;
    const { scope } = x;
    x.scope = x.scopeAt(node);
    x.openScope(bindings, ScopeKind.block, x.symbolAt(x.tree.parents[at]!));
    x.scope = scope;
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #offerWhole(x: Extraction, node: NodeIndex): void {
    const value = x.value(x.tree.child(node, this.#n.F.expression));
    if (value >= 0) x.facts.export(WHOLE, { expression: value, line: 1 });
  }

  #referBinding(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const expression = x.tree.child(node, this.#n.F.expression);
    if (expression === NONE) return;
    if (symbol === NONE) return this.#giveBinding(x, node, expression);
    const value = this.#n.bare(x, expression);
    if (value === NONE || x.tree.kinds[value] !== this.#n.K.function) {
      x.addValue(symbol, x.value(expression));
      return this.#offerOutputs(x, symbol, x.value(expression));
    }
    // The scope of a function is opened at the function itself.
    const { scope } = x;
    x.scope = x.scopeAt(value);
    const body = x.value(this.#bodyOf(x, value));
    x.addValue(symbol, body);
    x.scope = scope;
    this.#offerOutputs(x, symbol, body);
  }

  /** What a flake gives is what `self` means in all that it is made of. */
  #offerOutputs(x: Extraction, symbol: number, value: number): void {
    const { symbols } = x.facts.tables;
    const isOutputs = x.fileName === FLAKE && value >= 0 &&
      symbols.get(symbol, Sym.CONTAINER) < 0 &&
      x.facts.textAt(symbols.get(symbol, Sym.NAME)) === OUTPUTS;
    if (isOutputs) x.facts.export(OUTPUTS, { expression: value, line: 1 });
  }

  /** `import ./a.nix { b = c; }`: what the function in that file is given under a name. */
  #giveBinding(x: Extraction, node: NodeIndex, expression: NodeIndex): void {
    const path = x.tree.child(node, this.#n.F.attrpath);
    const names = path === NONE ? undefined : this.#n.names(x, path);
    if (names?.length === 1) this.#give(x, node, names[0]!.text, x.value(expression));
  }

  #give(x: Extraction, node: NodeIndex, name: string, value: number): void {
    if (value < 0) return;
    const around = this.#around(x, node);
    const specifier = around === NONE ? undefined : this.#n.givenTo(x, around);
    if (specifier === undefined) return;
    x.facts.export(name, { expression: value, specifier, line: x.lineAt(x.tree.starts[node]!) });
  }

  /** What a function says once it has all that it takes. */
  #bodyOf(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.child(node, this.#n.F.body);
  }

  #bindParameters(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.#n;
    const bind = (name: NodeIndex, index: number): void => {
      const text = x.textOf(name);
      this.#note(x.scope, text);
      x.bind(x.scope, text, BindingKind.parameter, { offset: x.tree.starts[name]!, index });
    };
    const universal = x.tree.child(node, F.universal);
    if (universal !== NONE) bind(universal, 0);
    const formals = x.tree.child(node, F.formals);
    for (
      let at = formals === NONE ? NONE : x.tree.firstChild(formals);
      at !== NONE;
      at = x.tree.nextSibling(at)
    ) {
      const name = x.tree.kinds[at] === K.formal ? x.tree.child(at, F.name) : NONE;
      if (name === NONE) continue;
      const text = x.textOf(name);
      const offset = x.tree.starts[name]!;
      this.#note(x.scope, text);
      // What is asked for by name is mostly what has that name elsewhere.
      const value = x.nameExpression(GIVEN_PREFIX + text, offset, 0);
      x.bind(x.scope, text, BindingKind.variable, { value, offset });
    }
  }

  /** `inherit a;`, `inherit (b) a;` */
  #referInherited(x: Extraction, node: NodeIndex, from: NodeIndex): void {
    const around = this.#around(x, node);
    if (around === NONE) return;
    for (const name of this.#inherited(x, node)) {
      const text = x.textOf(name);
      const offset = x.tree.starts[name]!;
      const value = from === NONE
        ? this.#outer(x, around, name)
        : this.#memberOf(x.value(from), text, x);
      if (value >= 0) x.refer(RefKind.value, name, value);
      this.#give(x, node, text, value);
      x.bind(x.scope, text, BindingKind.variable, { value, offset });
      if (x.tree.kinds[around] === this.#n.K.rec) {
        x.bind(x.scopeAt(around), text, BindingKind.variable, { value, offset });
      }
    }
  }

  #memberOf(of: number, name: string, x: Extraction): number {
    return of < 0 ? -1 : x.memberExpression(of, name);
  }

  /** What a name means around the set that inherits it. */
  #outer(x: Extraction, around: NodeIndex, name: NodeIndex): number {
    const { scope } = x;
    const own = x.scopeAt(around);
    // Of what could not be read there may be no scope.
    if (own !== NONE) x.scope = x.scopeParent(own);
    const value = this.#named(x, x.textOf(name), name);
    x.scope = scope;
    return value;
  }

  #referCall(x: Extraction, node: NodeIndex): void {
    const { K } = this.#n;
    const around = x.tree.parents[node]!;
    // Of `f a b` the whole is the call.
    if (x.tree.kinds[around] === K.apply && x.tree.fields[node] === this.#n.F.function) return;
    const { callee, args } = this.#n.application(x, node);
    const name = this.#n.lastName(x, callee);
    const expression = callee === NONE ? -1 : x.value(callee);
    if (name === NONE || expression < 0 || x.textOf(callee) === IMPORT) return;
    x.referAt(RefKind.call, this.#n.nameOf(x, name) ?? "", x.tree.starts[name]!, expression, {
      argumentCount: args.length,
    });
  }

  #isCallee(x: Extraction, node: NodeIndex): boolean {
    const around = x.tree.parents[node]!;
    return x.tree.kinds[around] === this.#n.K.apply && x.tree.fields[node] === this.#n.F.function;
  }

  #referVariable(x: Extraction, node: NodeIndex): void {
    const name = x.tree.child(node, this.#n.F.name);
    if (name === NONE || this.#isCallee(x, node)) return;
    const value = x.value(node);
    if (value >= 0) x.refer(RefKind.value, name, value);
  }

  #referSelected(x: Extraction, node: NodeIndex): void {
    const name = this.#n.lastName(x, node);
    if (name === NONE || this.#isCallee(x, node)) return;
    const value = x.value(node);
    if (value >= 0) {
      x.referAt(RefKind.value, this.#n.nameOf(x, name) ?? "", x.tree.starts[name]!, value);
    }
  }

  #referPath(x: Extraction, node: NodeIndex): void {
    const path = this.#n.pathOf(x, node);
    if (path === undefined || OTHER_FILE.test(path)) return;
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    x.facts.import(path, ImportKind.effect, { scope: 0, line, column: x.columnAt(offset, line) });
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  #variable(x: Extraction, node: NodeIndex): number {
    const name = x.tree.child(node, this.#n.F.name);
    return name === NONE ? -1 : this.#named(x, x.textOf(name), node);
  }

  /** A name; one that no scope binds may be of what a `with` around it opens. */
  #named(x: Extraction, name: string, node: NodeIndex): number {
    const plain = x.nameExpression(name, x.tree.starts[node]!);
    if (!this.#hasWith || this.#isBound(x, name)) return plain;
    let value = -1;
    for (let at = node; at !== NONE; at = x.tree.parents[at]!) {
      const around = x.tree.parents[at]!;
      const isInside = around !== NONE && x.tree.kinds[around] === this.#n.K.with &&
        x.tree.fields[at] === this.#n.F.body;
      if (!isInside) continue;
      const opened = x.value(x.tree.child(around, this.#n.F.environment));
      value = x.either(value, this.#memberOf(opened, name, x));
    }
    return x.either(plain, value);
  }

  #isBound(x: Extraction, name: string): boolean {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#names.get(scope)?.has(name) === true) return true;
    }
    return false;
  }

  #selected(x: Extraction, node: NodeIndex): number {
    const { F } = this.#n;
    const path = x.tree.child(node, F.attrpath);
    const names = path === NONE ? undefined : this.#n.names(x, path);
    let value = x.value(x.tree.child(node, F.expression));
    for (const { text } of names ?? []) value = this.#memberOf(value, text, x);
    return names === undefined ? -1 : value;
  }

  #applied(x: Extraction, node: NodeIndex): number {
    const application = this.#n.application(x, node);
    const path = this.#n.importedPath(x, application);
    if (path !== undefined) {
      // What a file says is the same whether it is a function or not.
      return x.memberExpression(x.facts.expression(Op.module, x.facts.text(path)), WHOLE);
    }
    const given = this.#n.givenThrough(x, node);
    if (given !== NONE) {
      const value = x.value(given);
      // A function that is named stands for what it says once it is called.
      return value < 0 ? -1 : x.either(value, x.callExpression(value, []));
    }
    const callee = application.callee === NONE ? -1 : x.value(application.callee);
    return callee < 0 ? -1 : x.callExpression(callee, application.args.map((one) => x.value(one)));
  }

  #function(x: Extraction, node: NodeIndex): number {
    let at = node;
    while (x.tree.kinds[x.tree.parents[at]!] === this.#n.K.parenthesized) at = x.tree.parents[at]!;
    const symbol = x.symbolAt(x.tree.parents[at]!);
    return symbol !== NONE && x.tree.fields[at] === this.#n.F.expression
      ? x.facts.expression(Op.symbol, symbol)
      : x.value(this.#bodyOf(x, node));
  }

  /** `a // b` has what either has. */
  #merged(x: Extraction, node: NodeIndex): number {
    const { F } = this.#n;
    const left = x.tree.child(node, F.left);
    const right = x.tree.child(node, F.right);
    if (left === NONE || right === NONE) return -1;
    const between = x.text.slice(x.tree.ends[left]!, x.tree.starts[right]!);
    return between.includes("//") ? x.either(x.value(right), x.value(left)) : -1;
  }
}
