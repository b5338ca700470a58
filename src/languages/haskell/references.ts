/** Second pass: calls, operators, constructors, types, patterns, imports and exports. */
import type { Extraction } from "../../extract/extraction.ts";
import { ImportKind, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { ALL_PARTS, ImportForm, typeName } from "../../resolve/modules/haskell_modules.ts";
import { bindLocal } from "../class_family/bindings.ts";
import { namedChildren, outside, referCall } from "../class_family/calls.ts";
import { PRELUDE_CONSTRUCTORS, PRELUDE_OPERATORS, PRELUDE_TYPES } from "../haskell_builtins.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Operators that run the function on their left, and on their right. */
const RUNS_LEFT: ReadonlySet<string> = new Set(
  "$ $! $!! <$> <$!> . =<< <=< >=> >> *> <* <*> ||".split(" "),
);
const RUNS_RIGHT: ReadonlySet<string> = new Set(". >>= >=> <=< & <&> >> *> <* <*> <|>".split(" "));

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#enterType(x.tree.nexts[node]!);
    const head: NodeRule = (x, node) => this.#enterHead(x, node);
    const constructed: NodeRule = (x, node) => this.#referConstructor(x, node, node);
    return {
      header: (x, node) => this.#referExports(x, node),
      imports: type,
      import: (x, node) => this.#referImport(x, node),
      signature: (x, node) => this.#enterSignature(x, node),
      data_type: type,
      newtype: type,
      type_synomym: type,
      type_family: type,
      type_instance: type,
      data_family: type,
      type_application: type,
      foreign_import: type,
      deriving_instance: type,
      fixity: type,
      deriving: (x, node) => this.#referDeriving(x, node),
      class: head,
      instance: (x, node) => this.#referInstance(x, node),
      patterns: (x, node) => this.#enterPattern(x, node),
      alternative: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.pattern)),
      generator: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.pattern)),
      pattern_guard: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.pattern)),
      pattern_synonym: (x, node) => this.#referPatternSynonym(x, node),
      bind: (x, node) => this.#referBind(x, node),
      function: (x, node) => this.#referFunction(x, node),
      variable: (x, node) => this.#referVariable(x, node),
      prefix_id: (x, node) => this.#referTerm(x, node, x.tree.namedChild(node)),
      qualified: (x, node) => this.#referQualified(x, node),
      constructor: constructed,
      operator: (x, node) => this.#referOperator(x, node),
      constructor_operator: (x, node) => this.#referOperator(x, node),
      field_name: (x, node) => this.#referField(x, node),
      name: (x, node) => this.#referType(x, node),
    };
  }

  // ── where the walk stands ───────────────────────────────────────────────────────────────────

  #enterType(end: NodeIndex): void {
    this.state.typeEnd = Math.max(this.state.typeEnd, end);
  }

  /** What a class or an instance is of, up to what is defined in it. */
  #enterHead(x: Extraction, node: NodeIndex): void {
    const body = x.tree.child(node, this.s.F.declarations);
    this.#enterType(body === NONE ? x.tree.nexts[node]! : body);
  }

  /** `f :: T` is no value; in `e :: T` the type alone is none. */
  #enterSignature(x: Extraction, node: NodeIndex): void {
    const expression = x.tree.child(node, this.s.F.expression);
    if (expression === NONE) this.#enterType(x.tree.nexts[node]!);
  }

  #enterPattern(x: Extraction, pattern: NodeIndex): void {
    if (pattern === NONE || pattern < this.state.typeEnd) return;
    this.state.patternEnd = Math.max(this.state.patternEnd, x.tree.nexts[pattern]!);
  }

  #isType(node: NodeIndex): boolean {
    return node < this.state.typeEnd;
  }

  #isPattern(node: NodeIndex): boolean {
    return node < this.state.patternEnd;
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  /** The parameters of an operator that is defined between them. */
  #referFunction(x: Extraction, node: NodeIndex): void {
    const infix = x.tree.childOfKind(node, this.s.K.infix);
    if (infix !== NONE && x.tree.child(node, this.s.F.name) === NONE) this.#enterPattern(x, infix);
  }

  /** A name without parameters, what a pattern takes apart, or a statement that names what it gives. */
  #referBind(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const pattern = tree.child(node, F.pattern);
    if (pattern !== NONE) {
      const isStatement = tree.child(node, F.expression) !== NONE;
      if (isStatement) this.#enterPattern(x, pattern);
      else outside(x, () => this.#bindAll(x, pattern));
      this.#enterPattern(x, pattern);
      return;
    }
    if (this.s.kindAround(x, node) !== K.localBinds) return;
    const one = this.s.definedBy(x, node);
    const match = tree.childOfKind(node, K.match);
    if (one === undefined) return;
    const value = match === NONE ? NONE : tree.child(match, F.expression);
    outside(x, () => bindLocal(x, one.node, -1, x.value(value), tree.starts[node]!));
  }

  /** A pattern that is given a name: the name itself refers to nothing. */
  #referPatternSynonym(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const equation = x.tree.childOfKind(node, K.equation);
    if (equation === NONE) return this.#enterType(x.tree.nexts[node]!);
    const synonym = x.tree.child(equation, F.synonym);
    if (synonym !== NONE) this.#enterType(x.tree.nexts[synonym]!);
    this.#enterPattern(x, x.tree.child(equation, F.pattern));
  }

  #bindAll(x: Extraction, pattern: NodeIndex): void {
    const { tree } = x;
    for (let at = pattern; at < tree.nexts[pattern]!; at++) {
      if (tree.kinds[at] === this.s.K.variable) bindLocal(x, at, -1, -1, tree.starts[at]!);
    }
  }

  #referDeriving(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    for (let at = node + 1; at < tree.nexts[node]!; at++) {
      if (tree.kinds[at] !== K.name || PRELUDE_TYPES.has(x.textOf(at))) continue;
      const owner = x.symbolAt(tree.parents[node]!);
      if (owner !== NONE) x.refer(RefKind.implement, at, this.#typeAt(x, at), -1, -1, owner);
    }
  }

  /** Expression of a type's name, with the module before it if there is one. */
  #typeAt(x: Extraction, node: NodeIndex): number {
    const around = x.tree.parents[node]!;
    const isQualified = this.s.kindAround(x, node) === this.s.K.qualified;
    return x.type(isQualified ? around : node);
  }

  /** An instance has what its class asks for, and so has the type that it is for. */
  #referInstance(x: Extraction, node: NodeIndex): void {
    this.#enterHead(x, node);
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = tree.child(node, F.name);
    const patterns = tree.child(node, F.patterns);
    if (nameNode === NONE || patterns === NONE) return;
    const symbol = x.symbolAt(node);
    const last = tree.kinds[nameNode] === K.qualified ? tree.child(nameNode, F.id) : nameNode;
    const type = outside(x, () => x.type(nameNode));
    if (symbol !== NONE) x.refer(RefKind.implement, last, type, -1, -1, symbol);
    for (let at = patterns; at < tree.nexts[patterns]!; at++) {
      if (tree.kinds[at] !== K.name) continue;
      const owner = this.state.types.get(x.textOf(at)) ?? NONE;
      if (owner !== NONE) x.refer(RefKind.implement, last, type, -1, -1, owner);
      break;
    }
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  #referVariable(x: Extraction, node: NodeIndex): void {
    if (this.#isType(node)) return;
    const { tree } = x;
    const { F, K } = this.s;
    const around = this.s.kindAround(x, node);
    if (tree.fields[node] === F.name || around === K.fieldName) return;
    if (around === K.qualified || around === K.prefixId) return;
    if (this.#isPattern(node)) {
      bindLocal(x, node, -1, -1, tree.starts[node]!);
      return;
    }
    if (around === K.infixId) this.#referTerm(x, tree.parents[node]!, node);
    else this.#referTerm(x, node, node);
  }

  #referQualified(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const id = tree.child(node, F.id);
    if (id === NONE || this.#isType(node)) return;
    const kind = tree.kinds[id];
    if (kind === K.constructor || kind === K.constructorOperator) {
      return this.#referConstructor(x, node, id);
    }
    if (kind !== K.variable && kind !== K.operator) return;
    const isInfix = this.s.kindAround(x, node) === K.infixId;
    this.#referTerm(x, isInfix ? tree.parents[node]! : node, id);
  }

  /**
   * A function that is named: called where it is applied or run, given elsewhere.
   * @param term the whole of it
   * @param nameNode its last name
   */
  #referTerm(x: Extraction, term: NodeIndex, nameNode: NodeIndex): void {
    if (nameNode === NONE || this.#isType(term) || this.#isPattern(term)) return;
    if (x.tree.fields[term] === this.s.F.name) return;
    const expression = x.value(term);
    const given = this.#arguments(x, term);
    if (given < 0) x.mention(nameNode, expression);
    else referCall(x, RefKind.call, nameNode, expression, [], given);
  }

  /** How many arguments a function is given where it stands; -1 where it is not called. */
  #arguments(x: Extraction, term: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    let at = term;
    let count = 0;
    while (this.s.kindAround(x, at) === K.apply && tree.fields[at] === F.function) {
      at = tree.parents[at]!;
      count++;
    }
    if (count > 0) return count;
    const around = tree.parents[at]!;
    const kind = around === NONE ? NONE : tree.kinds[around]!;
    const field = tree.fields[at]!;
    if (kind === K.infix) {
      if (field === F.operator) return 2;
      const operator = x.textOf(tree.child(around, F.operator));
      const runs = field === F.left ? RUNS_LEFT : RUNS_RIGHT;
      return runs.has(operator) ? 1 : -1;
    }
    const isRun = kind === K.exp || kind === K.letIn ||
      (kind === K.match || kind === K.bind) && field === F.expression ||
      kind === K.conditional;
    return isRun || tree.kinds[term] === K.infixId ? 0 : -1;
  }

  #referOperator(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    if (this.#isType(node) || tree.fields[node] === F.name) return;
    const around = this.s.kindAround(x, node);
    if (around === K.prefixId || around === K.qualified) return;
    if (PRELUDE_OPERATORS.has(x.textOf(node))) return;
    // Of an operator that is defined between its parameters.
    if (around === K.infix && this.s.kindAround(x, tree.parents[node]!) === K.function) return;
    const expression = x.value(node);
    if (tree.kinds[node] === K.constructorOperator && this.#isPattern(node)) {
      x.mention(node, expression);
    } else if (!this.#isPattern(node)) referCall(x, RefKind.call, node, expression, [], 2);
  }

  #referConstructor(x: Extraction, term: NodeIndex, nameNode: NodeIndex): void {
    const isPart = term === nameNode && this.s.kindAround(x, term) === this.s.K.qualified;
    if (isPart || this.#isType(term) || PRELUDE_CONSTRUCTORS.has(x.textOf(term))) return;
    if (x.tree.fields[term] === this.s.F.name) return;
    const expression = x.value(term);
    if (this.#isPattern(term)) x.mention(nameNode, expression);
    else referCall(x, RefKind.construct, nameNode, expression, []);
  }

  /** A field that is set, or taken out by a pattern. */
  #referField(x: Extraction, node: NodeIndex): void {
    if (this.#isType(node)) return;
    const { tree } = x;
    const isQualified = this.s.kindAround(x, node) === this.s.K.qualified;
    const nameNode = tree.namedChild(node);
    if (nameNode === NONE) return;
    const expression = x.value(isQualified ? tree.parents[node]! : node);
    x.refer(this.#isPattern(node) ? RefKind.read : RefKind.write, nameNode, expression);
  }

  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    const isDefined = tree.fields[node] === F.name && x.symbolAt(around) !== NONE;
    if (isDefined || PRELUDE_TYPES.has(x.textOf(node))) return;
    for (let at = around; at !== NONE; at = tree.parents[at]!) {
      if (tree.kinds[at] === K.header || tree.kinds[at] === K.imports) return;
      if (tree.kinds[at] === K.declarations) break;
    }
    if (!x.hasReferenceAt(tree.starts[node]!)) x.refer(RefKind.type, node, this.#typeAt(x, node));
  }

  // ── imports and exports ─────────────────────────────────────────────────────────────────────

  #referExports(x: Extraction, header: NodeIndex): void {
    this.#enterType(x.tree.nexts[header]!);
    const { tree } = x;
    const { F, K } = this.s;
    const list = tree.childOfKind(header, K.exports);
    if (list === NONE) return;
    const line = x.lineAt(tree.starts[list]!);
    const add = (name: string): void => void x.facts.export(name, { line });
    const offered = namedChildren(x, list);
    for (const one of offered) {
      if (tree.kinds[one] === K.moduleExport) {
        const specifier = x.textOf(tree.child(one, F.module)).replace(/\s+/g, "");
        x.facts.export("*", { specifier, line });
      } else this.#listed(x, one).forEach(add);
    }
    // A list without names offers nothing, which is not the same as no list.
    if (offered.length === 0) add("");
  }

  /** Names in an item of a list of imports or exports: `f`, `T(..)`, `C(A, b)`. */
  #listed(x: Extraction, item: NodeIndex): string[] {
    const { tree } = x;
    const { F, K } = this.s;
    const type = tree.child(item, F.type);
    if (type === NONE) {
      const [name] = namedChildren(x, item);
      const one = name === undefined ? undefined : this.s.named(x, name);
      return one === undefined ? [] : [one.name];
    }
    const inner = tree.kinds[type] === K.qualified ? tree.child(type, F.id) : type;
    const own = x.textOf(inner);
    // After `pattern` a name of this form is a constructor's.
    const names = tree.childOfKind(item, K.name) === type && tree.firstChild(item) !== type
      ? [own, typeName(own)]
      : [typeName(own)];
    for (const part of this.s.all(x, tree.child(item, F.children), F.element)) {
      names.push(tree.kinds[part] === K.allNames ? own + ALL_PARTS : x.textOf(part));
    }
    return names;
  }

  #referImport(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const module = tree.child(node, F.module);
    if (module === NONE) return;
    const specifier = x.textOf(module).replace(/\s+/g, "");
    const alias = tree.child(node, F.alias);
    const list = tree.child(node, F.names);
    const before = x.text.slice(
      tree.starts[node]!,
      list === NONE ? tree.ends[node]! : tree.starts[list]!,
    );
    const isHiding = /\bhiding\s*$/.test(before);
    const isListed = list !== NONE && !isHiding;
    const isQualified = /^import\b[^"(]*?\bqualified\b/.test(before) ||
      /\bqualified\b/.test(before);
    const form = (isQualified ? ImportForm.qualified : 0) | (isListed ? ImportForm.listed : 0);
    const offset = tree.starts[module]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    const kind = isListed || isQualified ? ImportKind.module : ImportKind.all;
    x.facts.import(specifier, kind, {
      ...at,
      form,
      ...(alias === NONE ? {} : { name: x.textOf(alias).replace(/\s+/g, "") }),
    });
    for (const item of this.s.all(x, list, F.name)) {
      for (const name of this.#listed(x, item)) {
        const start = tree.starts[item]!;
        const itemLine = x.lineAt(start);
        x.facts.import(specifier, ImportKind.name, {
          scope: x.scope,
          line: itemLine,
          column: x.columnAt(start, itemLine),
          name,
          form: isHiding ? ImportForm.hidden : form,
        });
      }
    }
  }
}
