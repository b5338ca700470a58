import type { LanguageDescription } from "./language_source.ts";
import type { LanguageNames } from "./names.ts";

const END_OF_LIST = "\n];\n";

/**
 * The registry's text with a language in it: an entry at the end of the list.
 *
 * @throws {Error} when it is there already
 */
export function withLanguage(
  registry: string,
  { names, grammar, extensions }: Omit<LanguageDescription, "forms">,
): string {
  if (registry.includes(loading(names))) throw new Error(`${names.id} is in the registry already`);
  const at = registry.indexOf(END_OF_LIST);
  return registry.slice(0, at) + `
  {
    id: ${JSON.stringify(names.id)},
    name: ${JSON.stringify(names.title)},
    extensions: [${extensions.map((extension) => JSON.stringify(extension)).join(", ")}],
    grammar: ${JSON.stringify(grammar)},
    ${loading(names)}
  },` + registry.slice(at);
}

/** The registry's text without a language. */
export function withoutLanguage(registry: string, names: LanguageNames): string {
  const end = registry.indexOf(loading(names));
  if (end < 0) return registry;
  const start = registry.lastIndexOf("\n  {", end);
  return registry.slice(0, start) + registry.slice(registry.indexOf("},", end) + 2);
}

function loading({ id, constant }: LanguageNames): string {
  return `load: async () => (await import("./${id}.ts")).${constant},`;
}
