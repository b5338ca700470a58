/** What joins the parts of qualified names, so that an index can be read without its languages. */
import { languageOf } from "../languages/registry.ts";
import type { Project } from "../resolve/project.ts";

/** By language of the project, as JSON. The languages must have been loaded. */
export function separators(project: Project): string {
  const languages = new Set(project.files.map(({ language }) => language));
  return JSON.stringify(
    Object.fromEntries(Array.from(languages, (id) => [id, languageOf(id).semantics.separator])),
  );
}
