/**
 * Statements in strings, which menus and buttons run when they are chosen:
 * `uimenu(m, 'Callback', '[EEG, com] = pop_interp(EEG);')`, `eval('x = f(1);')`.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { calledNames } from "../../extract/foreign_modules.ts";
import { RefKind } from "../../extract/facts.ts";
import type { NodeIndex } from "../../extract/syntax_tree.ts";
import { isMatlabBuiltin } from "../matlab_builtins.ts";

/** What is given a value, or a call that is a statement as a whole; other text is prose. */
const STATEMENT =
  /^\s*(?:try,?\s*)?(?:(?:\[[\w\s,~.]+\]|[A-Za-z][\w.]*)\s*=\s*[A-Za-z][\w.]*\s*\(|[A-Za-z]\w*\([^]*\)\s*;\s*(?:$|[A-Za-z[]))/;

/** Second pass: the functions of the project that the text of a string calls are referred to. */
export function referCodeIn(x: Extraction, content: NodeIndex): void {
  const start = x.tree.starts[content]!;
  const end = x.tree.ends[content]!;
  // Most strings are short, and hold no call.
  if (end - start < 6 || x.text.slice(start, end).indexOf("(") < 0) return;
  const text = x.textOf(content);
  if (!STATEMENT.test(text)) return;
  for (const { name, at } of calledNames(text)) {
    if (isMatlabBuiltin(name) || name.includes(".")) continue;
    x.referAt(RefKind.value, name, start + at, x.nameExpression(name, start + at, 0));
  }
}
