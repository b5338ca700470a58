/** Which bridges, frameworks and ways of dispatch a project needs. */
import { BRIDGES } from "../bridges/registry.ts";
import { DISPATCHES } from "../dispatch/registry.ts";
import { FRAMEWORKS } from "../frameworks/registry.ts";
import type { LinkerEntry, NamedLinker } from "../resolve/linker.ts";
import type { Project } from "../resolve/project.ts";

/** With `CODEGRAPH_NO_LINKS=1` there are none: what they cost is measured so. */
const LINKERS: readonly LinkerEntry[] = Deno.env.get("CODEGRAPH_NO_LINKS") === "1"
  ? []
  : [...BRIDGES, ...FRAMEWORKS, ...DISPATCHES];

/** The bridges and frameworks of which a project has the languages and the names. */
export function neededEntries(project: Project): readonly LinkerEntry[] {
  const languages = new Set(project.files.map(({ language }) => language));
  const isNeeded = ({ languages: groups, names }: LinkerEntry): boolean =>
    groups.every((group) => group.some((id) => languages.has(id))) &&
    (names === undefined || names.some((name) => project.holds(name)));
  return LINKERS.filter(isNeeded);
}

/** As {@link neededEntries}, loaded. */
export function neededLinkers(project: Project): Promise<NamedLinker[]> {
  return Promise.all(
    neededEntries(project).map(async ({ id, load }) => ({ id, ...await load() })),
  );
}

/** Ids of all of them, by what they are, for people. */
export function linkerIds(): ReadonlyMap<string, readonly string[]> {
  const kinds = { "Frameworks": FRAMEWORKS, "Bridges": BRIDGES, "Calls at run time": DISPATCHES };
  return new Map(
    Object.entries(kinds).map(([kind, entries]) => [kind, entries.map(({ id }) => id)]),
  );
}

/** Ids of the bridges and frameworks that a language has part in. */
export function linkersOf(language: string): string[] {
  return ofLanguage(language).map(({ id }) => id);
}

/** Names of the functions of a language whose string arguments bridges and frameworks read. */
export function textsAsked(language: string): ReadonlySet<string> {
  return new Set(ofLanguage(language).flatMap(({ reads = [] }) => reads));
}

function ofLanguage(language: string): readonly LinkerEntry[] {
  return LINKERS.filter(({ languages }) => languages.some((group) => group.includes(language)));
}
