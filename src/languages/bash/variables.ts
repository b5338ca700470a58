/** What variables of a script hold, as far as paths need it. */
import { type Expansion, literalWord } from "../shell/literal_word.ts";

/** Stands for the folder of the script itself at the beginning of a path. */
export const SCRIPT_FOLDER = "@";

const SCRIPT_PATH = /^(?:0|BASH_SOURCE(?:\[0\])?|\(%\):-%[xN])$/;
const OWN_FOLDER = /^!?(?:0|BASH_SOURCE(?:\[0\])?)%\/\*$/;
const MENTIONS_SCRIPT = /\$\{?(?:0\b|BASH_SOURCE\b)/;
const DEEPEST = 8;

/** Variables of one file. */
export class Variables {
  /** Text of what is assigned; undefined where several things are. */
  readonly #raw = new Map<string, string | undefined>();
  #depth = 0;

  /** Forgets the file before. */
  reset(): void {
    this.#raw.clear();
  }

  /** Notes an assignment. */
  set(name: string, raw: string): void {
    const isOther = this.#raw.has(name) && this.#raw.get(name) !== raw;
    this.#raw.set(name, isOther ? undefined : raw);
  }

  /** What a word comes to, see {@link literalWord}. */
  text(raw: string): string | undefined {
    return literalWord(raw, this.expand);
  }

  /** What variables and substitutions in a word come to. */
  readonly expand: Expansion = (inner, isVariable) => {
    if (!isVariable) return this.#substituted(inner.trim());
    if (OWN_FOLDER.test(inner)) return SCRIPT_FOLDER;
    const name = /^\w+/.exec(inner)?.[0] ?? "";
    const rest = inner.slice(name.length);
    if (rest !== "" && !/^:?[-=?]/.test(rest)) return undefined;
    const raw = this.#raw.get(name);
    if (raw === undefined || this.#depth > DEEPEST) return undefined;
    this.#depth++;
    const value = literalWord(raw, this.expand);
    this.#depth--;
    return value;
  };

  /** `$(dirname "$0")`, `$(cd "$(dirname "$0")/.." && pwd)`. */
  #substituted(inner: string): string | undefined {
    if (inner === "pwd") return ".";
    if (!/\bdirname\b/.test(inner)) return undefined;
    const variable = /\bdirname\s+(?:--\s+)?"?\$\{?(\w+)\}?"?\s*$/.exec(inner)?.[1];
    if (variable !== undefined && !SCRIPT_PATH.test(variable)) {
      const path = this.expand(variable, true);
      return path?.startsWith(SCRIPT_FOLDER) === true ? `${path}/..` : undefined;
    }
    if (!MENTIONS_SCRIPT.test(inner)) return undefined;
    const ups = "/..".repeat(inner.split(/\bdirname\b/).length - 2);
    const below = /\)["']?(\/[\w./-]*)["']?/.exec(inner)?.[1] ?? "";
    return `${SCRIPT_FOLDER}${ups}${below.replace(/\/+$/, "")}`;
  }
}
