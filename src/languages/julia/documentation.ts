/** Docstrings. */
import type { Extraction } from "../../extract/extraction.ts";
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

  /** Documentation of the definition at a node: the string just before it, or the comment. */
  docOf(x: Extraction, node: NodeIndex): string {
    const line = x.lineAt(x.tree.starts[this.nodes.statementOf(x, node)]!);
    return this.state.docs.get(line - 1) ?? x.docBefore(node);
  }

  /** Notes a string that stands as a statement: it documents what follows. */
  noteDoc(x: Extraction, node: NodeIndex): void {
    const content = x.tree.childOfKind(node, this.s.K.content);
    if (content === NONE) return;
    const line = x.lineAt(Math.max(x.tree.starts[node]!, x.tree.ends[node]! - 1));
    this.state.docs.set(line, dedent(x.text.slice(x.tree.starts[content]!, x.tree.ends[node]!)));
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
