/** Julia text as the grammar wants it. */

/** `const` fields of mutable structs (Julia 1.8): without the word they read as plain fields. */
const CONST_FIELD =
  /^([ \t]+)const(?=[ \t]+[\p{L}_][\p{L}\p{N}_!]*[ \t]*(?:::[^=\n]*)?(?:#.*)?$)/gmu;
/** `x, = f()` takes the first of several values. */
const FIRST_OF_SEVERAL = /^([ \t]*[\p{L}_][\p{L}\p{N}_!]*),(?=[ \t]*=[^=])/gmu;
/** `const global x`, which may as well be written without `global`. */
const CONST_GLOBAL = /^([ \t]*const[ \t]+)global(?=[ \t])/gm;
/** `export`, alone on its line. */
const LONE_EXPORT = /^([ \t]*(?:export|public))[ \t]*\r?\n(?=[ \t]*[\p{L}_@])/gmu;
/** `function ⊆ end`: an operator without methods. */
const BARE_OPERATOR = /^([ \t]*function[ \t]+)([^\s\w("#:@$])(?=[ \t]+end\b)/gmu;
/** Symbols that the grammar takes for something else: `:in`, `:->`, `:end`. */
const ODD_SYMBOL =
  /([=(,[{?][ \t]*:)(in|isa|where|->|&&|\|\||::|\.\.\.?)(?=[ \t]*[),\]};\n]|[ \t]+:)/g;
/** `for i in 1 : (n - 1)`: not a quoted expression, nor the second choice of `? :`. */
const APART_RANGE = /(?<=\bfor\b[^\n?]*[\w)\]])[ \t]:[ \t](?=\()/g;
/** A macro alone on its line, before a comment. */
const LONE_MACRO = /^[ \t]*@\w+[ \t]+#(?!=).*$/gm;

/** The text with what the grammar does not know rewritten; no offset moves. */
export function readable(text: string): string {
  return text
    .replace(CONST_FIELD, "$1     ")
    .replace(FIRST_OF_SEVERAL, "$1 ")
    .replace(CONST_GLOBAL, "$1      ")
    .replace(LONE_EXPORT, (all, word: string) => word.padEnd(all.length))
    .replace(BARE_OPERATOR, (_, before: string, name: string) => before + "o".repeat(name.length))
    .replace(ODD_SYMBOL, (_, before: string, name: string) => before + "o".repeat(name.length))
    .replace(APART_RANGE, ":  ")
    .replace(LONE_MACRO, (line) => " ".repeat(line.length));
}
