/** Second pass: calls, variables, imports, exports, inheritance. */
import { askedArguments } from "./asked.ts";
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Kind, Op, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import { CORE_FUNCTIONS, FILE_HANDLES } from "../perl_builtins.ts";
import type { Attributes } from "./attributes.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState, PackageState } from "./file_state.ts";
import { Relations } from "./relations.ts";
import { referReplacement } from "./replacement_code.ts";
import { INVOCANTS, POSSIBLE_PACKAGE, type Syntax, type Word } from "./syntax.ts";

/** `ref($proto) || $proto`: only an invocant is asked so. */
const CLASS_OF_INVOCANT = /^ref\s*\(?\s*(\$\w+)\s*\)?\s*\|\|\s*\1$/;

/** Of a variable that may hold the names of more methods than this, none is meant in particular. */
const MOST_NAMES = 8;

/** Rules of the second pass. */
export class References {
  readonly relations: Relations;

  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly attributes: Attributes,
  ) {
    this.relations = new Relations(s, state, expressions, attributes);
  }

  rules(): Record<string, NodeRule> {
    const sub: NodeRule = (x, node) => this.#sub(x, node);
    const call: NodeRule = (x, node) => this.#call(x, node);
    return {
      class_statement: (x, node) => this.relations.declaredClass(x, node),
      subroutine_declaration_statement: sub,
      method_declaration_statement: sub,
      anonymous_subroutine_expression: sub,
      anonymous_method_expression: sub,
      use_statement: (x, node) => this.relations.use(x, node),
      require_expression: (x, node) => this.relations.require(x, node),
      do_expression: (x, node) => this.relations.include(x, x.tree.namedChild(node)),
      function_call_expression: call,
      ambiguous_function_call_expression: call,
      method_call_expression: (x, node) => this.#methodCall(x, node),
      coderef_call_expression: (x, node) => this.#codeCall(x, x.tree.namedChild(node)),
      bareword: (x, node) => this.#bareword(x, node),
      boolean: (x, node) => this.#bareword(x, node),
      refgen_expression: (x, node) => this.#mentioned(x, x.tree.namedChild(node)),
      scalar: (x, node) => this.#handedOn(x, node),
      sort_expression: (x, node) => this.#sort(x, node),
      variable_declaration: (x, node) => this.#declared(x, node),
      assignment_expression: (x, node) => this.#assigned(x, node),
      for_statement: (x, node) => this.#loop(x, node),
      class_phaser_statement: (x, node) => this.#phaser(x, node),
      eval_expression: (x, node) => this.#eval(x, node),
      substitution_regexp: (x, node) => referReplacement(x, node, this.expressions),
      return_expression: (x, node) => x.addValue(x.symbol, x.value(x.tree.namedChild(node))),
    };
  }

  // ── subs ────────────────────────────────────────────────────────────────────────────────────

  /** `sub list : Chained('root') Args(0)`: what a framework is told of a sub. */
  #offerAttributes(x: Extraction, node: NodeIndex, symbol: number): void {
    const list = x.tree.child(node, this.s.F.attributes);
    if (list === NONE || symbol === NONE || !x.asks("Chained")) return;
    const itself = x.facts.expression(Op.symbol, symbol);
    for (const attribute of namedChildren(x, list)) {
      const said = x.textOf(attribute).replace(/\s+/g, " ");
      x.offer(said, x.tree.starts[attribute]!, itself, "sub attribute", { symbol });
    }
  }

  #sub(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const symbol = x.symbolOfScope(x.scope);
    const modifier = this.state.modifierOf.get(node);
    if (modifier !== undefined) this.state.modifierOfScope.set(x.scope, modifier);
    const signature = x.tree.childOfKind(node, K.signature);
    if (signature !== NONE) this.#bindSignature(x, signature, symbol);
    this.#offerAttributes(x, node, symbol);
    if (x.tree.kinds[node] === K.methodDeclaration || x.tree.kinds[node] === K.anonymousMethod) {
      const invocant = this.#isOfClass(x, node) ? "$class" : "$self";
      this.#bind(x, x.scope, invocant, this.expressions.self(x), -1, x.tree.starts[node]!);
    }
    x.addValue(symbol, this.expressions.ofBlock(x, x.tree.child(node, F.body)));
  }

  /** `method name :common {…}`. */
  #isOfClass(x: Extraction, node: NodeIndex): boolean {
    const list = x.tree.child(node, this.s.F.attributes);
    return list !== NONE && /\bcommon\b/.test(x.textOf(list));
  }

  /** `ADJUST {…}`, `BUILD {…}`: run on the new object. */
  #phaser(x: Extraction, node: NodeIndex): void {
    const scope = x.scopeAt(x.tree.childOfKind(node, this.s.K.block));
    if (scope === NONE) return;
    this.#bind(x, scope, "$self", this.expressions.self(x), -1, x.tree.starts[node]!);
  }

  /** `eval $text`: what it runs is written nowhere, which is said. */
  #eval(x: Extraction, node: NodeIndex): void {
    const of = x.tree.namedChild(node);
    if (of === NONE || x.tree.kinds[of] === this.s.K.block) return;
    const callee = x.facts.expression(Op.external, x.facts.text("CORE::eval"));
    x.referAt(RefKind.call, "eval", x.tree.starts[node]!, callee, { argumentCount: 1 });
  }

  #bindSignature(x: Extraction, signature: NodeIndex, symbol: number): void {
    const { F, K } = this.s;
    let index = 0;
    let least = 0;
    let most = 0;
    const end = x.tree.nexts[signature]!;
    for (let child = signature + 1; child < end; child = x.tree.nexts[child]!) {
      const variable = x.tree.isNamed(child) ? x.tree.namedChild(child) : NONE;
      if (variable === NONE) continue;
      const name = this.s.variable(x, variable);
      const given = x.tree.child(child, F.default);
      const isInvocant = index === 0 && INVOCANTS.has(name);
      x.bind(x.scope, name, BindingKind.parameter, {
        type: isInvocant || name === "$self" ? this.expressions.self(x) : -1,
        value: given === NONE ? this.#changed(x, name, index) : x.value(given),
        offset: x.tree.starts[variable]!,
        index: index++,
      });
      this.state.declare(x.scope, name, -1);
      if (x.tree.kinds[child] === K.slurpyParameter) most = 255;
      else if (most < 255) most++;
      if (x.tree.kinds[child] === K.mandatoryParameter) least++;
    }
    x.setArity(symbol, least, most);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #call(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const functionNode = x.tree.child(node, F.function);
    const args = x.tree.child(node, F.arguments);
    const word = this.s.functionName(x, functionNode);
    if (word === undefined) {
      this.#codeCall(x, this.s.dereferenced(x, functionNode));
      return;
    }
    if (this.#isIndirectObject(x, node)) return;
    const indirect = this.expressions.indirectClass(x, node);
    if (indirect !== undefined) {
      const owner = this.expressions.package(x, indirect.text, indirect.offset);
      const member = x.memberExpression(owner, "new");
      this.#referCall(x, RefKind.construct, word, member, node, args);
      this.#mentionClass(x, indirect);
      return;
    }
    if (word.text === "super" && this.#callSuper(x, word, node, args)) return;
    this.attributes.refer(x, word.text, args);
    if (word.text === "push" || word.text === "unshift") this.relations.pushed(x, args);
    else if (word.text === "bless") this.#blessed(x, node, args);
    const isSigil = x.text[x.tree.starts[functionNode]!] === "&";
    if (isSigil && args === NONE && this.#isQuestion(x, node)) {
      x.referAt(RefKind.value, shortOf(word), offsetOf(word), this.expressions.function(x, word));
      return;
    }
    // `&join(…)` is the package's own, whatever Perl has built in under that name.
    const callee = isSigil && !word.text.includes("::")
      ? x.nameExpression(word.text, word.offset)
      : this.expressions.function(x, word);
    if (callee >= 0) this.#referCall(x, RefKind.call, word, callee, node, args);
  }

  /** `super()` in an `override`. */
  #callSuper(x: Extraction, word: Word, node: NodeIndex, args: NodeIndex): boolean {
    const modifier = this.state.modifierOfScope.get(x.enclosing(ScopeKind.function));
    if (modifier?.how !== "override") return false;
    const callee = this.attributes.original(x, modifier.name);
    this.#referCall(x, RefKind.call, word, callee, node, args);
    return true;
  }

  /** `defined &name`, `exists &name`. */
  #isQuestion(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.s.K.func1) return false;
    const asked = x.textOf(x.tree.firstChild(parent));
    return asked === "defined" || asked === "exists";
  }

  /** Whether a call is the `Foo(1)` of `new Foo(1)`. */
  #isIndirectObject(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === this.s.K.ambiguousCall &&
      x.tree.child(parent, this.s.F.arguments) === node &&
      this.expressions.indirectClass(x, parent) !== undefined;
  }

  #referCall(
    x: Extraction,
    kind: number,
    word: Word,
    callee: number,
    node: NodeIndex,
    args: NodeIndex,
  ): void {
    x.referAt(kind, shortOf(word), offsetOf(word), callee, {
      argumentCount: this.#argumentCount(x, args),
      call: this.#given(x, word, callee, node),
    });
  }

  #argumentCount(x: Extraction, args: NodeIndex): number {
    const { K } = this.s;
    const elements = this.s.elements(x, args);
    for (const element of elements) {
      const kind = x.tree.kinds[element]!;
      if (kind !== K.scalar && kind !== K.stringLiteral && kind !== K.number) return -2;
    }
    return elements.length;
  }

  #methodCall(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const invocant = x.tree.child(node, F.invocant);
    const isClass = invocant !== NONE && x.tree.kinds[invocant] === K.bareword &&
      !this.state.functions.has(x.textOf(invocant));
    if (isClass) {
      this.#mentionClass(x, {
        text: x.textOf(invocant).replace(/::$/, ""),
        offset: x.tree.starts[invocant]!,
        node: invocant,
      });
    }
    const called = this.expressions.method(x, node);
    if (called === undefined) {
      this.#computedMethod(x, node);
      return;
    }
    const { name, expression } = called;
    const args = x.tree.child(node, F.arguments);
    if (name.text === "can") {
      const word = this.s.string(x, this.s.elements(x, args)[0] ?? NONE);
      if (word !== undefined) {
        x.referAt(RefKind.read, word.text, word.offset, x.value(node));
      }
    }
    const next = this.expressions.nextMethod(x, node);
    if (next !== undefined) x.referAt(RefKind.value, next.name, name.offset, next.expression);
    if (name.text === "setup_import_methods") this.relations.exportMethods(x, args);
    else if (name.text === "load_components") this.relations.components(x, args);
    x.referAt(
      isClass && name.text === "new" ? RefKind.construct : RefKind.call,
      name.text,
      name.offset,
      expression,
      { argumentCount: this.#argumentCount(x, args), call: this.#given(x, name, expression, node) },
    );
  }

  /** A call with what it is given: with texts where linkers may ask for them. */
  #given(x: Extraction, { text }: Word, callee: number, node: NodeIndex): number {
    if (!x.asks(text) || callee < 0) return x.value(node);
    const args = x.tree.child(node, this.s.F.arguments);
    return x.nestedCall(node, x.callExpression(callee, askedArguments(x, this.s, args)), args);
  }

  /** `$x->$name(…)`: the methods whose names the variable holds, or the code that it holds. */
  #computedMethod(x: Extraction, node: NodeIndex): void {
    const method = x.tree.child(node, this.s.F.method);
    const scalar = method === NONE ? NONE : x.tree.namedChild(method);
    if (scalar === NONE || x.tree.kinds[scalar] !== this.s.K.scalar) return;
    const variable = this.s.variable(x, scalar);
    const scope = this.state.declaringScope(x, variable);
    const names = this.state.strings.get(scope)?.get(variable) ?? [];
    if (names.length === 0) return this.#codeCall(x, scalar);
    const object = this.expressions.invocant(x, x.tree.child(node, this.s.F.invocant));
    for (const name of object < 0 ? [] : names) {
      const member = x.memberExpression(object, name);
      x.referAt(RefKind.read, name, x.tree.starts[scalar]!, member);
    }
  }

  #mentionClass(x: Extraction, word: Word): void {
    if (!POSSIBLE_PACKAGE.test(word.text) || word.text === "__PACKAGE__") return;
    const expression = this.expressions.package(x, word.text, word.offset);
    x.referAt(RefKind.type, shortOf(word), offsetOf(word), expression);
  }

  /**
   * `$code->(…)`, `&$code(…)`, `$x->$code(…)`: what the variable holds is called. A sub that a file
   * keeps in a variable of its own serves as a function; one that lives in the sub around is part of it.
   */
  #codeCall(x: Extraction, node: NodeIndex): void {
    if (node === NONE) return;
    if (x.tree.kinds[node] === this.s.K.hashElement) this.#tableCall(x, node);
    if (x.tree.kinds[node] !== this.s.K.scalar) return;
    const name = this.s.variable(x, node);
    const scope = name === "" ? NONE : this.state.declaringScope(x, name);
    if (scope === NONE) return;
    const isOfFile = x.enclosing(ScopeKind.function, scope) === NONE;
    x.referAt(
      isOfFile ? RefKind.call : RefKind.read,
      name,
      x.tree.starts[node]!,
      x.value(node),
      isOfFile ? { argumentCount: -2 } : {},
    );
  }

  /** `return $code`, `wrap($code)`: a variable that was declared with a sub, neither called nor given another value. */
  #handedOn(x: Extraction, node: NodeIndex): void {
    if (this.state.subVariables.size === 0) return;
    const { F, K } = this.s;
    const parent = x.tree.parents[node]!;
    const name = this.s.variable(x, node);
    if (parent === NONE || !this.state.subVariables.has(name)) return;
    const isTarget = x.tree.kinds[parent] === K.assignment && x.tree.fields[node] === F.left;
    if (isTarget || !this.s.handing.has(x.tree.kinds[parent]!)) return;
    if (this.state.declaringScope(x, name) === NONE) return;
    x.referAt(RefKind.read, name, x.tree.starts[node]!, x.value(node));
  }

  /** `$h{key}->(…)`: what a table holds under the key is called, or one of what it holds. */
  #tableCall(x: Extraction, node: NodeIndex): void {
    const key = x.tree.child(node, this.s.F.key);
    const value = key === NONE ? -1 : x.value(node);
    if (value < 0) return;
    const name = `{${this.s.string(x, key)?.text ?? ""}}`;
    x.referAt(RefKind.call, name, x.tree.starts[key]!, value, { argumentCount: -2 });
  }

  /** A name on its own is a call when it is known as a function, or may have been imported. */
  #bareword(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const parent = x.tree.parents[node]!;
    const text = x.textOf(node);
    const field = x.tree.fields[node];
    if (parent === NONE || field === F.name || x.tree.kinds[parent] === K.require) return;
    const isKnown = this.state.functions.has(text);
    if (field === F.invocant && !isKnown) return;
    if (this.#isIndirectName(x, node, parent)) return;
    const word = { text, offset: x.tree.starts[node]!, node };
    if (!isKnown) {
      const mayBeImported = this.state.hasDefaultImports && /^\w+$/.test(text);
      const isQualified = /::[a-z_]\w*$/.test(text);
      if (!mayBeImported && !isQualified) return;
    }
    if (CORE_FUNCTIONS.has(text) && !this.state.imported.has(text)) return;
    if (FILE_HANDLES.has(text)) return;
    const callee = this.expressions.function(x, word);
    if (callee < 0) return;
    x.referAt(RefKind.call, shortOf(word), offsetOf(word), callee, { call: x.value(node) });
  }

  /** The `Foo` of `new Foo`. */
  #isIndirectName(x: Extraction, node: NodeIndex, parent: NodeIndex): boolean {
    return x.tree.kinds[parent] === this.s.K.ambiguousCall &&
      x.tree.fields[node] === this.s.F.arguments &&
      this.expressions.indirectClass(x, parent) !== undefined;
  }

  /** `\&name`. */
  #mentioned(x: Extraction, node: NodeIndex): void {
    if (node === NONE || x.tree.kinds[node] !== this.s.K.function) return;
    const word = this.s.functionName(x, node);
    if (word === undefined) return;
    const split = word.text.lastIndexOf("::");
    const expression = split < 0
      ? x.nameExpression(word.text, word.offset)
      : this.expressions.function(x, word);
    x.referAt(RefKind.value, shortOf(word), offsetOf(word), expression);
  }

  /** `sort by_name @list`. */
  #sort(x: Extraction, node: NodeIndex): void {
    const callback = x.tree.child(node, this.s.F.callback);
    if (callback === NONE || x.tree.kinds[callback] !== this.s.K.function) return;
    const word = this.s.functionName(x, callback);
    if (word === undefined || !/^[\w:]+$/.test(word.text)) return;
    const callee = this.expressions.function(x, word);
    if (callee >= 0) x.referAt(RefKind.call, shortOf(word), offsetOf(word), callee);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #declared(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const isPackageVariable = x.textOf(tree.firstChild(node)) === "our";
    const parent = tree.parents[node]!;
    const assigned = parent !== NONE && tree.kinds[parent] === K.assignment &&
        tree.fields[node] === F.left
      ? tree.child(parent, F.right)
      : NONE;
    const scope = isPackageVariable ? this.state.packageScope(x) : this.state.lexicalScope(x);
    // The value is not seen by itself: `my $x = $x` reads the outer one.
    const offset = assigned === NONE ? tree.ends[node]! : tree.ends[parent]!;
    const targets: NodeIndex[] = [];
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      const field = tree.fields[child];
      if (field === F.variable || field === F.variables) targets.push(child);
    }
    const fromArguments = assigned !== NONE && this.s.isArguments(x, assigned);
    const single = targets.length === 1 && tree.fields[targets[0]!] === F.variable;
    for (const [i, target] of targets.entries()) {
      const name = this.s.variable(x, target);
      if (name === "") continue;
      const value = assigned === NONE
        ? -1
        : fromArguments
        ? this.#changed(x, name, this.expressions.isFirstUse(x, assigned) ? i : -1)
        : single
        ? this.#wholeOf(x, target, assigned)
        : this.#partOf(x, assigned, i);
      const type = this.#typeOf(
        x,
        name,
        assigned,
        single || name === "$self" || (fromArguments && i === 0),
      );
      this.#bind(x, scope, name, type, value, offset, x.symbolAt(target));
      this.state.hold(scope, name, single ? this.#namesIn(x, assigned) : []);
    }
  }

  /** What a variable is given as a whole: a hash that holds code is a table. */
  #wholeOf(x: Extraction, target: NodeIndex, assigned: NodeIndex): number {
    const isHash = x.tree.kinds[target] === this.s.K.hash;
    const table = isHash ? this.expressions.tables.of(x, assigned) : -1;
    return table < 0 ? x.value(assigned) : table;
  }

  /** The names of methods that a value is: one string, or those that a loop runs over. */
  #namesIn(x: Extraction, value: NodeIndex): readonly string[] {
    if (value === NONE) return [];
    let isOther = false;
    const words = this.s.words(x, value, () => isOther = true);
    const isKnown = !isOther && words.length <= MOST_NAMES &&
      words.every(({ text }) => /^[A-Za-z_]\w*$/.test(text));
    return isKnown ? words.map(({ text }) => text) : [];
  }

  /** The method that a modifier around a parameter changes, when it is given that. */
  #changed(x: Extraction, name: string, index: number): number {
    if (index !== 0 || INVOCANTS.has(name)) return -1;
    const modifier = this.state.modifierOfScope.get(x.enclosing(ScopeKind.function));
    return modifier?.how === "around" ? this.attributes.original(x, modifier.name) : -1;
  }

  /** Value of the i-th of several variables. */
  #partOf(x: Extraction, assigned: NodeIndex, index: number): number {
    const { K } = this.s;
    const kind = x.tree.kinds[assigned];
    if (kind === K.parenthesized || kind === K.list) {
      const element = this.s.elements(x, assigned)[index];
      return element === undefined ? -1 : x.value(element);
    }
    const value = x.value(assigned);
    return value < 0 ? -1 : x.facts.expression(Op.pick, value, index);
  }

  /**
   * The invocant, when a variable of that name takes it from the arguments; `$self` is one in any
   * case, unless another class's object is assigned to it.
   */
  #typeOf(x: Extraction, name: string, assigned: NodeIndex, mayBeInvocant: boolean): number {
    if (!mayBeInvocant || !INVOCANTS.has(name) || assigned === NONE) return -1;
    if (this.s.isArguments(x, assigned)) return this.expressions.self(x);
    if (CLASS_OF_INVOCANT.test(x.textOf(assigned).slice(0, 80))) return this.expressions.self(x);
    return name === "$self" && !this.#isForeignObject(x, assigned) ? this.expressions.self(x) : -1;
  }

  /** `Other::Class->method(…)`. */
  #isForeignObject(x: Extraction, node: NodeIndex): boolean {
    const { F, K } = this.s;
    if (x.tree.kinds[node] !== K.methodCall) return false;
    const invocant = x.tree.child(node, F.invocant);
    return invocant !== NONE && x.tree.kinds[invocant] === K.bareword;
  }

  #bind(
    x: Extraction,
    scope: number,
    name: string,
    type: number,
    value: number,
    offset: number,
    symbol = NONE,
  ): void {
    if (symbol !== NONE) {
      const isSub = x.facts.tables.symbols.get(symbol, Sym.KIND) === Kind.function;
      this.state.declare(scope, name, value);
      if (isSub) {
        this.state.subVariables.add(name);
        return;
      }
      x.setType(symbol, type);
      x.addValue(symbol, value);
    }
    x.bind(scope, name, BindingKind.variable, { type, value, offset, symbol });
    this.state.declare(scope, name, value);
  }

  #assigned(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    let left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE || right === NONE) return;
    if (tree.kinds[left] === K.localization) left = tree.namedChild(left);
    if (left === NONE) return;
    const kind = tree.kinds[left]!;
    if (kind === K.scalar) this.#reassigned(x, node, left, right);
    else if (kind === K.parenthesized) {
      const first = this.s.elements(x, left)[0];
      if (first !== undefined && tree.kinds[first] === K.scalar && this.s.isArguments(x, right)) {
        this.#reassigned(x, node, first, right);
      }
    } else if (kind === K.hashElement) this.#assignedField(x, left, right);
    else if (kind === K.glob) this.#assignedGlob(x, left, right);
    else {
      const listed = kind === K.variableDeclaration ? tree.child(left, F.variable) : left;
      if (listed !== NONE) this.relations.assignedList(x, listed, right);
    }
  }

  /** A new value of a variable that is declared before; from an inner block it may be this or the old one. */
  #reassigned(x: Extraction, node: NodeIndex, left: NodeIndex, right: NodeIndex): void {
    const name = this.s.variable(x, left);
    const scope = this.state.declaringScope(x, name);
    if (scope === NONE) return;
    this.state.hold(scope, name, []);
    const type = this.#typeOf(x, name, right, true);
    if (type >= 0) {
      x.bind(scope, name, BindingKind.variable, { type, offset: x.tree.ends[node]! });
      return;
    }
    const value = x.value(right);
    if (value < 0) return;
    const before = this.state.variables.get(scope)!.get(name)!;
    const isCertain = before < 0 || scope === this.state.lexicalScope(x);
    const given = isCertain || before === value
      ? value
      : x.facts.expression(Op.either, before, value);
    x.bind(scope, name, BindingKind.variable, { value: given, offset: x.tree.ends[node]! });
    this.state.declare(scope, name, given);
  }

  /** `$self->{name} = …`: keys of the object are members of their own name space. */
  #assignedField(x: Extraction, left: NodeIndex, right: NodeIndex): void {
    const owner = this.state.package(x);
    const object = x.tree.firstChild(left);
    const key = this.s.string(x, x.tree.child(left, this.s.F.key));
    if (x.tree.kinds[object] === this.s.K.containerVariable) {
      this.expressions.tables.assigned(x, object, key, right);
      return;
    }
    if (owner === undefined || key === undefined || !this.#isSelf(x, object)) return;
    this.#bindField(x, owner, key, right);
  }

  #isSelf(x: Extraction, node: NodeIndex): boolean {
    if (x.tree.kinds[node] !== this.s.K.scalar) {
      return this.s.isFirstArgument(x, node);
    }
    const name = this.s.variable(x, node);
    return name === "$self" || name === "$this";
  }

  #bindField(x: Extraction, owner: PackageState, key: Word, node: NodeIndex): void {
    const value = x.value(node);
    if (value < 0) return;
    x.bind(owner.scope, `{${key.text}}`, BindingKind.field, { value, offset: key.offset });
  }

  /** `bless { name => … }, $class`; `bless $self, $class` makes an object of what the variable holds. */
  #blessed(x: Extraction, node: NodeIndex, args: NodeIndex): void {
    const owner = this.state.package(x);
    const [data, into] = this.s.elements(x, args);
    if (owner === undefined) return;
    owner.isClass = true;
    if (data !== undefined && x.tree.kinds[data] === this.s.K.scalar) {
      if (into !== undefined && !INVOCANTS.has(this.s.variable(x, into))) return;
      const name = this.s.variable(x, data);
      const scope = this.state.declaringScope(x, name);
      const value = scope === NONE ? -1 : x.value(node);
      if (value < 0) return;
      x.bind(scope, name, BindingKind.variable, { value, offset: x.tree.ends[node]! });
      this.state.declare(scope, name, value);
      return;
    }
    if (data === undefined || x.tree.kinds[data] !== this.s.K.anonymousHash) return;
    const pairs = this.s.elements(x, x.tree.namedChild(data));
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const key = this.s.string(x, pairs[i]!);
      if (key === undefined) return; // After `%args` the positions say nothing.
      this.#bindField(x, owner, key, pairs[i + 1]!);
    }
  }

  /** `*name = \&other`. */
  #assignedGlob(x: Extraction, left: NodeIndex, right: NodeIndex): void {
    if (this.s.subsIn(x, right).length > 0) return;
    this.relations.givenToCaller(x, left);
    const value = x.value(right);
    if (value < 0) return;
    for (const { text, offset } of this.s.globNames(x, left, this.state.wordLists)) {
      const split = text.lastIndexOf("::");
      const scope = split < 0
        ? this.state.packageScope(x)
        : this.state.packages.get(text.slice(0, split))?.scope;
      if (scope === undefined) continue;
      x.bind(scope, text.slice(split < 0 ? 0 : split + 2), BindingKind.variable, { value, offset });
    }
  }

  /** What a loop runs over: a list of one object is that object. */
  #elementOf(x: Extraction, list: NodeIndex): number {
    const value = list === NONE ? -1 : x.value(list);
    if (value < 0) return -1;
    const [only, other] = this.s.elements(x, list);
    const isObject = only !== undefined && other === undefined &&
      (x.tree.kinds[only] === this.s.K.scalar || this.#isConstruction(x, only));
    return isObject ? value : x.facts.expression(Op.element, value);
  }

  /** `Class->new(…)`. */
  #isConstruction(x: Extraction, node: NodeIndex): boolean {
    return x.tree.kinds[node] === this.s.K.methodCall &&
      x.textOf(x.tree.child(node, this.s.F.method)) === "new";
  }

  #loop(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const variable = x.tree.child(node, F.variable);
    if (variable === NONE) return;
    const name = this.s.variable(x, variable);
    if (name === "") return;
    const list = x.tree.child(node, F.list);
    this.#bind(x, x.scope, name, -1, this.#elementOf(x, list), x.tree.starts[variable]!);
    this.state.hold(x.scope, name, this.#namesIn(x, list));
  }
}

function shortOf(word: Word): string {
  return word.text.slice(word.text.lastIndexOf(":") + 1);
}

function offsetOf(word: Word): number {
  return word.offset + word.text.length - shortOf(word).length;
}
