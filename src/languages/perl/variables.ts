/** Second pass: variables, and what they are given. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Kind, Op, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Attributes } from "./attributes.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState, PackageState } from "./file_state.ts";
import type { Relations } from "./relations.ts";
import { INVOCANTS, type Syntax, type Word } from "./syntax.ts";

/** `ref($proto) || $proto`: only an invocant is asked so. */
const CLASS_OF_INVOCANT = /^ref\s*\(?\s*(\$\w+)\s*\)?\s*\|\|\s*\1$/;

/** Of a variable that may hold the names of more methods than this, none is meant in particular. */
const MOST_NAMES = 8;

/** Binds variables to what declarations, assignments, loops and `bless` give them. */
export class Variables {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly attributes: Attributes,
    readonly relations: Relations,
  ) {}

  /** `my $x = …`, `our @x`, `my ($a, $b) = @_`. */
  declared(x: Extraction, node: NodeIndex): void {
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
        ? this.changed(x, name, this.expressions.isFirstUse(x, assigned) ? i : -1)
        : single
        ? this.#wholeOf(x, target, assigned)
        : this.#partOf(x, assigned, i);
      const type = this.#typeOf(
        x,
        name,
        assigned,
        single || name === "$self" || (fromArguments && i === 0),
      );
      this.bind(x, scope, name, type, value, offset, x.symbolAt(target));
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
  changed(x: Extraction, name: string, index: number): number {
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

  /** Gives a name to a variable, in a scope, from an offset on. @param symbol the variable, if it is one of the file */
  bind(
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

  /** `$x = …`, `$self->{name} = …`, `*name = …`, `@ISA = …`. */
  assigned(x: Extraction, node: NodeIndex): void {
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
  blessed(x: Extraction, node: NodeIndex, args: NodeIndex): void {
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

  /** `for my $x (…)`. */
  loop(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const variable = x.tree.child(node, F.variable);
    if (variable === NONE) return;
    const name = this.s.variable(x, variable);
    if (name === "") return;
    const list = x.tree.child(node, F.list);
    this.bind(x, x.scope, name, -1, this.#elementOf(x, list), x.tree.starts[variable]!);
    this.state.hold(x.scope, name, this.#namesIn(x, list));
  }
}
