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
  const cells = rows.map(({ id, name, extensions, filenames, grammarVersion, links }) => [
    id,
    name,
    grammarVersion,
    links.join(" "),
    [...extensions, ...filenames].join(" "),
  ]);
  const lines = table([["id", "name", "grammar", "links", "files"], ...cells], "left");
  terminal.print([...lines, "", ...await explanation()].join("\n"));
}

async function explanation(): Promise<string[]> {
  const { DOCUMENT_FORMATS } = await import("../scan/documents/document_formats.ts");
  const documents = DOCUMENT_FORMATS
    .map(({ name, extensions }) => `${name} (${extensions.join(" ")})`);
  return [
    "Of each language: definitions, calls, imports, inheritance and documentation, with names",
    "followed from file to file. Links: bridges to other languages, and frameworks, that are known.",
    `Code in documents is read, too: ${documents.join(", ")}.`,
  ];
}
