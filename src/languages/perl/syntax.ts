/** Node types and fields of the Perl grammar, and what can be read off single nodes. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** A word of a literal list: a string, or one word of `qw(…)`. */
export interface Word {
  readonly text: string;
  readonly offset: number;
  readonly node: NodeIndex;
}

/** Arrays that hold literal words, by name with sigil. */
export type WordLists = ReadonlyMap<string, readonly Word[]>;

/** Names by which people call the invocant of a method. */
export const INVOCANTS: ReadonlySet<string> = new Set(
  ["$self", "$class", "$this", "$me", "$proto", "$invocant", "$pkg", "$package"],
);

/** A string that is surely the name of a package. */
export const PACKAGE_NAME = /^[A-Za-z_]\w*(?:::\w+)+$/;

/** A string that may be the name of a package. */
export const POSSIBLE_PACKAGE = /^[A-Za-z_]\w*(?:::\w+)*$/;

/** The grammar's ids. */
export class Syntax {
  readonly F;
  readonly K;
  /** Anything that holds a sub's parameters and body. */
  readonly anonymous: ReadonlySet<number>;
  readonly blockOwners: ReadonlySet<number>;
  /** What may stand around a code reference that is called with `&`. */
  readonly wrappers: ReadonlySet<number>;
  /** What a value that stands in it is handed on by. */
  readonly handing: ReadonlySet<number>;
  /** What a sub that merely gives a literal is made of. */
  readonly literals: ReadonlySet<number>;

  constructor(g: Grammar) {
    this.F = {
      arguments: g.field("arguments"),
      array: g.field("array"),
      attributes: g.field("attributes"),
      body: g.field("body"),
      callback: g.field("callback"),
      condition: g.field("condition"),
      content: g.field("content"),
      consequent: g.field("consequent"),
      alternative: g.field("alternative"),
      default: g.field("default"),
      function: g.field("function"),
      index: g.field("index"),
      invocant: g.field("invocant"),
      key: g.field("key"),
      left: g.field("left"),
      lexical: g.field("lexical"),
      list: g.field("list"),
      method: g.field("method"),
      module: g.field("module"),
      name: g.field("name"),
      operator: g.field("operator"),
      right: g.field("right"),
      value: g.field("value"),
      variable: g.field("variable"),
      variables: g.field("variables"),
    };
    this.K = {
      ambiguousCall: g.kind("ambiguous_function_call_expression"),
      anonymousArray: g.kind("anonymous_array_expression"),
      anonymousHash: g.kind("anonymous_hash_expression"),
      anonymousMethod: g.kind("anonymous_method_expression"),
      anonymousSub: g.kind("anonymous_subroutine_expression"),
      array: g.kind("array"),
      arrayElement: g.kind("array_element_expression"),
      assignment: g.kind("assignment_expression"),
      attribute: g.kind("attribute"),
      attributeList: g.kind("attrlist"),
      autoquoted: g.kind("autoquoted_bareword"),
      bareword: g.kind("bareword"),
      binary: g.kind("binary_expression"),
      block: g.kind("block"),
      classStatement: g.kind("class_statement"),
      codeDeref: g.kind("code_deref_expression"),
      conditional: g.kind("conditional_expression"),
      containerVariable: g.kind("container_variable"),
      doExpression: g.kind("do_expression"),
      evalExpression: g.kind("eval_expression"),
      expressionStatement: g.kind("expression_statement"),
      forStatement: g.kind("for_statement"),
      function: g.kind("function"),
      functionCall: g.kind("function_call_expression"),
      func0: g.kind("func0op_call_expression"),
      func1: g.kind("func1op_call_expression"),
      glob: g.kind("glob"),
      globDeref: g.kind("glob_deref_expression"),
      hash: g.kind("hash"),
      hashElement: g.kind("hash_element_expression"),
      interpolated: g.kind("interpolated_string_literal"),
      list: g.kind("list_expression"),
      localization: g.kind("localization_expression"),
      mandatoryParameter: g.kind("mandatory_parameter"),
      methodCall: g.kind("method_call_expression"),
      methodDeclaration: g.kind("method_declaration_statement"),
      number: g.kind("number"),
      optionalParameter: g.kind("optional_parameter"),
      package: g.kind("package"),
      packageStatement: g.kind("package_statement"),
      postfixFor: g.kind("postfix_for_expression"),
      prototype: g.kind("prototype"),
      parenthesized: g.kind("parenthesized_expression"),
      quotedWords: g.kind("quoted_word_list"),
      refgen: g.kind("refgen_expression"),
      replacement: g.kind("replacement"),
      require: g.kind("require_expression"),
      return: g.kind("return_expression"),
      roleStatement: g.kind("role_statement"),
      scalar: g.kind("scalar"),
      signature: g.kind("signature"),
      slurpyParameter: g.kind("slurpy_parameter"),
      stringContent: g.kind("string_content"),
      stringLiteral: g.kind("string_literal"),
      stub: g.kind("stub_expression"),
      substitutionModifiers: g.kind("substitution_regexp_modifiers"),
      subDeclaration: g.kind("subroutine_declaration_statement"),
      unary: g.kind("unary_expression"),
      useStatement: g.kind("use_statement"),
      variableDeclaration: g.kind("variable_declaration"),
      varname: g.kind("varname"),
    };
    this.anonymous = new Set([this.K.anonymousSub, this.K.anonymousMethod]);
    this.literals = new Set([
      this.K.expressionStatement,
      this.K.return,
      this.K.unary,
      this.K.number,
      this.K.stringLiteral,
      this.K.stringContent,
      this.K.interpolated,
    ]);
    this.handing = new Set([
      this.K.ambiguousCall,
      this.K.anonymousArray,
      this.K.assignment,
      this.K.expressionStatement,
      this.K.functionCall,
      this.K.list,
      this.K.methodCall,
      this.K.parenthesized,
      this.K.return,
    ]);
    this.wrappers = new Set([this.K.codeDeref, this.K.block, this.K.expressionStatement]);
    this.blockOwners = new Set([
      this.K.subDeclaration,
      this.K.methodDeclaration,
      this.K.anonymousSub,
      this.K.anonymousMethod,
      this.K.packageStatement,
      this.K.classStatement,
      this.K.roleStatement,
    ]);
  }

  /** Name of a `scalar`, `array`, `hash` or element's container with a sigil; "" when it is computed. */
  variable(x: Extraction, node: NodeIndex, sigil = x.text[x.tree.starts[node]!] ?? ""): string {
    const name = x.tree.childOfKind(node, this.K.varname);
    if (name === NONE || x.tree.firstChild(name) !== NONE) return "";
    return sigil + x.textOf(name);
  }

  /** Text of a string without interpolation; `undefined` for anything else. */
  string(x: Extraction, node: NodeIndex): Word | undefined {
    if (node === NONE) return undefined;
    const kind = x.tree.kinds[node];
    if (kind === this.K.autoquoted) {
      return { text: x.textOf(node), offset: x.tree.starts[node]!, node };
    }
    if (kind !== this.K.stringLiteral && kind !== this.K.interpolated) return undefined;
    const content = x.tree.child(node, this.F.content);
    if (content === NONE) return { text: "", offset: x.tree.starts[node]!, node };
    if (x.tree.firstChild(content) !== NONE) return undefined;
    return { text: x.textOf(content), offset: x.tree.starts[content]!, node };
  }

  /** Words of a `qw(…)`. */
  quotedWords(x: Extraction, node: NodeIndex): Word[] {
    const words: Word[] = [];
    const content = x.tree.child(node, this.F.content);
    if (content === NONE) return words;
    const start = x.tree.starts[content]!;
    for (const match of x.textOf(content).matchAll(/\S+/g)) {
      words.push({ text: match[0], offset: start + match.index, node });
    }
    return words;
  }

  /**
   * Words that a list says literally, nested parentheses and `[…]` included.
   * @param onOther called for what is no literal: an array, a call
   * @param keys whether words before `=>` count
   */
  words(
    x: Extraction,
    node: NodeIndex,
    onOther?: (node: NodeIndex) => void,
    keys = true,
  ): Word[] {
    const words: Word[] = [];
    const visit = (at: NodeIndex): void => {
      const kind = x.tree.kinds[at]!;
      if (kind === this.K.quotedWords) words.push(...this.quotedWords(x, at));
      else if (
        kind === this.K.list || kind === this.K.parenthesized || kind === this.K.anonymousArray
      ) {
        const end = x.tree.nexts[at]!;
        for (let child = at + 1; child < end; child = x.tree.nexts[child]!) {
          if (x.tree.isNamed(child) && !x.tree.isExtra(child)) visit(child);
        }
      } else if (kind === this.K.binary && this.#isChoice(x, at)) {
        visit(x.tree.child(at, this.F.left));
        visit(x.tree.child(at, this.F.right));
      } else if (kind !== this.K.stub && kind !== this.K.number) {
        const word = keys || kind !== this.K.autoquoted ? this.string(x, at) : undefined;
        if (word !== undefined) words.push(word);
        else onOther?.(at);
      }
    };
    if (node !== NONE) visit(node);
    return words;
  }

  /** `a || b`, `a // b`. */
  #isChoice(x: Extraction, node: NodeIndex): boolean {
    const operator = x.textOf(x.tree.child(node, this.F.operator));
    const complete = x.tree.child(node, this.F.left) !== NONE &&
      x.tree.child(node, this.F.right) !== NONE;
    return complete && (operator === "||" || operator === "//");
  }

  /** Elements of a list written out: of the list itself, of one in parentheses, or the node alone. */
  elements(x: Extraction, node: NodeIndex): NodeIndex[] {
    if (node === NONE) return [];
    const kind = x.tree.kinds[node];
    if (kind === this.K.stub) return [];
    if (kind !== this.K.list && kind !== this.K.parenthesized) return [node];
    const elements: NodeIndex[] = [];
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (!x.tree.isNamed(child) || x.tree.isExtra(child)) continue;
      if (x.tree.kinds[child] === this.K.list) elements.push(...this.elements(x, child));
      else {
        elements.push(child);
        // A type takes its brackets alone: what follows stands beside it, though it is read as given to it.
        if (this.typeParameters(x, child) !== NONE) {
          elements.push(...this.elements(x, x.tree.child(child, this.F.arguments)).slice(1));
        }
      }
    }
    return elements;
  }

  /** `['Foo']` of a type with parameters, `InstanceOf['Foo']`; -1 for anything else. */
  typeParameters(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE || x.tree.kinds[node] !== this.K.ambiguousCall) return NONE;
    const name = this.functionName(x, x.tree.child(node, this.F.function));
    if (name === undefined || !/^[A-Z]\w*$/.test(name.text)) return NONE;
    const given = x.tree.child(node, this.F.arguments);
    const first = given !== NONE && x.tree.kinds[given] === this.K.list
      ? x.tree.namedChild(given)
      : given;
    return first !== NONE && x.tree.kinds[first] === this.K.anonymousArray ? first : NONE;
  }

  /** Arguments after the module of a `use`; -1 when there are none. */
  useArguments(x: Extraction, node: NodeIndex): NodeIndex {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (!x.tree.isNamed(child) || x.tree.isExtra(child)) continue;
      const kind = x.tree.kinds[child];
      if (kind !== this.K.package && x.tree.fields[child] === 0) return child;
    }
    return NONE;
  }

  /** Name that a call's `function` node says, sigil left out; `undefined` when it is computed. */
  functionName(x: Extraction, node: NodeIndex): Word | undefined {
    if (node === NONE) return undefined;
    const { tree } = x;
    const first = tree.firstChild(node);
    if (first === NONE || x.text[tree.starts[node]!] !== "&") {
      return { text: x.textOf(node), offset: tree.starts[node]!, node };
    }
    const name = tree.childOfKind(node, this.K.varname);
    if (name === NONE || tree.firstChild(name) !== NONE) return undefined;
    return { text: x.textOf(name), offset: tree.starts[name]!, node };
  }

  /** Whether a node is a call of a Perl function without arguments: `shift`, `__PACKAGE__`. */
  isBareCall(x: Extraction, node: NodeIndex, name: string): boolean {
    if (node === NONE) return false;
    const kind = x.tree.kinds[node];
    if (kind !== this.K.func0 && kind !== this.K.func1) return false;
    return x.textOf(node).replace(/\s*\(\s*(?:@_)?\s*\)$/, "").replace(/\s+@_$/, "") === name;
  }

  /** `$_[0]`. */
  isFirstArgument(x: Extraction, node: NodeIndex): boolean {
    return node !== NONE && x.tree.kinds[node] === this.K.arrayElement &&
      x.textOf(node) === "$_[0]";
  }

  /** Whether the argument list of a sub, or part of it, is what a node reads. */
  isArguments(x: Extraction, node: NodeIndex): boolean {
    if (node === NONE) return false;
    const kind = x.tree.kinds[node];
    if (kind === this.K.array) return x.textOf(node) === "@_";
    if (kind === this.K.parenthesized) {
      const first = this.elements(x, node)[0];
      return first !== undefined && this.isArguments(x, first);
    }
    return this.isBareCall(x, node, "shift") || this.isFirstArgument(x, node);
  }

  /**
   * Names that a glob stands for: `*name`, `*{"Other::name"}`, `*{__PACKAGE__ . "::name"}`, and
   * `*$name` or `*{"…::$name"}` in a loop over literal names.
   * @param lists arrays of the file that hold literal words, by name
   */
  globNames(x: Extraction, glob: NodeIndex, lists: WordLists): Word[] {
    const { tree } = x;
    const plain = this.variable(x, glob, "");
    if (plain !== "") {
      const node = tree.childOfKind(glob, this.K.varname);
      return [{ text: plain, offset: tree.starts[node]!, node }];
    }
    const whole = x.textOf(glob);
    const fixed = /^\*\{\s*(?:__PACKAGE__\s*\.\s*)?(["'])(?:::)?([A-Za-z_]\w*(?:::\w+)*)\1\s*\}$/
      .exec(whole);
    if (fixed !== null) {
      const offset = tree.starts[glob]! + whole.lastIndexOf(fixed[2]!);
      return [{ text: fixed[2]!, offset, node: glob }];
    }
    const looped =
      /^\*(?:\{\s*)?(?:__PACKAGE__\s*\.\s*)?"?[\w:]*(?:\$\{?\w+\}?::)?(\$)\{?(\w+)\}?"?(?:\s*\})?$/
        .exec(whole);
    return looped === null ? [] : this.#loopedNames(x, glob, `$${looped[2]}`, lists);
  }

  /** `$code` of `&$code`, `$h{x}` of `&{$h{x}}`; -1 when nothing of the kind is called. */
  dereferenced(x: Extraction, functionNode: NodeIndex): NodeIndex {
    const { tree } = x;
    const name = functionNode === NONE ? NONE : tree.childOfKind(functionNode, this.K.varname);
    if (name !== NONE) return tree.namedChild(name);
    let at = functionNode === NONE ? NONE : tree.namedChild(functionNode);
    while (at !== NONE && this.wrappers.has(tree.kinds[at]!)) at = tree.namedChild(at);
    return at;
  }

  /** Subs without a name that an expression is: one, or one of two by a condition. */
  subsIn(x: Extraction, node: NodeIndex): NodeIndex[] {
    if (node === NONE) return [];
    const kind = x.tree.kinds[node]!;
    if (this.anonymous.has(kind)) return [node];
    if (kind !== this.K.conditional) return [];
    return [this.F.consequent, this.F.alternative].flatMap((field) =>
      this.subsIn(x, x.tree.child(node, field))
    );
  }

  /** Names that an argument says: a literal, or the variable of a loop over literal names. */
  namesOf(x: Extraction, node: NodeIndex, lists: WordLists): Word[] {
    const word = this.string(x, node);
    if (word !== undefined) return [word];
    if (x.tree.kinds[node] !== this.K.scalar) return [];
    return this.#loopedNames(x, node, this.variable(x, node), lists);
  }

  /** Literal names over which the loop around a node lets a variable run. */
  #loopedNames(x: Extraction, node: NodeIndex, variable: string, lists: WordLists): Word[] {
    for (let at = x.tree.parents[node]!; at !== NONE; at = x.tree.parents[at]!) {
      const kind = x.tree.kinds[at];
      if (kind === this.K.postfixFor ? variable !== "$_" : kind !== this.K.forStatement) continue;
      const target = x.tree.child(at, this.F.variable);
      if (target !== NONE && this.variable(x, target) !== variable) continue;
      if (target === NONE && variable !== "$_") continue;
      const words: Word[] = [];
      const list = x.tree.child(at, this.F.list);
      const held = (other: NodeIndex): void =>
        void words.push(...lists.get(this.variable(x, other)) ?? []);
      words.push(...this.words(x, list, held));
      return words.filter((word) => /^\w+$/.test(word.text));
    }
    return [];
  }
}
