import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { stage } from "../compile/stage.ts";
import { stagedParts } from "./staged_parts.ts";

/** Compressed bytes that each language adds to the engine archive, by its id. */
export type ArchiveSizes = Readonly<Record<string, number>>;

const MEASURED = new URL("./archive_sizes.json", import.meta.url);

/** The sizes that were measured last. */
export function archiveSizes(): ArchiveSizes {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as ArchiveSizes;
}

/**
 * Bundles the program and measures what of it each language adds: its grammar, with the first of the
 * languages that have it, and its reader. What several languages share beside is left out.
 *
 * @throws {Error} when bundling fails
 */
export async function measureArchiveSizes(): Promise<ArchiveSizes> {
  const staged = await Deno.makeTempDir({ prefix: "codegraph-sizes-" });
  try {
    await stage(staged);
    const counted = new Set<string>();
    return Object.fromEntries(LANGUAGES.map((language) => {
      const { grammar, code } = stagedParts(language, staged);
      const parts = grammar === undefined ? code : [grammar, ...code];
      const sizes = parts.filter((path) => !counted.has(path)).map((path) => {
        counted.add(path);
        return gzipSync(Deno.readFileSync(join(staged, path)), { level: 9 }).length;
      });
      return [language.id, sizes.reduce((total, size) => total + size, 0)];
    }));
  } finally {
    await Deno.remove(staged, { recursive: true });
  }
}

/** Measures the sizes and keeps them for the table of languages. */
export async function updateArchiveSizes(): Promise<void> {
  const sizes = await measureArchiveSizes();
  Deno.writeTextFileSync(MEASURED, `${JSON.stringify(sizes, null, 2)}\n`);
}
