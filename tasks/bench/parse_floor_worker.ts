/// <reference lib="deno.worker" />
/** A worker of the parse-only floor. */
import { Language, Parser } from "web-tree-sitter";
import { languageEntry, LANGUAGES } from "../../src/languages/registry.ts";
import { LanguageTable } from "../../src/scan/detect.ts";
import { loadSource } from "../../src/scan/load_source.ts";

/** Files to parse. */
export interface FloorTask {
  readonly root: string;
  /** Relative to the root. */
  readonly paths: readonly string[];
}

/** How much was parsed so far, by language id. */
export type LanguageSizes = Record<string, { files: number; bytes: number }>;

const table = new LanguageTable(LANGUAGES);
const parsers = new Map<string, Promise<Parser>>();
const sizes: LanguageSizes = {};

async function openParser(grammar: string): Promise<Parser> {
  await Parser.init();
  const path = new URL(`../../grammars/${grammar}.wasm`, import.meta.url);
  const parser = new Parser();
  parser.setLanguage(await Language.load(Deno.readFileSync(path)));
  return parser;
}

async function parse(root: string, path: string): Promise<void> {
  const source = loadSource(root, path, table);
  if ("reason" in source) return;
  for (const { language, text } of source.parts) {
    const { grammar } = languageEntry(language);
    if (grammar === "") continue;
    let parser = parsers.get(grammar);
    if (parser === undefined) parsers.set(grammar, parser = openParser(grammar));
    (await parser).parse(text)?.delete();
    const size = sizes[language] ??= { files: 0, bytes: 0 };
    size.files++;
    size.bytes += source.size;
  }
}

self.onmessage = async ({ data: { root, paths } }: MessageEvent<FloorTask>): Promise<void> => {
  for (const path of paths) await parse(root, path);
  self.postMessage(sizes);
};
