/** Reads the expressions of Groovy: chains of members and calls, closures, types, what is given. */
import type { GroovyField, GroovyNode, GroovyType } from "./node_types.ts";
import { Scanner } from "./scanner.ts";

const NUMBER = /(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d+)?)[gGlLfFdDiI]?/y;
const PREFIX = /(?:\+\+|--|!|~|-|\+|\*:?)[ \t]*/y;
const OPERATOR =
  /(?:\?:|\?=|==~|=~|<=>|===|!==|==|!=|<<=|>>>=|>>=|\*\*=|<=|>=|&&|\|\||\*\*|\.\.<|<\.\.|\.\.|<<|>>>|>>|[-+*/%&|^]=|[-+*/%&|^<>]|!?\binstanceof\b|!?\bin\b)/y;
const MEMBER = /(?:\?\.|\*\.|\.&|\.@|::|\.(?!\.))/y;
/** What a call without brackets may give first. */
const GIVEN = /(?:[\p{L}_$][\p{L}\p{N}_$.]*|["'\d]|\[(?!\s*\])|~?\/[^/\s]|-\d|:)/uy;
/** Words that no call without brackets begins with, nor gives. */
const WORDS: ReadonlySet<string> = new Set(
  ("in as instanceof if else while for switch case default return throw assert try catch finally break continue do " +
    "import package class interface trait enum extends implements throws").split(" "),
);
const PRIMITIVES: ReadonlySet<string> = new Set(
  "int long short byte char boolean float double void def var".split(" "),
);
const DEEPEST = 200;

/** Reader of expressions; statements in closures are read by who knows them. */
export abstract class Expressions {
  readonly s: Scanner;
  #depth = 0;

  constructor(text: string) {
    this.s = new Scanner(text);
  }

  /** Reads statements up to a closing brace. */
  protected abstract code(into: GroovyNode[]): void;
  /** Reads the body of a class without a name. */
  protected abstract typeBody(): GroovyNode;

  // ── nodes ───────────────────────────────────────────────────────────────────────────────────

  node(type: GroovyType, start: number, children: GroovyNode[] = []): GroovyNode {
    return { type, start, end: start, field: "", children };
  }

  /** A node that ends here. */
  ended(node: GroovyNode): GroovyNode {
    node.end = this.s.at;
    return node;
  }

  as(node: GroovyNode, field: GroovyField): GroovyNode {
    node.field = field;
    return node;
  }

  /** The name here; undefined when there is none. */
  named(type: GroovyType, field: GroovyField): GroovyNode | undefined {
    const word = this.s.word();
    if (word === "" || WORDS.has(word)) return undefined;
    const name = this.node(type, this.s.at);
    this.s.at += word.length;
    return this.as(this.ended(name), field);
  }

  renamed(type: GroovyNode): GroovyNode {
    return { ...type, type: "name", children: [] };
  }

  /** Passes over what stands before a closing bracket, and that. */
  passBracket(sign: string): void {
    this.s.gap();
    if (this.s.is(sign)) this.s.at++;
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** `a.B<C, D>[]`; undefined, and nothing passed, when no type begins here. */
  type(): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    const path = s.peek(/[\p{L}_$][\w$]*(?:\.[\p{L}_$][\w$]*)*/uy);
    if (path === "" || WORDS.has(path)) return undefined;
    s.at += path.length;
    const name = this.node("type_name", start + path.lastIndexOf(".") + 1);
    let type = this.ended(name);
    if (s.is("<")) {
      const args = this.#typeArguments();
      if (args === undefined) {
        s.at = start;
        return undefined;
      }
      type = this.ended(this.node("generic_type", start, [this.as(type, "name"), args]));
    }
    while (s.skip(/[ \t]*\[[ \t]*\]/y)) {
      type = this.ended(this.node("array_type", start, [this.as(type, "type")]));
    }
    s.skip(/\.\.\./y);
    return type;
  }

  #typeArguments(): GroovyNode | undefined {
    const { s } = this;
    const args = this.node("type_arguments", s.at);
    s.at++;
    for (;;) {
      s.gap();
      if (s.skip(/\?(?:\s*(?:extends|super)\b)?\s*/y)) s.gap();
      if (s.skip(/>/y)) return this.as(this.ended(args), "arguments");
      const type = this.type();
      if (type === undefined && !s.is(",") && !s.is(">")) return undefined;
      if (type !== undefined) args.children.push(type);
      s.gap();
      if (!s.skip(/,|&/y) && !s.is(">")) return undefined;
    }
  }

  /**
   * A type that a name follows, and behind it what fits; nothing is passed when there is none.
   * @param mustShow whether the type must be written like one, so that it is no call without brackets
   */
  typeBefore(behind: RegExp, mustShow = false): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    const type = this.type();
    const end = s.at;
    const written = s.text.slice(start, end).replace(/[<[][^]*$/, "");
    const isType = PRIMITIVES.has(written) || /(?:^|\.)[A-Z]\w*$/.test(written);
    s.skip(/[ \t]+/y);
    const name = s.peek(/[\p{L}_$][\p{L}\p{N}_$]*|"[^"\n]*"|'[^'\n]*'/uy);
    const fits = type !== undefined && s.at > end && name !== "" && !WORDS.has(name) &&
      (isType || !mustShow);
    s.at += name.length;
    if (!fits || (s.peek(behind) === "" && !(behind.test(s.text.slice(s.at)) && s.isAtEnd))) {
      s.at = start;
      return undefined;
    }
    s.at = end;
    return this.as(type, "type");
  }

  typeParameters(): GroovyNode {
    const { s } = this;
    const list = this.node("type_parameters", s.at);
    s.at++;
    for (;;) {
      s.gap();
      const name = this.named("type_name", "name");
      if (name === undefined) break;
      name.field = "";
      list.children.push(name);
      s.gap();
      while (s.skip(/(?:extends\b|&)\s*/y) && this.type() !== undefined) s.gap();
      if (!s.skip(/\s*,/y)) break;
    }
    this.passBracket(">");
    return this.as(this.ended(list), "typeParameters");
  }

  parameters(): GroovyNode {
    const list = this.node("parameters", this.s.at);
    this.s.at++;
    this.#parametersUntil(list.children, ")");
    this.passBracket(")");
    return this.as(this.ended(list), "parameters");
  }

  #parametersUntil(into: GroovyNode[], end: string): void {
    const { s } = this;
    for (;;) {
      s.gap();
      if (s.isAtEnd || s.is(end)) return;
      const start = s.at;
      const parameter = this.node("parameter", start);
      while (s.skip(/(?:final|def|var)\b\s*|@\w[\w.]*(?:\([^()]*\))?\s*/y));
      const type = this.typeBefore(/\s*(?:[,=)]|->)/y);
      if (type !== undefined) parameter.children.push(type);
      s.gap();
      const name = this.named("name", "name");
      if (name === undefined) return;
      parameter.children.push(name);
      s.gap();
      if (s.skip(/=(?!=)/y)) {
        s.gap();
        const value = this.expression(false);
        if (value !== undefined) parameter.children.push(this.as(value, "value"));
        s.gap();
      }
      into.push(this.ended(parameter));
      if (!s.skip(/,/y)) return;
    }
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  /** @param mayCommand whether calls may stand here without brackets */
  expression(mayCommand: boolean): GroovyNode | undefined {
    if (this.#depth > DEEPEST) return undefined;
    this.#depth++;
    const value = this.#binary(mayCommand);
    this.#depth--;
    return value;
  }

  #binary(mayCommand: boolean): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    let left = this.#operand(mayCommand);
    for (;;) {
      if (left === undefined) return undefined;
      const before = s.at;
      s.blank();
      if (s.skip(/as\b\s*/y)) {
        const type = this.type();
        if (type === undefined) return left;
        left = this.ended(
          this.node("cast", start, [this.as(left, "value"), this.as(type, "type")]),
        );
        continue;
      }
      if (s.skip(/=(?![=~])/y)) {
        s.gap();
        const right = this.expression(mayCommand);
        const parts = right === undefined ? [] : [this.as(right, "right")];
        return this.ended(this.node("assignment", start, [this.as(left, "left"), ...parts]));
      }
      if (s.is("?") && !s.is("?:") && !s.is("?.") && !s.is("?=")) {
        s.at++;
        left = this.#conditional(start, left);
        continue;
      }
      // An operator may begin the next line.
      if (s.peek(/\s*(?:&&|\|\||\?[:\s]|[+](?!\+)\s)/y) !== "" && s.peek(OPERATOR) === "") s.gap();
      if (s.is("?") && !s.is("?:") && !s.is("?.")) continue;
      const operator = s.peek(OPERATOR);
      if (operator === "" || s.is("->")) {
        s.at = before;
        return left;
      }
      s.at += operator.length;
      s.gap();
      const right = /instanceof/.test(operator) ? this.type() : this.#operand(false);
      const parts = right === undefined ? [] : [this.as(right, "right")];
      const type = operator === "?:" ? "conditional" : "binary";
      left = this.ended(this.node(type, start, [this.as(left, "left"), ...parts]));
    }
  }

  #conditional(start: number, condition: GroovyNode): GroovyNode {
    const { s } = this;
    s.gap();
    const first = this.expression(false);
    s.gap();
    s.skip(/:/y);
    s.gap();
    const second = this.expression(false);
    const parts = [condition];
    if (first !== undefined) parts.push(this.as(first, "left"));
    if (second !== undefined) parts.push(this.as(second, "right"));
    return this.ended(this.node("conditional", start, parts));
  }

  #operand(mayCommand: boolean): GroovyNode | undefined {
    const { s } = this;
    s.skip(PREFIX);
    const start = s.at;
    let value = this.#primary();
    for (;;) {
      if (value === undefined) return undefined;
      const next = this.#behind(start, value, mayCommand);
      if (next === undefined) return value;
      value = next;
    }
  }

  /** What is made of a value by what stands behind it; undefined when nothing is. */
  #behind(start: number, value: GroovyNode, mayCommand: boolean): GroovyNode | undefined {
    const { s } = this;
    if (s.is("(") && isNamed(value)) return this.#call(start, value);
    if (s.is("[") || s.is("?[")) return this.#index(start, value);
    if (s.skip(/\+\+|--/y)) return value;
    const before = s.at;
    s.blank();
    if (s.is("{") && isNamed(value)) return this.#call(start, value);
    if (
      s.peek(/\s*(?:\/\/[^\n]*\s*)*(?:\?\.|\*\.|\.(?![.\d])|::)/y) !== "" && s.peek(MEMBER) === ""
    ) {
      s.gap();
    }
    const link = s.peek(MEMBER);
    if (link !== "") {
      s.at += link.length;
      return this.#member(start, value, link) ?? value;
    }
    if (mayCommand && (value.type === "name" || value.type === "member") && s.at > before) {
      const given = s.peek(GIVEN);
      if (given !== "" && !WORDS.has(given.replace(/\..*/, ""))) {
        const isTask = value.type === "name" && s.text.slice(start, value.end) === "task";
        return isTask ? this.#task(start, value) : this.#command(start, value);
      }
    }
    s.at = before;
    return undefined;
  }

  #member(start: number, object: GroovyNode, link: string): GroovyNode | undefined {
    const { s } = this;
    s.gap();
    if (s.is("<")) this.#typeArguments();
    const type = link === ".&" || link === "::"
      ? "method_pointer"
      : link === "*."
      ? "spread_member"
      : "member";
    const quoted = s.peek(/"[^"\n]*"|'[^'\n]*'/y);
    if (quoted !== "") {
      const name = this.node("name", s.at + 1);
      name.end = s.at + quoted.length - 1;
      s.at += quoted.length;
      return this.ended(
        this.node(type, start, [this.as(object, "object"), this.as(name, "name")]),
      );
    }
    const word = s.word();
    if (word === "") return undefined;
    const name = this.node("name", s.at);
    s.at += word.length;
    this.ended(name);
    return this.ended(this.node(type, start, [this.as(object, "object"), this.as(name, "name")]));
  }

  #call(start: number, callee: GroovyNode): GroovyNode {
    const { s } = this;
    const args = s.is("(") ? this.arguments() : this.as(this.node("arguments", s.at), "arguments");
    for (;;) {
      const before = s.at;
      s.blank();
      if (!s.is("{")) {
        s.at = before;
        break;
      }
      args.children.push(this.closure());
      args.end = s.at;
    }
    return this.ended(this.node("call", start, [this.as(callee, "callee"), args]));
  }

  /** `task hello(type: Copy) { … }`: what looks like a call of a task defines it. */
  #task(start: number, callee: GroovyNode): GroovyNode {
    const { s } = this;
    const name = this.#primary();
    s.blank();
    const call = s.is("(") || s.is("{") ? this.#call(start, callee) : this.ended(
      this.node("call", start, [
        this.as(callee, "callee"),
        this.as(this.node("arguments", s.at), "arguments"),
      ]),
    );
    const args = call.children.at(-1)!;
    if (name !== undefined) args.children.unshift({ ...name, type: "label", children: [] });
    return { ...call, children: [callee, { ...args, start: name?.start ?? args.start }] };
  }

  /** `println x, y` */
  #command(start: number, callee: GroovyNode): GroovyNode {
    const { s } = this;
    const args = this.node("arguments", s.at);
    for (;;) {
      this.#argument(args.children, true);
      const before = s.at;
      if (!s.skip(/[ \t]*,/y)) {
        s.at = before;
        break;
      }
      s.gap();
    }
    this.as(this.ended(args), "arguments");
    return this.ended(this.node("call", start, [this.as(callee, "callee"), args]));
  }

  arguments(): GroovyNode {
    const { s } = this;
    const args = this.node("arguments", s.at);
    s.at++;
    for (;;) {
      s.gap();
      if (s.isAtEnd || s.is(")")) break;
      const before = s.at;
      this.#argument(args.children, false);
      s.gap();
      if (!s.skip(/,/y) && !s.is(")") && s.at === before) break;
    }
    this.passBracket(")");
    return this.as(this.ended(args), "arguments");
  }

  /** An argument, which may be given by name. */
  #argument(into: GroovyNode[], mayCommand: boolean): void {
    const { s } = this;
    const key = s.peek(
      /(?:[\p{L}_$][\p{L}\p{N}_$]*|"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*:(?![:=])/uy,
    );
    if (key === "") {
      const value = this.expression(mayCommand);
      if (value !== undefined) into.push(value);
      return;
    }
    const argument = this.node("argument", s.at);
    s.at += key.length;
    s.gap();
    const value = this.expression(false);
    if (value !== undefined) argument.children.push(value);
    into.push(this.ended(argument));
  }

  #index(start: number, value: GroovyNode): GroovyNode {
    const { s } = this;
    s.skip(/\?/y);
    const parts = [this.as(value, "value")];
    s.at++;
    this.#elements(parts, "]");
    this.passBracket("]");
    return this.ended(this.node("index", start, parts));
  }

  #elements(into: GroovyNode[], end: string): void {
    const { s } = this;
    for (;;) {
      s.gap();
      if (s.isAtEnd || s.is(end)) return;
      const before = s.at;
      this.#argument(into, false);
      s.gap();
      if (!s.skip(/,/y) && (s.is(end) || s.at === before)) return;
    }
  }

  #primary(): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    switch (s.text[start]) {
      case "'":
      case '"':
        return this.#string();
      case "/":
        return this.#pattern(/\/(?:[^/\\\n]|\\.)+\//y);
      case "$":
        if (s.is("$/")) return this.#pattern(/\$\/[^]*?\/\$/y);
        break;
      case "[":
        return this.#list();
      case "{":
        return this.closure();
      case "(":
        return this.#bracketed();
    }
    if (s.skip(NUMBER)) return this.ended(this.node("number", start));
    if (s.isWord("new")) return this.#construct();
    const word = s.word();
    if (word === "" || WORDS.has(word)) return undefined;
    s.at += word.length;
    if (word === "true" || word === "false") return this.ended(this.node("boolean", start));
    return this.ended(this.node("name", start));
  }

  #list(): GroovyNode {
    const { s } = this;
    const list = this.node("list", s.at);
    s.at++;
    s.gap();
    if (s.is(":")) s.at++;
    this.#elements(list.children, "]");
    this.passBracket("]");
    const isMap = list.children.some(({ type }) => type === "argument") ||
      /^\[\s*:/.test(s.text.slice(list.start, list.start + 20));
    return this.ended({ ...list, type: isMap ? "map" : "list" });
  }

  /** `(T) x`, or an expression in brackets. */
  #bracketed(): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    s.at++;
    s.gap();
    const type = this.type();
    const isCast = type !== undefined && s.peek(/\s*\)\s*[\w"'[({]/y) !== "" &&
      /^(?:[a-z]+|(?:\w+\.)*[A-Z]\w*)(?:[<[][^]*)?$/.test(s.text.slice(start + 1, s.at).trim()) &&
      (PRIMITIVES.has(s.text.slice(start + 1, s.at).trim()) ||
        /[A-Z]/.test(s.text.slice(start, s.at)));
    if (isCast) {
      this.passBracket(")");
      s.blank();
      const value = this.#operand(false);
      if (value !== undefined) {
        return this.ended(
          this.node("cast", start, [this.as(type, "type"), this.as(value, "value")]),
        );
      }
    }
    s.at = start + 1;
    s.gap();
    const value = this.expression(true);
    s.gap();
    this.passBracket(")");
    return value === undefined ? this.ended(this.node("list", start)) : value;
  }

  #construct(): GroovyNode | undefined {
    const { s } = this;
    const start = s.at;
    s.at += "new".length;
    s.gap();
    while (s.is("@") && s.skip(/@\w+\s*/y));
    const type = this.type();
    if (type === undefined) return undefined;
    const parts = [this.as(type, "type")];
    s.blank();
    if (s.is("(")) parts.push(this.arguments());
    else if (s.is("[")) this.#index(start, type);
    const before = s.at;
    s.blank();
    if (s.is("{") && s.text[before - 1] === ")") {
      const body = this.typeBody();
      parts.push(this.as(this.ended(this.node("anonymous", body.start, [body])), "body"));
    } else s.at = before;
    return this.ended(this.node("construct", start, parts));
  }

  /** `{ a, b -> … }` */
  closure(): GroovyNode {
    const { s } = this;
    const closure = this.node("closure", s.at);
    s.at++;
    const start = s.at;
    s.gap();
    const list = this.node("parameters", s.at);
    this.#parametersUntil(list.children, "->");
    s.gap();
    if (s.is("->")) {
      this.ended(list);
      s.at += 2;
      closure.children.push(this.as(list, "parameters"));
    } else s.at = start;
    this.code(closure.children);
    s.skip(/\}/y);
    return this.ended(closure);
  }

  #pattern(form: RegExp): GroovyNode | undefined {
    const start = this.s.at;
    return this.s.skip(form) ? this.ended(this.node("string", start)) : undefined;
  }

  /** A text, with what is put into it. */
  #string(): GroovyNode {
    const { s } = this;
    const { text } = s;
    const string = this.node("string", s.at);
    const sign = text[s.at]!;
    const quote = text.startsWith(sign.repeat(3), s.at) ? sign.repeat(3) : sign;
    s.at += quote.length;
    while (!s.isAtEnd && !s.is(quote)) {
      if (s.is("\\")) s.at += 2;
      else if (sign === '"' && s.is("${")) {
        s.at += 1;
        const inner = this.closure();
        string.children.push(...inner.children);
      } else if (quote.length === 1 && text[s.at] === "\n") break;
      else s.at++;
    }
    if (s.is(quote)) s.at += quote.length;
    s.at = Math.min(s.at, text.length);
    return this.ended(string);
  }
}

/** Whether a value has a name, so that what follows in brackets calls it. */
function isNamed({ type }: GroovyNode): boolean {
  return type === "name" || type === "member" || type === "spread_member" || type === "call" ||
    type === "index" ||
    type === "closure";
}
