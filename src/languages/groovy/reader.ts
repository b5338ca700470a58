/**
 * Reads Groovy: declarations and statements in full, of expressions what is called, made, read and
 * given. Grammars that can be had read trailing closures and calls without brackets wrongly.
 */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { Expressions } from "./expression_reader.ts";
import { GROOVY_FIELDS, GROOVY_TYPES, type GroovyNode, type GroovyType } from "./node_types.ts";

const MODIFIER =
  /(?:def|var|final|static|private|public|protected|abstract|synchronized|transient|volatile|native|default|sealed|strictfp)\b/y;
const TYPE_WORD = /(?:class|interface|trait|enum|record|@interface)\b/y;
const QUOTED = /"[^"\n]*"|'[^'\n]*'/y;
const THROWS = /\s*throws\s+[\w.,\s]+?(?=\s*\{|\s*$)/my;
const DEFAULT_VALUE = /default\s+[^\n;]+/y;
/** Statements whose condition stands in brackets, with what follows it. */
const CONDITIONAL = /(?:if|while|switch|synchronized)\b\s*(?=\()/y;
const PLAIN = /(?:else|do|try|finally|break|continue)\b/y;
const VALUE = /(?:throw|assert|yield)\b/y;
const LABEL = /[A-Za-z_]\w*[ \t]*:(?![:=])/y;
const CASE = /(?:case\b|default\s*(?::|->))/y;

/** Groovy. */
export const groovyReader: OwnReader = {
  types: GROOVY_TYPES,
  fields: GROOVY_FIELDS,
  read: (text, tree) => emit(new GroovyReader(text).source(), tree),
};

/** Hands a node and all in it over. A chain of calls is as deep as it is long: no recursion. */
function emit(root: GroovyNode, tree: TreeBuilder): void {
  const begin = (node: GroovyNode): { node: GroovyNode; next: number } => {
    tree.open(node.type, node.start, node.field);
    return { node, next: 0 };
  };
  const open = [begin(root)];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.node.children[top.next++];
    if (child !== undefined) open.push(begin(child));
    else {
      tree.close(top.node.end);
      open.pop();
    }
  }
}

/** Where a statement stands. */
type Place = "script" | "type" | "code";

class GroovyReader extends Expressions {
  /** Names of the types around, the innermost last. */
  readonly #types: string[] = [];

  source(): GroovyNode {
    const source = this.node("source", 0);
    this.s.skip(/#![^\n]*/y);
    while (!this.s.isAtEnd) {
      this.#statements(source.children, "script");
      // A brace that closes nothing.
      if (!this.s.isAtEnd) this.s.at++;
    }
    source.end = this.s.text.length;
    return source;
  }

  /** Statements up to a closing brace, or the end. */
  #statements(into: GroovyNode[], place: Place): void {
    for (;;) {
      this.s.lines();
      if (this.s.isAtEnd || this.s.is("}")) return;
      const start = this.s.at;
      this.#statement(into, place);
      if (this.s.at === start) this.s.at++;
    }
  }

  protected override code(into: GroovyNode[]): void {
    this.#statements(into, "code");
  }

  protected override typeBody(): GroovyNode {
    return this.#body("");
  }

  #statement(into: GroovyNode[], place: Place): void {
    const { s } = this;
    const start = s.at;
    if (s.is("{")) {
      into.push(this.#block());
      return;
    }
    if (s.isWord("package") || s.isWord("import")) return this.#path(into);
    if (place !== "type") {
      if (s.skip(CONDITIONAL)) return this.#condition(into);
      if (s.isWord("for") && s.skip(/for\s*(?=\()/y)) return this.#loop(into);
      if (s.isWord("catch") && s.skip(/catch\s*(?=\()/y)) return this.#handler(into);
      if (s.skip(PLAIN)) return;
      if (s.skip(VALUE)) return this.#rest(into);
      if (s.skip(CASE)) {
        if (!/[:>]$/.test(s.text.slice(start, s.at))) this.#rest(into);
        s.skip(/\s*(?::|->)/y);
        return;
      }
      if (s.isWord("return")) return this.#return(into);
      const label = s.peek(LABEL);
      if (label !== "") {
        const node = this.node("label", start);
        s.at += label.length;
        node.end = s.at;
        into.push(node);
        return;
      }
    }
    if (this.#declaration(into, place)) return;
    s.at = start;
    this.#rest(into);
  }

  /** The expression that a statement is. */
  #rest(into: GroovyNode[]): void {
    this.s.blank();
    const value = this.expression(true);
    if (value !== undefined) into.push(value);
    // `assert a : b`
    while (this.s.skip(/[ \t]*[:,](?![:=])/y)) {
      this.s.gap();
      const more = this.expression(false);
      if (more !== undefined) into.push(more);
    }
  }

  #return(into: GroovyNode[]): void {
    const node = this.node("return", this.s.at);
    this.s.at += "return".length;
    this.#rest(node.children);
    into.push(this.ended(node));
  }

  #block(): GroovyNode {
    const block = this.node("block", this.s.at);
    this.s.at++;
    this.#statements(block.children, "code");
    this.s.skip(/\}/y);
    return this.ended(block);
  }

  #condition(into: GroovyNode[]): void {
    this.s.at++;
    this.s.gap();
    const value = this.expression(false);
    if (value !== undefined) into.push(value);
    this.passBracket(")");
  }

  /** `for (T a in list)`, `for (a : list)`, `for (int i = 0; …; …)` with the statement behind it. */
  #loop(into: GroovyNode[]): void {
    const { s } = this;
    const block = this.node("block", s.at);
    s.at++;
    s.gap();
    const start = s.at;
    while (s.skip(/(?:final|def|var)\s+/y));
    const type = this.typeBefore(/\s*(?:in\b|:)/y);
    s.gap();
    const name = this.named("name", "name");
    s.gap();
    if (name !== undefined && s.skip(/(?:in\b|:(?!:))/y)) {
      const loop = this.node("loop", start);
      if (type !== undefined) loop.children.push(type);
      loop.children.push(name);
      s.gap();
      const value = this.expression(false);
      if (value !== undefined) loop.children.push(this.as(value, "value"));
      block.children.push(this.ended(loop));
    } else {
      s.at = start;
      while (!s.isAtEnd && !s.is(")")) {
        const at = s.at;
        this.#statement(block.children, "code");
        s.lines();
        s.skip(/,/y);
        if (s.at === at) break;
      }
    }
    this.passBracket(")");
    s.gap();
    if (!s.isAtEnd && !s.is("}")) this.#statement(block.children, "code");
    into.push(this.ended(block));
  }

  /** `catch (A | B e) { … }` */
  #handler(into: GroovyNode[]): void {
    const { s } = this;
    const block = this.node("block", s.at);
    s.at++;
    s.gap();
    s.skip(/final\s+/y);
    const local = this.node("local", s.at);
    const type = this.type();
    while (type !== undefined && s.skip(/\s*\|\s*/y)) this.type();
    s.gap();
    const name = this.named("name", "name");
    if (name !== undefined && type !== undefined) local.children.push(this.as(type, "type"));
    const written = name ?? (type === undefined ? undefined : this.renamed(type));
    if (written !== undefined) local.children.push(this.as(written, "name"));
    block.children.push(this.ended(local));
    this.passBracket(")");
    s.gap();
    if (s.is("{")) block.children.push(this.#block());
    into.push(this.ended(block));
  }

  /** `package a.b`, `import static a.b.C.*`, `import a.B as C` */
  #path(into: GroovyNode[]): void {
    const { s } = this;
    const isImport = s.isWord("import");
    const node = this.node(isImport ? "import" : "package", s.at);
    s.at += isImport ? "import".length : "package".length;
    s.skip(/\s+static\b/y);
    s.blank();
    const start = s.at;
    s.skip(/[\w$.]+\*?/y);
    const name = this.node("name", start);
    node.children.push(this.as(this.ended(name), "name"));
    if (s.skip(/[ \t]+as[ \t]+/y)) {
      const alias = this.named("name", "alias");
      if (alias !== undefined) node.children.push(alias);
    }
    into.push(this.ended(node));
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  /** A type, method, field or variable; false when no such begins here. */
  #declaration(into: GroovyNode[], place: Place): boolean {
    const { s } = this;
    const start = s.at;
    const annotations: GroovyNode[] = [];
    let isMarked = false;
    for (;;) {
      if (s.is("@") && !s.is("@interface")) {
        const annotation = this.#annotation();
        if (annotation === undefined) break;
        annotations.push(annotation);
      } else if (s.skip(MODIFIER)) isMarked = true;
      else break;
      s.gap();
    }
    const modifiers = this.node("modifiers", start);
    modifiers.end = s.at;
    modifiers.children.push(...annotations);
    if (s.peek(TYPE_WORD) !== "" && this.#type(into, start, modifiers)) return true;
    if (isMarked && s.is("{")) {
      into.push(this.#block());
      return true;
    }
    if (isMarked && s.is("(")) return this.#several(into);
    const isDeclared = isMarked || annotations.length > 0;
    if (place !== "code" && this.#method(into, start, modifiers, isDeclared)) return true;
    s.at = modifiers.end;
    if (this.#variables(into, start, modifiers, place, isDeclared)) return true;
    s.at = modifiers.end;
    into.push(...annotations);
    return false;
  }

  #annotation(): GroovyNode | undefined {
    const { s } = this;
    const annotation = this.node("annotation", s.at);
    s.at++;
    const start = s.at;
    if (!s.skip(/[A-Za-z_][\w.]*/y)) return undefined;
    const name = this.node("type_name", start + s.text.slice(start, s.at).lastIndexOf(".") + 1);
    annotation.children.push(this.as(this.ended(name), "name"));
    if (s.is("(")) annotation.children.push(this.arguments());
    return this.ended(annotation);
  }

  #type(into: GroovyNode[], start: number, modifiers: GroovyNode): boolean {
    const { s } = this;
    const word = s.peek(TYPE_WORD);
    s.at += word.length;
    s.gap();
    const type: GroovyType = word === "record"
      ? "class"
      : word === "@interface"
      ? "interface"
      : word as GroovyType;
    const name = this.named("type_name", "name");
    if (name === undefined) {
      s.at = modifiers.end;
      return false;
    }
    let node = this.node(type, start);
    node.children.push(modifiers, name);
    s.gap();
    if (s.is("<")) node.children.push(this.typeParameters());
    s.gap();
    if (word === "record" && s.is("(")) node.children.push(this.parameters());
    const bases = this.node("bases", s.at);
    const hasParent = word !== "class" || s.isWord("extends");
    for (;;) {
      s.gap();
      if (s.skip(/(?:extends|implements|permits)\b|,/y)) continue;
      const base = s.is("{") ? undefined : this.type();
      if (base === undefined) break;
      bases.children.push(base);
    }
    if (!hasParent) node = { ...node, type: "implementing_class" };
    if (bases.children.length > 0) node.children.push(this.ended(bases));
    if (s.is("{")) {
      this.#types.push(s.text.slice(name.start, name.end));
      node.children.push(this.as(this.#body(type), "body"));
      this.#types.pop();
    }
    into.push(this.ended(node));
    return true;
  }

  #body(type: string): GroovyNode {
    const { s } = this;
    const body = this.node("body", s.at);
    s.at++;
    if (type === "enum") this.#constants(body.children);
    this.#statements(body.children, "type");
    s.skip(/\}/y);
    return this.ended(body);
  }

  #constants(into: GroovyNode[]): void {
    const { s } = this;
    for (;;) {
      s.gap();
      while (s.is("@") && this.#annotation() !== undefined) s.gap();
      const word = s.word();
      if (!/^[A-Z]/.test(word)) return;
      const before = s.at;
      const constant = this.node("enum_constant", s.at);
      const name = this.named("name", "name");
      s.blank();
      if (!/[,;({}\s]/.test(s.text[s.at] ?? "\n")) {
        s.at = before;
        return;
      }
      if (name !== undefined) constant.children.push(name);
      if (s.is("(")) constant.children.push(this.arguments());
      s.blank();
      if (s.is("{")) {
        const body = this.#body("");
        constant.children.push(this.ended(this.node("anonymous", body.start, [body])));
      }
      into.push(this.ended(constant));
      s.gap();
      if (!s.skip(/,/y)) return;
    }
  }

  /** A method, or a constructor; in a script only one that is marked as such or has a type. */
  #method(
    into: GroovyNode[],
    start: number,
    modifiers: GroovyNode,
    isMarked: boolean,
  ): boolean {
    const { s } = this;
    const typeParameters = s.is("<") ? this.typeParameters() : undefined;
    s.gap();
    const isOwn = s.word() !== "" && s.word() === this.#types.at(-1) &&
      s.peek(/\w+\s*\(/y) !== "";
    const result = isOwn ? undefined : this.typeBefore(/\s*\(/y, !isMarked);
    s.gap();
    const quoted = s.peek(QUOTED);
    const name = quoted === "" ? this.named("name", "name") : this.#quotedName(quoted);
    s.blank();
    if (name === undefined || !s.is("(")) return false;
    if (result === undefined && !isOwn && !isMarked) return false;
    const method = this.node(isOwn ? "constructor_declaration" : "method", start);
    method.children.push(modifiers);
    if (typeParameters !== undefined) method.children.push(typeParameters);
    if (result !== undefined) method.children.push(this.as(result, "result"));
    method.children.push(name, this.parameters());
    s.skip(THROWS);
    const before = s.at;
    s.gap();
    if (s.is("{")) method.children.push(this.as(this.#block(), "body"));
    else if (s.skip(DEFAULT_VALUE)) s.blank();
    else s.at = before;
    into.push(this.ended(method));
    return true;
  }

  #quotedName(quoted: string): GroovyNode {
    const name = this.node("name", this.s.at + 1);
    name.end = this.s.at + quoted.length - 1;
    this.s.at += quoted.length;
    return this.as(name, "name");
  }

  /** `def (a, b) = f()` */
  #several(into: GroovyNode[]): boolean {
    const { s } = this;
    s.at++;
    while (!s.isAtEnd && !s.is(")")) {
      s.gap();
      const local = this.node("local", s.at);
      const type = this.typeBefore(/\s*[,)]/y);
      if (type !== undefined) local.children.push(type);
      s.gap();
      const name = this.named("name", "name");
      if (name === undefined) break;
      local.children.push(name);
      into.push(this.ended(local));
      s.gap();
      s.skip(/,/y);
    }
    this.passBracket(")");
    if (s.skip(/\s*=/y)) {
      s.gap();
      this.#rest(into);
    }
    return true;
  }

  #variables(
    into: GroovyNode[],
    start: number,
    modifiers: GroovyNode,
    place: Place,
    isMarked: boolean,
  ): boolean {
    const { s } = this;
    const type = this.typeBefore(/[ \t]*(?:=(?![=~])|[;,\n\r})]|\/\/|$)/y, !isMarked);
    if (type === undefined && !isMarked) return false;
    let first = true;
    for (;;) {
      s.gap();
      const name = this.named("name", "name");
      if (name === undefined) return !first;
      const variable = this.node(place === "type" ? "field" : "local", first ? start : name.start);
      if (first) variable.children.push(modifiers);
      if (type !== undefined) variable.children.push({ ...type, children: [...type.children] });
      variable.children.push(name);
      const isGiven = s.peek(/[ \t]*=(?![=~])/y) !== "";
      if (
        first && isMarked && type === undefined && !isGiven &&
        !/^\s*[;,\n\r}]|^\s*$/.test(s.text.slice(s.at, s.at + 80))
      ) {
        return false;
      }
      if (isGiven) {
        s.skip(/[ \t]*=/y);
        s.gap();
        const value = this.expression(true);
        if (value !== undefined) variable.children.push(this.as(value, "value"));
      }
      into.push(this.ended(variable));
      first = false;
      if (!s.skip(/[ \t]*,/y)) return true;
    }
  }
}
