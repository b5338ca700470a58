/** Second pass: calls, and names of subs that are handed on. */
import type { Extraction } from "../../extract/extraction.ts";
import { RefKind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CORE_FUNCTIONS, FILE_HANDLES } from "../perl_builtins.ts";
import { askedArguments } from "./asked.ts";
import type { Attributes } from "./attributes.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Relations } from "./relations.ts";
import { POSSIBLE_PACKAGE, type Syntax, type Word } from "./syntax.ts";
import type { Variables } from "./variables.ts";

/** Refers to what is called or mentioned. */
export class Calls {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly attributes: Attributes,
    readonly relations: Relations,
    readonly variables: Variables,
  ) {}

  /** `name(…)`, `&name(…)`, `name …`, `new Foo(…)`. */
  call(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const functionNode = x.tree.child(node, F.function);
    const args = x.tree.child(node, F.arguments);
    const word = this.s.functionName(x, functionNode);
    if (word === undefined) {
      this.codeCall(x, this.s.dereferenced(x, functionNode));
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
    else if (word.text === "bless") this.variables.blessed(x, node, args);
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

  /** `$x->name(…)`, `Foo->name`. */
  methodCall(x: Extraction, node: NodeIndex): void {
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
    if (names.length === 0) return this.codeCall(x, scalar);
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
  codeCall(x: Extraction, node: NodeIndex): void {
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
  handedOn(x: Extraction, node: NodeIndex): void {
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
  bareword(x: Extraction, node: NodeIndex): void {
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
  mentioned(x: Extraction, node: NodeIndex): void {
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
  sort(x: Extraction, node: NodeIndex): void {
    const callback = x.tree.child(node, this.s.F.callback);
    if (callback === NONE || x.tree.kinds[callback] !== this.s.K.function) return;
    const word = this.s.functionName(x, callback);
    if (word === undefined || !/^[\w:]+$/.test(word.text)) return;
    const callee = this.expressions.function(x, word);
    if (callee >= 0) x.referAt(RefKind.call, shortOf(word), offsetOf(word), callee);
  }
}

function shortOf(word: Word): string {
  return word.text.slice(word.text.lastIndexOf(":") + 1);
}

function offsetOf(word: Word): number {
  return word.offset + word.text.length - shortOf(word).length;
}
