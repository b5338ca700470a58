/** Lines of a text that a backslash at their end joins to the next. */

/** A line with those that it goes on in. */
export interface LogicalLine {
  /** As written, line breaks and backslashes included, without the last line break. */
  readonly text: string;
  readonly start: number;
  /** Offset of its end, before the line break. */
  readonly end: number;
}

/** The lines of a text. */
export function* logicalLines(text: string): Generator<LogicalLine> {
  for (let start = 0; start < text.length;) {
    let end = text.indexOf("\n", start);
    while (end >= 0 && isJoined(text, end)) end = text.indexOf("\n", end + 1);
    if (end < 0) end = text.length;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}

function isJoined(text: string, feed: number): boolean {
  const last = text[feed - 1] === "\r" ? feed - 2 : feed - 1;
  return text[last] === "\\";
}

/** A word of a line, and where it stands in the line. */
export interface LineWord {
  readonly text: string;
  readonly at: number;
}

/** Words that blanks part, those in brackets of `$(…)` and `${…}` left together. */
export function lineWords(line: string): LineWord[] {
  const words: LineWord[] = [];
  for (
    const match of line.matchAll(/(?:\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\\[^\n]|[^\s\\])+/g)
  ) {
    words.push({ text: match[0], at: match.index });
  }
  return words;
}
