/** Which files of a project there are to index. */
import { LANGUAGES } from "../languages/registry.ts";
import type { Settings } from "../project/settings.ts";
import { LanguageTable } from "../scan/detect.ts";
import { walk, type WalkResult } from "../scan/walk.ts";
import { manifestReader } from "./manifests.ts";

/** Walks a project. */
export function scanProject(root: string, { extensions, include, exclude }: Settings): WalkResult {
  const table = new LanguageTable(LANGUAGES, extensions);
  return walk(root, {
    include,
    exclude,
    accept: (name) => table.couldBeSource(name) || manifestReader(name) !== undefined,
  });
}
