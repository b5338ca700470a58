import type { LanguageNames } from "./names.ts";

const LIST = /(export const LANGUAGES: readonly Language\[\] = \[\n)([^\]]*)(\];)/;

/**
 * The registry's text with a language in it: an import among the others, a line at the end.
 *
 * @throws {Error} when it is there already
 */
export function withLanguage(registry: string, names: LanguageNames): string {
  const line = importLine(names);
  if (registry.includes(line)) throw new Error(`${names.id} is in the registry already`);
  const imports = registry.match(/^import .*\n/gm) ?? [];
  const after = imports.filter((other) => moduleOf(other) < moduleOf(line)).at(-1);
  const at = after === undefined ? registry.indexOf("import ") : end(registry, after);
  return (registry.slice(0, at) + line + registry.slice(at))
    .replace(LIST, (_, head, list, tail) => `${head}${list}  ${names.constant},\n${tail}`);
}

/** The registry's text without a language. */
export function withoutLanguage(registry: string, names: LanguageNames): string {
  return registry.replace(importLine(names), "")
    .replace(
      LIST,
      (_, head, list: string, tail) => head + list.replace(`  ${names.constant},\n`, "") + tail,
    );
}

function importLine({ id, constant }: LanguageNames): string {
  return `import { ${constant} } from "./${id}.ts";\n`;
}

function moduleOf(line: string): string {
  return /from "(.*)"/.exec(line)?.[1] ?? "";
}

function end(text: string, part: string): number {
  return text.indexOf(part) + part.length;
}
