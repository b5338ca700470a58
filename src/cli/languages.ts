/** `codegraph languages`: the languages that are read. */
import type { Command } from "commander";
import type { CommandContext } from "./command_context.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("languages")
    .description("The languages that are read, and how their files are known.")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  codegraph languages")
    .action((flags: { readonly json?: boolean }) => runLanguages(flags.json === true, context));
}

async function runLanguages(json: boolean, { terminal }: CommandContext): Promise<void> {
  const { LANGUAGES } = await import("../languages/registry.ts");
  const { grammarVersions } = await import("../index/grammar_files.ts");
  const { linkersOf } = await import("../index/linkers.ts");
  const versions = grammarVersions();
  const rows = LANGUAGES.map((language) => ({
    id: language.id,
    name: language.name,
    extensions: language.extensions,
    filenames: language.filenames ?? [],
    interpreters: language.interpreters ?? [],
    manifests: language.manifestNames ?? [],
    grammar: language.grammar,
    grammarVersion: versions.get(language.grammar) ?? "",
    links: linkersOf(language.id),
  }));
  if (json) {
    terminal.print(JSON.stringify(rows, null, 2));
    return;
  }
  const { table } = await import("./text.ts");
  const cells = rows.map(({ id, name, extensions, filenames, grammarVersion }) => [
    id,
    name,
    grammarVersion,
    [...extensions, ...filenames].join(" "),
  ]);
  const lines = table([["id", "name", "grammar", "files"], ...cells], "left");
  terminal.print([...lines, "", ...await explanation()].join("\n"));
}

async function explanation(): Promise<string[]> {
  const { DOCUMENT_FORMATS } = await import("../scan/documents/document_formats.ts");
  const { linkerIds } = await import("../index/linkers.ts");
  const { wrapped } = await import("./text.ts");
  const documents = DOCUMENT_FORMATS
    .map(({ name, extensions }) => `${name} (${extensions.join(" ")})`);
  const links = [...linkerIds()].map(([kind, ids]) => `${kind}: ${ids.join(", ")}.`);
  return [
    "Of each language: definitions, calls, imports, inheritance and documentation, with names " +
    "followed from file to file.",
    `Code in documents is read, too: ${documents.join(", ")}.`,
    ...links,
    "What of these a language has part in: --json",
  ].flatMap((line) => wrapped(line));
}
