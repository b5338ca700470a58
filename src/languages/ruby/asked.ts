/** What calls are given of which linkers may ask: texts, symbols and lists of them, also by name. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, UNKNOWN_TEXT } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Expressions of the arguments of a call, symbols as texts. */
export function askedArguments(
  x: Extraction,
  s: Syntax,
  args: readonly NodeIndex[],
): readonly number[] {
  return args.map((argument) => asked(x, s, argument));
}

function asked(x: Extraction, s: Syntax, node: NodeIndex): number {
  const { K } = s;
  switch (x.tree.kinds[node]) {
    case K.pair: {
      const value = x.tree.child(node, s.F.value);
      const key = textOf(x, x.tree.child(node, s.F.key));
      return x.facts.expression(Op.keyword, x.facts.text(key), asked(x, s, value));
    }
    case K.string:
    case K.simpleSymbol:
    case K.delimitedSymbol:
    case K.bareString:
    case K.bareSymbol:
      return x.textExpression(textOf(x, node), "String");
    case K.regex:
      return x.textExpression(patternOf(x.textOf(node)), "Regexp");
    case K.array:
    case K.stringArray:
    case K.symbolArray:
      return x.listed(namedChildren(x, node).map((element) => asked(x, s, element)));
    default:
      return node === NONE ? -1 : x.value(node);
  }
}

/** What a regular expression says, from its beginning on: `^/items/(\d+)`. */
function patternOf(literal: string): string {
  const [, , inside = "", flags = ""] = /^(?:%r(\W)|\/)([\s\S]*)\W([a-z]*)$/.exec(literal) ?? [];
  const plain = flags.includes("x") ? inside.replace(/#[^\n]*|\s+/g, "") : inside;
  return `^${plain.replace(/^(?:\^|\\A)/, "").replace(/#\{[^}]*\}/g, UNKNOWN_TEXT)}`;
}

/** What a string, a symbol or a key says. */
function textOf(x: Extraction, node: NodeIndex): string {
  return node === NONE
    ? ""
    : x.textOf(node).replace(/^:?["']|^:|["']?:?$/g, "").replace(/#\{[^}]*\}/g, UNKNOWN_TEXT);
}
