/** Tests of bats as functions, which the grammar knows. */

const TEST = /^([ \t]*)(@test[ \t]+(?:"[^"\n]{2,}"|'[^'\n]{2,}'))(?=[ \t]*\{)/gm;

/** The text as the grammar should read it: `@test "title" {` becomes the head of a function. */
export function readable(text: string): string {
  if (!text.includes("@test")) return text;
  return text.replace(
    TEST,
    (_, indent: string, head: string) => `${indent}${head.slice(0, -2).replace(/\W/g, "_")}()`,
  );
}
