/** `import` and `from … import`. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import { noteImport } from "./known_names.ts";
import type { PythonSyntax } from "./syntax.ts";

/** How people write type variables: `T`, `_KT`, `V_co`. */
const LIKE_TYPE_VARIABLE = /^_*[A-Z]{1,2}\d?(_co|_contra)?$/;

/** What is left of a notebook's `%run -i folder/other.py`: the path without its ending is the second part. */
const RUN =
  /^(#:un(?:[ \t]+-\w+)*[ \t]+["']?)((?:\.{0,2}\/)*(?:\w[\w-]*\/)*\w[\w-]*)(?:\.py)?["']?(?=[ \t]|$)/;

/** Imports of one file. */
export class PythonImports {
  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {}

  /** First pass: what imports make known to the rules themselves. */
  noteModules(x: Extraction, node: NodeIndex): void {
    this.#each(x, node, (name, local, isAliased) => {
      if (isAliased) noteImport(this.file, name, local);
      else noteImport(this.file, name.replace(/\..*$/, ""), local);
    });
  }

  /** First pass, for `from … import`. */
  noteNames(x: Extraction, node: NodeIndex): void {
    const specifier = this.#specifier(x, node);
    this.#each(x, node, (name, local) => {
      noteImport(this.file, specifier, local, name);
      if (LIKE_TYPE_VARIABLE.test(local)) this.file.typeVariables.add(local);
    });
  }

  /** `import a.b as c, d`. */
  modules(x: Extraction, node: NodeIndex): void {
    this.#each(x, node, (name, local, isAliased, offset) => {
      const at = this.#place(x, offset);
      // `import a.b` binds `a`; that `a.b` is reachable through it is the module system's matter.
      const row = x.facts.import(isAliased ? name : local, ImportKind.module, at);
      if (!isAliased && local !== name) x.facts.import(name, ImportKind.effect, at);
      x.bind(this.file.owner(x), local, BindingKind.import, { index: row, offset });
    });
  }

  /** `from a import b as c`, `from a import *`. */
  names(x: Extraction, node: NodeIndex): void {
    const specifier = this.#specifier(x, node);
    const all = x.tree.childOfKind(node, this.s.K.wildcard);
    if (all !== NONE) {
      x.facts.import(specifier, ImportKind.all, this.#place(x, x.tree.starts[all]!));
    }
    this.#each(x, node, (name, local, _, offset) => {
      const row = x.facts.import(specifier, ImportKind.name, { ...this.#place(x, offset), name });
      x.bind(this.file.owner(x), local, BindingKind.import, { index: row, offset });
    });
  }

  /** A comment: in a notebook it may run another file, whose names come in. */
  run(x: Extraction, node: NodeIndex): void {
    const start = x.tree.starts[node]!;
    if (x.text[start + 1] !== ":" || !x.path.endsWith(".ipynb")) return;
    const [, head, path] = RUN.exec(x.textOf(node)) ?? [];
    if (head === undefined || path === undefined || path.startsWith("/")) return;
    const steps = path.split("/");
    const up = steps.filter((step) => step === "..").length;
    const names = steps.filter((step) => step !== "." && step !== "..");
    const specifier = ".".repeat(up + 1) + names.join(".");
    x.facts.import(specifier, ImportKind.all, this.#place(x, start + head.length));
  }

  #place(x: Extraction, offset: number): { scope: number; line: number; column: number } {
    const line = x.lineAt(offset);
    return { scope: this.file.owner(x), line, column: x.columnAt(offset, line) };
  }

  #specifier(x: Extraction, node: NodeIndex): string {
    const module = x.tree.child(node, this.s.F.moduleName);
    return module === NONE ? "" : x.textOf(module).replace(/\s/g, "");
  }

  /** Calls back for each imported name with the name that it is bound to. */
  #each(
    x: Extraction,
    node: NodeIndex,
    visit: (name: string, local: string, isAliased: boolean, offset: number) => void,
  ): void {
    const { tree } = x;
    const { F, K } = this.s;
    const isModules = tree.child(node, F.moduleName) === NONE;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name) continue;
      const aliased = tree.kinds[child] === K.aliasedImport;
      const nameNode = aliased ? tree.child(child, F.name) : child;
      const alias = aliased ? tree.child(child, F.alias) : NONE;
      if (nameNode === NONE) continue;
      const name = x.textOf(nameNode).replace(/\s/g, "");
      const local = alias !== NONE ? x.textOf(alias) : isModules ? name.replace(/\..*$/, "") : name;
      visit(name, local, alias !== NONE, tree.starts[nameNode]!);
    }
  }
}
