/** What calls of WDL take from other calls: by their inputs, or through declarations of the workflow. */
import type { CalledName, Flow, FlowForm, FlowInput } from "../workflow_family/data_flow.ts";

const TOKEN =
  /#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|command\s*<<<[\s\S]*?>>>|[A-Za-z_]\w*|\d[\w.]*|\s+|[\s\S]/g;
const PLACEHOLDER = /[~$]\{([^}]*)\}/g;
const NAME = /[A-Za-z_]\w*/g;
/** Sections of which the declarations are no data of the workflow's own. */
const NO_DATA: ReadonlySet<string> = new Set([
  "meta",
  "parameter_meta",
  "runtime",
  "requirements",
  "hints",
]);
/** Words inside of expressions. */
const GOES_ON: ReadonlySet<string> = new Set(["then", "else"]);

/** A name in an expression. */
interface Use {
  readonly name: string;
  readonly at: number;
}

interface Token extends Use {
  /** Names in the placeholders of a text. */
  readonly inside: readonly Use[];
}

/** A call, by the name that the workflow has for it. */
interface Call {
  readonly called: CalledName;
  readonly inputs: readonly { readonly name: string; readonly uses: readonly Use[] }[];
}

class CallInputs {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly #calls = new Map<string, Call>();
  /** What declarations are made of. */
  readonly #declared = new Map<string, readonly Use[]>();

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  flows(): Flow[] {
    while (this.#at < this.#tokens.length) this.#statement();
    return Array.from(this.#calls.values()).flatMap(({ called, inputs }) =>
      inputs.flatMap(({ name, uses }) =>
        uses.flatMap((use) =>
          this.#givers(use.name, new Set())
            .map((from) => ({ from, to: called, input: name, at: use.at }))
        )
      )
    );
  }

  /** Calls from which what a name stands for comes. */
  #givers(name: string, seen: Set<string>): CalledName[] {
    const call = this.#calls.get(name);
    if (call !== undefined) return [call.called];
    if (seen.has(name)) return [];
    seen.add(name);
    return (this.#declared.get(name) ?? []).flatMap((use) => this.#givers(use.name, seen));
  }

  #is(text: string, ahead = 0): boolean {
    return this.#tokens[this.#at + ahead]?.name === text;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #statement(): void {
    const token = this.#next()!;
    if (token.name === "call") return this.#call();
    if (NO_DATA.has(token.name) && this.#is("{")) return this.#skipBlock();
    if (token.name === "scatter" && this.#is("(") && this.#is("in", 2)) {
      const name = this.#tokens[this.#at + 1]!.name;
      this.#at += 3;
      this.#declared.set(name, this.#until(")"));
    } else if (token.name === "=" && !this.#is("=")) {
      const name = this.#tokens[this.#at - 2]?.name ?? "";
      this.#declared.set(name, this.#expression());
    }
  }

  #call(): void {
    const path = [this.#next()?.name ?? ""];
    while (this.#is(".")) {
      this.#at++;
      path.push(this.#next()?.name ?? "");
    }
    let alias = path.at(-1)!;
    if (this.#is("as")) {
      alias = this.#tokens[this.#at + 1]?.name ?? "";
      this.#at += 2;
    }
    while (this.#is("after")) this.#at += 2;
    this.#calls.set(alias, { called: path.slice(-2), inputs: this.#is("{") ? this.#inputs() : [] });
  }

  #inputs(): Call["inputs"] {
    const inputs: { name: string; uses: readonly Use[] }[] = [];
    this.#at++;
    if (this.#is("input") && this.#is(":", 1)) this.#at += 2;
    while (this.#at < this.#tokens.length && !this.#is("}")) {
      const token = this.#next()!;
      if (token.name === ",") continue;
      // A name alone stands for what the workflow has under it.
      const hasValue = this.#is("=");
      if (hasValue) this.#at++;
      inputs.push({ name: token.name, uses: hasValue ? this.#expression() : [token] });
    }
    this.#at++;
    return inputs;
  }

  /** Up to a comma, a bracket that closes what stands around, or what begins another statement. */
  #expression(): Use[] {
    const uses: Use[] = [];
    let depth = 0;
    let last = "";
    for (; this.#at < this.#tokens.length; this.#at++) {
      const { name } = this.#tokens[this.#at]!;
      if (depth === 0 && (name === "," || name === "}" || name === ")")) break;
      if (depth === 0 && isOperand(last) && /^[\w"']/.test(name) && !GOES_ON.has(name)) break;
      if ("([{".includes(name)) depth++;
      else if (")]}".includes(name)) depth--;
      this.#use(uses, last);
      last = name;
    }
    return uses;
  }

  #until(end: string): Use[] {
    const uses: Use[] = [];
    let depth = 0;
    let last = "";
    for (; this.#at < this.#tokens.length; this.#at++) {
      const { name } = this.#tokens[this.#at]!;
      if (depth === 0 && name === end) break;
      if ("([{".includes(name)) depth++;
      else if (")]}".includes(name)) depth--;
      this.#use(uses, last);
      last = name;
    }
    return uses;
  }

  #use(uses: Use[], last: string): void {
    const token = this.#tokens[this.#at]!;
    uses.push(...token.inside);
    if (last !== "." && /^[A-Za-z_]/.test(token.name)) uses.push(token);
  }

  #skipBlock(): void {
    let depth = 0;
    for (; this.#at < this.#tokens.length; this.#at++) {
      if (this.#is("{")) depth++;
      else if (this.#is("}") && --depth === 0) return;
    }
  }
}

/** Whether a value can end with a token, so that another behind it begins the next statement. */
function isOperand(name: string): boolean {
  return /^[\w"')\]}]/.test(name) && name !== "if" && name !== "object" && !GOES_ON.has(name);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const name = match[0];
    if (name.startsWith("#") || name.startsWith("command") && name.endsWith(">>>")) continue;
    if (/^\s/.test(name)) continue;
    const isText = name.length > 1 && (name.startsWith('"') || name.startsWith("'"));
    const inside = isText ? usesInText(name, match.index) : [];
    tokens.push({ name, at: match.index, inside });
  }
  return tokens;
}

function usesInText(text: string, start: number): Use[] {
  return Array.from(text.matchAll(PLACEHOLDER)).flatMap((placeholder) => {
    const from = placeholder.index + 2;
    return Array.from(placeholder[1]!.matchAll(NAME), ({ 0: name, index }) => ({
      name,
      at: start + from + index,
    })).filter((_, position, all) => position === 0 || text[all[position]!.at - start - 1] !== ".");
  });
}

/** Declarations of a task in front of its command, those of its `input` block if it has one. */
function inputsOf(text: string): FlowInput[] {
  const command = text.search(/\bcommand\s*(?:<<<|\{)/);
  const head = command < 0 ? text : text.slice(0, command);
  return Array.from(
    head.matchAll(
      /^[ \t{]*[A-Z][\w.]*(?:\[[^\n=]*\])?[?+]*[ \t]+([a-zA-Z_]\w*)[ \t]*(?=[=\n#}]|$)/gm,
    ),
    (match) => ({
      name: match[1]!,
      at: match.index + match[0].lastIndexOf(match[1]!),
    }),
  );
}

/** WDL's calls. */
export const callInputs: FlowForm = {
  means: "call input",
  inputs: inputsOf,
  flows: (text) => new CallInputs(text).flows(),
};
