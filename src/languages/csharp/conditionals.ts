/**
 * Conditional compilation where the grammar cannot read it: it knows `#if` around whole declarations
 * and statements, not around a part of one (`#if X  , IDisposable  #endif`). There only the first
 * branch is read; the rest and the directives are blanked, so that no offset moves.
 */

const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b.*$/gm;

/** A group from `#if` to `#endif`: where its directives stand. */
interface Group {
  readonly directives: { readonly start: number; readonly end: number }[];
}

/** The text as the grammar should read it. */
export function maskConditionals(text: string): string {
  if (!text.includes("#if")) return text;
  const open: Group[] = [];
  const blanked: [start: number, end: number][] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const directive = { start: match.index, end: match.index + match[0].length };
    if (match[1] === "if") open.push({ directives: [directive] });
    else open.at(-1)?.directives.push(directive);
    if (match[1] !== "endif") continue;
    const group = open.pop();
    if (group !== undefined && !isWhole(text, group)) blank(group, blanked);
  }
  let masked = text;
  for (const [start, end] of blanked) {
    const hidden = masked.slice(start, end).replace(/[^\r\n]/g, " ");
    masked = masked.slice(0, start) + hidden + masked.slice(end);
  }
  return masked;
}

/** Blanks the directives of a group, and all branches but the first. */
function blank({ directives }: Group, blanked: [number, number][]): void {
  const [first, second] = directives;
  const last = directives.at(-1);
  if (first === undefined || second === undefined || last === undefined) return;
  blanked.push([first.start, first.end], [second.start, last.end]);
}

/** Whether each branch of a group holds whole declarations or statements. */
function isWhole(text: string, { directives }: Group): boolean {
  for (let i = 0; i + 1 < directives.length; i++) {
    const branch = withoutComments(text.slice(directives[i]!.end, directives[i + 1]!.start));
    if (branch !== "" && (!/[;}]$/.test(branch) || !isBalanced(branch))) return false;
    if (/^(?:[,.?:=)]|&&|\|\||case\b|default\b|else\b)/.test(branch)) return false;
  }
  return true;
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^[ \t]*#.*$/gm, "").trim();
}

/** Whether brackets are closed where they are opened; those in strings are not told apart. */
function isBalanced(code: string): boolean {
  let depth = 0;
  for (const sign of code.match(/[{}()]/g) ?? []) {
    depth += sign === "{" || sign === "(" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
