/**
 * Calls of a language that run a command: `subprocess.run(["python", "x.py"])`, `system("…")`. What they
 * run of the project is noted as what the same line in a shell script is.
 */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { NodeRule, RulesFactory } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { type ProgramCall, programCalls, programCallsIn } from "./program_calls.ts";
import type { ShellWord } from "./shell_words.ts";

/** How a language runs commands. */
export interface CommandForm {
  /** Node types of calls. */
  readonly calls: readonly string[];
  /** Last names of functions that run a command. */
  readonly names: readonly string[];
  /** Node types of string literals. */
  readonly strings: readonly string[];
  /** Node types between a call and its arguments, and of lists of them. */
  readonly lists: readonly string[];
  /** Calls that only list their arguments: `c(…)`. */
  readonly listing?: RegExp;
  /** Node types of arguments that say no part of the command. */
  readonly others?: readonly string[];
  /** Node types that are a command by themselves: backticks. */
  readonly commands?: readonly string[];
}

/** Functions that compile a program of Stan: those of rstan, cmdstanr, cmdstanpy, pystan and Stan.jl. */
const COMPILERS: ReadonlySet<string> = new Set(
  ["stan", "stan_model", "stanc", "cmdstan_model", "CmdStanModel", "StanModel", "SampleModel"],
);
const COMPILED = /\.stan$/;

const CALLED = /^(?:[\w.:$>-]*[.:>])?([A-Za-z_]\w*)\s*[("'\s]/;
const LONGEST_NAME = 80;
/** What stands before and after the content of a string. */
const OPENING = /^(?:[a-zA-Z@$]{0,3}#*(?:"""|'''|```|["'`])|%[a-zA-Z]?.|q[qx]?\s*.|!)/;
/** Deeper nesting than people write in the arguments of a command. */
const DEEPEST = 12;
const THIS_PYTHON = /^(?:sys\.executable|PYTHON|Sys\.which\("python3?"\))$/;
/** Functions that put the parts of a path together. */
const JOINING = /(?:join|joinpath|file\.path|fullfile)\(/;
const SCRIPT_ENDING = /\.\w+$/;

/** Rules with those for the commands that the language runs. */
export function withCommands(rules: RulesFactory, form: CommandForm): RulesFactory {
  return (g) => {
    const own = rules(g);
    const commands = new CommandCalls(g, form);
    const refer: Record<string, NodeRule> = { ...own.refer };
    const add = (type: string, rule: NodeRule): void => {
      const before = refer[type];
      refer[type] = before === undefined ? rule : (x, node) => {
        before(x, node);
        rule(x, node);
      };
    };
    for (const type of form.calls) add(type, (x, node) => commands.call(x, node));
    for (const type of form.commands ?? []) add(type, (x, node) => commands.text(x, node));
    return { ...own, refer };
  };
}

class CommandCalls {
  readonly #names: ReadonlySet<string>;
  readonly #strings: ReadonlySet<number>;
  readonly #lists: ReadonlySet<number>;
  readonly #others: ReadonlySet<number>;
  readonly #calls: ReadonlySet<number>;
  readonly #listing: RegExp | undefined;

  constructor(g: Grammar, { names, strings, lists, others = [], calls, listing }: CommandForm) {
    this.#names = new Set(names);
    this.#strings = g.kinds(...strings);
    this.#lists = g.kinds(...lists);
    this.#others = g.kinds(...others);
    this.#calls = g.kinds(...calls);
    this.#listing = listing;
  }

  /** A command that is written as such. */
  text(x: Extraction, node: NodeIndex): void {
    const { from, to } = contentOf(x, node);
    this.#add(x, programCallsIn(x.text.slice(from, to), from));
  }

  /** A call that may run a command. */
  call(x: Extraction, node: NodeIndex): void {
    const start = x.tree.starts[node]!;
    if (!this.#mayRun(x, node)) return;
    const called = CALLED.exec(x.text.slice(start, start + LONGEST_NAME));
    if (called === null) return;
    if (COMPILERS.has(called[1]!)) this.#compiled(x, node, start + called[0].length);
    if (!this.#names.has(called[1]!)) return;
    const parts: NodeIndex[] = [];
    const nameEnd = start + called[0].length - 1;
    for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.starts[at]! >= nameEnd) this.#flatten(x, at, parts, 0);
    }
    const [first] = parts;
    if (first === undefined) return;
    const isWords = this.#strings.has(x.tree.kinds[first]!) && !/\s/.test(contentText(x, first)) ||
      THIS_PYTHON.test(x.textOf(first));
    if (isWords) this.#add(x, programCalls(parts.map((part) => this.#word(x, part))));
    else this.#add(x, this.#inside(x, first));
  }

  /** The first path among the arguments; of one that is put together its end. */
  #compiled(x: Extraction, node: NodeIndex, from: number): void {
    const path = this.#stringsIn(x, node).find((one) => COMPILED.test(contentText(x, one)));
    if (path === undefined) return;
    const text = contentText(x, path);
    const before = x.text.slice(from, x.tree.starts[path]!);
    const isWhole = before.split("(").length === before.split(")").length;
    x.callForeign(isWhole ? text : `*/${text}`, contentOf(x, path).from, "Stan");
  }

  /** Whether the last name before the arguments is one that runs commands: asked for every call. */
  #mayRun(x: Extraction, node: NodeIndex): boolean {
    const { text } = x;
    const end = x.tree.ends[node + 1]!;
    // A receiver is a child of its own in some grammars.
    if (text.charCodeAt(end) === DOT) return true;
    let start = end;
    while (start > 0 && isWord(text.charCodeAt(start - 1))) start--;
    if (end - start >= LONGEST_NAME) return false;
    const name = text.slice(start, end);
    return this.#names.has(name) || COMPILERS.has(name);
  }

  #add(x: Extraction, calls: readonly ProgramCall[]): void {
    for (const { name, start, means, folder } of calls) {
      x.callForeign(name || means, start, means, folder);
    }
  }

  /** Arguments, those in lists of them included. */
  #flatten(x: Extraction, node: NodeIndex, parts: NodeIndex[], depth: number): void {
    const { tree } = x;
    const kind = tree.kinds[node]!;
    if (!tree.isNamed(node) || tree.isExtra(node) || this.#others.has(kind)) return;
    const isList = this.#lists.has(kind) ||
      this.#calls.has(kind) && this.#listing?.test(x.textOf(node).slice(0, LONGEST_NAME)) === true;
    if (!isList || depth > DEEPEST) {
      parts.push(node);
      return;
    }
    const isCall = this.#calls.has(kind);
    let child = tree.firstChild(node);
    if (isCall) child = tree.nextSibling(child);
    // Of `name = value` the value counts.
    for (; child !== NONE; child = tree.nextSibling(child)) {
      const isName = tree.nextSibling(child) !== NONE && /^\s*=(?!=)/.test(
        x.text.slice(tree.ends[child]!, tree.ends[child]! + 4),
      );
      if (!isName) this.#flatten(x, child, parts, depth + 1);
    }
  }

  /** A part as a word of a shell; of what is put together the end, if it is a path. */
  #word(x: Extraction, node: NodeIndex): ShellWord {
    if (this.#strings.has(x.tree.kinds[node]!)) return quoted(x, node, "");
    const start = x.tree.starts[node]!;
    if (THIS_PYTHON.test(x.textOf(node))) return { raw: "python", start };
    const last = this.#stringsIn(x, node).at(-1);
    const isPath = last !== undefined && SCRIPT_ENDING.test(contentText(x, last));
    return isPath ? quoted(x, last, "*/") : { raw: "$_", start };
  }

  /** What strings within an expression run when they are put together. */
  #inside(x: Extraction, node: NodeIndex): ProgramCall[] {
    const strings = this.#strings.has(x.tree.kinds[node]!) ? [node] : this.#stringsIn(x, node);
    const [first] = strings;
    if (first === undefined) return [];
    const start = contentOf(x, first).from;
    let text = "";
    for (const string of strings) {
      const { from, to } = contentOf(x, string);
      const gap = x.text.slice(start + text.length, from);
      // What is put in between is not known, but there is something.
      const isKnown = gap.length < 3 || /^["'\s,+.]*$/.test(gap);
      const inBetween = JOINING.test(gap) ? "${_}/" : "${_}";
      text += isKnown || gap.length < inBetween.length
        ? " ".repeat(gap.length)
        : inBetween.padStart(gap.length);
      text += x.text.slice(from, to);
    }
    return programCallsIn(text, start);
  }

  #stringsIn(x: Extraction, node: NodeIndex): NodeIndex[] {
    const found: NodeIndex[] = [];
    const end = x.tree.nexts[node]!;
    for (let at = node + 1; at < end;) {
      const isString = this.#strings.has(x.tree.kinds[at]!);
      if (isString) found.push(at);
      at = isString ? x.tree.nexts[at]! : at + 1;
    }
    return found;
  }
}

const DOT = 0x2e;

/** Whether a character is a letter, a digit or `_`. */
function isWord(code: number): boolean {
  return code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a ||
    code >= 0x30 && code <= 0x39 || code === 0x5f;
}

function contentOf(x: Extraction, node: NodeIndex): { from: number; to: number } {
  const text = x.textOf(node);
  const opening = OPENING.exec(text)?.[0] ?? "";
  const quote = /["'`]+$/.exec(opening)?.[0].length ?? (opening.startsWith("!") ? 0 : 1);
  const from = x.tree.starts[node]! + opening.length;
  const to = x.tree.ends[node]! - (opening === "" ? 0 : quote);
  return { from, to: Math.max(from, to) };
}

function contentText(x: Extraction, node: NodeIndex): string {
  const { from, to } = contentOf(x, node);
  return x.text.slice(from, to);
}

function quoted(x: Extraction, node: NodeIndex, prefix: string): ShellWord {
  const { from, to } = contentOf(x, node);
  const text = x.text.slice(from, to);
  // Double quotes let variables and placeholders be what they are: not known.
  return { raw: `"${prefix}${text.replaceAll('"', "")}"`, start: from - 1 };
}
