/** Imports, includes and exports. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { PUBLIC } from "./public_names.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";

/** What `Pkg.test` runs. */
const TEST_RUNNER = "runtests.jl";
/** Specifier of an `include` that may mean every file in the folder and below. */
const EVERY_FILE = "**.jl";

/** Imports, includes, exports. */
export class Imports {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const imports: NodeRule = (x, node) => this.#importNames(x, node);
    return {
      using_statement: imports,
      import_statement: imports,
      export_statement: (x, node) => this.#exportNames(x, node),
      public_statement: (x, node) => this.#exportNames(x, node, PUBLIC),
    };
  }

  /**
   * `include("file.jl")`, `include(joinpath("dir", "file.jl"))`, `include("dir/$name.jl")`. Without
   * a folder, or the folder not known, any file might be meant, and is in the one that runs a
   * package's tests, commonly from a list of their names.
   */
  include(x: Extraction, list: NodeIndex): void {
    const written = list === NONE ? "" : this.nodes.pathPattern(x, x.tree.namedChild(list));
    if (written === "") return;
    const isAnywhere = /^[^/]*\*[^/]*$|\*.*\//.test(written);
    if (isAnywhere && x.fileName !== TEST_RUNNER) return;
    const path = isAnywhere ? EVERY_FILE : written.endsWith("*") ? `${written}.jl` : written;
    const offset = x.tree.starts[x.tree.namedChild(list)]!;
    const line = x.lineAt(offset);
    x.facts.import(path, ImportKind.include, {
      scope: this.state.rootScope(x),
      line,
      column: x.columnAt(offset, line),
      form: this.state.rootScope(x),
    });
  }

  /** `using A, B.C, ..D`, `using A: f, @m`, `import A as B`, `import A.f`. */
  #importNames(x: Extraction, node: NodeIndex): void {
    const isUsing = x.tree.kinds[node] === this.s.K.using;
    for (const child of this.nodes.childrenOf(x, node)) {
      const kind = x.tree.kinds[child]!;
      if (kind === this.s.K.selected) this.#importSelected(x, child);
      else if (kind === this.s.K.importAlias) {
        const [module, alias] = this.nodes.childrenOf(x, child);
        if (module !== undefined && alias !== undefined) {
          this.#importModule(x, module, false, x.textOf(alias));
        }
      } else this.#importModule(x, child, isUsing);
    }
  }

  #addImport(
    x: Extraction,
    specifier: string,
    kind: number,
    offset: number,
    name?: string,
  ): number {
    const line = x.lineAt(offset);
    const scope = this.state.rootScope(x);
    return x.facts.import(specifier, kind, {
      scope,
      line,
      column: x.columnAt(offset, line),
      // Which module of the file asks: what dots before a name count from.
      form: scope,
      ...(name === undefined ? {} : { name }),
    });
  }

  #specifierOf(x: Extraction, node: NodeIndex): string {
    return x.textOf(node).replace(/\s/g, "");
  }

  #importModule(
    x: Extraction,
    node: NodeIndex,
    isUsing: boolean,
    alias?: string,
  ): void {
    const specifier = this.#specifierOf(x, node);
    const split = specifier.lastIndexOf(".");
    const last = specifier.slice(split + 1);
    const offset = x.tree.starts[node]!;
    // The dots before a name are part of what they lead to.
    const dots = /^\.*$/.exec(specifier.slice(0, split + 1));
    const owner = dots?.[0] ?? specifier.slice(0, split);
    // `import A.f` and `import ..f` may name a function as well as a module.
    const isName = !isUsing && split >= 0;
    const row = isName
      ? this.#addImport(x, owner, ImportKind.name, offset, last)
      : this.#addImport(x, specifier, isUsing ? ImportKind.all : ImportKind.module, offset);
    x.bind(this.state.rootScope(x), alias ?? last, BindingKind.import, { index: row, offset });
  }

  #importSelected(x: Extraction, node: NodeIndex): void {
    const [module, ...names] = this.nodes.childrenOf(x, node);
    if (module === undefined) return;
    const specifier = this.#specifierOf(x, module);
    for (const child of names) {
      const isAlias = x.tree.kinds[child] === this.s.K.importAlias;
      const [from, to] = isAlias ? this.nodes.childrenOf(x, child) : [child, child];
      if (from === undefined || to === undefined) continue;
      const offset = x.tree.starts[from]!;
      const row = this.#addImport(x, specifier, ImportKind.name, offset, x.textOf(from));
      x.bind(this.state.rootScope(x), x.textOf(to), BindingKind.import, { index: row, offset });
    }
  }

  #exportNames(x: Extraction, node: NodeIndex, imported?: string): void {
    for (const child of this.nodes.childrenOf(x, node)) {
      const name = x.textOf(child);
      const offset = x.tree.starts[child]!;
      x.facts.export(name, {
        expression: x.nameExpression(name, offset, this.state.rootScope(x)),
        line: x.lineAt(offset),
        ...(imported === undefined ? {} : { imported }),
      });
    }
  }
}
