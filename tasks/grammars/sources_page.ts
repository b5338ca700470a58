import { byName, type GrammarSource } from "./grammar_source.ts";

const HEAD = `# Grammars

Written by \`deno task grammars\` from \`sources.json\`; edit that, not this page.

Each module is either the file that its package ships (\`prebuilt\`) or built from the C that
its package ships (\`build\`). \`deno task grammars --check\` proves both from the packages.
Licence texts are in \`licenses/\`.

| grammar | package | route | within the package | ABI | licence | SHA-256 of the module |
|---|---|---|---|---|---|---|
`;

/** The text of `SOURCES.md`: the grammars as a table, then how the built ones were made. */
export function sourcesPage(sources: readonly GrammarSource[]): string {
  const sorted = byName(sources);
  return HEAD + sorted.map(row).join("") + toolchains(sorted) + edits(sorted);
}

function row(source: GrammarSource): string {
  const origin = `${source.registry} \`${source.package}\` ${source.version}`;
  const digest = `\`${source.wasmSha256.slice(0, 16)}…\``;
  return `| ${source.name} | ${origin} | ${source.route} | \`${source.path}\` | ${source.abi} ` +
    `| ${source.licence} | ${digest} |\n`;
}

function edits(sources: readonly GrammarSource[]): string {
  const lines = sources.flatMap(({ name, edits = [] }) =>
    edits.map(({ file, why }) => `- ${name}, \`${file}\`: ${why}\n`)
  );
  return lines.length === 0
    ? ""
    : `\nWhat is changed in the C before it is built:\n\n${lines.join("")}`;
}

function toolchains(sources: readonly GrammarSource[]): string {
  const built = sources.filter((source) => source.toolchain !== undefined);
  if (built.length === 0) return "";
  const lines = built.map((source) => `- ${source.name}: ${source.toolchain}\n`);
  return `\nToolchains of the built modules:\n\n${lines.join("")}`;
}
