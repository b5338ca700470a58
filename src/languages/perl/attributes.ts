/**
 * Definitions that calls make: attributes (`has`, `mk_accessors`), method modifiers, subtests.
 *
 * `has name => …` is what Moose, Mouse, Moo, Mo and Mojo::Base share; what follows the name is a
 * default (Mojo::Base) or options (the others).
 */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Op, RefKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { TYPE_NAMES } from "../perl_builtins.ts";
import { flagsOf, placeName } from "./definitions.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState, PackageState } from "./file_state.ts";
import type { Syntax, Word } from "./syntax.ts";

const DECLARING = new Set(["has", "option", "attr", "has_many", "class_has", "param", "field"]);
const MODIFIERS = new Set(["before", "after", "around", "override", "augment"]);
const GENERATING =
  /^(?:mk_(?:\w+_)?accessors|mk_classdata|mk_group_accessors|attr|mk_class_accessors)$/;
/** Attributes of a field that make methods. */
const FIELD_METHODS = new Set(["reader", "writer", "accessor", "mutator"]);
/**
 * What stands for the class whose objects have the helpers that an application registers: real methods
 * of that class go before them.
 */
const HELPED = "helper";
/** How a file says that it holds a role. */
const ROLE_USED =
  /^\s*(?:use\s+(?:\w+::)*Role\b|use\s+Role::Tiny|use\s+Mojo::Base\s[^;]*-role|role\s+\w)/m;
/** Options of an attribute that name further methods. */
const COMPANIONS = ["reader", "writer", "accessor", "predicate", "clearer"];
/** A class in a Moose type: `Foo::Bar`, `Maybe[Foo]`. */
const TYPE_CONSTRAINT = /^(?:Maybe\[|InstanceOf\[)?['"]?([A-Za-z_]\w*(?:::\w+)*)['"]?\]?$/;
/** What stands before an attribute's name in the methods that an option merely asks for. */
const ASKED_NAMES: ReadonlyMap<string, string> = new Map([
  ["predicate", "has"],
  ["clearer", "clear"],
]);
/** Types with parameters whose values are of the one parameter. */
const TRANSPARENT_TYPES: ReadonlySet<string> = new Set(["Maybe", "InstanceOf", "ConsumerOf"]);

/** Finds and describes definitions that are written as calls. */
export class Attributes {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  // ── first pass ──────────────────────────────────────────────────────────────────────────────

  /** Symbols of a call by name: attributes and subtests. */
  define(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const name = this.#calledName(x, node);
    if (name === "") return;
    const elements = this.s.elements(x, x.tree.child(node, F.arguments));
    if (DECLARING.has(name)) this.#defineAttributes(x, node, elements);
    else if (MODIFIERS.has(name)) this.#defineModifier(x, node, name, elements);
    else if (name === "subtest") this.#defineTest(x, node, elements);
    else if (name === "monkey_patch") this.#definePatched(x, node, elements);
    else if (name === "helper") this.#defineGiven(x, node, elements, HELPED);
    else if (name === "requires") this.#defineRequired(x, node, elements);
  }

  /** `requires 'a', 'b'` in a role: methods that whoever takes the role in must have. */
  #defineRequired(x: Extraction, node: NodeIndex, elements: readonly NodeIndex[]): void {
    const owner = this.state.package(x);
    if (owner === undefined || !ROLE_USED.test(x.text)) return;
    for (const word of elements.flatMap((element) => this.s.words(x, element))) {
      const isOwn = this.state.declaredSubs.has(`${owner.scope} ${word.text}`);
      if (isOwn || !/^[a-z_]\w*$/i.test(word.text)) continue;
      const symbol = x.define(node, {
        kind: Kind.method,
        name: word.text,
        nameNode: word.node,
        container: owner.symbol,
        bindIn: owner.scope,
        flags: Flag.abstract | Flag.declaration | Flag.exported,
      });
      placeName(x, symbol, word);
    }
  }

  #calledName(x: Extraction, node: NodeIndex): string {
    const called = this.s.functionName(x, x.tree.child(node, this.s.F.function));
    return called?.text ?? "";
  }

  #defineAttributes(x: Extraction, node: NodeIndex, elements: readonly NodeIndex[]): void {
    const owner = this.state.package(x);
    const first = elements[0];
    if (
      owner === undefined || first === undefined ||
      this.state.declaredSubs.has(`${owner.scope} has`)
    ) return;
    const names = this.s.words(x, first).map(withoutPlus).filter((word) => /^\w+$/.test(word.text));
    if (names.length === 0) return;
    owner.isClass = owner.hasContent = true;
    const symbols = names.map((word) => this.#defineAccessor(x, node, word, owner));
    if (symbols.length > 1) this.state.attributeGroups.push(symbols);
    this.#defineCompanions(x, node, elements, names, owner);
    const given = this.#defaultOf(x, elements);
    if (given !== NONE) {
      this.state.methodSubs.add(given);
      this.state.subOwners.set(given, symbols[0]!);
    }
  }

  /**
   * Methods that options of an attribute name, `predicate => 'has_x'`, `writer => '_set_x'`, or merely
   * ask for: `predicate => 1`, `lazy_build => 1`.
   */
  #defineCompanions(
    x: Extraction,
    node: NodeIndex,
    elements: readonly NodeIndex[],
    names: readonly Word[],
    owner: PackageState,
  ): void {
    const isBuilt = this.#isAskedFor(x, this.#option(x, elements, "lazy_build"));
    for (const option of COMPANIONS) {
      const given = this.#option(x, elements, option);
      const word = this.s.string(x, given);
      if (word !== undefined && /^[A-Za-z_]\w*$/.test(word.text)) {
        this.#defineAccessor(x, node, word, owner);
      }
      const prefix = ASKED_NAMES.get(option);
      if (prefix === undefined || !(isBuilt || this.#isAskedFor(x, given))) continue;
      for (const { text, ...place } of names) {
        const isPrivate = text.startsWith("_");
        const name = isPrivate ? `_${prefix}${text}` : `${prefix}_${text}`;
        this.#defineAccessor(x, node, { ...place, text: name }, owner);
      }
    }
  }

  /** `1`, where a name might be. */
  #isAskedFor(x: Extraction, node: NodeIndex): boolean {
    return node !== NONE && x.textOf(node) === "1";
  }

  #defineAccessor(x: Extraction, node: NodeIndex, word: Word, owner: PackageState): number {
    const symbol = x.define(node, {
      kind: Kind.property,
      name: word.text,
      nameNode: word.node,
      container: owner.symbol,
      bindIn: owner.scope,
      flags: Flag.accessor | (owner.isFluent ? Flag.fluent : 0) |
        (word.text.startsWith("_") ? Flag.private : Flag.exported),
    });
    placeName(x, symbol, word);
    // What an attribute merely asks for stands at its own name, and comes after it.
    if (!this.state.attributeAt.has(word.offset)) this.state.attributeAt.set(word.offset, symbol);
    return symbol;
  }

  /** The sub that gives an attribute's value: the second argument, or the option `default`. */
  #defaultOf(x: Extraction, elements: readonly NodeIndex[]): NodeIndex {
    const second = elements[1];
    if (second === undefined) return NONE;
    if (this.s.anonymous.has(x.tree.kinds[second]!)) return second;
    const given = this.#option(x, elements, "default");
    return given !== NONE && this.s.anonymous.has(x.tree.kinds[given]!) ? given : NONE;
  }

  /** Value of an option of an attribute; -1 when it is not given. */
  #option(x: Extraction, elements: readonly NodeIndex[], name: string): NodeIndex {
    const options = elements.length === 2 ? this.s.elements(x, elements[1]!) : elements.slice(1);
    for (let i = 0; i + 1 < options.length; i++) {
      if (this.s.string(x, options[i]!)?.text === name) return options[i + 1]!;
    }
    return NONE;
  }

  /**
   * `around name => sub {…}`: a method in the place of the one it changes, for those of an own sub.
   * What is before or after a method does not replace it.
   */
  #defineModifier(
    x: Extraction,
    node: NodeIndex,
    how: string,
    elements: readonly NodeIndex[],
  ): void {
    const sub = elements.at(-1);
    const owner = this.state.package(x);
    if (sub === undefined || owner === undefined) return;
    if (!this.s.anonymous.has(x.tree.kinds[sub]!)) return;
    this.state.methodSubs.add(sub);
    const [word, ...others] = this.s.words(x, elements[0]!);
    if (word === undefined || others.length > 0 || !/^\w+$/.test(word.text)) return;
    this.state.modifierOf.set(sub, { how, name: word.text });
    const symbol = x.define(node, {
      kind: Kind.method,
      name: word.text,
      nameNode: word.node,
      bodyNode: x.tree.child(sub, this.s.F.body),
      container: owner.symbol,
      bindIn: "nowhere",
      flags: flagsOf(x, word.text),
    });
    placeName(x, symbol, word);
    this.state.subOwners.set(sub, symbol);
    if (how === "before" || how === "after" || x.binds(owner.scope, word.text)) return;
    const { scope } = owner;
    this.state.lateSubs.push({ symbol, name: word.text, scope, offset: word.offset });
  }

  /** `monkey_patch __PACKAGE__, name => sub {…}`. */
  #definePatched(x: Extraction, node: NodeIndex, [into, ...pairs]: readonly NodeIndex[]): void {
    if (into === undefined) return;
    const name = this.s.string(x, into)?.text;
    const own = this.s.isBareCall(x, into, "__PACKAGE__") ? this.state.package(x) : undefined;
    this.#defineGiven(x, node, pairs, name ?? own?.name);
  }

  /**
   * Subs that a call is given with their names.
   * @param into package that they are put into; undefined when it is not known
   */
  #defineGiven(
    x: Extraction,
    node: NodeIndex,
    pairs: readonly NodeIndex[],
    into: string | undefined,
  ): void {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const sub = pairs[i + 1]!;
      if (!this.s.anonymous.has(x.tree.kinds[sub]!)) continue;
      const symbols = this.s.namesOf(x, pairs[i]!, this.state.wordLists)
        .filter(({ text }) => /^\w+$/.test(text))
        .map((word) => this.#definePut(x, node, word, sub, into));
      if (symbols.length === 0) continue;
      this.state.subOwners.set(sub, symbols[0]!);
      if (symbols.length > 1) this.state.attributeGroups.push(symbols);
    }
  }

  #definePut(
    x: Extraction,
    node: NodeIndex,
    word: Word,
    sub: NodeIndex,
    into: string | undefined,
  ): number {
    const { text: name, offset } = word;
    const owner = into === undefined ? undefined : this.state.packages.get(into);
    const symbol = x.define(node, {
      kind: Kind.function,
      name,
      nameNode: word.node,
      bodyNode: x.tree.child(sub, this.s.F.body),
      bindIn: "nowhere",
      flags: flagsOf(x, name) | Flag.dynamic,
      container: owner?.symbol ?? NONE,
      ...(owner === undefined && into !== undefined ? { qualifier: into } : {}),
    });
    placeName(x, symbol, word);
    // However deep in a sub the call stands, what it makes is reached from everywhere.
    const { symbols } = x.facts.tables;
    symbols.set(symbol, Sym.FLAGS, symbols.get(symbol, Sym.FLAGS) & ~Flag.local);
    if (owner !== undefined) this.state.lateSubs.push({ symbol, name, scope: owner.scope, offset });
    return symbol;
  }

  #defineTest(x: Extraction, node: NodeIndex, elements: readonly NodeIndex[]): void {
    const title = this.s.string(x, elements[0] ?? NONE);
    const body = elements.find((element) => this.s.anonymous.has(x.tree.kinds[element]!));
    if (title === undefined || title.text === "" || body === undefined) return;
    const symbol = x.define(node, {
      kind: Kind.test,
      name: title.text.slice(0, 120),
      nameNode: title.node,
      bindIn: "nowhere",
      bodyNode: body,
      flags: Flag.test,
    });
    placeName(x, symbol, title);
    this.state.subOwners.set(body, symbol);
  }

  /** `__PACKAGE__->mk_accessors(qw(a b))`, `__PACKAGE__->attr(name => …)`, `$app->helper(name => sub {…})`. */
  defineGenerated(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    if (x.textOf(x.tree.child(node, F.method)) === "helper") {
      this.#defineGiven(x, node, this.s.elements(x, x.tree.child(node, F.arguments)), HELPED);
      return;
    }
    if (!this.s.isBareCall(x, x.tree.child(node, F.invocant), "__PACKAGE__")) return;
    const method = x.textOf(x.tree.child(node, F.method));
    const owner = this.state.package(x);
    if (owner === undefined || !GENERATING.test(method)) return;
    const args = x.tree.child(node, F.arguments);
    owner.isClass = owner.hasContent = true;
    for (const word of this.#generatedNames(x, method, this.s.elements(x, args))) {
      if (/^\w+$/.test(word.text)) this.#defineAccessor(x, node, word, owner);
    }
  }

  /**
   * The names among the arguments of a call that makes accessors: the first of `attr`; all but the
   * first of `mk_group_accessors`, which says the kind, and of a pair `[name => 'field']` there one.
   */
  #generatedNames(x: Extraction, method: string, args: readonly NodeIndex[]): Word[] {
    if (method === "attr") return args.slice(0, 1).flatMap((arg) => this.s.words(x, arg));
    if (!/^mk_group_\w*accessors$/.test(method)) return args.flatMap((arg) => this.s.words(x, arg));
    const words = args.flatMap((arg) => {
      const isPair = x.tree.kinds[arg] === this.s.K.anonymousArray;
      return this.s.words(x, arg).slice(0, isPair ? 1 : undefined);
    });
    return words.slice(1);
  }

  /** `field $name :reader;`: methods that attributes of a field make. */
  defineFieldMethods(x: Extraction, node: NodeIndex, variable: NodeIndex): void {
    const { F, K } = this.s;
    const owner = this.state.package(x);
    const list = x.tree.child(node, F.attributes);
    if (owner === undefined || list === NONE) return;
    const field = this.s.variable(x, variable, "");
    const offset = x.tree.ends[variable]! - field.length;
    const end = x.tree.nexts[list]!;
    for (let child = list + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== K.attribute) continue;
      const how = x.textOf(x.tree.child(child, F.name));
      if (!FIELD_METHODS.has(how)) continue;
      const value = x.tree.child(child, F.value);
      if (value !== NONE) {
        const text = x.textOf(value).trim();
        this.#defineAccessor(x, node, { text, offset: x.tree.starts[value]!, node: value }, owner);
      } else {
        const text = how === "writer" ? `set_${field}` : field;
        this.#defineAccessor(x, node, { text, offset, node: variable }, owner);
      }
    }
  }

  /** `use Class::Tiny qw(a b), { c => … }`. */
  defineUsed(x: Extraction, node: NodeIndex, args: NodeIndex): void {
    const owner = this.state.package(x);
    if (owner === undefined || args === NONE) return;
    owner.isClass = owner.hasContent = true;
    for (const word of this.#usedNames(x, args)) {
      if (/^[A-Za-z_]\w*$/.test(word.text)) this.#defineAccessor(x, node, word, owner);
    }
  }

  /** Names in a list: its words, and the keys of its hashes, which say defaults or fields. */
  #usedNames(x: Extraction, args: NodeIndex): Word[] {
    return this.s.elements(x, args).flatMap((element) => {
      if (x.tree.kinds[element] !== this.s.K.anonymousHash) return this.s.words(x, element);
      const pairs = this.s.elements(x, x.tree.namedChild(element));
      return pairs.filter((_, i) => i % 2 === 0).flatMap((key) => this.s.string(x, key) ?? []);
    });
  }

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  /** References of a call by name that declares something. */
  refer(x: Extraction, name: string, args: NodeIndex): void {
    if (this.state.declaredSubs.has(`${this.state.packageScope(x)} ${name}`)) return;
    if (name === "extends" || name === "with") {
      this.#inherit(x, name === "extends" ? RefKind.inherit : RefKind.implement, args);
    } else if (DECLARING.has(name)) this.#describe(x, args);
    else if (MODIFIERS.has(name)) this.#modify(x, args);
  }

  #inherit(x: Extraction, kind: number, args: NodeIndex): void {
    const owner = this.state.package(x);
    if (owner === undefined) return;
    owner.isClass = owner.hasContent = true;
    for (const word of this.s.words(x, args)) this.inheritFrom(x, owner, word, kind);
  }

  /** One base class of a package. */
  inheritFrom(
    x: Extraction,
    owner: PackageState,
    word: Word,
    kind: number = RefKind.inherit,
  ): void {
    if (!/^\w+(?:::\w+)*$/.test(word.text)) return;
    const short = word.text.slice(word.text.lastIndexOf(":") + 1);
    const offset = word.offset + word.text.length - short.length;
    const expression = this.expressions.package(x, word.text, word.offset);
    x.referAt(kind, short, offset, expression, { symbol: owner.symbol });
  }

  /** What the options of an attribute say of its value, and the methods they name. */
  #describe(x: Extraction, args: NodeIndex): void {
    const elements = this.s.elements(x, args);
    const owner = this.state.package(x);
    const first = elements[0];
    if (owner === undefined || first === undefined) return;
    const names = this.s.words(x, first).map(withoutPlus);
    const type = this.#constraint(x, this.#option(x, elements, "isa"));
    const lazyBuild = this.#option(x, elements, "lazy_build");
    const builder = lazyBuild === NONE ? this.#option(x, elements, "builder") : lazyBuild;
    const handles = this.#option(x, elements, "handles");
    for (const word of names) {
      const symbol = this.state.attributeAt.get(word.offset);
      if (symbol === undefined) continue;
      x.setType(symbol, type);
      if (builder !== NONE) x.addValue(symbol, this.#built(x, owner, builder, word));
      if (handles !== NONE) this.#delegate(x, owner, word, handles);
    }
  }

  /** `isa => 'Foo::Bar'`, `isa => Maybe[InstanceOf['Foo::Bar']]`. */
  #constraint(x: Extraction, node: NodeIndex): number {
    const parameters = this.s.typeParameters(x, node);
    if (parameters !== NONE) {
      const name = x.textOf(x.tree.child(node, this.s.F.function));
      return TRANSPARENT_TYPES.has(name) ? this.#constraint(x, x.tree.namedChild(parameters)) : -1;
    }
    const word = this.s.string(x, node);
    const match = word === undefined ? null : TYPE_CONSTRAINT.exec(word.text);
    if (word === undefined || match === null || TYPE_NAMES.has(match[1]!)) return -1;
    return this.expressions.package(x, match[1]!, word.offset);
  }

  /** `builder => '_build_x'`; `builder => 1` means that very name. */
  #built(x: Extraction, owner: PackageState, node: NodeIndex, attribute: Word): number {
    const self = x.facts.expression(Op.selfType, owner.scope);
    const word = this.#isAskedFor(x, node)
      ? { ...attribute, text: `_build_${attribute.text}` }
      : this.s.string(x, node);
    if (word === undefined) return -1;
    const member = x.memberExpression(self, word.text);
    x.referAt(RefKind.value, word.text, word.offset, member, { symbol: owner.symbol });
    return x.callExpression(member, []);
  }

  /** `handles => [qw(a b)]`, `handles => { a => 'b' }`: methods that the attribute's value runs. */
  #delegate(x: Extraction, owner: PackageState, attribute: Word, node: NodeIndex): void {
    const value = x.callExpression(
      x.memberExpression(x.facts.expression(Op.selfType, owner.scope), attribute.text),
      [],
    );
    const pairs = x.tree.kinds[node] === this.s.K.anonymousHash;
    const words = pairs
      ? this.s.elements(x, x.tree.namedChild(node)).map((at) => this.s.string(x, at))
      : this.s.words(x, node);
    for (let i = 0; i < words.length; i += pairs ? 2 : 1) {
      const from = words[i];
      const to = pairs ? words[i + 1] : from;
      if (from === undefined || to === undefined) continue;
      x.bind(owner.scope, from.text, BindingKind.variable, {
        value: x.memberExpression(value, to.text),
        offset: from.offset,
      });
    }
  }

  /** `around name => sub {…}`: the method that is changed is mentioned. */
  #modify(x: Extraction, args: NodeIndex): void {
    const owner = this.state.package(x);
    const first = this.s.elements(x, args)[0];
    if (owner === undefined || first === undefined) return;
    for (const word of this.s.words(x, first)) {
      if (!/^\w+$/.test(word.text)) continue;
      x.referAt(RefKind.value, word.text, word.offset, this.original(x, word.text), {
        symbol: owner.symbol,
      });
    }
  }

  /** The method that a modifier changes: the package's own sub, else an inherited one. */
  original(x: Extraction, name: string): number {
    const scope = this.state.packageScope(x);
    const isOwn = this.state.declaredSubs.has(`${scope} ${name}`);
    return x.memberExpression(x.facts.expression(isOwn ? Op.selfType : Op.super, scope), name);
  }

  /** Attributes declared together have the same default. */
  finish(x: Extraction): void {
    const { symbols } = x.facts.tables;
    for (const [first, ...others] of this.state.attributeGroups) {
      for (const other of others) {
        symbols.set(other, Sym.VALUE, symbols.get(first!, Sym.VALUE));
      }
    }
  }
}

/** `has '+name'` changes an inherited attribute. */
function withoutPlus(word: Word): Word {
  return word.text.startsWith("+")
    ? { ...word, text: word.text.slice(1), offset: word.offset + 1 }
    : word;
}
