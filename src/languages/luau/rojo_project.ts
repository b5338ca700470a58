/** Projects of Rojo (`default.project.json`): what a package is called, and where its folders lie. */
import type { RojoProject } from "../../resolve/modules/lua_modules.ts";

/** A node of a project's tree; other keys than `$…` are its children. */
interface TreeNode {
  readonly $path?: unknown;
  readonly [child: string]: unknown;
}

/** Reads a project; `undefined` where the text is none. */
export function readRojoProject(text: string): RojoProject | undefined {
  let json: { name?: unknown; tree?: TreeNode } | null;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { name, tree } = json ?? {};
  if (typeof name !== "string" || typeof tree !== "object" || tree === null) return undefined;
  const path = typeof tree.$path === "string" ? tree.$path : undefined;
  return { name, path, folders: foldersOf(tree) };
}

/** Folders of a tree by the names that they have in it. */
function foldersOf(tree: TreeNode): Record<string, string> {
  const folders: Record<string, string> = {};
  const open: TreeNode[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [name, child] of Object.entries(node)) {
      if (name.startsWith("$") || typeof child !== "object" || child === null) continue;
      const { $path } = child as TreeNode;
      if (typeof $path === "string") folders[name] = $path;
      open.push(child as TreeNode);
    }
  }
  return folders;
}
