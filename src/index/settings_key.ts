import { createHash } from "node:crypto";
import type { Settings } from "../project/settings.ts";

/** Tells whether an index was made under the same settings. */
export function settingsKey(settings: Settings): string {
  const { extensions, include, exclude, maxFileBytes } = settings;
  const text = JSON.stringify([[...extensions].sort(), include, exclude, maxFileBytes ?? null]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
