/** What the grammar does not know, as what it does: tests of bats as functions. */

const TEST = /^([ \t]*)(@test[ \t]+(?:"[^"\n]{2,}"|'[^'\n]{2,}'))(?=[ \t]*\{)/gm;

/** A command at the beginning of a line that passes aliases by: the grammar takes it for an argument. */
const ESCAPED = /^([ \t]*)\\(?=[\w.])/gm;

/** The text as the grammar should read it: `@test "title" {` becomes the head of a function. */
export function readable(text: string): string {
  const unescaped = text.includes("\\") ? text.replace(ESCAPED, "$1 ") : text;
  if (!unescaped.includes("@test")) return unescaped;
  return unescaped.replace(
    TEST,
    (_, indent: string, head: string) => `${indent}${head.slice(0, -2).replace(/\W/g, "_")}()`,
  );
}
