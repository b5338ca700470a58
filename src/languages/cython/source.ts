/**
 * The text of a Cython file as Python, with what that leaves out. No offset moves: `cdef class A` is
 * read as `class      A`, `cdef int f(int a)` as `def      f(    a)`, `cdef A a = f()` as
 * `_______;a = f()`, and what only declares as one long name.
 */
import { type Declarator, declarator, type Span } from "./declarators.ts";
import {
  betweenCommas,
  closing,
  type CythonLine,
  cythonLines,
  type CythonToken,
  markOutside,
} from "./lines.ts";
import { maskOperators } from "./operators.ts";

/** What is declared without being executed. */
export interface Declaration {
  readonly what: "function" | "variable" | "type" | "struct" | "constant";
  readonly declared: Declarator;
  /** Types of the parameters, by the offsets of their names. */
  readonly parameters: readonly Span[];
  /** Header in which C declares it; undefined where Cython itself defines it. */
  readonly header: string | undefined;
  /** Whether Python sees it. */
  readonly isPublic: boolean;
}

/** A block that is read as a class. */
export interface ClassHead {
  readonly what: "class" | "struct" | "enum" | "type" | "property";
  /** Whether the members of an enumeration are names of the file as well. */
  readonly isOpen: boolean;
}

/** A function with a body. */
export interface FunctionHead {
  readonly type: Span | undefined;
  /** Types of its parameters, by the offsets of their names. */
  readonly parameters: ReadonlyMap<number, Span>;
}

/** A path and where it stands. */
export interface NamedPath {
  readonly path: string;
  readonly start: number;
}

/** A Cython file, read. */
export interface CythonSource {
  readonly python: string;
  /** By the offset of the statement that is read as one long name. */
  readonly declarations: ReadonlyMap<number, readonly Declaration[]>;
  /** By the offsets at which they begin. */
  readonly classes: ReadonlyMap<number, ClassHead>;
  readonly functions: ReadonlyMap<number, FunctionHead>;
  /** Types of variables that are given a value, by the offsets of their names. */
  readonly variables: ReadonlyMap<number, Span>;
  /** Types of casts, by their offsets. */
  readonly casts: ReadonlyMap<number, Span>;
  readonly headers: readonly NamedPath[];
  readonly includes: readonly NamedPath[];
}

/** How the lines of a block are read. */
interface Block {
  readonly indent: number;
  readonly kind: "python" | "cdef" | "extern" | "fields" | "methods" | "enum" | "fused";
  readonly header: string | undefined;
  readonly isPublic: boolean;
}

const MODIFIERS: ReadonlySet<string> = new Set(
  "inline public readonly api extern static packed".split(" "),
);
const HEADS: Readonly<Record<string, ClassHead["what"]>> = {
  class: "class",
  cppclass: "class",
  struct: "struct",
  union: "struct",
  enum: "enum",
  fused: "type",
};
const CONDITIONS: ReadonlySet<string> = new Set(["IF", "ELIF", "ELSE"]);
const TOP: Block = { indent: -1, kind: "python", header: undefined, isPublic: true };

let last: { readonly text: string; readonly source: CythonSource } | undefined;

/** Reads a Cython file; the one that was read last is remembered. */
export function readCython(text: string): CythonSource {
  if (last?.text !== text) last = { text, source: new CythonReader(text).read() };
  return last.source;
}

class CythonReader {
  readonly #text: string;
  readonly #out: string[];
  readonly #declarations = new Map<number, Declaration[]>();
  readonly #classes = new Map<number, ClassHead>();
  readonly #functions = new Map<number, FunctionHead>();
  readonly #variables = new Map<number, Span>();
  readonly #casts = new Map<number, Span>();
  readonly #headers: NamedPath[] = [];
  readonly #includes: NamedPath[] = [];
  readonly #blocks: Block[] = [TOP];
  #tokens: readonly CythonToken[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#out = text.split("");
  }

  read(): CythonSource {
    for (const line of cythonLines(this.#text)) this.#readLine(line);
    return {
      python: this.#out.join(""),
      declarations: this.#declarations,
      classes: this.#classes,
      functions: this.#functions,
      variables: this.#variables,
      casts: this.#casts,
      headers: this.#headers,
      includes: this.#includes,
    };
  }

  // ── lines ───────────────────────────────────────────────────────────────────────────────────

  get #block(): Block {
    return this.#blocks.at(-1)!;
  }

  #open(indent: number, kind: Block["kind"], details: Partial<Block> = {}): void {
    const { header, isPublic } = this.#block;
    this.#blocks.push({ indent, kind, header, isPublic, ...details });
  }

  #readLine({ indent, tokens }: CythonLine): void {
    while (this.#block.indent >= indent) this.#blocks.pop();
    this.#tokens = tokens;
    const word = tokens[0]!.text;
    if (word === "cdef" || word === "cpdef" || word === "ctypedef") {
      return this.#declare(indent, 1, word);
    }
    if (CONDITIONS.has(word)) {
      this.#write(tokens[0]!.start, tokens[0]!.end, word.toLowerCase());
      return this.#operators(1, tokens.length);
    }
    if (this.#block.kind !== "python" && this.#declareInBlock(indent, word)) return;
    this.#readPython(indent, word);
  }

  /** A line of a block whose lines are declarations; says whether it is one. */
  #declareInBlock(indent: number, word: string): boolean {
    const [first, second] = this.#tokens as readonly [CythonToken, CythonToken | undefined];
    if (first.kind === "string" || word === "pass" || word === "...") return true;
    if (word === "@") this.#fill(first.start, this.#end());
    else if (/^(?:if|elif|else|def|class|property|include|from|cimport|DEF)$/.test(word)) {
      return false;
    } else if (this.#block.kind === "enum") this.#declareMembers(0);
    else if (this.#block.kind === "fused") this.#declareChoice();
    else if (word === "async" && second?.text === "def") return false;
    else this.#declare(indent, 0, "cdef");
    return true;
  }

  #readPython(indent: number, word: string): void {
    const tokens = this.#tokens;
    const [first, second] = tokens as readonly [CythonToken, CythonToken | undefined];
    if (word === "cimport") this.#write(first.start, first.end, "import");
    else if (word === "from") this.#maskFrom();
    else if (word === "include" && second?.kind === "string") this.#include(first, second);
    else if (word === "DEF" && second?.kind === "name") {
      this.#write(first.start, second.start, "0;");
    } else if (word === "property" && second?.kind === "name" && tokens[2]?.text === ":") {
      this.#write(first.start, second.start, "class");
      this.#classes.set(first.start, { what: "property", isOpen: false });
      this.#open(indent, "python");
    } else if (word === "for") this.#maskFor();
    const def = word === "async" ? 1 : 0;
    if (tokens[def]?.text === "def" && tokens[def + 1]?.kind === "name") {
      return this.#maskFunction(indent, def + 1, undefined);
    }
    if (word === "class") this.#open(indent, "python");
    this.#operators(0, tokens.length);
  }

  /** `from a cimport b` */
  #maskFrom(): void {
    const word = this.#tokens.find(({ kind, text }) => kind === "name" && text === "cimport");
    if (word !== undefined) this.#write(word.start, word.end, "import");
  }

  #include(word: CythonToken, path: CythonToken): void {
    const quoted = /^(["']+)([^"']*)/.exec(path.text);
    if (word.end < path.start) this.#write(word.end, path.start, ",");
    if (quoted === null) return;
    this.#includes.push({ path: quoted[2]!, start: path.start + quoted[1]!.length });
  }

  /** `for i from 0 <= i < n by 2:` */
  #maskFor(): void {
    const [, , from] = this.#tokens;
    if (from?.text !== "from") return;
    this.#write(from.start, from.end, "in");
    const by = this.#tokens.findIndex(({ kind, text }) => kind === "name" && text === "by");
    const colon = this.#tokens.findLastIndex(({ text }) => text === ":");
    if (by > 0 && colon > by) this.#write(this.#tokens[by]!.start, this.#tokens[colon]!.start, "");
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  #declare(indent: number, from: number, word: string): void {
    const tokens = this.#tokens;
    let at = from;
    let isPublic = word === "cpdef" || this.#block.isPublic && this.#block.kind === "cdef";
    while (at < tokens.length && this.#isModifier(at)) {
      if (tokens[at]!.text === "public" || tokens[at]!.text === "readonly") isPublic = true;
      at++;
    }
    const next = tokens[at];
    if (next === undefined) return this.#fill(tokens[0]!.start, this.#end());
    if (this.#isExtern(at)) return this.#openExtern(indent, at);
    if (this.#isBlock(at)) return this.#openBlock(indent, isPublic);
    if (HEADS[next.text] !== undefined && this.#openClass(indent, at, word)) return;
    const declared = declarator(tokens, at, tokens.length);
    if (declared === undefined) return this.#fill(tokens[0]!.start, this.#end());
    const isFunction = !declared.isCallback && tokens[declared.next]?.text === "(" &&
      word !== "ctypedef";
    if (isFunction) this.#declareFunction(indent, declared, isPublic);
    else this.#declareVariables(at, declared, word, isPublic);
  }

  #isModifier(at: number): boolean {
    const { kind, text } = this.#tokens[at]!;
    const next = this.#tokens[at + 1];
    return kind === "name" && MODIFIERS.has(text) && next !== undefined &&
      (next.kind === "name" || next.text === ":" || next.text === "(") &&
      !(text === "extern" && next.text === "from");
  }

  #isExtern(at: number): boolean {
    return this.#tokens[at]!.text === "extern" && this.#tokens[at + 1]?.text === "from";
  }

  /** `cdef:`, `cdef nogil:` */
  #isBlock(at: number): boolean {
    const next = this.#tokens[at]!;
    return next.text === ":" ||
      /^(?:nogil|gil|extern)$/.test(next.text) && this.#tokens[at + 1]?.text === ":";
  }

  #openBlock(indent: number, isPublic: boolean): void {
    const colon = this.#tokens.findIndex(({ text }) => text === ":");
    this.#write(this.#tokens[0]!.start, this.#tokens[colon]!.start, "if 1");
    this.#open(indent, "cdef", { isPublic });
  }

  /** `cdef extern from "x.h" namespace "n" nogil:` */
  #openExtern(indent: number, at: number): void {
    const path = this.#tokens[at + 2];
    const colon = this.#tokens.findLastIndex(({ text }) => text === ":");
    if (path === undefined || colon < 0) return this.#fill(this.#tokens[0]!.start, this.#end());
    const header = path.kind === "string" ? path.text.replace(/^["'<]+|[>"']+$/g, "") : "";
    this.#write(this.#tokens[0]!.start, this.#tokens[colon]!.start, "if 1");
    if (header !== "") {
      this.#headers.push({ path: header, start: path.start + path.text.indexOf(header) });
    }
    this.#open(indent, "extern", { header, isPublic: false });
    this.#readRest(indent, colon + 1);
  }

  /** `cdef class A(B):`, `ctypedef struct s:`, `enum:`; says whether it is the head of one. */
  #openClass(indent: number, at: number, word: string): boolean {
    const tokens = this.#tokens;
    const what = HEADS[tokens[at]!.text]!;
    let name = at + 1;
    const isClosed = what === "enum" && /^(?:class|struct)$/.test(tokens[name]?.text ?? "");
    if (isClosed) name++;
    while (/^\.\w/.test(tokens[name + 1]?.text ?? "")) name++;
    const colon = markOutside(tokens, name, tokens.length, (text) => text === ":");
    if (tokens[name]?.text === ":") return this.#openNameless(indent, name, what);
    if (colon === tokens.length) return this.#declareForward(name, what, word);
    this.#maskHead(name, colon, what);
    this.#classes.set(tokens[0]!.start, { what, isOpen: !isClosed });
    this.#open(indent, this.#kindOfBody(what, tokens[at]!.text));
    this.#readRest(indent, colon + 1);
    return true;
  }

  #kindOfBody(what: ClassHead["what"], word: string): Block["kind"] {
    if (word === "cppclass") return "methods";
    if (what === "class") return "python";
    return what === "enum" ? "enum" : what === "type" ? "fused" : "fields";
  }

  #openNameless(indent: number, colon: number, what: ClassHead["what"]): boolean {
    this.#write(this.#tokens[0]!.start, this.#tokens[colon]!.start, "if 1");
    this.#open(indent, this.#kindOfBody(what, ""));
    this.#readRest(indent, colon + 1);
    return true;
  }

  /** What stands behind the colon of a block in its line. */
  #readRest(indent: number, from: number): void {
    if (from >= this.#tokens.length) return;
    const tokens = this.#tokens.slice(from);
    this.#tokens = tokens;
    this.#declareInBlock(indent + 1, tokens[0]!.text);
  }

  /** A type that is named without saying what it is. */
  #declareForward(name: number, what: ClassHead["what"], word: string): boolean {
    const tokens = this.#tokens;
    const isForward = name === tokens.length - 1 || what === "class";
    const declared = isForward ? declarator(tokens, name, tokens.length) : undefined;
    if (declared === undefined) return false;
    const start = tokens[0]!.start;
    this.#fill(start, this.#end());
    // A class of Cython is defined where its body stands.
    if (what !== "class" || tokens[name - 1]?.text === "cppclass") {
      this.#keep(start, {
        what: word === "ctypedef" || what === "struct" ? "struct" : "type",
        declared,
      });
    }
    return true;
  }

  /** Everything but `class`, the name and the bases. */
  #maskHead(name: number, colon: number, what: ClassHead["what"]): void {
    const tokens = this.#tokens;
    const dot = tokens[name]!.text.lastIndexOf(".") + 1;
    this.#write(tokens[0]!.start, tokens[name]!.start + dot, "class");
    for (let at = name + 1; at < colon; at++) {
      const { text, start, end } = tokens[at]!;
      if (text === "(" && what === "class") {
        const close = closing(tokens, at);
        this.#maskBases(at + 1, close);
        at = close;
      } else this.#write(start, end, "");
    }
  }

  /** Type arguments of bases are none of Python's. */
  #maskBases(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if (this.#tokens[at]!.text !== "[") continue;
      const close = closing(this.#tokens, at);
      this.#write(this.#tokens[at]!.start, this.#tokens[close]!.end, "");
      at = close;
    }
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #declareFunction(indent: number, declared: Declarator, isPublic: boolean): void {
    const tokens = this.#tokens;
    const close = closing(tokens, declared.next);
    const colon = markOutside(tokens, close, tokens.length, (text) => text === ":");
    const start = tokens[0]!.start;
    const isMethod = this.#block.kind === "methods";
    if (colon < tokens.length && declared.start - start >= 4 && !isMethod) {
      const name = tokens.findIndex((token) => token.start === declared.start);
      this.#write(start, declared.start, "def");
      return this.#maskFunction(indent, name, declared);
    }
    const parameters = betweenCommas(tokens, declared.next + 1, close).flatMap(([from, to]) =>
      declarator(tokens, from, to)?.type ?? []
    );
    this.#fill(start, this.#end());
    this.#keep(start, { what: "function", declared, parameters, isPublic });
  }

  /** A function whose name is a token. @param declared undefined for one of Python */
  #maskFunction(indent: number, name: number, declared: Declarator | undefined): void {
    const tokens = this.#tokens;
    const open = declared?.next ?? name + 1;
    for (let at = name + 1; at < open; at++) {
      this.#write(tokens[at]!.start, tokens[at]!.end, "");
    }
    this.#open(indent, "python");
    if (tokens[open]?.text !== "(") return;
    const close = closing(tokens, open);
    const colon = markOutside(tokens, close + 1, tokens.length, (text) => text === ":");
    const parameters = new Map<number, Span>();
    for (const [from, to] of betweenCommas(tokens, open + 1, close)) {
      this.#maskParameter(from, to, parameters);
    }
    this.#functions.set(tokens[0]!.start, { type: declared?.type, parameters });
    const isAnnotated = tokens[close + 1]?.text === "-";
    if (!isAnnotated && colon < tokens.length && close + 1 < colon) {
      this.#write(tokens[close]!.end, tokens[colon]!.start, "");
    }
    this.#operators(colon + 1, tokens.length);
  }

  #maskParameter(from: number, to: number, types: Map<number, Span>): void {
    const tokens = this.#tokens;
    const first = tokens[from]!;
    if (first.text === "...") return this.#write(first.start, first.end, "*_");
    if (first.text === "*" || first.text === "/") return this.#operators(from, to);
    const isPythons = markOutside(tokens, from, to, (text) => text === ":") < to;
    const declared = isPythons ? undefined : declarator(tokens, from, to);
    if (declared === undefined) return this.#operators(from, to);
    this.#write(first.start, declared.start, "");
    if (declared.type !== undefined) types.set(declared.start, declared.type);
    const value = markOutside(tokens, declared.next, to, (text) => text === "=");
    const end = value < to ? tokens[value]!.start : tokens[to - 1]!.end;
    if (end > declared.end) this.#write(declared.end, end, "");
    const ready = tokens[value + 1];
    if (value + 1 < to && (ready?.text === "*" || ready?.text === "?")) {
      this.#write(ready.start, ready.end, "0");
    } else this.#operators(value + 1, to);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  /** `cdef A a, b = f(), *c`: what is given a value is a statement of its own. */
  #declareVariables(from: number, first: Declarator, word: string, isPublic: boolean): void {
    const tokens = this.#tokens;
    const what = word === "ctypedef" ? "type" : "variable";
    let fillFrom = tokens[0]!.start;
    for (const [partFrom, to] of betweenCommas(tokens, from, tokens.length)) {
      const isFirst = partFrom === from;
      const declared = isFirst ? first : declarator(tokens, partFrom, to);
      if (declared === undefined) continue;
      const typed = isFirst ? declared : { ...declared, type: first.type };
      const value = markOutside(tokens, declared.next, to, (text) => text === "=");
      if (value >= to || declared.start - fillFrom < 2) {
        this.#keep(fillFrom, { what, declared: typed, isPublic });
        continue;
      }
      this.#fill(fillFrom, declared.start - 1);
      this.#write(declared.start - 1, declared.start, ";");
      if (typed.type !== undefined) this.#variables.set(declared.start, typed.type);
      this.#write(declared.end, tokens[value]!.start, "");
      this.#operators(value + 1, to);
      fillFrom = tokens[to - 1]!.end;
      if (to < tokens.length) {
        this.#write(fillFrom, tokens[to]!.end, ";");
        fillFrom = tokens[to]!.end;
        while (this.#text[fillFrom] === " ") fillFrom++;
      } else return;
    }
    this.#fill(fillFrom, this.#end());
  }

  /** Names of an enumeration. */
  #declareMembers(from: number): void {
    const tokens = this.#tokens;
    const start = tokens[from]!.start;
    this.#fill(start, this.#end());
    for (const [at, to] of betweenCommas(tokens, from, tokens.length)) {
      const token = tokens[at]!;
      if (token.kind !== "name") continue;
      const declared = declarator(tokens, at, Math.min(to, at + 2));
      if (declared !== undefined) this.#keep(start, { what: "constant", declared });
    }
  }

  /** One of the types that a fused type may be. */
  #declareChoice(): void {
    this.#fill(this.#tokens[0]!.start, this.#end());
  }

  #keep(
    at: number,
    { what, declared, parameters = [], isPublic = false }:
      & Pick<Declaration, "what" | "declared">
      & Partial<Declaration>,
  ): void {
    const { header } = this.#block;
    const list = this.#declarations.get(at) ?? [];
    list.push({ what, declared, parameters, header, isPublic });
    this.#declarations.set(at, list);
  }

  // ── text ────────────────────────────────────────────────────────────────────────────────────

  #end(): number {
    return this.#tokens.at(-1)!.end;
  }

  #operators(from: number, to: number): void {
    const write = (start: number, end: number, text: string): void => this.#write(start, end, text);
    maskOperators(this.#tokens, from, to, write, (at, type) => void this.#casts.set(at, type));
  }

  #write(from: number, to: number, text: string): void {
    for (let at = from; at < to; at++) this.#out[at] = text[at - from] ?? " ";
  }

  /** Makes one long name of a stretch. */
  #fill(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#out[at] = "_";
  }
}
