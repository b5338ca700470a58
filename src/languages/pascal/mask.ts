/**
 * The text as the grammar should read it, with no offset moved. Directives of conditional compilation
 * are blanked, and with them all branches but the first where these are no whole declarations or
 * statements; forms of Delphi and Free Pascal that the grammar does not know are written otherwise.
 */

/** Strings, directives and comments; all else is passed over. */
const TOKEN = /'(?:[^'\n]|'')*'|\{[^}]*\}|\(\*[\s\S]*?\*\)|\/\/[^\n]*/g;
const CONDITIONAL = /^\{\$(if\w*|else\w*|endif)\b/i;
/** What may stand before a branch that is whole. */
const BOUNDARY =
  /(?:^|;|\b(?:begin|interface|implementation|else|do|then|repeat|try|finally|except|type|var|const|private|protected|public|published|initialization|finalization|record|class|end))$/i;
/** How a branch ends that is whole. */
const END = /(?:;|\b(?:interface|implementation|var|type|const|begin|private|public|protected))$/i;
/** What no whole branch begins with. */
const REST = /^(?:[,.=)+*-]|(?:else|end|and|or)\b)/i;
const HEAD = /^(?:class\s+)?(?:procedure|function|constructor|destructor)\b/i;
const NESTING = /\b(begin|case|try|asm|record|class|interface|object)\b|\b(end)\b|([([])|([)\]])/gi;

/** The type of a variable that is declared among statements: behind it stands no other declaration. */
const INLINE =
  /((?:\b(?:begin|then|do|else|try|repeat)\s|;)\s*var\s+\w+\s*):[^;=:()]+(?=;(?!\s*(?:\w+(?:\s*,\s*\w+)*\s*:[^=]|(?:begin|out|procedure|function|const|type|var|label|constructor|destructor|operator|class|implementation|interface|strict|private|protected|public|published|property|end|initialization|finalization|resourcestring|threadvar)\b|\[)))/gi;

/** Forms that the grammar does not know, with what stands for them behind what a first group keeps. */
const REPLACED: readonly (readonly [form: RegExp, by: string])[] = [
  [/,\s*constructor\b(?=\s*[>;,)])/gi, ""],
  [/([<:,]\s*)constructor\s*,/gi, ""],
  [/\[ref\]/gi, ""],
  // Attributes of fields.
  [/^[ \t]*(?:\[[A-Za-z]\w*(?:\([^)\]]*\))?\]\s*)+(?=\w+\s*(?:,\s*\w+\s*)*:)/gm, ""],
  [/\bdeprecated\b(?<!(?:;\s{0,99}|\.)deprecated)(?:\s*'[^'\n]*'|(?=\s*;))/gi, ""],
  [/(\bend\s+)(?:platform|library)\b/gi, ""],
  [/(;\s*)library(?=\s*;)/gi, ""],
  [/(\bclass\s+)sealed\b/gi, ""],
  // No more than that a property is seen by others.
  [/\bproperty\s+\w+\s*(?:\b(?:default|stored)\s+[\w.$-]+\s*)*;/gi, ""],
  [/\braise(?=\s*(?:;|(?:end|else|until)\b))/gi, ""],
  [/(\b(?:read|write)\s+\w+)(?:\.\w+|\[\w+\])+(?=\s*(?:;|write\b|default\b|stored\b))/gi, ""],
  [/(\b(?:set\s+of\s+|T\w+\s*=\s*))-?[\w$]+\s*\.\.\s*[\w$]+/gi, "Byte"],
  [/\bin\s+'[^'\n]*'/gi, ""],
  [/\bspecialize\s(?=\s*\w+\s*<)/gi, ""],
  [/\bat\s+(?:ReturnAddress|AddressOfReturnAddress)\b/gi, ""],
  [/(\basm\b)[^]*?(?=\bend\b\s*;)/gi, ""],
  [/\bthreadvar\b/gi, "var"],
  // Variables that are declared among statements: `var a: T := b` is read as `a := b`.
  [/(\bvar\s+\w+\s*):[^;=:]+(?=:=)/gi, ""],
  [/(\bfor\s+var\s+\w+\s*):\s*[\w.<>]+(?=\s+in\b)/gi, ""],
  [INLINE, ""],
  [/\bvar\s+(?=\w+(?:\s*:=|\s+in\b)|\w+\s{2,};)/gi, ""],
  // A comparison, no generic type.
  [/(\w\s+)<(?=\s)(?![\w\s.,<]{0,200}>)/g, "="],
  [/<(?=\s*[\d'-])/g, "="],
];

/** As {@link REPLACED}, in packages, which have no body. */
const IN_PACKAGES: typeof REPLACED = [
  [/^\s*package\s[\w.]+\s*;/i, ""],
  [/\bend\s*\.\s*$/gi, ""],
  [/^[ \t]*(?:requires|contains)\b/gim, "uses"],
];

/** Words of the language in one place only: elsewhere they are names. */
const NAMES =
  /\b(?:message|platform)\b(?:(?<!;\s{0,99}\w+)(?=\s*[\w:.)(^[=,;+<>])|(?=\s*[:.)(^[=,]))/gi;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text as the grammar should read it. */
export function maskPascal(text: string): string {
  const hidden: Span[] = [];
  const open: Span[][] = [];
  const groups: Span[][] = [];
  const parts: string[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const start = match.index;
    const span = { start, end: start + token.length };
    parts.push(text.slice(last, start), inCode(token));
    last = span.end;
    const word = CONDITIONAL.exec(token)?.[1]?.toLowerCase();
    if (word === undefined) continue;
    if (word !== "ifend" && word.startsWith("if")) open.push([span]);
    else open.at(-1)?.push(span);
    const group = word === "endif" || word === "ifend" ? open.pop() : undefined;
    if (group !== undefined) groups.push(group);
  }
  parts.push(text.slice(last));
  let code = parts.join("");
  for (const group of groups) {
    const [, second, third] = group;
    if (second === undefined || third === undefined || isWhole(code, hidden, group)) continue;
    hidden.push({ start: second.start, end: group.at(-1)!.end });
  }
  code = without(code, hidden);
  const forms = /^\s*package\s/i.test(code) ? [...REPLACED, ...IN_PACKAGES] : REPLACED;
  for (const [form, by] of forms) {
    code = code.replace(form, (found, kept: unknown) => {
      const start = typeof kept === "string" ? kept : "";
      return start + by + blank(found.slice(start.length + by.length));
    });
  }
  return code.replace(NAMES, (name) => `_${name.slice(1)}`);
}

/** Comments are blanked; in strings nothing is left that means something else. */
function inCode(token: string): string {
  if (token.startsWith("'")) return `'${"x".repeat(token.length - 2)}'`;
  return /^\{\$I\s+%/i.test(token) ? `'${token.slice(2).replace(/./g, "x")}'` : blank(token);
}

/** Whether each branch of a group holds whole declarations or statements, or parts of a list. */
function isWhole(code: string, hidden: readonly Span[], group: readonly Span[]): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return false;
  const before = code.slice(Math.max(0, first.start - 400), first.start).trimEnd();
  const isList = before.endsWith(",") || /\buses$/i.test(before);
  if (!isList && !BOUNDARY.test(before)) return false;
  for (let i = 0; i + 1 < group.length; i++) {
    const from = group[i]!.end;
    const branch = without(
      code.slice(from, group[i + 1]!.start),
      hidden.filter(({ start }) => start >= from && start < group[i + 1]!.start)
        .map(({ start, end }) => ({ start: start - from, end: end - from })),
    ).trim();
    if (branch === "") continue;
    if (isList ? !branch.endsWith(",") : !END.test(branch)) return false;
    if (REST.test(branch) || !isBalanced(branch)) return false;
    if (/^(?:var|begin)\b[\s\S]*\bend\s*;$/i.test(branch)) return false;
    // A head whose body stands behind the group.
    const after = HEAD.test(branch) ? code.slice(last.end, last.end + 200).trimStart() : "";
    if (/^(?:begin|var|const)\b/i.test(after) && !/\bend\s*;$/i.test(branch)) return false;
  }
  return true;
}

function isBalanced(code: string): boolean {
  let blocks = 0;
  let types = 0;
  let brackets = 0;
  for (const [, opened, closed, left, right] of code.matchAll(NESTING)) {
    if (left !== undefined) brackets++;
    else if (right !== undefined) brackets--;
    else if (closed !== undefined) blocks--;
    else if (/^(?:begin|case|try|asm)$/i.test(opened!)) blocks++;
    else types++;
  }
  // `class` and `interface` may open a block or not.
  return brackets === 0 && blocks <= 0 && blocks + types >= 0;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** A text with some spans blanked. */
function without(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let last = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < last) continue;
    parts.push(text.slice(last, start), blank(text.slice(start, end)));
    last = end;
  }
  parts.push(text.slice(last));
  return parts.join("");
}
