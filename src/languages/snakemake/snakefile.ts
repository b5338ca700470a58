/**
 * The rules and directives of a Snakefile, and the same text as Python: a rule becomes a tuple of all
 * that its directives are given, and, where it has code to run, a `with` over it. No offset moves.
 */
import {
  type Argument,
  argumentsIn,
  pythonTokens,
  statementLines,
} from "../python/python_tokens.ts";

/** What a directive of a rule is given. */
export interface Directive {
  readonly keyword: string;
  readonly start: number;
  readonly arguments: readonly Argument[];
}

/** A rule, or a directive outside one. */
export interface Block {
  /** `rule`, `checkpoint`, `module`, `use rule`, `include` … */
  readonly keyword: string;
  readonly start: number;
  readonly end: number;
  /** Name of a rule or module, with its place; "" when it has none. */
  readonly name: string;
  readonly nameStart: number;
  /** Of a global directive, one that has the block's keyword. */
  readonly directives: readonly Directive[];
  /** What the first string in a rule says of it. */
  readonly doc: string;
  /** Of `use rule a, b from m as c`: the text between the keyword and the colon. */
  readonly clause: string;
}

/** A Snakefile, read. */
export interface Snakefile {
  readonly blocks: ReadonlyMap<number, Block>;
  /** The text as Python. */
  readonly python: string;
}

const HEADER =
  /^([ \t]*)(?:(rule|checkpoint|module|subworkflow)\b[ \t]*(\w*)[ \t]*:|(use[ \t]+rule)\b([^:\n#]*)(:?)|(include|workdir|configfile|envvars|wildcard_constraints|localrules|ruleorder|singularity|container|containerized|report|pepfile|pepschema|conda|storage|resource_scopes|scattergather|inputflags|outputflags|pathvars)[ \t]*:(?!=)|(onstart|onsuccess|onerror)[ \t]*:)/;
const DIRECTIVE = /^([ \t]*)([a-z_]+)[ \t]*:(?!=)/;
const DIRECTIVES: ReadonlySet<string> = new Set(
  ("input output log params threads resources shell script run message benchmark conda container singularity " +
    "containerized envmodules wrapper wildcard_constraints priority version group notebook shadow cache cwl " +
    "handover default_target retries localrule name template_engine localrule ensure exclude snakefile config " +
    "prefix replace_prefix meta_wrapper skip_validation pathvars workdir configfile retrieve")
    .split(" "),
);
/** Directives whose content is Python code. */
const CODE: ReadonlySet<string> = new Set(["run"]);

/** Reads a Snakefile. */
export function readSnakefile(text: string): Snakefile {
  return new SnakefileReader(text).read();
}

class SnakefileReader {
  readonly #text: string;
  readonly #out: string[];
  readonly #lines: readonly number[];
  readonly #blocks = new Map<number, Block>();

  constructor(text: string) {
    this.#text = text;
    this.#out = text.split("");
    this.#lines = statementLines(text);
  }

  read(): Snakefile {
    for (let line = 0; line < this.#lines.length;) line = this.#readLine(line);
    return { blocks: this.#blocks, python: this.#out.join("") };
  }

  /** @returns the number of the next line to be read */
  #readLine(line: number): number {
    const start = this.#lines[line]!;
    const match = HEADER.exec(this.#text.slice(start, this.#endOfLine(line)));
    if (match === null) return line + 1;
    const [head, indent = "", rule, name, use, clause, colon, directive, handler] = match;
    const at = start + indent.length;
    const headEnd = start + head.length;
    if (handler !== undefined) {
      this.#write(at, headEnd, "if 1".padEnd(head.length - indent.length - 1) + ":");
      return line + 1;
    }
    const isOpen = use === undefined || colon === ":";
    const next = isOpen ? this.#afterBody(line, indent) : line + 1;
    const end = isOpen ? this.#trimmed(headEnd, this.#lines[next] ?? this.#text.length) : headEnd;
    const keyword = rule ?? directive ?? "use rule";
    const directives = directive === undefined
      ? this.#directives(line, next, headEnd, end)
      : [{ keyword, start: at, arguments: argumentsIn(this.#text, headEnd, end) }];
    const runs = directives.find((one) => CODE.has(one.keyword));
    const codeEnd = runs === undefined ? end : Math.min(end, runs.start);
    this.#maskHead(at, headEnd, isOpen, runs !== undefined);
    this.#maskBody(headEnd, codeEnd, directive === undefined ? directives : []);
    if (directive !== undefined) this.#maskArguments(directives[0]!);
    if (runs !== undefined) this.#maskRun(runs);
    this.#blocks.set(at, {
      keyword,
      start: at,
      end,
      name: name ?? "",
      nameStart: start +
        (name === undefined || name === "" ? indent.length : head.lastIndexOf(name)),
      directives,
      doc: rule === undefined ? "" : this.#docIn(headEnd, directives[0]?.start ?? end),
      clause: clause ?? "",
    });
    return next;
  }

  /** First line after those that stand deeper than the head. */
  #afterBody(line: number, indent: string): number {
    let next = line + 1;
    for (; next < this.#lines.length; next++) {
      const start = this.#lines[next]!;
      const content = this.#text.slice(start, this.#endOfLine(next));
      if (/^\s*(?:#|$)/.test(content)) continue;
      if (/^[ \t]*/.exec(content)![0].length <= indent.length) break;
    }
    return next;
  }

  #endOfLine(line: number): number {
    const next = this.#lines[line + 1];
    return next === undefined ? this.#text.length : next - 1;
  }

  /** End of what is written before an offset, comments and blanks left out. */
  #trimmed(from: number, to: number): number {
    let end = from;
    for (const token of pythonTokens(this.#text, from, to)) {
      if (token.kind === "comment") continue;
      if (token.kind === "string") end = token.literal.end;
      else if (token.kind === "name") end = token.end;
      else if (this.#text[token.start] !== "\n") {
        const number = /^[\d.][\w.]*/.exec(this.#text.slice(token.start, token.start + 40));
        end = token.start + Math.max(1, number?.[0].length ?? 1);
      }
    }
    return Math.min(end, to);
  }

  #directives(line: number, next: number, headEnd: number, end: number): Directive[] {
    const found: { keyword: string; start: number; from: number }[] = [];
    const inHead = DIRECTIVE.exec(this.#text.slice(headEnd, this.#endOfLine(line)));
    if (inHead !== null && DIRECTIVES.has(inHead[2]!)) {
      const start = headEnd + inHead[1]!.length;
      found.push({ keyword: inHead[2]!, start, from: headEnd + inHead[0].length });
    }
    let indent = -1;
    for (let one = line + 1; one < next; one++) {
      const start = this.#lines[one]!;
      const match = DIRECTIVE.exec(this.#text.slice(start, this.#endOfLine(one)));
      if (match === null || !DIRECTIVES.has(match[2]!)) continue;
      if (indent < 0) indent = match[1]!.length;
      if (match[1]!.length > indent) continue;
      const at = start + match[1]!.length;
      found.push({ keyword: match[2]!, start: at, from: start + match[0].length });
    }
    return found.map(({ keyword, start, from }, index) => {
      const to = this.#trimmed(from, found[index + 1]?.start ?? end);
      const args = CODE.has(keyword) ? [] : argumentsIn(this.#text, from, to);
      return { keyword, start, arguments: args };
    });
  }

  #docIn(from: number, to: number): string {
    for (const token of pythonTokens(this.#text, from, to)) {
      if (token.kind !== "string") continue;
      return this.#text.slice(token.literal.from, token.literal.to).trim();
    }
    return "";
  }

  // ── as Python ───────────────────────────────────────────────────────────────────────────────

  #write(from: number, to: number, text: string): void {
    for (let at = from; at < to; at++) this.#out[at] = text[at - from] ?? " ";
  }

  /** `rule name:` as a string and a comma, with `with` before it where there is code to run. */
  #maskHead(from: number, to: number, isOpen: boolean, runs: boolean): void {
    const inner = "_".repeat(Math.max(0, to - from - 3));
    if (!runs) return this.#write(from, to, isOpen ? `"${inner}",` : `"${inner}_"`);
    const rest = to - from - 4;
    this.#write(from, to, rest < 3 ? "with" : `with"${"_".repeat(rest - 3)}",`);
  }

  /** Comments and line breaks become blanks, the names of directives commas. */
  #maskBody(from: number, to: number, directives: readonly Directive[]): void {
    for (const token of pythonTokens(this.#text, from, to)) {
      if (token.kind === "comment") this.#write(token.start, Math.min(token.end, to), "");
      else if (token.kind === "mark" && /[\n\\]/.test(this.#text[token.start]!)) {
        this.#out[token.start] = " ";
      }
    }
    // A rule without a name that has code: there must be something before the first comma.
    if (this.#out[from - 1] === " ") this.#out[from] = "0";
    for (const directive of directives) {
      if (CODE.has(directive.keyword)) continue;
      const colon = this.#text.indexOf(":", directive.start);
      this.#write(directive.start, colon + 1, this.#needsComma(directive.start) ? "," : "");
      this.#maskArguments(directive);
    }
  }

  #maskArguments({ arguments: args }: Directive): void {
    for (const { prefixStart, start } of args) this.#write(prefixStart, start, "");
  }

  #needsComma(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && /\s/.test(this.#out[before]!)) before--;
    return before >= 0 && this.#out[before] !== ",";
  }

  /** `run:` as the colon of the `with`. */
  #maskRun({ start }: Directive): void {
    const colon = this.#text.indexOf(":", start);
    this.#write(start, colon, "");
    let before = start - 1;
    while (before >= 0 && /\s/.test(this.#out[before]!)) before--;
    if (this.#out[before] === ",") this.#out[before] = " ";
  }
}
