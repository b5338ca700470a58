/**
 * Splits Fortran into statements, in free and in fixed form, without moving an offset: comments,
 * directives of the preprocessor, the insides of strings and the marks of continued lines are blanked,
 * and statements that continue are one line.
 */

/** A statement as it should be read. */
export interface Statement {
  /** In small letters, as names have no case; blank where nothing is to be read. */
  readonly text: string;
  readonly start: number;
}

/** Lines as fixed form has them: a comment by its first column, or a line continued by its sixth. */
const FIXED_LINE = /^(?:[cC*](?:\s|[-=*!$]|$)| {5}[^ 0\r\n])/;
/** Code before the columns where fixed form has it. */
const EARLY_CODE = /^ {0,4}[A-Za-z]/;
const CONTINUED = /&[ \t]*(?:!.*)?\r?$/;
const DIRECTIVE = /^[ \t]*#/;

/** Whether a text is in fixed form, by what its lines look like. */
export function isFixedForm(text: string): boolean {
  let fixed = 0;
  let free = 0;
  for (const line of text.split("\n", 400)) {
    if (FIXED_LINE.test(line)) fixed++;
    else if (EARLY_CODE.test(line) || CONTINUED.test(line)) free++;
  }
  return fixed > free;
}

/** The statements of a text, in order. */
export function statements(text: string): Statement[] {
  const masked = isFixedForm(text) ? maskedFixed(text) : maskedFree(text);
  const found: Statement[] = [];
  let start = 0;
  for (const line of masked.toLowerCase().split("\n")) {
    if (line.trim() !== "") found.push({ text: line, start });
    start += line.length + 1;
  }
  return found;
}

function maskedFixed(text: string): string {
  const lines = text.split("\n");
  const out: string[] = [];
  for (const line of lines) {
    if (/^[cC*!dD#]/.test(line) || /^\s*!/.test(line)) {
      out.push(" ".repeat(line.length));
      continue;
    }
    // A tab stands for the columns of labels.
    const isContinued = /^ {5}[^ 0]/.test(line) || /^\t[1-9]/.test(line);
    const head = isContinued ? line.startsWith("\t") ? 2 : 6 : 0;
    const code = withoutStrings(" ".repeat(head) + line.slice(head), "").text;
    if (isContinued) joinToLast(out, code);
    else out.push(code);
  }
  return restored(out, text);
}

function maskedFree(text: string): string {
  const out: string[] = [];
  let continues = false;
  let quote = "";
  for (const line of text.split("\n")) {
    if (DIRECTIVE.test(line)) {
      const blank = " ".repeat(line.length);
      if (continues) joinToLast(out, blank);
      else out.push(blank);
      continue;
    }
    const lead = continues ? line.replace(/^([ \t]*)&/, "$1 ") : line;
    const { text: code, quote: open } = withoutStrings(lead, quote);
    const isBlank = code.trim() === "";
    const end = /&[ \t\r]*$/.exec(code);
    const kept = end === null ? code : code.slice(0, end.index) + " ".repeat(end[0].length);
    if (continues) joinToLast(out, kept);
    else out.push(kept);
    // Comments and blank lines stand between the parts of a continued statement.
    if (!(continues && isBlank)) continues = end !== null;
    quote = continues ? open : "";
  }
  return restored(out, text);
}

/** A continued line is one with the line before it: its line break becomes a blank. */
function joinToLast(out: string[], code: string): void {
  if (out.length === 0) out.push(code);
  else out[out.length - 1] += ` ${code}`;
}

/** Semicolons end statements as well. */
function restored(out: readonly string[], text: string): string {
  return out.join("\n").replaceAll(";", "\n").padEnd(text.length).slice(0, text.length);
}

/**
 * Blanks the insides of strings, and the comment at the end.
 * @param quote the quotation mark of a string that the line before left open
 */
function withoutStrings(line: string, quote: string): { text: string; quote: string } {
  let open = quote;
  let text = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!;
    if (open !== "") {
      if (sign === open) open = "";
      const isContinuation = sign === "&" && /^&[ \t\r]*$/.test(line.slice(at));
      text += sign === quote && open === "" || open === "" || isContinuation ? sign : " ";
    } else if (sign === "!") {
      return { text: text.padEnd(line.length), quote: "" };
    } else {
      if (sign === "'" || sign === '"') open = sign;
      text += sign;
    }
  }
  return { text, quote: open };
}
