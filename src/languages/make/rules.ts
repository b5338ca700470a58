/** The rules of makefiles: targets with what they need and run, variables, included files. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { type Expansion, literalWord } from "../shell/literal_word.ts";
import { programCallsIn } from "../shell/program_calls.ts";

/** Variables that mean a program where the makefile does not say which. */
const PROGRAMS: Readonly<Record<string, string>> = {
  MAKE: "make",
  SHELL: "sh",
  BASH: "bash",
  PYTHON: "python",
  PYTHON3: "python",
  PY: "python",
  PERL: "perl",
  JULIA: "julia",
  RSCRIPT: "Rscript",
  Rscript: "Rscript",
  NODE: "node",
  RUBY: "ruby",
  MATLAB: "matlab",
  OCTAVE: "octave",
};
/** Folders that make knows by themselves. */
const FOLDERS: ReadonlySet<string> = new Set([
  "CURDIR",
  "PWD",
  "srcdir",
  "top_srcdir",
  "abs_srcdir",
]);
/** What a variable is given when it is called. */
const PARAMETER = /\$(?:[1-9]|[({][1-9][)}])/;
const CALL = /\$[({]call\s+([\w.-]+)/g;
const DEEPEST = 8;

/** Binds the rules to the node types. */
export function makeRules(g: Grammar): LanguageRules {
  return new MakeRules(g).rules();
}

class MakeRules {
  readonly #K;
  readonly #name: number;
  readonly #values = new Map<string, string>();
  /** Names of targets. */
  readonly #targets = new Set<string>();
  #depth = 0;

  constructor(g: Grammar) {
    this.#name = g.field("name");
    this.#K = {
      target: g.kind("target"),
      prerequisite: g.kind("prerequisite"),
      value: g.kind("value"),
    };
  }

  rules(): LanguageRules {
    return {
      define: {
        rule: (x, node) => this.#defineTargets(x, node),
        assignment: (x, node) => this.#defineVariable(x, node),
        definition: (x, node) => this.#defineMacro(x, node),
      },
      refer: {
        rule: (x, node) => this.#bindExpanded(x, node),
        prerequisite: (x, node) => this.#referPrerequisite(x, node),
        recipe: (x, node) => this.#referRecipe(x, node),
        value: (x, node) => this.#referRecipe(x, node),
        path: (x, node) => this.#include(x, node),
      },
      values: {},
      docs: { line: ["##", "#"], block: [] },
      begin: () => {
        this.#values.clear();
        this.#targets.clear();
      },
    };
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #defineTargets(x: Extraction, node: NodeIndex): void {
    let isFirst = true;
    for (const target of this.#children(x, node, this.#K.target)) {
      const name = x.textOf(target);
      // `.PHONY` and its like say something of targets and are none.
      if (/^\.[A-Z_]+$/.test(name)) return;
      this.#targets.add(name);
      x.define(isFirst ? node : target, {
        kind: Kind.rule,
        name,
        nameNode: target,
        rangeNode: node,
        signatureNode: node,
        flags: Flag.exported,
        ...(isFirst ? { scopeNode: node } : {}),
      });
      isFirst = false;
    }
  }

  #defineVariable(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.#name);
    const value = x.tree.childOfKind(node, this.#K.value);
    if (nameNode === NONE || value === NONE) return;
    const name = x.textOf(nameNode);
    if (this.#values.has(name) || x.symbol !== NONE) return;
    const text = x.textOf(value);
    this.#values.set(name, text);
    const kind = PARAMETER.test(text) ? Kind.macro : Kind.variable;
    x.define(node, { kind, name, nameNode });
  }

  #defineMacro(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.#name);
    if (nameNode === NONE) return;
    x.define(node, { kind: Kind.macro, name: x.textOf(nameNode), nameNode, scopeNode: node });
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  /** A target whose name has variables is known by what they come to as well. */
  #bindExpanded(x: Extraction, node: NodeIndex): void {
    for (const target of this.#children(x, node, this.#K.target)) {
      const name = x.textOf(target);
      const symbol = x.symbolAt(node);
      const expanded = name.includes("$") ? this.#text(name) : undefined;
      if (expanded === undefined || symbol === NONE) continue;
      const offset = x.tree.starts[target]!;
      x.bind(0, expanded, BindingKind.definition, { symbol, offset });
    }
  }

  #referPrerequisite(x: Extraction, node: NodeIndex): void {
    const written = x.textOf(node);
    const parent = x.tree.parents[node]!;
    const target = x.tree.childOfKind(parent, this.#K.target);
    if (x.symbol === NONE || written.includes("%") || target === NONE) return;
    const name = written.includes("$") ? this.#text(written) ?? written : written;
    const start = x.tree.starts[node]!;
    for (const one of this.#meant(name.split(/\s+/).filter((word) => word !== ""))) {
      x.referAt(RefKind.call, one, start, x.nameExpression(one, start));
    }
  }

  /** Of many files that are made by no rule of their own, one of each ending stands for all. */
  #meant(names: readonly string[]): readonly string[] {
    const endings = new Set<string>();
    return names.filter((name) => {
      if (names.length < 2 || this.#targets.has(name)) return true;
      const ending = /\.\w+$/.exec(name)?.[0] ?? "";
      const isFirst = !endings.has(ending);
      endings.add(ending);
      return isFirst;
    });
  }

  #referRecipe(x: Extraction, node: NodeIndex): void {
    const text = x.textOf(node);
    const start = x.tree.starts[node]!;
    for (const match of text.matchAll(CALL)) {
      const at = start + match.index + match[0].length - match[1]!.length;
      x.referAt(RefKind.call, match[1]!, at, x.nameExpression(match[1]!, at));
    }
    if (x.symbol === NONE && !text.includes("$(shell")) return;
    const expand = this.#expansion(x, x.tree.parents[node]!);
    // What stands before a command says how it is run.
    const runnable = text.replace(/^[ \t]*[@+-]+/gm, (prefix) => " ".repeat(prefix.length));
    for (const call of programCallsIn(runnable, start, expand)) {
      const { name, start: at, means, folder } = call;
      x.callForeign(name || means, at, means, folder);
    }
  }

  /** What variables come to in a rule: its own ones among them. */
  #expansion(x: Extraction, rule: NodeIndex): Expansion {
    return (inner, isVariable) => {
      if (inner === "@") return this.#first(x, rule, this.#K.target);
      if (inner === "<" || inner === "^" || inner === "?" || inner === "+") {
        return this.#first(x, rule, this.#K.prerequisite);
      }
      return this.#expand(inner, isVariable);
    };
  }

  #first(x: Extraction, rule: NodeIndex, kind: number): string | undefined {
    const node = x.tree.childOfKind(rule, kind);
    const text = node === NONE ? undefined : this.#text(x.textOf(node));
    return text === undefined || text.includes("%") ? undefined : text;
  }

  #include(x: Extraction, node: NodeIndex): void {
    const path = this.#text(x.textOf(node));
    if (path === undefined) return;
    const start = x.tree.starts[node]!;
    const line = x.lineAt(start);
    const at = { scope: 0, line, column: x.columnAt(start, line) };
    x.facts.import(path, ImportKind.include, at);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #text(raw: string): string | undefined {
    return literalWord(raw, this.#expand);
  }

  readonly #expand: Expansion = (inner) => {
    const raw = this.#values.get(inner);
    if (raw === undefined) {
      if (FOLDERS.has(inner)) return ".";
      return Object.hasOwn(PROGRAMS, inner) ? PROGRAMS[inner] : undefined;
    }
    if (this.#depth > DEEPEST) return undefined;
    this.#depth++;
    const value = this.#text(raw);
    this.#depth--;
    return value;
  };

  *#children(x: Extraction, node: NodeIndex, kind: number): Generator<NodeIndex> {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] === kind) yield child;
    }
  }
}
