/** Julia text as the grammar wants it. */

/** `const` fields of mutable structs (Julia 1.8): without the word they read as plain fields. */
const CONST_FIELD =
  /^([ \t]+)const(?=[ \t]+[\p{L}_][\p{L}\p{N}_!]*[ \t]*(?:::[^=\n]*)?(?:#.*)?$)/gmu;
/** `x, = f()` takes the first of several values. */
const FIRST_OF_SEVERAL = /^([ \t]*[\p{L}_][\p{L}\p{N}_!]*),(?=[ \t]*=[^=])/gmu;

/** The text with what the grammar does not know blanked; no offset moves. */
export function readable(text: string): string {
  return text.replace(CONST_FIELD, "$1     ").replace(FIRST_OF_SEVERAL, "$1 ");
}
