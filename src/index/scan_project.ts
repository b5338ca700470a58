/** Which files of a project there are to index. */
import { LANGUAGES } from "../languages/registry.ts";
import type { Settings } from "../project/settings.ts";
import { LanguageTable } from "../scan/detect.ts";
import { documentFormat } from "../scan/documents/document_formats.ts";
import { walk, type WalkedFile, type WalkResult } from "../scan/walk.ts";
import { manifestLanguage } from "./manifests.ts";

/** Walks a project. */
export function scanProject(root: string, { extensions, include, exclude }: Settings): WalkResult {
  const table = new LanguageTable(LANGUAGES, extensions);
  return walk(root, {
    include,
    exclude,
    accept: (_name, path) => isOfInterest(path, table),
  });
}

/**
 * Tells whether a file may matter to an index by its path, itself or by the rules that it holds.
 * @param extensions extension to language, from the project's settings
 */
export function watchedPaths(extensions: ReadonlyMap<string, string>): (path: string) => boolean {
  const table = new LanguageTable(LANGUAGES, extensions);
  return (path) => /(?:^|\/)\.gitignore$/.test(path) || isOfInterest(path, table);
}

/** By the folders around a file too: workflows are of a language where they lie. */
function isOfInterest(path: string, table: LanguageTable): boolean {
  return table.couldBeSource(path) || manifestLanguage(path) !== undefined ||
    documentFormat(path) !== undefined;
}

/** Languages of files as far as their names tell. */
export function likelyLanguages(
  files: readonly WalkedFile[],
  { extensions }: Settings,
): ReadonlySet<string> {
  const table = new LanguageTable(LANGUAGES, extensions);
  const ids = files.map(({ path }) => manifestLanguage(path) ?? table.detect(path));
  return new Set(ids.filter((id) => id !== undefined));
}
