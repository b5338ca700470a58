/** The rules of Snakemake: those of Python, and on top of them workflow rules, files and scripts. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { pythonRules } from "../python.ts";
import { literalWord } from "../shell/literal_word.ts";
import { programCallsIn } from "../shell/program_calls.ts";
import { FilePatterns } from "./file_patterns.ts";
import { type Argument, argumentsIn, type StringLiteral } from "../python/python_tokens.ts";
import { type Block, readSnakefile } from "./snakefile.ts";

/** How a rule is named where it is used, so that no function of that name is meant. */
const RULE_PREFIX = "rules.";
const RULE_REFERENCE = /\b(?:rules|checkpoints)\.(\w+)/g;
const RULES: ReadonlySet<string> = new Set(["rule", "checkpoint"]);

/** Binds the rules to the grammar. */
export function snakemakeRules(g: Grammar): LanguageRules {
  return new SnakemakeRules(g).rules();
}

class SnakemakeRules {
  readonly #base: LanguageRules;
  readonly #K;
  readonly #patterns = new FilePatterns();
  #blocks: ReadonlyMap<number, Block> = new Map();

  constructor(g: Grammar) {
    this.#base = pythonRules(g);
    this.#K = { identifier: g.kind("identifier"), withItem: g.kind("with_item") };
  }

  rules(): LanguageRules {
    const { define, refer } = this.#base;
    const defineBlock: NodeRule = (x, node) => this.#define(x, node);
    const referBlock: NodeRule = (x, node) => this.#refer(x, node);
    return {
      ...this.#base,
      begin: (x) => {
        this.#base.begin?.(x);
        this.#blocks = readSnakefile(x.text).blocks;
        this.#patterns.read(x.text);
      },
      define: {
        ...define,
        expression_statement: inOrder(define["expression_statement"], defineBlock),
        with_statement: inOrder(define["with_statement"], defineBlock),
      },
      refer: {
        ...refer,
        expression_statement: inOrder(refer["expression_statement"], referBlock),
        with_statement: inOrder(refer["with_statement"], referBlock),
        with_item: inOrder(refer["with_item"], (x, node) => this.#mentionItem(x, node)),
        function_definition: inOrder(refer["function_definition"], (x, node) => {
          const { tree } = x;
          this.#referRules(x, tree.starts[node]!, tree.ends[node]!, x.symbol);
          this.#filesInCode(x, tree.starts[node]!, tree.ends[node]!);
        }),
      },
    };
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #define(x: Extraction, node: NodeIndex): void {
    const block = this.#blocks.get(x.tree.starts[node]!);
    if (block === undefined) return;
    if (RULES.has(block.keyword)) this.#defineRule(x, node, block);
    else if (block.keyword === "use rule") this.#defineUsed(x, node, block);
    else if (block.keyword === "module") {
      this.#place(
        x,
        x.define(node, { kind: Kind.module, name: block.name, bindIn: "nowhere" }),
        block,
      );
    }
  }

  #defineRule(x: Extraction, node: NodeIndex, block: Block): void {
    const isNamed = block.name !== "";
    const symbol = x.define(node, {
      kind: Kind.rule,
      name: isNamed ? block.name : block.keyword,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      flags: isNamed ? Flag.exported : Flag.anonymous,
      bindIn: "nowhere",
      ...(block.doc === "" ? {} : { doc: block.doc }),
    });
    this.#place(x, symbol, block);
    if (isNamed) this.#bind(x, symbol, block.name, block.nameStart);
  }

  /** `use rule a from m as b`: a rule of its own where it says its own name. */
  #defineUsed(x: Extraction, node: NodeIndex, block: Block): void {
    const as = /\bas\s+(\w+)\s*(?:with\s*)?$/.exec(block.clause);
    const name = as?.[1];
    if (as === null || name === undefined) return;
    const nameStart = block.start + x.text.slice(block.start, x.tree.ends[node]!).indexOf(as[0]) +
      as[0].indexOf(name, 2);
    const symbol = x.define(node, {
      kind: Kind.rule,
      name,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    this.#place(x, symbol, { ...block, name, nameStart });
    this.#bind(x, symbol, name, nameStart);
  }

  #bind(x: Extraction, symbol: number, name: string, offset: number): void {
    x.bind(0, RULE_PREFIX + name, BindingKind.definition, { symbol, offset });
  }

  /** A symbol's name stands in the middle of what is a string to the grammar. */
  #place(x: Extraction, symbol: number, { nameStart }: Block): void {
    const { symbols } = x.facts.tables;
    const line = x.lineAt(nameStart);
    symbols.set(symbol, Sym.NAME_LINE, line);
    symbols.set(symbol, Sym.NAME_COLUMN, x.columnAt(nameStart, line));
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #refer(x: Extraction, node: NodeIndex): void {
    const block = this.#blocks.get(x.tree.starts[node]!);
    if (block === undefined) {
      if (x.symbol === NONE) this.#referRules(x, x.tree.starts[node]!, x.tree.ends[node]!, NONE);
      return;
    }
    if (block.keyword === "include") return this.#include(x, block);
    const symbol = x.symbolAt(node);
    if (block.keyword === "use rule") this.#referUsed(x, block, symbol);
    if (symbol === NONE) return;
    this.#referRules(x, block.start, x.tree.ends[node]!, symbol);
    this.#mentionChildren(x, node, symbol);
    for (const directive of block.directives) this.#referDirective(x, block, directive, symbol);
  }

  #include(x: Extraction, block: Block): void {
    for (const { strings, start } of block.directives[0]?.arguments ?? []) {
      const [only, ...others] = strings;
      if (only === undefined || others.length > 0) continue;
      const path = literalPath(x, only);
      if (path === undefined || /^\w+:/.test(path)) continue;
      const isWhole = start === only.start;
      const specifier = isWhole ? `@/${path}` : `*/${path.replace(/^(?:\.{0,2}\/)+/, "")}`;
      const line = x.lineAt(only.from);
      const at = { scope: 0, line, column: x.columnAt(only.from, line) };
      x.facts.import(specifier, ImportKind.include, at);
    }
  }

  /** The rules that `use rule` names, unless they are another module's. */
  #referUsed(x: Extraction, { clause, start }: Block, symbol: number): void {
    if (/\bfrom\b/.test(clause)) return;
    const offset = start + x.text.slice(start).indexOf(clause);
    for (const match of clause.replace(/\bas\b[^]*$/, "").matchAll(/\w+/g)) {
      this.#referRule(x, match[0], offset + match.index, symbol);
    }
  }

  /** `rules.name.output`, in code and in braces. */
  #referRules(x: Extraction, from: number, to: number, symbol: number): void {
    for (const match of x.text.slice(from, to).matchAll(RULE_REFERENCE)) {
      const at = from + match.index + match[0].length - match[1]!.length;
      this.#referRule(x, match[1]!, at, symbol);
    }
  }

  #referRule(x: Extraction, name: string, at: number, symbol: number): void {
    const expression = x.nameExpression(RULE_PREFIX + name, at, 0);
    x.referAt(RefKind.call, name, at, expression, { symbol });
  }

  #referDirective(
    x: Extraction,
    block: Block,
    { keyword, arguments: args }: Block["directives"][number],
    symbol: number,
  ): void {
    if (keyword === "input") this.#files(x, args, "snakemake input", symbol);
    else if (keyword === "output") this.#files(x, args, "snakemake output", symbol);
    else if (keyword === "shell") this.#shell(x, block, args);
    else if (keyword === "script" || keyword === "notebook") this.#script(x, args, keyword);
    else if (keyword === "snakefile") this.#script(x, args, "module");
  }

  #files(x: Extraction, args: readonly Argument[], means: string, symbol: number): void {
    for (const argument of args) {
      for (const { pattern, start } of this.#patterns.of(x.text, argument)) {
        if (means === "snakemake input") x.callForeign(pattern, start, means);
        else x.offer(pattern, start, x.facts.expression(Op.symbol, symbol), means);
      }
    }
  }

  #script(x: Extraction, args: readonly Argument[], keyword: string): void {
    const literal = args[0]?.strings.length === 1 ? args[0].strings[0]! : undefined;
    const path = literal === undefined ? undefined : literalPath(x, literal);
    if (literal === undefined || path === undefined || /^\w+:/.test(path)) return;
    const specifier = path.startsWith("*") || path.startsWith("/") ? path : `@/${path}`;
    x.callForeign(specifier, literal.from, `snakemake ${keyword}`);
  }

  /** What a rule's command runs: the texts of its strings as one. */
  #shell(x: Extraction, block: Block, args: readonly Argument[]): void {
    for (const { start, end, strings } of args) {
      const text = shellText(x.text, start, end, strings);
      const calls = programCallsIn(text, start, (inner) => this.#given(x, block, inner));
      for (const { name, start: at, means, folder } of calls) {
        x.callForeign(name || means, at, means, folder);
      }
    }
  }

  /** `{input.script}`: what the rule's directive says, where that is one text. */
  #given(x: Extraction, { directives }: Block, inner: string): string | undefined {
    const match = /^\{(input|params|output)\.(\w+)\}$/.exec(inner);
    if (match === null) return undefined;
    const args = directives.find(({ keyword }) => keyword === match[1])?.arguments ?? [];
    const argument = args.find(({ name }) => name === match[2]);
    const only = argument?.strings[0];
    return argument === undefined || only === undefined || argument.strings.length > 1
      ? undefined
      : literalPath(x, only);
  }

  /** Functions that give a rule its files, by name alone. */
  #mentionChildren(x: Extraction, node: NodeIndex, symbol: number): void {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.#K.identifier) continue;
      x.refer(RefKind.value, child, x.value(child), -1, -1, symbol);
    }
  }

  /** Names of files that a function gives, most likely to the rule that asks it. */
  #filesInCode(x: Extraction, from: number, to: number): void {
    for (const argument of argumentsIn(x.text, from, to)) {
      for (const { pattern, start } of this.#patterns.paths(x.text, argument)) {
        x.callForeign(pattern, start, "snakemake input");
      }
    }
  }

  /** In the head of a rule with code. */
  #mentionItem(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    let statement = tree.parents[node]!;
    if (statement !== NONE) statement = tree.parents[statement]!;
    const isRule = statement !== NONE && this.#blocks.has(tree.starts[statement]!);
    const item = tree.namedChild(node);
    if (!isRule || item === NONE || tree.kinds[item] !== this.#K.identifier) return;
    x.mention(item, x.value(item));
  }
}

/** Several rules for one node type, in order. */
function inOrder(first: NodeRule | undefined, second: NodeRule): NodeRule {
  return (x, node) => {
    first?.(x, node);
    second(x, node);
  };
}

/** Path that a string is, with `*` for a beginning that is put in. */
function literalPath(x: Extraction, { from, to }: StringLiteral): string | undefined {
  const text = x.text.slice(from, to);
  return /[\s"'\\]/.test(text) ? undefined : literalWord(text);
}

/** The strings of an argument in their places, everything else blank. */
function shellText(
  text: string,
  start: number,
  end: number,
  strings: readonly StringLiteral[],
): string {
  const pieces: string[] = [];
  let at = start;
  for (const { from, to } of strings) {
    pieces.push(" ".repeat(Math.max(0, from - at)), text.slice(from, to).replaceAll("\\n", " \n"));
    at = to;
  }
  pieces.push(" ".repeat(Math.max(0, end - at)));
  return pieces.join("");
}
