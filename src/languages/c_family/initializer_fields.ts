/** Values of initializers as text, where the grammar's nodes say too little: macros hide commas. */

/** Comments, strings, lines of the preprocessor, brackets, commas. */
const TOKENS =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#[^\n]*|[()[\]{},]/gm;

/** A value of an initializer. */
export interface InitializerField {
  /** Name of the field, when that is written: `.name = value`. */
  readonly name: string;
  /** Without comments. */
  readonly text: string;
  /** Where it begins in the initializer. */
  readonly offset: number;
}

/** What stands between the outermost brackets of an initializer, split at its commas. */
export function initializerFields(initializer: string): InitializerField[] {
  const fields: InitializerField[] = [];
  let depth = 0;
  let start = 0;
  let text = "";
  let done = 0;
  const take = (end: number): void => {
    text += initializer.slice(done, end);
    const written = text.trim();
    if (written === "") return;
    const name = /^\.\s*(\w+)\s*=\s*/.exec(written);
    const offset = start + initializer.slice(start).search(/\S/);
    fields.push({ name: name?.[1] ?? "", text: written.slice(name?.[0].length ?? 0), offset });
  };
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(initializer); token !== null; token = TOKENS.exec(initializer)) {
    const [mark] = token;
    const end = token.index + mark.length;
    const isComment = mark.startsWith("/") || mark.trimStart().startsWith("#");
    if (isComment) {
      text += initializer.slice(done, token.index);
      done = end;
    } else if (mark === "{" || mark === "(" || mark === "[") {
      if (++depth === 1) start = done = end;
    } else if (mark === "}" || mark === ")" || mark === "]") {
      if (--depth === 0) {
        take(token.index);
        break;
      }
    } else if (mark === "," && depth === 1) {
      take(token.index);
      start = done = end;
      text = "";
    }
  }
  return fields;
}
