/**
 * What flows through channels from one process or workflow to another: what a call is given, by itself,
 * through variables, through operators, or through a pipe.
 */
import type { Flow, FlowForm, FlowInput } from "../workflow_family/data_flow.ts";

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d[\w.]*|\|\||&&|[=!<>]=|\+=|->|\?\.|[ \t\r]+|[\s\S]/g;
const NAME = /^[A-Za-z_]/;
/** Words that a block follows, with or without brackets between. */
const BLOCKS: ReadonlySet<string> = new Set("if else for while try catch finally".split(" "));
/** Operators that name what they are given: `.set { reads }`. */
const NAMING: ReadonlySet<string> = new Set(["set", "tap"]);
/** How functions are named, and processes are not. */
const IS_FUNCTION = /^[a-z]+[A-Z]/;
const OPENING = "([{";
const CLOSING = ")]}";

interface Token {
  readonly text: string;
  readonly at: number;
}

/** What gives a value: processes and workflows, and where each is named. */
type Givers = ReadonlyMap<string, number>;

const NOTHING: Givers = new Map();

class Channels {
  readonly #known: ReadonlySet<string>;
  readonly #tokens: readonly Token[];
  readonly #flows: Flow[] = [];
  /** What the variables hold. */
  readonly #held = new Map<string, Givers>();
  #at = 0;
  /** Blocks of conditions around the statement: what is assigned there may not be. */
  #depth = 0;

  constructor(text: string, known: ReadonlySet<string>) {
    this.#known = new Set(Array.from(known).filter((name) => !IS_FUNCTION.test(name)));
    this.#tokens = tokensOf(text);
  }

  flows(): readonly Flow[] {
    while (this.#at < this.#tokens.length && this.#text() !== "{") this.#at++;
    this.#at++;
    while (this.#at < this.#tokens.length) this.#statement();
    return this.#flows;
  }

  #text(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? "";
  }

  #statement(): void {
    const text = this.#text();
    if (text === "{" || text === "}") {
      this.#depth += text === "{" ? 1 : -1;
      this.#at++;
    } else if (BLOCKS.has(text)) {
      this.#condition();
    } else if (text === "def" || text === "\n" || text === ";" || this.#text(1) === ":") {
      this.#at += this.#text(1) === ":" ? 2 : 1;
    } else this.#assignmentOrValue();
  }

  /** What a condition or a loop says, and the statement behind it where that stands alone. */
  #condition(): void {
    this.#at++;
    if (this.#text() === "(") this.#inBrackets();
    this.#skipLines();
    if (this.#text() === "{" || this.#text() === "" || BLOCKS.has(this.#text())) return;
    this.#depth++;
    this.#statement();
    this.#depth--;
  }

  #assignmentOrValue(): void {
    const names = this.#assigned();
    const before = this.#at;
    const value = this.#pipe();
    for (const name of names) this.#hold(name, value);
    // What is no expression is passed over.
    if (this.#at === before) this.#at++;
  }

  /** Names in front of `=`, which is passed with them; none where there is no assignment. */
  #assigned(): string[] {
    let ahead = 0;
    const names: string[] = [];
    if (this.#text() === "(") {
      for (ahead = 1; this.#text(ahead) !== ")" && ahead < 40; ahead++) {
        if (NAME.test(this.#text(ahead)) && this.#text(ahead) !== "def") {
          names.push(this.#text(ahead));
        }
      }
    } else if (NAME.test(this.#text())) names.push(this.#text());
    ahead++;
    // A type in front of the name: `def x`, `Channel x`.
    if (NAME.test(this.#text(ahead)) && NAME.test(this.#text())) {
      names[0] = this.#text(ahead);
      ahead++;
    }
    if (names.length === 0 || this.#text(ahead) !== "=") return [];
    this.#at += ahead + 1;
    this.#skipLines();
    return names;
  }

  #hold(name: string, value: Givers): void {
    const before = this.#depth > 0 ? this.#held.get(name) ?? NOTHING : NOTHING;
    this.#held.set(name, new Map([...before, ...value]));
  }

  #skipLines(): void {
    while (this.#text() === "\n") this.#at++;
  }

  /** Whether the statement goes on in the next line with an operator. */
  #goesOn(): boolean {
    let ahead = 0;
    while (this.#text(ahead) === "\n") ahead++;
    return ahead > 0 && [".", "?.", "|", "&"].includes(this.#text(ahead));
  }

  /** `a | B | C & D`: what all of it gives. */
  #pipe(): Givers {
    let value = this.#value(NOTHING, false);
    for (;;) {
      if (this.#goesOn()) this.#skipLines();
      if (this.#text() !== "|") return value;
      value = this.#taken(value);
    }
  }

  /** Behind a pipe: one that takes what is given, or several that all do: `(B & C)`. */
  #taken(given: Givers): Givers {
    const parts: Givers[] = [];
    let brackets = 0;
    do {
      this.#at++;
      this.#skipLines();
      for (; this.#text() === "("; brackets++) this.#at++;
      parts.push(this.#value(given, true));
      for (; brackets > 0 && this.#text() === ")"; brackets--) this.#at++;
      if (this.#nextIs("&")) this.#skipLines();
    } while (this.#text() === "&");
    return merged(parts);
  }

  #nextIs(text: string): boolean {
    let ahead = 0;
    while (this.#text(ahead) === "\n") ahead++;
    return this.#text(ahead) === text;
  }

  /** Up to a pipe or the end of the statement. @param piped what is given by the pipe in front */
  #value(piped: Givers, isPiped: boolean): Givers {
    const parts: Givers[] = [];
    let isFirst = true;
    for (;;) {
      if (this.#goesOn() && !this.#nextIs("|") && !this.#nextIs("&")) this.#skipLines();
      const text = this.#text();
      if (text === "" || "\n;,)]}|&".includes(text) && text.length === 1) break;
      if (NAME.test(text)) parts.push(this.#name(piped, isPiped && isFirst));
      else if (text === "{") this.#closure();
      else if (OPENING.includes(text)) parts.push(this.#inBrackets());
      else if (text === "." || text === "?.") this.#member(parts);
      else {
        this.#at++;
        if ("?:+=".includes(text)) this.#skipLines();
      }
      isFirst = false;
    }
    return merged(parts);
  }

  /** A name, and what it is called with. */
  #name(piped: Givers, isPiped: boolean): Givers {
    const { text, at } = this.#tokens[this.#at++]!;
    const isCalled = this.#text() === "(";
    if (!this.#known.has(text)) {
      // What a pipe gives to an operator comes out of it.
      const own = this.#held.get(text) ?? NOTHING;
      return isPiped ? merged([piped, own]) : own;
    }
    if (isCalled) this.#arguments(text);
    else if (isPiped) this.#give(piped, text, 0, at);
    return new Map([[text, at]]);
  }

  #give(givers: Givers, to: string, input: number, place?: number): void {
    for (const [from, at] of givers) {
      this.#flows.push({ from: [from], to: [to], input: String(input), at: place ?? at });
    }
  }

  /** What a process is called with, one input after the other. */
  #arguments(to: string): void {
    this.#at++;
    for (let input = 0; this.#at < this.#tokens.length; input++) {
      this.#skipLines();
      const start = this.#at;
      const value = this.#pipe();
      this.#give(value, to, input);
      this.#skipLines();
      if (this.#text() === ")") break;
      if (this.#at === start || this.#text() === ",") this.#at++;
    }
    this.#at++;
  }

  /** All that stands between brackets. */
  #inBrackets(): Givers {
    const parts: Givers[] = [];
    this.#at++;
    while (this.#at < this.#tokens.length && !CLOSING.includes(this.#text())) {
      const start = this.#at;
      parts.push(this.#pipe());
      if (this.#at === start || ",;&".includes(this.#text())) this.#at++;
    }
    this.#at++;
    return merged(parts);
  }

  /** `.name`, which for some operators is followed by what gets a name. */
  #member(parts: Givers[]): void {
    this.#at++;
    const operator = this.#text();
    this.#at++;
    if (this.#text() === "(") parts.push(this.#inBrackets());
    if (this.#text() !== "{") return;
    if (NAMING.has(operator) && NAME.test(this.#text(1)) && this.#text(2) === "}") {
      this.#hold(this.#text(1), merged(parts));
      this.#at += 3;
    } else this.#closure();
  }

  /** What a closure does with single items says nothing of channels. */
  #closure(): void {
    let depth = 0;
    do {
      if (this.#text() === "{") depth++;
      else if (this.#text() === "}") depth--;
      this.#at++;
    } while (depth > 0 && this.#at < this.#tokens.length);
  }
}

function merged(parts: readonly Givers[]): Givers {
  return parts.length === 1 ? parts[0]! : new Map(parts.flatMap((part) => [...part]));
}

/** Tokens without blanks and comments; line ends stay, since statements end there. */
function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({ text: token, at: index }))
    .filter(({ text: token }) => !/^(?:[ \t\r]|\/\/|\/\*)/.test(token));
}

const SECTION = /^[ \t]*(\w+)[ \t]*:(?!:)[ \t]*/gm;

/** Lines of the section that says what is taken, numbered. */
function inputsOf(text: string): FlowInput[] {
  const sections = Array.from(text.matchAll(SECTION));
  const at = sections.findIndex(({ 1: name }) => name === "input" || name === "take");
  const section = sections[at];
  if (section === undefined) return [];
  const from = section.index + section[0].length;
  const to = sections[at + 1]?.index ?? text.length;
  const inputs: FlowInput[] = [];
  let depth = 0;
  let offset = from;
  for (const line of text.slice(from, to).split("\n")) {
    const code = line.replace(/\/\/.*/, "");
    if (depth === 0 && /\w/.test(code)) {
      inputs.push({ name: String(inputs.length), at: offset + code.search(/\S/) });
    }
    depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
    if (depth < 0) break;
    offset += line.length + 1;
  }
  return inputs;
}

/** Channels of Nextflow. */
export const channels: FlowForm = {
  means: "channel",
  inputs: inputsOf,
  flows: (text, known) => new Channels(text, known).flows(),
};
