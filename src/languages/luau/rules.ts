/** The rules of Lua, with the types that are blanked where the grammar reads. */
import type { Extraction } from "../../extract/extraction.ts";
import { Binding, BindingKind, Kind, Sym } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { luaRules } from "../lua/rules.ts";

const ANNOTATION = /^\s*:\s*([A-Za-z_]\w*)(?:\.(\w+))?/;
const DEFINES_TYPE = /\btype\s+$/;
/** Types that every file knows. */
const KNOWN: ReadonlySet<string> = new Set(
  "any unknown never nil boolean number string thread buffer vector typeof".split(" "),
);

/** Binds the rules to the grammar of Lua. */
export function luauRules(g: Grammar): LanguageRules {
  const rules = luaRules(g);
  const identifier = g.kind("identifier");
  const parameters = g.field("parameters");
  const { refer } = rules;
  const typed = (type: string): NodeRule => (x, node) => {
    refer[type]?.(x, node);
    const list = x.tree.child(node, parameters);
    if (list !== NONE) annotate(x, list, identifier);
  };
  return {
    ...rules,
    define: {
      ...rules.define,
      assignment_statement: (x, node) => {
        rules.define.assignment_statement?.(x, node);
        markType(x, node, identifier);
      },
    },
    refer: {
      ...refer,
      function_declaration: typed("function_declaration"),
      function_definition: typed("function_definition"),
      variable_declaration: (x, node) => {
        refer.variable_declaration?.(x, node);
        annotate(x, node, identifier);
      },
    },
  };
}

/** What `type A = …` defines is a type. */
function markType(x: Extraction, node: NodeIndex, identifier: number): void {
  const start = x.tree.starts[node]!;
  if (!DEFINES_TYPE.test(x.text.slice(Math.max(0, start - 12), start))) return;
  for (let at = node + 1; at < x.tree.nexts[node]!; at++) {
    const symbol = x.tree.kinds[at] === identifier ? x.symbolAt(at) : NONE;
    if (symbol === NONE) continue;
    x.facts.tables.symbols.set(symbol, Sym.KIND, Kind.type);
    return;
  }
}

/** Says of names bound at a node what they are declared to hold, where nothing else says it. */
function annotate(x: Extraction, node: NodeIndex, identifier: number): void {
  const { bindings } = x.facts.tables;
  for (let at = node + 1; at < x.tree.nexts[node]!; at++) {
    if (x.tree.kinds[at] !== identifier) continue;
    const end = x.tree.ends[at]!;
    const [, first, second] = ANNOTATION.exec(x.text.slice(end, end + 80)) ?? [];
    if (first === undefined || KNOWN.has(first) || x.text.startsWith("::", end)) continue;
    const outer = x.nameExpression(first, end);
    const type = second === undefined ? outer : x.memberExpression(outer, second);
    const name = x.facts.text(x.textOf(at));
    for (let row = bindings.count - 1; row >= 0; row--) {
      if (bindings.get(row, Binding.SCOPE) !== x.scope) break;
      if (bindings.get(row, Binding.NAME) !== name) continue;
      const isFree = bindings.get(row, Binding.VALUE) < 0 &&
        bindings.get(row, Binding.KIND) !== BindingKind.definition;
      if (isFree) bindings.set(row, Binding.TYPE, type);
      break;
    }
  }
}
