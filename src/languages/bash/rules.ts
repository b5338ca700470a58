/** The rules of Bash: functions, variables, aliases, tests; commands, what is sourced, what is run. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, ImportKind, Kind, RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { programCalls, runIn } from "../shell/program_calls.ts";
import { type ShellCommand, shellCommands, type ShellWord } from "../shell/shell_words.ts";
import { Variables } from "./variables.ts";

/** A name that a function may have. */
const FUNCTION_NAME = /^[A-Za-z_][\w.:+-]*$/;
/** Commands that run the rest of their words as a command in the same shell. */
const RUNNERS: ReadonlySet<string> = new Set(["run", "eval", "time"]);
const SOURCING: ReadonlySet<string> = new Set(["source", ".", "load", "Include"]);
const TEST_FILE = /(?:^|[/_.-])(?:tests?|spec)(?:[/_.-]|$)|\.bats$/i;
const BATS_TITLE = /^@test[ \t]+(["'])(.*?)\1/;

/** Binds the rules to the grammar. */
export function bashRules(g: Grammar): LanguageRules {
  return new BashRules(g).rules();
}

class BashRules {
  readonly #F;
  readonly #K;
  readonly #variables = new Variables();
  readonly #defined = new Set<string>();
  /** Where commands stand that were read as part of a text: the grammar knows those in substitutions too. */
  readonly #inText = new Set<number>();

  constructor(g: Grammar) {
    this.#F = {
      name: g.field("name"),
      body: g.field("body"),
      value: g.field("value"),
      argument: g.field("argument"),
    };
    this.#K = {
      command: g.kind("command"),
      list: g.kind("list"),
      declaration: g.kind("declaration_command"),
      variableName: g.kind("variable_name"),
    };
  }

  rules(): LanguageRules {
    return {
      define: {
        function_definition: (x, node) => this.#defineFunction(x, node),
        variable_assignment: (x, node) => this.#defineVariable(x, node),
        command: (x, node) => this.#defineAlias(x, node),
      },
      refer: {
        command: (x, node) => this.#referCommand(x, node),
        declaration_command: (x, node) => this.#referExport(x, node),
      },
      values: {},
      docs: { line: ["#"], block: [] },
      begin: () => {
        this.#variables.reset();
        this.#defined.clear();
        this.#inText.clear();
      },
    };
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.#F.name);
    if (nameNode === NONE) return;
    const title = BATS_TITLE.exec(x.text.slice(x.tree.starts[nameNode]!, x.tree.ends[node]!));
    const name = title === null ? x.textOf(nameNode) : title[2]!;
    const isTest = title !== null || /^test_?\w/.test(name) && TEST_FILE.test(x.path);
    x.define(node, {
      kind: title === null ? Kind.function : Kind.test,
      name,
      nameNode,
      bodyNode: x.tree.child(node, this.#F.body),
      scopeNode: node,
      flags: (isTest ? Flag.test : 0) | (name.startsWith("_") ? 0 : Flag.exported),
      // However deep it is written, a function is known everywhere once it was defined.
      bindIn: title === null ? 0 : "nowhere",
    });
  }

  #defineVariable(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.#F.name);
    if (nameNode === NONE || tree.kinds[nameNode] !== this.#K.variableName) return;
    const name = x.textOf(nameNode);
    const value = tree.child(node, this.#F.value);
    const parent = tree.parents[node]!;
    if (parent !== NONE && tree.kinds[parent] === this.#K.command) return;
    this.#variables.set(name, value === NONE ? "" : x.textOf(value));
    if (x.isInFunction() || this.#defined.has(name)) return;
    this.#defined.add(name);
    const declares = parent !== NONE && tree.kinds[parent] === this.#K.declaration
      ? /^(?:readonly\b|(?:declare|typeset)\s+-\w*r)/.test(x.text.slice(tree.starts[parent]!))
      : false;
    x.define(node, { kind: declares ? Kind.constant : Kind.variable, name, nameNode });
  }

  /** `alias name='command'`. */
  #defineAlias(x: Extraction, node: NodeIndex): void {
    const words = this.#words(x, node);
    if (words[0]?.raw !== "alias") return;
    for (const word of this.#argumentNodes(x, node)) {
      const name = /^([\w.:!+-]+)=/.exec(x.textOf(word))?.[1];
      if (name !== undefined) {
        x.define(word, { kind: Kind.macro, name, nameNode: word, bindIn: 0 });
      }
    }
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #referCommand(x: Extraction, node: NodeIndex): void {
    const words = this.#words(x, node);
    if (words.length === 0 || this.#inText.has(words[0]!.start)) return;
    this.#referWords(x, words);
    const command = words[0]!.raw;
    if (SOURCING.has(command)) this.#source(x, node, words);
    else if (command === "trap") this.#referText(x, words[1]);
    else if (command === "eval") this.#referText(x, words.length === 2 ? words[1] : undefined);
    else if (command === "complete") this.#mentionAfter(x, words, "-F");
    else if (command === "export") this.#mentionAfter(x, words, "-f");
    const calls = programCalls(words, this.#variables.expand);
    const around = calls.length === 0 ? "" : this.#folderOf(x, node);
    for (const { name, start, means, folder } of calls.map((call) => runIn(call, around))) {
      x.callForeign(name || means, start, means, folder);
    }
  }

  /** In `cd folder && command`, that folder; "" for a command that stands otherwise. */
  #folderOf(x: Extraction, node: NodeIndex): string {
    const { tree } = x;
    const list = tree.parents[node]!;
    if (list === NONE || tree.kinds[list] !== this.#K.list) return "";
    let first = tree.firstChild(list);
    while (first !== NONE && tree.kinds[first] === this.#K.list) first = tree.firstChild(first);
    if (first === NONE || first === node || tree.kinds[first] !== this.#K.command) return "";
    const [command, folder] = this.#words(x, first);
    return command?.raw === "cd" && folder !== undefined
      ? this.#variables.text(folder.raw) ?? ""
      : "";
  }

  /** The command of some words, and the one that it runs. */
  #referWords(x: Extraction, words: ShellCommand): void {
    const first = words[0];
    if (first === undefined || !FUNCTION_NAME.test(first.raw)) return;
    const expression = x.nameExpression(first.raw, first.start);
    x.referAt(RefKind.call, first.raw, first.start, expression, {
      argumentCount: words.length - 1,
    });
    if (!RUNNERS.has(first.raw)) return;
    const run = words.findIndex(({ raw }, at) => at > 0 && !/^(?:!|-.*)$/.test(raw));
    if (run > 0) this.#referWords(x, words.slice(run));
  }

  /** Commands in the text that a word is. */
  #referText(x: Extraction, word: ShellWord | undefined): void {
    if (word === undefined) return;
    const quote = /^["']/.exec(word.raw)?.[0] ?? "";
    if (quote === "" && !FUNCTION_NAME.test(word.raw)) return;
    const text = quote === "" ? word.raw : word.raw.slice(1, -1);
    for (const words of shellCommands(text, word.start + quote.length)) {
      this.#inText.add(words[0]!.start);
      this.#referWords(x, words);
    }
  }

  #mentionAfter(x: Extraction, words: ShellCommand, option: string): void {
    const at = words.findIndex(({ raw }) => raw === option);
    const word = at < 0 ? undefined : words[at + 1];
    if (word === undefined || !FUNCTION_NAME.test(word.raw)) return;
    x.referAt(RefKind.value, word.raw, word.start, x.nameExpression(word.raw, word.start));
  }

  /** `export -f name` is no command of the grammar. */
  #referExport(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (!/^(?:export|declare)\s+-\w*f/.test(x.text.slice(tree.starts[node]!, tree.ends[node]!))) {
      return;
    }
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.#K.variableName) continue;
      x.mention(child, x.nameExpression(x.textOf(child), tree.starts[child]!));
    }
  }

  // ── what is sourced ─────────────────────────────────────────────────────────────────────────

  #source(x: Extraction, node: NodeIndex, words: ShellCommand): void {
    const word = words[1];
    if (word === undefined) return;
    const isBats = words[0]!.raw === "load";
    if (isBats && !/\.(?:bats|bash)$/.test(x.fileName)) return;
    const path = this.#variables.text(word.raw) ?? this.#directed(x, node);
    if (path === undefined || path === "") return;
    const specifier = isBats && !path.startsWith("/") ? `@/${path}` : path;
    const line = x.lineAt(word.start);
    const column = x.columnAt(word.start, line);
    x.facts.import(specifier, ImportKind.include, { scope: 0, line, column });
  }

  /** `# shellcheck source=path` before the command. */
  #directed(x: Extraction, node: NodeIndex): string | undefined {
    const line = x.lineAt(x.tree.starts[node]!);
    return line < 2
      ? undefined
      : /^\s*#\s*shellcheck\s+(?:.*\s)?source=(\S+)/.exec(x.lineText(line - 1))?.[1];
  }

  // ── words ───────────────────────────────────────────────────────────────────────────────────

  *#argumentNodes(x: Extraction, node: NodeIndex): Generator<NodeIndex> {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] === this.#F.argument) yield child;
    }
  }

  /** Words of a command, its name first; none when it has no name. */
  #words(x: Extraction, node: NodeIndex): ShellWord[] {
    const nameNode = x.tree.child(node, this.#F.name);
    if (nameNode === NONE) return [];
    const [name, ...words] = [nameNode, ...this.#argumentNodes(x, node)]
      .map((word) => ({ raw: x.textOf(word), start: x.tree.starts[word]! }));
    // `\name` passes aliases by, and is the same command.
    const isEscaped = /^\\[\w.]/.test(name!.raw);
    const first = isEscaped ? { raw: name!.raw.slice(1), start: name!.start + 1 } : name!;
    return [first, ...words];
  }
}
