/** What calls are given of which linkers may ask: texts, also in lists, and subs. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** Expressions of arguments, words as texts. */
export function askedArguments(x: Extraction, s: Syntax, args: NodeIndex): readonly number[] {
  return s.elements(x, args).flatMap((argument) => {
    const kind = x.tree.kinds[argument];
    if (kind === s.K.quotedWords) return textsOf(x, s, argument);
    if (kind !== s.K.anonymousArray) return [asked(x, s, argument)];
    const inner = x.tree.namedChild(argument);
    const elements = inner === NONE ? [] : s.elements(x, inner);
    return [
      x.listed(
        elements.flatMap((one) =>
          x.tree.kinds[one] === s.K.quotedWords ? textsOf(x, s, one) : [asked(x, s, one)]
        ),
      ),
    ];
  });
}

function asked(x: Extraction, s: Syntax, node: NodeIndex): number {
  const word = s.string(x, node);
  return word === undefined ? x.value(node) : x.textExpression(word.text, "string");
}

function textsOf(x: Extraction, s: Syntax, node: NodeIndex): number[] {
  return s.quotedWords(x, node).map(({ text }) => x.textExpression(text, "string"));
}
