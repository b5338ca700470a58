/**
 * The interpreter that a script's first line names, without directory, version and `.exe`:
 * `python` for `#!/usr/bin/env -S python3.11 -u`. Knows the old Perl idiom of a shell line that
 * re-runs the file with `exec perl`.
 *
 * @returns `undefined` when the text does not start with `#!`
 */
export function shebangInterpreter(head: string): string | undefined {
  if (!head.startsWith("#!")) return undefined;
  const lineEnd = head.indexOf("\n");
  const line = lineEnd < 0 ? head.slice(2) : head.slice(2, lineEnd);
  const interpreter = interpreterOf(line.trim().split(/\s+/));
  if (interpreter !== undefined && SHELLS.has(interpreter)) {
    const next = head.slice(lineEnd + 1, lineEnd + 400);
    if (lineEnd >= 0 && /^\s*(?:#[^\n]*\n\s*)*eval\s+['"]?\(?exec\s+\S*perl\b/.test(next)) {
      return "perl";
    }
  }
  return interpreter;
}

const SHELLS = new Set(["sh", "bash", "dash", "ksh", "zsh"]);

function interpreterOf(words: readonly string[]): string | undefined {
  const command = words[0] === undefined ? "" : baseName(words[0]);
  if (command !== "env") return command === "" ? undefined : command;
  // `env` takes options and assignments before the program.
  const program = words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="));
  return program === undefined ? undefined : baseName(program);
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(/\.exe$/i, "").replace(/(?<=[A-Za-z])-?\d+(?:\.\d+)*$/, "");
}
