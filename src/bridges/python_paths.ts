/** What references of Python mean outside of Python, as paths of names. */
import { Expr, Op, Ref, Sym } from "../extract/facts.ts";
import type { Links, Site } from "../resolve/links.ts";
import { parts } from "../resolve/values.ts";

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

/** As {@link outsidePath}, and for a member of what may be one thing or another, what each may mean. */
export function outsidePaths(links: Links, site: Site): readonly string[] {
  const path = outsidePath(links, site);
  if (path === "") return [];
  const { file, row } = site;
  const expression = file.reference(row, Ref.EXPR);
  if (expression < 0 || file.expression(expression, Expr.OP) !== Op.member) return [path];
  const { evaluator } = links.knowledge;
  evaluator.begin();
  const receiver = parts(evaluator.value(file, file.expression(expression, Expr.A)));
  const others = receiver.flatMap((part) =>
    part.tag === "external" ? [`${part.name}.${links.nameOf(site)}`] : []
  );
  return [path, ...others];
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
