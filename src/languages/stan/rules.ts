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
  const K = { parameter: g.kind("parameter") };
  /** Names that the file defines, not only declares. */
  const defined = new Set<string>();
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
      const count = argumentCount(x.text, x.tree.ends[node]!) + (prefix === "" ? 0 : 1);
      x.refer(kind, node, expression, count, x.callExpression(expression, Array(count).fill(-1)));
    }
  };

  return {
    begin: () => {
      defined.clear();
      declared.length = 0;
    },
    define: {
      function: (x, node) => define(x, node, 0),
      prototype: (x, node) => define(x, node, Flag.declaration),
      variable: (x, node) => {
        const statement = x.tree.parents[node]!;
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
        x.bind(x.scope, x.textOf(node), BindingKind.parameter, { offset: x.tree.starts[node]! });
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

/** How many arguments stand in the parentheses behind an offset. */
function argumentCount(text: string, from: number): number {
  let depth = 0;
  let count = 0;
  for (let at = text.indexOf("(", from); at >= 0 && at < text.length; at++) {
    const c = text[at]!;
    if (c === ")" || c === "]" || c === "}") depth--;
    else if (count === 0 && depth === 1 && /\S/.test(c)) count = 1;
    if (depth === 0 && c === ")") break;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (
      depth === 1 && (c === "," || c === "|" && text[at + 1] !== "|" && text[at - 1] !== "|")
    ) {
      count++;
    }
  }
  return count;
}
