/** What the reader's table does not say of definitions: classes without a name, tasks of builds. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";

const MAKES_TASK = /^(?:task|tasks\.(?:register|create|named))$/;

/** Whether the file says how something is built. */
export function isBuild(x: Extraction): boolean {
  return x.fileName.endsWith(".gradle");
}

/** `new Listener() { … }`: a class without a name. */
export function defineAnonymous(x: Extraction, node: NodeIndex): void {
  const construct = x.tree.parents[node]!;
  const type = construct === NONE ? NONE : x.tree.namedChild(construct);
  if (type === NONE) return;
  x.define(node, {
    kind: Kind.class,
    name: `<${x.textOf(type).replace(/<[^]*$/, "")}>`,
    scopeNode: node,
    bodyNode: node,
    signatureNode: construct,
    doc: "",
    flags: Flag.anonymous,
    bindIn: "nowhere",
  });
}

/** `task hello { … }`, `tasks.register('hello') { … }` in a build. */
export function defineTask(x: Extraction, node: NodeIndex): void {
  if (!isBuild(x)) return;
  const [callee, args] = namedChildren(x, node);
  if (callee === undefined || args === undefined) return;
  const means = x.textOf(callee).replace(/\s+/g, "");
  if (!MAKES_TASK.test(means) || means.endsWith("named")) return;
  const [first] = namedChildren(x, args);
  const nameNode = first === undefined ? NONE : nameOfTask(x, first);
  if (nameNode === NONE) return;
  const name = taskName(x, nameNode);
  x.define(node, { kind: Kind.rule, name, nameNode, flags: Flag.exported, bindIn: 0 });
}

/** Node of a task's name, which may be written as a call of it: `task hello(type: Copy)`. */
function nameOfTask(x: Extraction, node: NodeIndex): NodeIndex {
  const text = x.textOf(node);
  if (/^(?:\w+|(["'])[\w:.-]+\1)$/.test(text)) return node;
  return /^\w+\s*[({]/.test(text) ? namedChildren(x, node)[0] ?? NONE : NONE;
}

/** A task's name, without what quotes it. */
export function taskName(x: Extraction, node: NodeIndex): string {
  return x.textOf(node).replace(/["']/g, "");
}
