/** Reads `go.mod`: the path of a module, and which other modules it takes from a directory. */
import type { GoMod } from "../../resolve/modules/go_modules.ts";

/** The manifest in a `go.mod`; `undefined` when it names no module. Source: "Go Modules Reference". */
export function readGoMod(text: string): GoMod | undefined {
  let module = "";
  let block = "";
  const replaced: [string, string][] = [];
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (line === "") continue;
    if (line === ")") block = "";
    else if (block === "" && line.endsWith("(")) block = line.slice(0, -1).trim();
    else {
      const directive = block === "" ? line : `${block} ${line}`;
      const named = /^module\s+(\S+)/.exec(directive);
      if (named !== null) module = unquoted(named[1]!);
      const replace = /^replace\s+(\S+).*?=>\s*(\S+)/.exec(directive);
      if (replace !== null && /^["`]?\.\.?(\/|$)/.test(replace[2]!)) {
        replaced.push([unquoted(replace[1]!), unquoted(replace[2]!)]);
      }
    }
  }
  return module === "" ? undefined : { module, replaced };
}

function unquoted(text: string): string {
  return text.replace(/^["`]|["`]$/g, "");
}
