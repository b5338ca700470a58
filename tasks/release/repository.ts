import { fileURLToPath } from "node:url";
import { join } from "node:path";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Absolute path of something in the repository. */
export function inRepository(...path: readonly string[]): string {
  return join(ROOT, ...path);
}

/** Where tasks put what they build. */
export const DIST = inRepository("dist");

/** The release manifest that the launcher carries: the engine that an extension release uses. */
export const PINNED_MANIFEST = inRepository(
  "src/launcher/src/codegraphagent/release-manifest.json",
);
