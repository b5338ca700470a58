/** Which language reads a manifest, by file name. */
import { LANGUAGES, loadLanguage } from "../languages/registry.ts";

/** Reads a manifest's text. */
export type ManifestReader = (text: string, path: string) => unknown;

const OWNERS = new Map<string, string>();
for (const { id, manifestNames = [] } of LANGUAGES) {
  for (const name of manifestNames) if (!OWNERS.has(name)) OWNERS.set(name, id);
}

/** Id of the language that reads a file as a manifest; `undefined` for files that are none. */
export function manifestLanguage(path: string): string | undefined {
  return OWNERS.get(nameOf(path));
}

/** The reader of a manifest. @throws {Error} when {@link manifestLanguage} knows none */
export async function manifestReader(path: string): Promise<ManifestReader> {
  const owner = manifestLanguage(path);
  const language = owner === undefined ? undefined : await loadLanguage(owner);
  const read = language?.manifests?.[nameOf(path)];
  if (read === undefined) throw new Error(`no language reads ${path} as a manifest`);
  return read;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
