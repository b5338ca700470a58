/**
 * VB.NET as the grammar reads it, with no offset moved: statements that go on in the next line are one
 * line, and a few forms that it does not know are written otherwise.
 */

/** A line that goes on behind it: by an operator, a comma, an opening bracket. */
const GOES_ON =
  /(?:[({,=&+*/<>-]|\s_|\b(?:AndAlso|OrElse|And|Or|Xor|Not|Is|IsNot|Mod|From|With)\b(?<!\bEnd\s+\w+))\s*$/i;
/** A line that only ends the one before. */
const ENDS = /^\s*[)}]/;
const DECLARE = /\bDeclare\s+(?:(?:Ansi|Unicode|Auto)\s+)?(?=Function\b|Sub\b)/gi;
const LIBRARY = /\b(?:Lib|Alias)\s+"[^"\n]*"/gi;
const REDIM = /\bReDim\s+(?:Preserve\s+)?/gi;
const BY_VALUE = /\bByVal\s+(?=Optional\b|ParamArray\b)/gi;
const STOP = /^[ \t]*End[ \t]*$/gim;
const REMARK = /(?<=^|\s)REM\b[^\n]*/gi;
const COMPOUND = /\\=/g;

/** The text as the grammar should read it. */
export function maskVbNet(text: string): string {
  const joined = joinLines(text.replace(REMARK, blank)).replace(REDIM, blank)
    .replace(BY_VALUE, blank).replace(STOP, blank).replace(COMPOUND, "= ");
  return /\bDeclare\b/i.test(joined)
    ? joined.replace(DECLARE, blank).replace(LIBRARY, blank)
    : joined;
}

function joinLines(text: string): string {
  const lines = text.split("\n");
  const out: string[] = [];
  let goesOn = false;
  for (const line of lines) {
    const code = withoutComment(line);
    const isJoined: boolean = out.length > 0 && (goesOn || ENDS.test(code));
    if (isJoined) {
      const before = out.pop()!;
      out.push(`${before.endsWith("\r") ? `${before.slice(0, -1)} ` : before} ${code}`);
    } else out.push(goesOn ? code : line);
    const isBlank = code.trim() === "";
    // A mark that a statement goes on is none of it.
    if (/\s_\s*$/.test(code)) out.push(out.pop()!.replace(/_(?=\s*$)/, " "));
    goesOn = (isJoined && isBlank && goesOn) || !isBlank && GOES_ON.test(code) &&
        !/^\s*(?:#|End\b|Imports\b)|^\s*<.*>\s*$/i.test(code);
  }
  return out.join("\n");
}

/** A line with its comment blanked. */
function withoutComment(line: string): string {
  if (!line.includes("'")) return line;
  let inText = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') inText = !inText;
    else if (line[at] === "'" && !inText) return line.slice(0, at) + blank(line.slice(at));
  }
  return line;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
