/** One rule of a `.gitignore` file, moved to another base directory. */
export interface IgnoreLine {
  /** The rule, anchored at the new base; starts with `!` when it brings a path back. */
  readonly pattern: string;
  readonly negative: boolean;
  /** The rule as the file has it, for people. */
  readonly original: string;
}

/**
 * Reads the text of a `.gitignore` that lies in `base` and rewrites its rules so that they mean the
 * same from the top: in `a/b/`, `/foo` becomes `/a/b/foo`, and `foo` matches at any depth of `a/b/`.
 * One list of rules for all levels keeps git's order of precedence, in which a deeper file may
 * bring back what a shallower one ignores.
 *
 * @param base directory of the file, relative, ending in `/`, or empty for the top
 */
export function readIgnoreLines(text: string, base: string): IgnoreLine[] {
  const lines: IgnoreLine[] = [];
  for (const raw of text.replace(/^\uFEFF/, "").split("\n")) {
    const line = readLine(raw, base);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

function readLine(raw: string, base: string): IgnoreLine | undefined {
  let body = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  if (body === "" || body.startsWith("#")) return undefined;
  const negative = body.startsWith("!");
  if (negative) body = body.slice(1);
  body = withoutTrailingSpaces(body);
  if (body === "" || body === "/") return undefined;
  const pattern = base === "" ? body : rebase(body, base);
  return negative
    ? { pattern: "!" + pattern, negative, original: "!" + body }
    : { pattern, negative, original: body };
}

/** Git drops trailing spaces unless a backslash quotes them. */
function withoutTrailingSpaces(body: string): string {
  let end = body.length;
  while (end > 0 && body[end - 1] === " " && body[end - 2] !== "\\") end--;
  return body.slice(0, end);
}

function rebase(body: string, base: string): string {
  const anchored = body.slice(0, -1).includes("/");
  const prefix = "/" + quote(base);
  if (!anchored) return prefix + "**/" + body;
  return prefix + (body.startsWith("/") ? body.slice(1) : body);
}

/** Quotes the characters that mean something in a rule, so that `path` stands for itself. */
export function quote(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, "\\$&");
}
