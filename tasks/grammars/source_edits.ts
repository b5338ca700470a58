import { join } from "node:path";

/** A change of the C that a package ships, made before it is built. */
export interface SourceEdit {
  /** Within the folder of `parser.c`. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** What is wrong with the text as it is shipped. */
  readonly why: string;
}

/** Whether a value of `sources.json` is a list of edits. */
export function areEdits(value: unknown): value is readonly SourceEdit[] {
  return Array.isArray(value) && value.length > 0 && value.every((edit: unknown) => {
    if (typeof edit !== "object" || edit === null) return false;
    const { file, from, to, why } = edit as Record<string, unknown>;
    return [file, from, to, why].every((text) => typeof text === "string") &&
      /^\w+\.c$/.test(String(file)) && from !== "" && why !== "";
  });
}

/**
 * The path of a C file as it is to be compiled: the package's own, or a changed copy.
 *
 * @param scratch folder for the copy
 * @throws {Error} when what is to be replaced does not stand there exactly once
 */
export async function editedFile(
  sources: string,
  file: string,
  edits: readonly SourceEdit[],
  scratch: string,
): Promise<string> {
  const own = edits.filter((edit) => edit.file === file);
  if (own.length === 0) return join(sources, file);
  let text = await Deno.readTextFile(join(sources, file));
  for (const { from, to } of own) {
    const parts = text.split(from);
    if (parts.length !== 2) {
      throw new Error(`${file} holds ${parts.length - 1} times what is to be replaced: ${from}`);
    }
    text = parts.join(to);
  }
  const path = join(scratch, file);
  await Deno.writeTextFile(path, text);
  return path;
}
