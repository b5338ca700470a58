/** Languages that are shipped machine-compressed. */
const COMPRESSED_LANGUAGES = new Set(["javascript", "typescript", "tsx"]);

/** Characters from which on a line is no longer written by people. */
const LONG_LINE = 1000;

/**
 * Why a file counts as minified, or `undefined`. By name (`app.min.js`), else by content: most of
 * the text lies in very long lines, and those are dense code. A long line of data (a table, an
 * embedded image, a translation) has few calls and statements and does not count.
 */
export function minifiedBecause(path: string, language: string, text: string): string | undefined {
  if (!COMPRESSED_LANGUAGES.has(language)) return undefined;
  if (/[.-]min\.[cm]?js$/i.test(path)) return "its name says so";
  return isCompressed(text) ? `most of it in lines of over ${LONG_LINE} characters` : undefined;
}

/** Whether most of a text of JavaScript is dense code in very long lines. */
export function isCompressed(text: string): boolean {
  if (text.length < LONG_LINE) return false;
  const { inLongLines, longest } = longLines(text);
  return inLongLines * 2 >= text.length && isDenseCode(longest);
}

function longLines(text: string): { inLongLines: number; longest: string } {
  let inLongLines = 0;
  let longestStart = 0;
  let longestLength = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const length = end - start;
    if (length >= LONG_LINE) inLongLines += length;
    if (length > longestLength) {
      longestStart = start;
      longestLength = length;
    }
    start = end + 1;
  }
  return { inLongLines, longest: text.slice(longestStart, longestStart + longestLength) };
}

/** Compressed code has a call and a statement in every few dozen characters, and few spaces. */
function isDenseCode(line: string): boolean {
  const sample = line.slice(0, 20_000);
  let calls = 0;
  let statements = 0;
  let spaces = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code === 0x28) calls++;
    else if (code === 0x3b || code === 0x7b) statements++;
    else if (code === 0x20) spaces++;
  }
  const { length } = sample;
  return calls * 80 > length && statements * 200 > length && spaces * 10 < length;
}
