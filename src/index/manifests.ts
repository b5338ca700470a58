/** Which language reads a manifest, by file name. */
import { LANGUAGES } from "../languages/registry.ts";

/** Who reads a manifest. */
export interface ManifestReader {
  /** Language id. */
  readonly language: string;
  readonly read: (text: string, path: string) => unknown;
}

const READERS = new Map<string, ManifestReader>();
for (const { id, manifests = {} } of LANGUAGES) {
  for (const [name, read] of Object.entries(manifests)) {
    if (!READERS.has(name)) READERS.set(name, { language: id, read });
  }
}

/** The reader of a file that is a manifest; `undefined` for others. */
export function manifestReader(path: string): ManifestReader | undefined {
  return READERS.get(path.slice(path.lastIndexOf("/") + 1));
}
