/** Which engine makes an index: another one may read the same files in another way. */
import { join } from "node:path";
import { VERSION } from "../version.ts";

const BUILD_FILE = join(import.meta.dirname!, "..", "..", "grammars", "engine-build");
/** What runs from its sources has no build: whoever changes them knows. */
const FROM_SOURCES = "sources";

/** What an index says of the engine that made it. */
export function engineMeta(): Record<"engineVersion" | "engineBuild", string> {
  return { engineVersion: VERSION, engineBuild: engineBuild() };
}

/** Whether an index was made by this very engine. @param meta what it says of itself */
export function isOwnIndex(meta: ReadonlyMap<string, string>): boolean {
  return Object.entries(engineMeta()).every(([key, value]) => meta.get(key) === value);
}

/** Digest of the code and grammars of an executable, which is laid beside the grammars. */
function engineBuild(): string {
  try {
    return Deno.readTextFileSync(BUILD_FILE);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return FROM_SOURCES;
    throw error;
  }
}
