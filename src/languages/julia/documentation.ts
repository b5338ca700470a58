/** Docstrings. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";

/** Documentation of definitions: strings before them, or comments. */
export class Documentation {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
  ) {}

  /** Documentation of the definition of a name at a node: the string before it, or the comment. */
  docOf(x: Extraction, node: NodeIndex, name: string): string {
    const { docs, docsByName } = this.state;
    const statement = this.nodes.statementOf(x, node);
    for (let at = node; at !== statement; at = x.tree.parents[at]!) {
      const doc = docs.get(at);
      if (doc !== undefined) return doc;
    }
    return docs.get(statement) ?? (x.docBefore(node) || (docsByName.get(name) ?? ""));
  }

  /** Notes a string that stands as a statement: it documents what follows. */
  noteDoc(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const content = tree.childOfKind(node, this.s.K.content);
    if (parent === NONE || content === NONE) return;
    if (!this.s.HOLDS_STATEMENTS.has(tree.kinds[parent]!)) return;
    const macro = tree.kinds[parent] === this.s.K.macroArguments ? tree.parents[parent]! : NONE;
    if (macro !== NONE && this.nodes.macroName(x, macro) !== "doc") return;
    if (!this.state.isAtTop(x) && x.scopeKind() !== ScopeKind.class) return;
    const next = this.#nextStatement(x, node);
    if (next === NONE) return;
    const end = Math.max(tree.starts[node]!, tree.ends[node]! - 1);
    if (x.lineAt(tree.starts[next]!) > x.lineAt(end) + 1) return;
    const doc = dedent(x.text.slice(tree.starts[content]!, tree.ends[node]!));
    this.state.docs.set(next, doc);
    this.#noteSignature(x, next, doc);
  }

  #nextStatement(x: Extraction, node: NodeIndex): NodeIndex {
    let next = x.tree.nextSibling(node);
    while (next !== NONE && (!x.tree.isNamed(next) || x.tree.isExtra(next))) {
      next = x.tree.nextSibling(next);
    }
    return next;
  }

  /** `"…" solve(problem)` and `"…" solve` document a function that is defined elsewhere. */
  #noteSignature(x: Extraction, node: NodeIndex, doc: string): void {
    const kind = x.tree.kinds[node];
    if (kind === this.s.K.call) this.state.heads.add(node);
    else if (kind !== this.s.K.identifier) return;
    const name = x.textOf(
      this.nodes.calledName(x, kind === this.s.K.call ? x.tree.namedChild(node) : node),
    );
    if (name !== "") this.state.docsByName.set(name, doc);
  }
}

/** A docstring's text without the closing quotes and the indentation that all its lines share. */
function dedent(text: string): string {
  const lines = text.replace(/"+$/, "").split("\n");
  const indents = lines.slice(1).filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)![0].length);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line, i) => i === 0 ? line : line.slice(shared)).join("\n").trim();
}
