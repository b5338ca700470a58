/** What readers of workflow languages make of a file. */

/** Node types: the first is the whole file. */
export const WORKFLOW_TYPES: readonly string[] = [
  "script",
  /** What another file offers: its path, and the names that are taken of it or the one that it gets. */
  "include",
  "path",
  "item",
  "name",
  "process",
  "workflow",
  "function",
  "struct",
  /** A call by name, or by the name of an included file and one of its. */
  "call",
  /** A process is used without being called: what it gives. */
  "use",
  /** Shell text. */
  "command",
  /** A script that lies apart. */
  "template",
];

/** Fields of the nodes. */
export const WORKFLOW_FIELDS: readonly string[] = ["name", "alias", "path", "namespace"];
