/** A small reader of types that are written as text: `"Node"`, `"list[pkg.Node | None]"`. */

/** A type read from text. Offsets count from the start of the text. */
export type QuotedType =
  | {
    readonly tag: "name";
    /** Dotted; `...` and literals are names too. */
    readonly name: string;
    readonly offset: number;
    readonly args: readonly QuotedType[];
  }
  | { readonly tag: "union"; readonly parts: readonly QuotedType[] };

const TOKEN = /\s*([\w.]+|\[|\]|,|\||['"][^'"]*['"]|\S)/y;
const DEEPEST = 20;

/** Reads a type; undefined when the text is no type. */
export function parseQuotedType(text: string): QuotedType | undefined {
  return new Reader(text).whole();
}

class Reader {
  #at = 0;
  #token = "";
  #offset = 0;
  #depth = 0;

  constructor(readonly text: string) {
    this.#next();
  }

  whole(): QuotedType | undefined {
    const type = this.#union();
    return this.#token === "" ? type : undefined;
  }

  #next(): void {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.text);
    this.#token = match?.[1] ?? "";
    this.#at = match === null ? this.text.length : TOKEN.lastIndex;
    this.#offset = this.#at - this.#token.length;
  }

  #union(): QuotedType | undefined {
    const parts: QuotedType[] = [];
    for (;;) {
      const part = this.#single();
      if (part === undefined) return undefined;
      parts.push(part);
      if (this.#token !== "|") break;
      this.#next();
    }
    return parts.length === 1 ? parts[0] : { tag: "union", parts };
  }

  #single(): QuotedType | undefined {
    const offset = this.#offset;
    const name = this.#token;
    if (name === "[") return this.#list(offset);
    if (!/^[\w.'"-]/.test(name)) return undefined;
    this.#next();
    if (this.#token !== "[") return { tag: "name", name, offset, args: [] };
    const list = this.#list(offset);
    return list === undefined ? undefined : { ...list, name, offset };
  }

  /** `[A, B]`: the arguments of a type, or the parameters of a `Callable`. */
  #list(offset: number): QuotedType & { tag: "name" } | undefined {
    if (++this.#depth > DEEPEST) return undefined;
    const args: QuotedType[] = [];
    this.#next();
    while (this.#token !== "]") {
      const arg = this.#union();
      if (arg === undefined) return undefined;
      args.push(arg);
      if (this.#token === ",") this.#next();
      else if (this.#token !== "]") return undefined;
    }
    this.#next();
    this.#depth--;
    return { tag: "name", name: "", offset, args };
  }
}
