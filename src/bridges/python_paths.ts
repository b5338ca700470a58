/** What references of Python mean outside of Python, as paths of names. */
import { Sym } from "../extract/facts.ts";
import type { Links, Site } from "../resolve/links.ts";

const STUB = ".pyi";

/**
 * Qualified name of what a reference means that no Python code of the project defines: `pkg._ext.f`,
 * `ctypes.CDLL().f`; "" when it is defined, or unknown. What only a stub declares is not defined.
 */
export function outsidePath(links: Links, site: Site): string {
  const { targets, external } = links.resolve(site);
  if (targets.length === 0) return external ?? importedPath(links, site);
  const [path, ...others] = targets.map(({ symbol }) => stubPath(links, symbol));
  return path === undefined || others.some((other) => other !== path) ? "" : path;
}

/** `pkg._ext.f` where the file imports `pkg._ext`, which the package itself does not have. */
function importedPath(links: Links, site: Site): string {
  const path = links.writtenPath(site);
  for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1)) {
    if (links.imports(site.file, path.slice(0, end))) return path;
  }
  return "";
}

/** Path of what a stub declares; "" for what stands elsewhere. */
function stubPath({ project }: Links, symbol: number): string {
  const file = project.fileOfSymbol(symbol);
  if (!file.path.endsWith(STUB)) return "";
  const names: string[] = [];
  for (let row = symbol - file.firstSymbol; row > 0; row = file.symbol(row, Sym.CONTAINER)) {
    names.unshift(file.nameOf(row));
  }
  const module = file.path.slice(0, -STUB.length).replace(/\/__init__$/, "");
  return [...module.split("/"), ...names].join(".");
}
