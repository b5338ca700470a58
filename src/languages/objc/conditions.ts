/**
 * Conditions of the preprocessor inside a class, where the grammar takes none: their lines are blanked,
 * so that all branches are read. Where a branch opens a brace that it does not close, the others do too:
 * only the first is read.
 */

const MARK = /^[ \t]*(?:#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[^\n]*|@(\w+)\b([^\n]*))/gm;
const OPENS = /^(?:interface|implementation|protocol)$/;

/** A condition that is open. */
interface Condition {
  /** Where its first branch begins. */
  readonly from: number;
  /** Where the branches begin that are not read; -1 when all are. */
  left: number;
  isFirst: boolean;
}

/** The text of the same length. */
export function withoutConditions(text: string): string {
  const ranges: [from: number, to: number][] = [];
  const open: Condition[] = [];
  let isInside = false;
  for (const match of text.matchAll(MARK)) {
    const [line, directive, word = "", rest = ""] = match;
    const end = match.index + line.length;
    if (directive === undefined) {
      if (word === "end") isInside = false;
      // `@protocol Name;` only says that there is one.
      else if (OPENS.test(word)) isInside = !/^[^{<]*;/.test(rest);
    } else if (directive.startsWith("if")) {
      if (!isInside && open.length === 0) continue;
      open.push({ from: end, left: -1, isFirst: true });
      ranges.push([match.index, end]);
    } else if (open.length > 0) {
      readBranch(text, open, directive === "endif", match.index, end, ranges);
    }
  }
  let masked = "";
  let done = 0;
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    masked += text.slice(done, start) + text.slice(start, to).replace(/[^\n]/g, " ");
    done = to;
  }
  return masked + text.slice(done);
}

function readBranch(
  text: string,
  open: Condition[],
  isEnd: boolean,
  at: number,
  end: number,
  ranges: [from: number, to: number][],
): void {
  const condition = open.at(-1)!;
  if (!isEnd && condition.isFirst && braces(text.slice(condition.from, at)) !== 0) {
    condition.left = at;
  }
  condition.isFirst = false;
  if (isEnd) open.pop();
  ranges.push([isEnd && condition.left >= 0 ? condition.left : at, end]);
}

/** How many braces a text opens more than it closes. */
function braces(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) depth++;
    else if (code === 125) depth--;
  }
  return depth;
}
