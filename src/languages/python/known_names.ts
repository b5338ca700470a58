/** Names of libraries whose meaning the rules know, however a file imports them. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import type { PythonSyntax } from "./syntax.ts";

/** Modules that the rules know, by the name under which they speak of them. */
const KNOWN_MODULES: ReadonlyMap<string, string> = new Map([
  ["typing", "typing"],
  ["typing_extensions", "typing"],
  ["collections", "collections"],
  ["collections.abc", "typing"],
  ["abc", "abc"],
  ["asyncio", "asyncio"],
  ["contextlib", "contextlib"],
  ["concurrent.futures", "asyncio"],
  ["contextvars", "contextvars"],
  ["copy", "copy"],
  ["dataclasses", "dataclasses"],
  ["enum", "enum"],
  ["functools", "functools"],
  ["itertools", "itertools"],
  ["queue", "asyncio"],
  ["rpy2.robjects.packages", "rpy2"],
  ["weakref", "weakref"],
]);

/** Built-in functions and types that the rules treat by name. */
const KNOWN_BUILTINS: ReadonlySet<string> = new Set(
  ("classmethod dict enumerate filter frozenset getattr isinstance issubclass iter list map max min next " +
    "property reversed set sorted staticmethod super tuple type zip object str int float bool bytes")
    .split(" "),
);

/** Notes what an import of a module or of one of its names makes known. `name` undefined: the module. */
export function noteImport(
  file: PythonFile,
  specifier: string,
  local: string,
  name?: string,
): void {
  const module = KNOWN_MODULES.get(specifier);
  if (module === undefined) return;
  if (name === undefined) file.knownModules.set(local, module);
  else if (KNOWN_MODULES.has(`${specifier}.${name}`)) {
    file.knownModules.set(local, KNOWN_MODULES.get(`${specifier}.${name}`)!);
  } else file.knownNames.set(local, `${module}.${name}`);
}

/**
 * What a name or attribute means when it is one that the rules know: `typing.Optional`,
 * `builtins.list`; "" otherwise.
 */
export function knownName(
  x: Extraction,
  s: PythonSyntax,
  file: PythonFile,
  node: NodeIndex,
): string {
  if (node === NONE) return "";
  const kind = x.tree.kinds[node];
  if (kind === s.K.identifier) return knownIdentifier(file, x.textOf(node));
  if (kind !== s.K.attribute || file.knownModules.size === 0) return "";
  const text = x.textOf(node);
  const dot = text.lastIndexOf(".");
  const module = file.knownModules.get(text.slice(0, dot)) ??
    KNOWN_MODULES.get(
      file.knownModules.has(text.slice(0, text.indexOf("."))) ? text.slice(0, dot) : "",
    );
  return module === undefined ? "" : `${module}.${text.slice(dot + 1)}`;
}

/** As {@link knownName}, for a bare name. */
export function knownIdentifier(file: PythonFile, name: string): string {
  const known = file.knownNames.get(name);
  if (known !== undefined) return known;
  return KNOWN_BUILTINS.has(name) && file.symbolIn(0, name) === NONE ? `builtins.${name}` : "";
}
