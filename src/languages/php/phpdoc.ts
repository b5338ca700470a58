/** Types that documentation tells where the code does not: `@return Cart`, `@param Item[] $items`, `@var Item`. */

/** Types by tag, and of parameters by name; "" or missing when not said. */
export interface DocTypes {
  readonly returns: string;
  readonly holds: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const NOTHING: DocTypes = { returns: "", holds: "", parameters: new Map() };

/** Reads the types of a comment's text. */
export function docTypes(doc: string): DocTypes {
  if (!doc.includes("@")) return NOTHING;
  const parameters = new Map<string, string>();
  for (const [, type, name] of doc.matchAll(/@param\s+([^\s$]+)\s+(?:\.\.\.)?(\$\w+)/g)) {
    parameters.set(name!, plainType(type!));
  }
  return {
    returns: plainType(/@return\s+(\S+)/.exec(doc)?.[1] ?? ""),
    holds: plainType(/@var\s+(\S+)/.exec(doc)?.[1] ?? ""),
    parameters,
  };
}

/** The one class that a type names, `[]` behind it for a list of such; "" for anything else. */
function plainType(text: string): string {
  const parts = text.split("|").filter((part) => !/^(?:null|false|void|mixed)$/i.test(part));
  const [only] = parts;
  if (parts.length !== 1 || only === undefined) return "";
  const type = only.replace(/^\?/, "").replace(
    /^(?:array|list|iterable|Collection)<(?:[^,<>]*,\s*)?([^<>]*)>$/,
    "$1[]",
  );
  return /^\\?[A-Za-z_][\w\\]*(?:\[\])?$/.test(type) ? type : "";
}
