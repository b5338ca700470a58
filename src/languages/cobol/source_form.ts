/** The code of a COBOL file with all else blanked, in fixed and in free form; no offset moves. */

/** Lines as fixed form has them: numbers or blanks, a sign in the seventh column. */
const FIXED_LINE = /^(?:[\d ]{6}|[A-Z]{2}\d{4})(?:[ *\-/D]|$)/;
const FREE_DIRECTIVE = /^\s*(?:>>|\$)\s*(?:SOURCE|SET)\b.*\bFREE\b/im;
/** Code before the columns where fixed form has it. */
const EARLY_CODE = /^ {0,5}[A-Za-z*]/;

/** Whether a text is in fixed form, by what its lines look like. */
export function isFixedForm(text: string): boolean {
  if (FREE_DIRECTIVE.test(text)) return false;
  let fixed = 0;
  let free = 0;
  for (const line of text.split("\n", 400)) {
    if (EARLY_CODE.test(line)) free++;
    else if (FIXED_LINE.test(line)) fixed++;
  }
  return fixed > free;
}

/** The code of a text. */
export function plainCode(text: string): string {
  const isFixed = isFixedForm(text);
  return text.split("\n").map((line) => isFixed ? fixedLine(line) : freeLine(line)).join("\n");
}

function fixedLine(line: string): string {
  if (/^.{6}[*/]/.test(line)) return " ".repeat(line.length);
  const code = `      ${line[6] === "-" ? " " : line[6] ?? ""}${line.slice(7, 72)}`.slice(
    0,
    line.length,
  );
  return freeLine(code.padEnd(line.length));
}

function freeLine(line: string): string {
  const isDirective = /^\s*(?:>>|\*(?!>)|\$)/.test(line);
  const at = isDirective ? 0 : line.indexOf("*>");
  return at < 0 ? line : line.slice(0, at).padEnd(line.length);
}
