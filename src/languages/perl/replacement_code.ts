/** Code that the grammar reads as text: what `s/…/code/e` puts in place. */
import type { Extraction } from "../../extract/extraction.ts";
import { RefKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Expressions } from "./expressions.ts";

/** `$object->method`, `Class->method`, `function(`. */
const CALL =
  /(?<![$@%\w>:])(?:(\$\w+|[A-Z]\w*(?:::\w+)*)\s*->\s*([A-Za-z_]\w*)|([A-Za-z_]\w*(?:::\w+)*)\s*\()/g;

/**
 * Records the calls in a replacement that is code.
 * @param node a substitution
 */
export function referReplacement(x: Extraction, node: NodeIndex, expressions: Expressions): void {
  const { K } = expressions.s;
  const modifiers = x.tree.childOfKind(node, K.substitutionModifiers);
  const replacement = x.tree.childOfKind(node, K.replacement);
  if (modifiers === NONE || replacement === NONE || !x.textOf(modifiers).includes("e")) return;
  const start = x.tree.starts[replacement]!;
  for (const match of x.textOf(replacement).matchAll(CALL)) {
    const [all, object, method, name] = match;
    if (object !== undefined && method !== undefined) {
      const at = start + match.index;
      const receiver = object.startsWith("$")
        ? x.nameExpression(object, at)
        : expressions.package(x, object, at);
      const offset = start + match.index + all.length - method.length;
      x.referAt(RefKind.call, method, offset, x.memberExpression(receiver, method));
    } else if (name !== undefined) {
      const offset = start + match.index;
      const callee = expressions.function(x, { text: name, offset, node: replacement });
      const short = name.slice(name.lastIndexOf(":") + 1);
      const at = offset + name.length - short.length;
      if (callee >= 0) x.referAt(RefKind.call, short, at, callee, { argumentCount: -2 });
    }
  }
}
