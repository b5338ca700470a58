/** The rules of Stan: functions, variables of a model, and who calls and includes what. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Before the name of a distribution, where a function says how it is distributed. */
export const DISTRIBUTION_PREFIX = "~";
/** What a function that says how something is distributed is named by: the name, and the form of it. */
const DENSITY = /^(\w+)_(l(?:pdf|pmf)|log)$/;

/** Binds the rules to what the reader makes. */
export function stanRules(g: Grammar): LanguageRules {
  const F = { name: g.field("name"), body: g.field("body") };
  const K = { parameter: g.kind("parameter"), local: g.kind("local") };
  /** Names that the file defines, not only declares. */
  const defined = new Set<string>();
  /** How many parameters of a function were met, by its scope. */
  const parameters = new Map<number, number>();
  const declared: { readonly name: string; readonly symbol: number; readonly offset: number }[] =
    [];

  const bind = (x: Extraction, name: string, symbol: number, offset: number): void => {
    x.bind(0, name, BindingKind.definition, { symbol, offset });
    const [, of, form] = DENSITY.exec(name) ?? [];
    if (of === undefined) return;
    x.bind(0, DISTRIBUTION_PREFIX + of, BindingKind.definition, { symbol, offset });
    // `f_lupdf` is `f_lpdf` without what does not depend on parameters.
    if (form !== "log") {
      const short = `${of}_lu${form!.slice(1)}`;
      x.bind(0, short, BindingKind.definition, { symbol, offset });
    }
  };

  const define = (x: Extraction, node: NodeIndex, flags: number): void => {
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const offset = x.tree.starts[nameNode]!;
    const symbol = x.define(node, {
      kind: Kind.function,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.child(node, F.body),
      flags: Flag.exported | flags,
      bindIn: "nowhere",
    });
    let count = 0;
    for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.kinds[at] === K.parameter) count++;
    }
    x.setArity(symbol, count, count);
    if (flags & Flag.declaration) declared.push({ name, symbol, offset });
    else {
      defined.add(name);
      bind(x, name, symbol, offset);
    }
  };

  const refer = (x: Extraction, node: NodeIndex, kind: number, prefix = ""): void => {
    const expression = x.nameExpression(prefix + x.textOf(node), x.tree.starts[node]!);
    if (kind !== RefKind.call) x.refer(kind, node, expression);
    else {
      const args = argumentsBehind(x.text, x.tree.ends[node]!).map(([from, to]) =>
        argument(x, from, to)
      );
      // What stands before `~` is the first.
      if (prefix !== "") args.unshift(-1);
      x.refer(kind, node, expression, args.length, x.callExpression(expression, args));
    }
  };

  return {
    begin: () => {
      defined.clear();
      parameters.clear();
      declared.length = 0;
    },
    define: {
      function: (x, node) => define(x, node, 0),
      prototype: (x, node) => define(x, node, Flag.declaration),
      variable: (x, node) => {
        const statement = x.tree.parents[node]!;
        if (x.tree.kinds[statement] === K.local) return;
        x.define(node, {
          kind: Kind.variable,
          name: x.textOf(node),
          nameNode: node,
          rangeNode: statement,
          signatureNode: statement,
          flags: Flag.exported,
        });
      },
    },
    refer: {
      parameter: (x, node) => {
        const offset = x.tree.starts[node]!;
        const index = parameters.get(x.scope) ?? 0;
        parameters.set(x.scope, index + 1);
        const type = typeOf(x, writtenBefore(x.text, offset), "");
        x.bind(x.scope, x.textOf(node), BindingKind.parameter, { offset, index, type });
      },
      variable: (x, node) => {
        const offset = x.tree.starts[node]!;
        const statement = x.tree.parents[node]!;
        const behind = x.text.slice(x.tree.ends[node]!, x.tree.ends[node]! + 1);
        const type = typeOf(x, x.text.slice(x.tree.starts[statement]!, offset), behind);
        const symbol = x.symbolAt(node);
        if (symbol !== NONE) x.setType(symbol, type);
        else x.bind(x.scope, x.textOf(node), BindingKind.variable, { offset, type });
      },
      call: (x, node) => refer(x, node, RefKind.call),
      distribution: (x, node) => refer(x, node, RefKind.call, DISTRIBUTION_PREFIX),
      value: (x, node) => refer(x, node, RefKind.value),
      include: (x, node) => {
        const start = x.tree.starts[node]!;
        const line = x.lineAt(start);
        const at = { scope: 0, line, column: x.columnAt(start, line) };
        x.facts.import(x.textOf(node), ImportKind.include, at);
      },
    },
    finish: (x) => {
      for (const { name, symbol, offset } of declared) {
        if (!defined.has(name)) bind(x, name, symbol, offset);
      }
    },
    values: {},
    docs: { line: ["//"], block: [["/**", "*/"], ["/*", "*/"]] },
  };
}

/** Where the arguments in the parentheses behind an offset stand. */
function argumentsBehind(text: string, from: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  let depth = 0;
  let start = text.indexOf("(", from) + 1;
  for (let at = start - 1; at >= 0 && at < text.length; at++) {
    const c = text[at]!;
    const isBar = c === "|" && text[at + 1] !== "|" && text[at - 1] !== "|";
    const closes = c === ")" || c === "]" || c === "}";
    if (closes) depth--;
    const ends = c === ")" && depth === 0;
    if (ends && found.length === 0 && text.slice(start, at).trim() === "") return found;
    if (ends || depth === 1 && (c === "," || isBar)) {
      found.push([start, at]);
      start = at + 1;
    }
    if (ends) return found;
    if (c === "(" || c === "[" || c === "{") depth++;
  }
  return found;
}

/** What an argument is, where it is no more than a name or a number. */
function argument(x: Extraction, from: number, to: number): number {
  const text = x.text.slice(from, to).trim();
  if (/^[A-Za-z]\w*$/.test(text)) return x.nameExpression(text, from);
  if (/^\d+$/.test(text)) return x.literal("int");
  return /^\d*\.?\d*(?:[eE][-+]?\d+)?$/.test(text) && text !== "" ? x.literal("double") : -1;
}

/** What stands before the name of a parameter, back to what ends the one before. */
function writtenBefore(text: string, offset: number): string {
  let depth = 0;
  let at = offset - 1;
  for (; at >= 0; at--) {
    const c = text[at]!;
    if (c === "]" || c === ")") depth++;
    else if (c === "[" || c === "(" && depth > 0) depth--;
    else if (depth === 0 && (c === "," || c === "(")) break;
  }
  return text.slice(at + 1, offset);
}

/** Types that others are of, as far as overloads tell them apart. */
const FORMS: readonly (readonly [form: string, type: RegExp])[] = [
  ["array", /^array\b|\[[\s,]*\]$/],
  ["tuple", /^tuple\b/],
  ["row_vector", /^row_vector\b/],
  ["matrix", /matrix\b|^cholesky_/],
  ["vector", /^(?:vector|simplex|unit_vector|ordered|positive_ordered|sum_to_zero_vector)\b/],
  ["double", /^real\b/],
  ["int", /^int\b/],
];

/** What a type is, as an expression. @param behind what follows the name */
function typeOf(x: Extraction, written: string, behind: string): number {
  const type = written.trim().replace(/^data\s+/, "").replace(/\s+/g, " ");
  const form = behind === "[" ? "array" : FORMS.find(([, pattern]) => pattern.test(type))?.[0];
  return form === undefined ? -1 : x.literal(form);
}
