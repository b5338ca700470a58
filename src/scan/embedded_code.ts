/** Code of another language in the comments of a source file. */
import { blanked, codeLineCount } from "./documents/code_stretch.ts";

/** All such code of a file, as one of its parts. */
export interface EmbeddedCode {
  /** Language id. */
  readonly language: string;
  /** As long as the file, with all else blanked: offsets, lines and columns are the file's. */
  readonly text: string;
  readonly lineCount: number;
}

/** What cgo takes for C: the comment right above `import "C"`. */
const PREAMBLE =
  /((?:^[ \t]*\/\/[^\n]*\n)+|^[ \t]*\/\*[^]*?\*\/[ \t]*\r?\n)(?=[ \t]*import[ \t]+"C")/m;
const LINE_MARKS = /^[ \t]*\/\//gm;

/**
 * The C in a Go file; none in files of other languages.
 *
 * @param language of the file itself
 */
export function embeddedCode(language: string, text: string): readonly EmbeddedCode[] {
  if (language !== "go" || !text.includes('import "C"')) return [];
  const found = PREAMBLE.exec(text);
  if (found === null) return [];
  const [whole] = found;
  const code = whole.trimStart().startsWith("/*")
    ? whole.replace("/*", "  ").replace(/\*\/(?=[ \t]*\r?\n$)/, "  ")
    : whole.replace(LINE_MARKS, (mark) => " ".repeat(mark.length));
  // What tells the build something is no C.
  const c = code.replace(/^[ \t]*#cgo\b[^\n]*$/gm, (line) => " ".repeat(line.length));
  const masked = blanked(text.slice(0, found.index)) + c +
    blanked(text.slice(found.index + whole.length));
  const lineCount = codeLineCount(masked);
  return lineCount === 0 ? [] : [{ language: "c", text: masked, lineCount }];
}
