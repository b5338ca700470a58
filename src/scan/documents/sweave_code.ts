/** R in LaTeX: the chunks and expressions of Sweave and knitr documents. */
import { cellCode } from "./cell_code.ts";
import { blanked, type CodeStretch } from "./code_stretch.ts";

const CHUNK = /^[ \t]*<<(.*)>>=.*$/;
const END = /^[ \t]*@[ \t]*(?:%.*)?\r?$/;
const ENGINE_OPTION = /\bengine\s*=\s*["']?(\w+)["']?/;
const CHUNK_REFERENCE = /^[ \t]*<<.+>>[ \t]*\r?$/gm;
const EXPRESSION = /\\Sexpr\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** The code of a document. */
export function sweaveCode(document: string): CodeStretch[] {
  const found: CodeStretch[] = [];
  let engine: string | undefined;
  let from = 0;
  const close = (end: number): void => {
    const text = document.slice(from, end);
    if (engine === undefined) found.push(...expressions(text, from));
    else found.push(...cellCode(text.replace(CHUNK_REFERENCE, blanked), from, engine));
  };
  for (let start = 0; start < document.length;) {
    const feed = document.indexOf("\n", start);
    const end = feed < 0 ? document.length : feed + 1;
    const line = document.slice(start, feed < 0 ? end : feed);
    const options = CHUNK.exec(line)?.[1];
    if (options !== undefined || engine !== undefined && END.test(line)) {
      close(start);
      engine = options === undefined ? undefined : ENGINE_OPTION.exec(options)?.[1] ?? "r";
      from = end;
    }
    start = end;
  }
  close(document.length);
  return found;
}

/** Expressions in prose, each a statement of its own. */
function expressions(prose: string, start: number): CodeStretch[] {
  return Array.from(prose.matchAll(EXPRESSION), (match) => {
    const code = match[1]!;
    const end = start + match.index + match[0].length - 1;
    return { language: "r", start: end - code.length, text: `${code};` };
  });
}
