/** Which files does the index hold? */
import type { StoredFile } from "../store/file_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import { filesText } from "./files_text.ts";
import { choice, type InputOf, optionalText, optionalWholeNumber } from "./parameters.ts";
import { question, type Telling } from "./question.ts";
import { list, optional, record, text, type ValueOf, whole } from "./shape.ts";

const parameters = {
  path: optionalText('that file or directory of the project, e.g. "src/api"'),
  language: optionalText('only files in that language, by its id, e.g. "python"'),
  format: choice('how the text shows them, e.g. "list"', ["tree", "list"], "tree"),
  depth: optionalWholeNumber("levels of directories that the tree shows, e.g. 2", {
    least: 1,
    most: 100,
  }),
};
export type FilesInput = InputOf<typeof parameters>;

const fileShape = record({
  path: text("relative to the project"),
  language: text("of a document with several languages, one of them"),
  lines: whole(),
  symbols: whole("defined in it"),
  traits: optional(list(text(), "test, generated, manifest")),
});
export type IndexedFile = ValueOf<typeof fileShape>;

const shape = record({
  files: list(fileShape, "in path order; a document is there once for each of its languages"),
});
export type FilesAnswer = ValueOf<typeof shape>;

/** The files of the index, with their languages and how many symbols they define. */
export const files = question({
  name: "files",
  title: "Files",
  description: "The indexed files, with their languages and how many symbols they define.\n" +
    "What was left out, and why, is told by status.",
  parameters,
  shape,
  ask,
  toText: filesText,
});

function ask({ store }: AnswerContext, { path = "", language }: FilesInput): Telling<FilesAnswer> {
  const counts = store.symbols.countsByFile();
  const found: IndexedFile[] = [];
  for (const file of store.files.atOrUnder(path)) {
    if (language !== undefined && file.language !== language.toLowerCase()) continue;
    const { path, language: id, lines } = file;
    const traits = traitsOf(file);
    const symbols = counts.get(file.id) ?? 0;
    found.push({
      path,
      language: id,
      lines,
      symbols,
      ...(traits.length === 0 ? {} : { traits }),
    });
  }
  return () => ({ files: found });
}

function traitsOf(file: StoredFile): string[] {
  return (["test", "generated", "manifest"] as const).filter((trait) => file[trait]);
}
