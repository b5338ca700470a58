/** Paths of files as the user gives them, and as the index knows them. */
import { isAbsolute, relative, resolve } from "node:path";

/** A path as the index writes it, "." for the project's own; undefined when it lies outside. */
export function projectPath(root: string, path: string): string | undefined {
  const inside = relative(real(root), real(resolve(path)));
  if (isAbsolute(inside) || /^\.\.(?:[/\\]|$)/.test(inside)) return undefined;
  return inside.replaceAll("\\", "/") || ".";
}

/** With links followed, as far as the path exists. */
function real(path: string): string {
  const parent = resolve(path, "..");
  try {
    return Deno.realPathSync(path);
  } catch {
    return parent === path ? path : resolve(real(parent), relative(parent, path));
  }
}
