/** Reads COBOL, in fixed and in free form: programs, sections, paragraphs, data, and who runs whom. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { plainCode } from "./source_form.ts";

const TOKEN = /"(?:[^"\n]|"")*"|'(?:[^'\n]|'')*'|[A-Za-z0-9][\w-]*|\.(?=\s|$)|[^\s]/g;
/** Words behind `PERFORM` that begin a loop written in place. */
const IN_PLACE = /^(?:UNTIL|VARYING|WITH|TEST|FOREVER)$/i;
const NAME = /^[A-Za-z0-9][\w-]*$/;
/** Words of the language that stand alone in a sentence. */
const NO_PARAGRAPH =
  /^(?:EXIT|CONTINUE|GOBACK|STOP|RUN|END-\w+|ELSE|DECLARATIVES|DIVISION|SECTION|EJECT|SKIP\d|PROGRAM|CYCLE)$/i;

/** COBOL. */
export const cobolReader: OwnReader = {
  types: [
    "source",
    "program",
    "section",
    "paragraph",
    "data",
    "perform",
    "call",
    "function_call",
    "copy",
    "name",
    "level",
  ],
  fields: ["name", "last"],
  read: (text, tree) => new CobolReader(text, tree).run(),
};

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Part = "program" | "section" | "paragraph";

class CobolReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  readonly #tokens: Token[] = [];
  readonly #open: Part[] = [];
  #at = 0;
  #division = "";

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
    for (const match of plainCode(text).matchAll(TOKEN)) {
      const start = match.index;
      this.#tokens.push({ text: match[0], start, end: start + match[0].length });
    }
  }

  run(): void {
    this.#tree.open("source", 0);
    // A file that is copied begins anywhere.
    if (!this.#tokens.some(({ text }) => /^DIVISION$/i.test(text))) this.#division = "COPIED";
    while (this.#at < this.#tokens.length) this.#sentencePart();
    this.#closeTo(0, this.#text.length);
    this.#tree.close(this.#text.length);
  }

  #word(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text.toUpperCase() ?? "";
  }

  get #isAfterPeriod(): boolean {
    return this.#at === 0 || this.#tokens[this.#at - 1]!.text === ".";
  }

  #leaf(type: string, ahead: number, field = ""): void {
    const token = this.#tokens[this.#at + ahead];
    if (token === undefined) return;
    const quoted = /^["']/.test(token.text) ? 1 : 0;
    this.#tree.leaf(type, token.start + quoted, token.end - quoted, field);
  }

  #end(ahead: number): number {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]?.end ?? 0;
  }

  #closeTo(depth: number, end: number): void {
    while (this.#open.length > depth) {
      this.#open.pop();
      this.#tree.close(end);
    }
  }

  /** Closes the innermost open part of a kind, and all in it. */
  #close(part: Part, end: number): void {
    const at = this.#open.lastIndexOf(part);
    if (at >= 0) this.#closeTo(at, end);
  }

  #begin(part: Part, name: number): void {
    this.#tree.open(part, this.#tokens[this.#at + (part === "program" ? 0 : name)]!.start);
    this.#open.push(part);
    this.#leaf("name", name, "name");
  }

  #sentencePart(): void {
    const word = this.#word();
    if (this.#isAfterPeriod && this.#unit(word)) return;
    switch (word) {
      case "PERFORM":
        return this.#perform();
      case "GO":
        return this.#goTo();
      case "CALL":
        return this.#called(1);
      case "COPY":
        return this.#copy(1);
      case "FUNCTION":
        return this.#functionCall();
      case "EXEC":
        return this.#embedded();
    }
    if (this.#isAfterPeriod && this.#data(word)) return;
    this.#at++;
  }

  // ── units ───────────────────────────────────────────────────────────────────────────────────

  #unit(word: string): boolean {
    const start = this.#tokens[this.#at]!.start;
    if ((word === "PROGRAM-ID" || word === "FUNCTION-ID") && this.#word(1) === ".") {
      this.#close("section", start);
      this.#close("paragraph", start);
      this.#begin("program", 2);
      this.#division = "";
      this.#at += 3;
      return true;
    }
    if (word === "END" && /^(?:PROGRAM|FUNCTION)$/.test(this.#word(1))) {
      this.#close("program", this.#end(3));
      this.#at += 3;
      return true;
    }
    if (this.#word(1) === "DIVISION") {
      this.#division = word;
      this.#at += 2;
      while (this.#at < this.#tokens.length && this.#word() !== ".") this.#at++;
      return true;
    }
    const isProcedure = this.#division === "PROCEDURE" || this.#division === "COPIED";
    if (!isProcedure || !NAME.test(this.#tokens[this.#at]!.text)) return false;
    if (this.#word(1) === "SECTION") {
      if (/^(?:FILE|WORKING-STORAGE|LINKAGE|LOCAL-STORAGE|SCREEN|REPORT)$/.test(word)) return false;
      this.#close("paragraph", start);
      this.#close("section", start);
      this.#begin("section", 0);
      this.#at += 2;
      return true;
    }
    if (this.#word(1) !== "." || NO_PARAGRAPH.test(word) || !this.#isAtMargin(start)) return false;
    this.#close("paragraph", start);
    this.#begin("paragraph", 0);
    this.#at++;
    return true;
  }

  /** Whether what begins at an offset is the first on its line. */
  #isAtMargin(start: number): boolean {
    const line = this.#text.slice(this.#text.lastIndexOf("\n", start - 1) + 1, start);
    return /^(?:.{6} {1,4}|\s*|\d{1,6}\s+)$/.test(line);
  }

  /** `01 NAME PIC X.`, `FD NAME`, `88 IS-OK VALUE 1.` */
  #data(word: string): boolean {
    const isFile = (word === "FD" || word === "SD") && NAME.test(this.#word(1));
    if (this.#division === "PROCEDURE" || !isFile && !/^\d{1,2}$/.test(word)) return false;
    const name = this.#word(1);
    if (!NAME.test(name) || /^(?:FILLER|PIC|PICTURE|\d+)$/.test(name)) return false;
    let length = 1;
    while (this.#word(length + 1) !== "." && this.#word(length + 1) !== "") length++;
    this.#tree.open("data", this.#tokens[this.#at]!.start);
    this.#leaf("level", 0);
    this.#leaf("name", 1, "name");
    this.#tree.close(this.#end(length));
    this.#at += 2;
    return true;
  }

  // ── statements ──────────────────────────────────────────────────────────────────────────────

  #perform(): void {
    const name = this.#tokens[this.#at + 1]?.text ?? "";
    const isLoop = !NAME.test(name) || IN_PLACE.test(name) || this.#word(2) === "TIMES";
    if (isLoop) {
      this.#at++;
      return;
    }
    this.#tree.open("perform", this.#tokens[this.#at]!.start);
    this.#leaf("name", 1, "name");
    let length = 2;
    if (/^(?:OF|IN)$/.test(this.#word(length))) length += 2;
    if (/^(?:THRU|THROUGH)$/.test(this.#word(length))) {
      this.#leaf("name", length + 1, "last");
      length += 2;
    }
    this.#tree.close(this.#end(length - 1));
    this.#at += length;
  }

  #goTo(): void {
    const at = this.#word(1) === "TO" ? 2 : 1;
    const name = this.#tokens[this.#at + at]?.text ?? "";
    if (NAME.test(name)) {
      this.#tree.open("perform", this.#tokens[this.#at]!.start);
      this.#leaf("name", at, "name");
      this.#tree.close(this.#end(at));
    }
    this.#at += at + 1;
  }

  /** `CALL 'X'`: of a program that a variable names nothing is known here. */
  #called(name: number): void {
    if (/^["']/.test(this.#word(name))) {
      this.#tree.open("call", this.#tokens[this.#at]!.start);
      this.#leaf("name", name, "name");
      this.#tree.close(this.#end(name));
    }
    this.#at += name + 1;
  }

  #functionCall(): void {
    this.#tree.open("function_call", this.#tokens[this.#at]!.start);
    this.#leaf("name", 1, "name");
    this.#tree.close(this.#end(1));
    this.#at += 2;
  }

  #copy(name: number): void {
    this.#tree.open("copy", this.#tokens[this.#at]!.start);
    this.#leaf("name", name, "name");
    this.#tree.close(this.#end(name));
    this.#at += name + 1;
  }

  /** `EXEC CICS LINK PROGRAM('X')`, `EXEC SQL INCLUDE X` */
  #embedded(): void {
    const isSql = this.#word(1) === "SQL";
    this.#at++;
    while (this.#at < this.#tokens.length && this.#word() !== "END-EXEC") {
      if (this.#word() === "PROGRAM" && this.#word(1) === "(") this.#called(2);
      else if (isSql && this.#word() === "INCLUDE") this.#copy(1);
      else this.#at++;
    }
  }
}
