/** Calls of what is written in other languages: of C by name, of Python and R in texts and by modules. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op } from "../../extract/facts.ts";
import { calledNames, foreignModule } from "../../extract/foreign_modules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";

/** Name and library in `(:f, "lib")`, `(:f, lib)`, `("f", lib)`, `:f`. */
const NAMED =
  /^\(?\s*(?::\s*([A-Za-z_]\w*)|"([A-Za-z_]\w*)"|@?blasfunc\(:?(\w+)\))\s*(?:,\s*(?:"([^"]*)"|([\w.$]+)))?/;
/** The same through a handle: `dlsym(lib, :f)`. */
const SYMBOL = /^(?:\w+\.)*dlsym\(\s*([\w.]+)[^,]*,\s*(?::(\w+)|"(\w+)")/;
/** `f(…)`, `lib.f(…)`, `"lib".f(…)` behind `@ccall`. */
const CCALL = /^(?:(?:"([^"]*)"|([\w.]+?))\.)?([A-Za-z_]\w*)\s*\(/;
/** `numpy.linalg as la`, `"numpy" as np`. */
const IMPORTED = /^"?([\w.]+)"?(?:\s+as\s+(\w+))?$/;
/** A text that is nothing but the name of a function, which is then called. */
const NAME_ALONE = /^\s*([A-Za-z_][\w.]*)\s*$/;

/** Records such calls of one file after the other. */
export class ForeignCalls {
  constructor(readonly state: FileState, readonly nodes: Nodes) {}

  /** A call; true when it is one of C by name, which calls nothing of Julia's. */
  call(x: Extraction, name: string, list: NodeIndex): boolean {
    if (list === NONE) return false;
    const first = x.tree.namedChild(list);
    if (first === NONE) return false;
    if (name === "ccall") {
      const text = x.textOf(first);
      const found = NAMED.exec(text);
      const routine = found?.[1] ?? found?.[2] ?? found?.[3];
      const handle = routine === undefined ? SYMBOL.exec(text) : null;
      const called = routine ?? handle?.[2] ?? handle?.[3];
      if (called === undefined) return false;
      const library = found?.[4] ?? found?.[5] ?? handle?.[1] ?? "";
      x.callForeign(called, x.tree.starts[first]! + text.indexOf(called), "ccall", library);
      return true;
    }
    if (name === "rcall") {
      const called = /^:(\w+)$/.exec(x.textOf(first))?.[1];
      if (called !== undefined) x.callForeign(called, x.tree.starts[first]! + 1, "rcall");
    } else if (name === "reval") this.#calledIn(x, first, "RCall");
    return false;
  }

  /** `@ccall lib.f(x::T)::R`, `@pyimport a.b as c`, `@rimport pkg as p`. */
  macro(x: Extraction, name: string, args: readonly NodeIndex[]): void {
    const [first] = args;
    if (first === undefined) return;
    if (name === "@ccall") {
      const text = x.textOf(first);
      const found = CCALL.exec(text);
      if (found === null) return;
      const offset = x.tree.starts[first]! +
        text.indexOf(found[3]!, found[0].lastIndexOf(found[3]!));
      x.callForeign(found[3]!, offset, "@ccall", found[1] ?? found[2] ?? "");
    } else if (name === "@pyimport") this.#import(x, args, "python");
    else if (name === "@rimport") this.#import(x, args, "r");
    else if (name === "@pyinclude") {
      const path = this.nodes.literalPath(x, first);
      x.callForeign(path, x.tree.starts[first]!, "source_python");
    }
  }

  #import(x: Extraction, args: readonly NodeIndex[], language: string): void {
    const start = x.tree.starts[args[0]!]!;
    const text = x.text.slice(start, x.tree.ends[args.at(-1)!]!);
    const found = IMPORTED.exec(text.trim());
    if (found === null) return;
    const bound = found[2] ?? found[1]!.slice(found[1]!.lastIndexOf(".") + 1);
    const module = x.facts.text(foreignModule(language, found[1]!));
    x.bind(this.state.rootScope(x), bound, BindingKind.variable, {
      value: x.facts.expression(Op.external, module),
      offset: start,
    });
  }

  /** `py"f"(x)`, `R"f(x)"`. */
  text(x: Extraction, prefix: string, node: NodeIndex): void {
    if (prefix === "R") this.#calledIn(x, node, "RCall");
    else if (prefix === "py") this.#calledIn(x, node, "PyCall");
  }

  #calledIn(x: Extraction, node: NodeIndex, means: string): void {
    const text = x.textOf(node);
    const open = text.search(/"+/);
    const inner = text.slice(open).replace(/^"+|"+$/g, "");
    const offset = x.tree.starts[node]! + text.indexOf(inner, open);
    const alone = NAME_ALONE.exec(inner)?.[1];
    if (alone !== undefined && means === "PyCall") {
      x.callForeign(alone, offset + inner.indexOf(alone), means);
      return;
    }
    for (const { name, at } of calledNames(inner)) x.callForeign(name, offset + at, means);
  }
}
