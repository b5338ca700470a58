/** Play's routes in Scala: `case GET(p"/items/$id") => controller.show(id)`. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

const PATTERN = /^case\s+([A-Z]+)\s*\(\s*p"((?:[^"\\]|\\.)*)"/;
/** From the start of a case, as far as its pattern is looked for. */
const FURTHEST = 300;

/** Records what serves a path, where a case says so. */
export function offerSirdRoute(x: Extraction, node: NodeIndex, body: NodeIndex): void {
  const start = x.tree.starts[node]!;
  if (body === NONE || !x.asks("SimpleRouter")) return;
  const [whole, method, path] = PATTERN.exec(x.text.slice(start, start + FURTHEST)) ?? [];
  if (whole === undefined || method === undefined || path === undefined) return;
  const shared = path.replace(/\$\{?(\w+)\}?(?:<[^>]*>)?(\*?)/g, ":$1$2");
  const at = start + whole.length - path.length - 1;
  x.offer(shared, at, x.value(body), `sird ${method}`);
}
