/** Which routes an example URL means: `/items/42` is served by `GET /items/{id}`. */
import type { IndexStore } from "../store/index_store.ts";
import type { StoredName } from "../store/name_queries.ts";

/** A method or none, and a URL or a path, which need not be whole. */
const EXAMPLE = /^(?:([A-Za-z]+)\s+)?(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)(?:[?#].*)?$/;
const ROUTE = /^(\S+) (\/.*)$/;
/** Parts of a route's path that stand for something: one segment, any number, a text not known. */
const OPEN_PART = /\{\w*\}|\{\w*\*\}|…\/?/g;

/** Names of routes that serve an example URL, those with the fewest open parts first; none for other texts. */
export function routesServing(store: IndexStore, text: string): readonly StoredName[] {
  const example = EXAMPLE.exec(text.trim());
  if (example === null) return [];
  const method = example[1]?.toUpperCase();
  const path = example[2]!;
  const names = store.symbols.routeNames().filter(({ text }) => serves(text, method, path));
  return names.toSorted((a, b) => openParts(a.text) - openParts(b.text));
}

function serves(route: string, method: string | undefined, path: string): boolean {
  const parts = ROUTE.exec(route);
  if (parts === null) return false;
  const [, served, pattern] = parts as unknown as [string, string, string];
  if (method !== undefined && method !== served && served !== "ANY") return false;
  return pattern === path || patternOf(pattern).test(path);
}

function patternOf(path: string): RegExp {
  let source = "";
  let from = 0;
  for (const { index, 0: part } of path.matchAll(OPEN_PART)) {
    source += literal(path.slice(from, index));
    if (part.endsWith("*}")) source += ".*";
    else if (part.startsWith("…")) source += part === "…" ? ".*" : "(?:.+/)?";
    else source += "[^/]+";
    from = index + part.length;
  }
  source += literal(path.slice(from));
  return new RegExp(`^${source.replace(/\/$/, "")}/?$`, "i");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function openParts(route: string): number {
  return route.match(OPEN_PART)?.length ?? 0;
}
