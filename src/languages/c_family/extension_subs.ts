/**
 * Perl's XS: C up to the first `MODULE` line, then subs in a notation of their own, which are read as C
 * functions: a header without braces, declarations, and code under keywords. No offset moves.
 */

const MODULE = /^MODULE\s*=/m;
/** `name(arguments)`, the type before it on its own line or on the same; the arguments are the third part. */
const HEADER = /^((?:[A-Za-z_][\w \t*]*[\s*])?)([A-Za-z_]\w*)\s*\(([^)]*)\)[ \t]*$/;
const KEYWORD = /^\s*([A-Z_]+)\s*:/;
/** Keywords under which C stands. */
const CODE = new Set(["CODE", "PPCODE", "INIT", "PREINIT", "CLEANUP", "POSTCALL"]);
const DIRECTIVE = /^#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma)\b/;

/** The text as C; other texts than XS as they are. */
export function withoutSubNotation(text: string): string {
  if (!text.includes("MODULE")) return text;
  const start = MODULE.exec(text)?.index;
  return start === undefined ? text : text.slice(0, start) + asFunctions(text.slice(start));
}

/** Each paragraph that begins at the left edge is a sub, or says something of those that follow. */
function asFunctions(text: string): string {
  const lines = text.split("\n");
  const made = lines.map((line) => DIRECTIVE.test(line) ? line : blank(line));
  for (let i = 0; i < lines.length; i++) {
    if (/^BOOT:\s*$/.test(lines[i]!)) i = readBoot(lines, made, i);
    const isStart = /^\w/.test(lines[i]!) && (i === 0 || isApart(lines[i - 1]!));
    if (!isStart) continue;
    const header = /\)\s*$/.test(lines[i]!) ? i : i + 1;
    const match = HEADER.exec(lines[header] ?? "");
    const end = endOfSub(lines, header);
    // At the end of the text there may be no place for a brace.
    const isOpen = end === lines.length || end === header + 1 && end === lines.length - 1;
    if (match === null || isOpen) continue;
    if (header > i) made[i] = lines[i]!;
    made[header] = `${match[1]}${match[2]}(`.padEnd(lines[header]!.trimEnd().length - 1) + ")";
    readBody(lines, made, header + 1, end);
    // The breaks of the header's line and of the last one are where the braces fit.
    made[header] += "{";
    made[end] = `}${made[end]}`;
    i = end - 1;
  }
  return joined(lines, made);
}

/** Whether what follows a line begins something new. */
function isApart(line: string): boolean {
  return line.trim() === "" || DIRECTIVE.test(line);
}

/** `BOOT:`, and code that runs when the library is loaded, outside of functions. Gives its last line. */
function readBoot(lines: readonly string[], made: string[], start: number): number {
  const end = endOfSub(lines, start);
  for (let i = start + 1; i < end; i++) made[i] = lines[i]!;
  return end - 1;
}

/** The line before which a sub ends: one that is empty, with the next at the left edge or none. */
function endOfSub(lines: readonly string[], header: number): number {
  for (let i = header + 1; i < lines.length; i++) {
    if (lines[i]!.trim() === "" && /^(?:\S|$)/.test(lines[i + 1] ?? "")) return i;
  }
  return lines.length;
}

function readBody(
  lines: readonly string[],
  made: string[],
  from: number,
  end: number,
): void {
  let isCode = false;
  for (let i = from; i < end; i++) {
    const keyword = KEYWORD.exec(lines[i]!);
    if (keyword !== null) {
      isCode = CODE.has(keyword[1]!);
      if (isCode) {
        made[i] = blank(keyword[0]) + lines[i]!.slice(keyword[0].length);
      }
    } else if (isCode) made[i] = lines[i]!;
  }
}

/** The lines joined, so that one which is longer by a brace takes the place of a line break. */
function joined(lines: readonly string[], made: readonly string[]): string {
  let text = "";
  for (const [i, line] of made.entries()) {
    const isLonger = line.length > lines[i]!.length;
    const closes = isLonger && line.startsWith("}");
    // Right behind the header the brace takes the place of its own line's break.
    const isBehindHeader = closes && text.endsWith("{");
    if (closes && !isBehindHeader) text = text.slice(0, -1);
    text += line;
    const opens = isLonger && line.endsWith("{");
    if (i + 1 < made.length && !opens && !isBehindHeader) text += "\n";
  }
  return text;
}

function blank(line: string): string {
  return line.replace(/[^\t\r]/g, " ");
}
