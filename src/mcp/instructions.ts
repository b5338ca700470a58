/** What a host puts into every prompt: which tool answers what. */
export const INSTRUCTIONS =
  `CodeGraphAgent knows this project's code as a graph: definitions, calls, imports, inheritance and routes, in many languages. Ask it before grepping or reading files.

- A question about how something works, or where to start: codegraph_explore. It shows the source that answers, with line numbers and the call paths in between; do not read those files again.
- A task to carry out: codegraph_context gives entry points and surroundings.
- A name, or a part of one: codegraph_search. One symbol's signature, docs, members and relations, or a file's outline: codegraph_node.
- Who calls it, or reads and writes a variable: codegraph_callers. What it calls: codegraph_callees. How one reaches another: codegraph_trace.
- Before changing something: codegraph_impact lists what is affected, tests included.

Name a symbol as name, Class.method, path/file.ext:name, or by an id from an earlier answer. Every edge says how surely it is known: exact (proved), inferred (a type or dispatch deduced), heuristic (a name matches). "possible" sites are known by name only: check them before relying on them. No callers found does not prove that there are none.`;
