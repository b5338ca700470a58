/** Jupyter notebooks: what of them is code. Outputs are passed over. */
import { cellCode } from "./cell_code.ts";
import type { CellStarts } from "./cells.ts";
import type { CodeStretch } from "./code_stretch.ts";
import { JsonScanner, type TextSource } from "./json_scanner.ts";

/** A code cell. */
interface CodeCell {
  /** Its place among all cells, from 1. */
  readonly number: number;
  /** What runs it, where that is not the notebook's kernel. */
  readonly engine: string | undefined;
  readonly source: string;
}

/** A notebook as far as it is code. */
export interface NotebookCode {
  /** All code cells, one after the other. */
  readonly text: string;
  readonly cells: CellStarts;
  readonly stretches: readonly CodeStretch[];
}

/**
 * Reads a notebook of format 3 or 4.
 *
 * @param mostKept characters that its cells may hold
 * @throws {SyntaxError} when the text is no JSON, or no notebook
 * @throws {RangeError} when the cells hold more
 */
export function notebookCode(source: TextSource, mostKept = Infinity): NotebookCode {
  const reader = new NotebookReader(new JsonScanner(source, mostKept));
  reader.read();
  return joined(reader.cells, reader.kernel);
}

class NotebookReader {
  readonly cells: CodeCell[] = [];
  #language = "";
  #kernelName = "";
  #cellCount = 0;
  #hasCells = false;
  readonly #json: JsonScanner;

  constructor(json: JsonScanner) {
    this.#json = json;
  }

  /** What runs the cells: the kernel's language, or else what its name begins with. */
  get kernel(): string {
    return this.#language || /^[A-Za-z+#]+/.exec(this.#kernelName)?.[0] || "python";
  }

  read(): void {
    this.#json.eachMember((key) => {
      if (key === "metadata") this.#metadata();
      else if (key === "cells") this.#cells();
      else if (key === "worksheets") this.#worksheets();
      else this.#json.skip();
    });
    if (!this.#hasCells) throw new SyntaxError("it has no cells");
  }

  #metadata(): void {
    this.#json.eachMember((key) => {
      if (key === "kernelspec") {
        this.#json.eachMember((name) => {
          if (name === "language") this.#language = this.#json.text();
          else if (name === "name") this.#kernelName = this.#json.text();
          else this.#json.skip();
        });
      } else if (key === "language_info") {
        this.#json.eachMember((name) => {
          if (name === "name" && this.#language === "") this.#language = this.#json.text();
          else this.#json.skip();
        });
      } else this.#json.skip();
    });
  }

  #worksheets(): void {
    this.#json.eachItem(() =>
      this.#json.eachMember((key) => {
        if (key === "cells") this.#cells();
        else this.#json.skip();
      })
    );
  }

  #cells(): void {
    this.#hasCells = true;
    this.#json.eachItem(() => this.#cell());
  }

  #cell(): void {
    const number = ++this.#cellCount;
    let isCode = false;
    let source = "";
    let engine: string | undefined;
    this.#json.eachMember((key) => {
      if (key === "cell_type") isCode = this.#json.text() === "code";
      else if (key === "source" || key === "input") source = this.#json.text();
      else if (key === "language") engine = this.#json.text();
      else if (key === "metadata") engine = this.#engineOf() ?? engine;
      else this.#json.skip();
    });
    if (isCode) this.cells.push({ number, engine, source });
  }

  /** What editors and kernels of several languages note with a cell. */
  #engineOf(): string | undefined {
    let engine: string | undefined;
    this.#json.eachMember((key) => {
      if (key === "kernel") engine = this.#json.text();
      else if (key === "vscode" || key === "polyglot_notebook" || key === "dotnet_interactive") {
        this.#json.eachMember((name) => {
          const names = name === "languageId" || name === "kernelName" || name === "language";
          if (names) engine = this.#json.text();
          else this.#json.skip();
        });
      } else this.#json.skip();
    });
    return engine === "" ? undefined : engine;
  }
}

function joined(cells: readonly CodeCell[], kernel: string): NotebookCode {
  const sources: string[] = [];
  const starts: number[] = [];
  const stretches: CodeStretch[] = [];
  let start = 0;
  let line = 1;
  for (const { number, engine = kernel, source } of cells) {
    const text = source.endsWith("\n") ? source : source + "\n";
    starts.push(number, line);
    stretches.push(...cellCode(text, start, engine));
    sources.push(text);
    start += text.length;
    line += text.split("\n").length - 1;
  }
  return { text: sources.join(""), cells: Int32Array.from(starts), stretches };
}
