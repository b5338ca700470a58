/** Calls of R through rpy2: `robjects.r["f"]`, `robjects.r("f(x)")`, `robjects.globalenv["f"]`. */
import type { Extraction } from "../../extract/extraction.ts";
import { calledNames } from "../../extract/foreign_modules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonSyntax } from "./syntax.ts";

const LIBRARY = "rpy2";
/** What stands for R, and for the names that it defines. */
const INTERPRETER = /^(?:\w+\.)*(?:r|R|globalenv|global_env)$/;
const NAME = /^[A-Za-z.][\w.]*$/;

/** Records such calls of one file after the other. */
export class PythonForeignCalls {
  #text = "";
  #hasLibrary = false;

  constructor(readonly s: PythonSyntax) {}

  /** `r("f(x)")`: what the text calls; a name alone is that of a function. */
  call(x: Extraction, node: NodeIndex): void {
    if (!this.#isAbout(x, x.tree.child(node, this.s.F.function))) return;
    const args = x.tree.child(node, this.s.F.arguments);
    const first = args === NONE ? NONE : x.tree.namedChild(args);
    if (first === NONE || x.tree.kinds[first] !== this.s.K.string) return;
    const { text, offset } = this.#content(x, first);
    if (NAME.test(text)) x.callForeign(text, offset, LIBRARY);
    else for (const { name, at } of calledNames(text)) x.callForeign(name, offset + at, LIBRARY);
  }

  /** `r["f"]`. */
  subscript(x: Extraction, node: NodeIndex): void {
    if (!this.#isAbout(x, x.tree.child(node, this.s.F.value))) return;
    const index = x.tree.child(node, this.s.F.subscript);
    if (index === NONE || x.tree.kinds[index] !== this.s.K.string) return;
    const { text, offset } = this.#content(x, index);
    if (NAME.test(text)) x.callForeign(text, offset, LIBRARY);
  }

  #isAbout(x: Extraction, node: NodeIndex): boolean {
    if (this.#text !== x.text) {
      this.#text = x.text;
      this.#hasLibrary = x.text.includes(LIBRARY);
    }
    return this.#hasLibrary && node !== NONE && INTERPRETER.test(x.textOf(node));
  }

  #content(x: Extraction, string: NodeIndex): { text: string; offset: number } {
    const written = x.textOf(string);
    const open = /^\w*(?:"""|'''|"|')/.exec(written)?.[0].length ?? 0;
    const text = written.slice(open).replace(/(?:"""|'''|"|')$/, "");
    return { text, offset: x.tree.starts[string]! + open };
  }
}
