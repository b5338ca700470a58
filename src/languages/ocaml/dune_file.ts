/** What a `dune` file says of the modules in its folder. */

/** A library, by the name of its module. */
export interface DuneLibrary {
  readonly name: string;
  /** Whether others reach its modules through a module of that name. */
  readonly isWrapped: boolean;
}

/** What the module system must know of a `dune` file. */
export interface DuneManifest {
  readonly libraries: readonly DuneLibrary[];
  /** Whether the modules of folders inside are those of this one. */
  readonly includesFolders: boolean;
}

/** Reads a `dune` file: libraries by their names. */
export function readDuneFile(text: string): DuneManifest {
  const plain = text.replace(/;.*$/gm, "");
  const libraries = stanzas(plain, "library").flatMap((stanza) => {
    const name = /\(name\s+([\w.-]+)\s*\)/.exec(stanza)?.[1] ??
      /\(public_name\s+([\w.-]+)\s*\)/.exec(stanza)?.[1];
    return name === undefined
      ? []
      : [{ name: name.replace(/[.-]/g, "_"), isWrapped: !/\(wrapped\s+false\s*\)/.test(stanza) }];
  });
  const includesFolders = /\(include_subdirs\s+(?:unqualified|qualified)\s*\)/.test(plain);
  return { libraries, includesFolders };
}

/** Texts of the stanzas of a kind, to their closing parentheses. */
function stanzas(text: string, kind: string): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(new RegExp(`\\(\\s*${kind}\\b`, "g"))) {
    let depth = 0;
    let end = index;
    for (; end < text.length; end++) {
      if (text[end] === "(") depth++;
      else if (text[end] === ")" && --depth === 0) break;
    }
    found.push(text.slice(index, end));
  }
  return found;
}
