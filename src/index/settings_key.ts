import type { Settings } from "../project/settings.ts";

/** Tells whether an index was made under the same settings. */
export function settingsKey(settings: Settings): string {
  const { extensions, include, exclude, maxFileBytes } = settings;
  return JSON.stringify([[...extensions].sort(), include, exclude, maxFileBytes ?? null]);
}
