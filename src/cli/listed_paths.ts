/** Paths as `git` lists them. */

/** Paths of a list: one a line, or separated by NUL; git writes those with odd characters in quotes. */
export function listedPaths(text: string): string[] {
  const isExact = text.includes("\0");
  const paths = isExact ? text.split("\0") : text.split(/\r?\n/).map(unquoted);
  return paths.filter((path) => path.trim() !== "");
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** `"na\303\257ve.py"` is `naïve.py`. */
function unquoted(line: string): string {
  const [, quoted] = /^"(.*)"$/.exec(line) ?? [];
  if (quoted === undefined) return line;
  const bytes: number[] = [];
  for (const [, octal, escape, plain] of quoted.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else if (escape !== undefined) bytes.push(ESCAPES[escape] ?? escape.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(plain));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
