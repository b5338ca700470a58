/** Reads Stan: functions, the variables of a model's blocks, what is called and included. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";

const BLOCK =
  /(functions|data|transformed\s+data|parameters|transformed\s+parameters|model|generated\s+quantities)\s*\{/y;
const INCLUDE = /^([ \t]*#include[ \t]+["'<]?)([^"'>\s]+)/gm;
const TYPE = "(?:array\\s*\\[[^\\]\\n]*\\]\\s*)?(?:data\\s+)?" +
  "(?:tuple\\s*\\([^;{]*?\\)(?=\\s)|(?:void|int|real|complex|simplex|unit_vector|ordered|positive_ordered|sum_to_zero_\\w+|" +
  "(?:corr|cov)_matrix|cholesky_factor_(?:corr|cov)|(?:column|row)_stochastic_matrix|(?:complex_)?(?:vector|row_vector|matrix))\\b)";
const FUNCTION = new RegExp(`${TYPE}\\s*(?:\\[[\\s,]*\\]\\s*)?([A-Za-z]\\w*)\\s*\\(`, "y");
const DECLARATION = new RegExp(`(?:${TYPE})\\s*(?=[<\\[A-Za-z])`, "y");
const NAME = /[A-Za-z]\w*/y;
/** What stands before a parenthesis and calls nothing. */
const WORDS: ReadonlySet<string> = new Set(
  "if while for in return target T print reject else tuple".split(" "),
);
/** Blocks whose statements declare what the model knows by name. */
const DECLARING = /^(?:data|parameters|transformed|generated)/;

/** Stan. */
export const stanReader: OwnReader = {
  types: [
    "script",
    "include",
    "function",
    "prototype",
    "parameter",
    "declaration",
    "local",
    "variable",
    "call",
    "distribution",
    "value",
    "name",
    "body",
  ],
  fields: ["name", "body"],
  read: (text, tree) => new StanReader(text, tree).run(),
};

/** What is open while the text is read: where it began, and how deep in braces. */
interface Open {
  readonly depth: number;
  readonly what: "block" | "function";
}

class StanReader {
  readonly #code: string;
  readonly #tree: TreeBuilder;
  readonly #includes: ReadonlyMap<number, { readonly from: number; readonly to: number }>;
  readonly #open: Open[] = [];
  #block = "";
  #depth = 0;
  #at = 0;
  /** Names of the declaration at hand, and where it ends; -1 outside of one. */
  #names: ReadonlySet<number> = new Set();
  #declarationEnd = -1;

  constructor(text: string, tree: TreeBuilder) {
    this.#tree = tree;
    this.#includes = new Map(
      Array.from(text.matchAll(INCLUDE), (match) => {
        const from = match.index + match[1]!.length;
        return [match.index, { from, to: from + match[2]!.length }] as const;
      }),
    );
    this.#code = masked(text);
  }

  run(): void {
    this.#tree.open("script", 0);
    let isStart = true;
    while (this.#at < this.#code.length) {
      const c = this.#code[this.#at]!;
      const include = this.#includes.get(this.#at);
      if (include !== undefined) {
        this.#tree.leaf("include", include.from, include.to);
        this.#at = include.to;
      } else if (/\s/.test(c)) this.#at++;
      else if (isStart && this.#statement()) isStart = /[{;]/.test(this.#code[this.#at - 1] ?? "");
      else isStart = this.#token(c);
    }
    for (; this.#open.length > 0; this.#open.pop()) this.#closeFunction(this.#open.at(-1)!);
    this.#tree.close(this.#code.length);
  }

  /** A block, a function or a declaration that begins here; says whether one does. */
  #statement(): boolean {
    if (this.#depth === 0) {
      const block = this.#match(BLOCK);
      if (block !== null) {
        this.#block = block[1]!;
        this.#open.push({ depth: this.#depth++, what: "block" });
        this.#at += block[0].length;
        return true;
      }
    }
    const isOutside = !this.#open.some(({ what }) => what === "function");
    if (isOutside && (this.#block === "functions" || this.#depth === 0) && this.#function()) {
      return true;
    }
    const declares = this.#depth === 1 && isOutside && DECLARING.test(this.#block);
    return this.#open.length > 0 && this.#declaration(declares ? "declaration" : "local");
  }

  /** `real f(vector x, data int n) {` */
  #function(): boolean {
    const match = this.#match(FUNCTION);
    if (match === null || WORDS.has(match[1]!)) return false;
    const open = this.#at + match[0].length - 1;
    const close = closing(this.#code, open);
    const behind = /^\s*([{;])/.exec(this.#code.slice(close + 1, close + 200));
    if (behind === null) return false;
    const isPrototype = behind[1] === ";";
    const nameAt = open - /[A-Za-z]\w*\s*\($/.exec(match[0])![0].length + 1;
    this.#tree.open(isPrototype ? "prototype" : "function", this.#at);
    this.#tree.leaf("name", nameAt, nameAt + match[1]!.length, "name");
    for (const { at, end } of parameters(this.#code, open + 1, close)) {
      this.#tree.leaf("parameter", at, end);
    }
    const end = close + 1 + behind[0].length;
    this.#at = end;
    if (isPrototype) this.#tree.close(end);
    else {
      this.#tree.open("body", end - 1, "body");
      this.#open.push({ depth: this.#depth++, what: "function" });
    }
    return true;
  }

  /** `array[N] int<lower=0> a, b = f(x);` */
  #declaration(type: string): boolean {
    const match = this.#match(DECLARATION);
    if (match === null) return false;
    const end = endOfStatement(this.#code, this.#at);
    const names = declaredNames(this.#code, this.#at + match[0].length, end);
    if (names.length === 0) return false;
    this.#tree.open(type, this.#at);
    this.#names = new Set(names);
    this.#declarationEnd = end;
    // What an array is long by may be called.
    this.#at += /^\w+/.exec(match[0])![0].length;
    return true;
  }

  /** @returns whether a statement begins after it */
  #token(c: string): boolean {
    const name = this.#match(NAME);
    if (name !== null) {
      this.#name(name[0]);
      return false;
    }
    this.#at += /^[\d.]/.test(c)
      ? /^[\d.][\w.]*/.exec(this.#code.slice(this.#at, this.#at + 40))![0].length
      : 1;
    if (this.#at > this.#declarationEnd && this.#declarationEnd >= 0) {
      this.#tree.close(this.#declarationEnd);
      this.#declarationEnd = -1;
    }
    if (c === "{") this.#depth++;
    else if (c === "}") this.#close();
    return c === ";" || c === "{" || c === "}";
  }

  #close(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    const open = this.#open.at(-1);
    if (open?.depth !== this.#depth) return;
    this.#open.pop();
    this.#closeFunction(open);
    if (open.what === "block") this.#block = "";
  }

  #closeFunction({ what }: Open): void {
    if (what !== "function") return;
    this.#tree.close(this.#at);
    this.#tree.close(this.#at);
  }

  #name(name: string): void {
    const start = this.#at;
    this.#at += name.length;
    if (this.#names.has(start)) return this.#tree.leaf("variable", start, this.#at);
    const isCalled = /^\s*\(/.test(this.#code.slice(this.#at, this.#at + 40));
    if (isCalled && !WORDS.has(name)) {
      const before = this.#code.slice(Math.max(0, start - 40), start);
      this.#tree.leaf(/~\s*$/.test(before) ? "distribution" : "call", start, this.#at);
      if (TAKES_FUNCTION.test(name)) this.#argument();
    }
  }

  /** What a function that calls another is given first. */
  #argument(): void {
    const match = /^\s*\(\s*([A-Za-z]\w*)\s*,/.exec(this.#code.slice(this.#at, this.#at + 120));
    if (match === null) return;
    const start = this.#at + match[0].indexOf(match[1]!);
    this.#tree.leaf("value", start, start + match[1]!.length);
    this.#at = start + match[1]!.length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#code);
  }
}

/** Functions of the library that call the function that they are given. */
const TAKES_FUNCTION =
  /^(?:reduce_sum(?:_static)?|map_rect|integrate_(?:1d|ode\w*)|ode_\w+|dae(?:_tol)?|algebra_solver\w*|solve_(?:newton|powell)\w*|laplace_\w+)$/;

/** Offsets of the names of parameters. */
function parameters(code: string, from: number, to: number): { at: number; end: number }[] {
  const found: { at: number; end: number }[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at <= to; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[") depth++;
    else if (c === "]" || c === ")" && at < to) depth--;
    if (at < to && (c !== "," || depth > 0)) continue;
    const name = /([A-Za-z]\w*)\s*$/.exec(code.slice(start, at));
    if (name !== null) {
      found.push({ at: start + name.index, end: start + name.index + name[1]!.length });
    }
    start = at + 1;
  }
  return found;
}

/** Offsets of what a declaration names, behind its type. */
function declaredNames(code: string, from: number, end: number): number[] {
  const names: number[] = [];
  let depth = 0;
  let isNext = true;
  for (let at = from; at < end; at++) {
    const c = code[at]!;
    if (c === "<" && isNext) at = endOfConstraint(code, at, end);
    else if (c === "[" || c === "(" || c === "{") depth++;
    else if (c === "]" || c === ")" || c === "}") depth--;
    else if (c === "," && depth === 0) isNext = true;
    else if (isNext && depth === 0 && /[A-Za-z]/.test(c)) {
      names.push(at);
      at += /^\w+/.exec(code.slice(at, at + 200))![0].length - 1;
      isNext = false;
    }
  }
  return names;
}

/** Offset of the `>` that ends `<lower=0, upper=n>`. */
function endOfConstraint(code: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open + 1; at < end; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === ">" && depth === 0) return at;
  }
  return end;
}

/** Offset of the semicolon that ends a statement. */
function endOfStatement(code: string, from: number): number {
  const at = code.indexOf(";", from);
  return at < 0 ? code.length : at;
}

/** Offset of the parenthesis that closes one; the last offset when none does. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "(") depth++;
    else if (code[at] === ")" && --depth === 0) return at;
  }
  return code.length - 1;
}

/** The text with comments and strings blanked. */
function masked(text: string): string {
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"|#[^\n]*/g,
    (found) => found.replace(/[^\n]/g, " "),
  );
}
