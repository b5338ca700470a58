/**
 * Which files must be resolved again after some files changed.
 *
 * Whatever one file can learn of another, it learns through a name that stands in its own text: so a
 * file is touched only if one of its names came, went, or came to mean something else. A name means
 * something else when the surface of the file that gives it changed, or when its own meaning goes
 * through such a name; following that to its end gives all names that changed and, with them, all
 * files that may.
 */
import { Import, Kind, Sym } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";
import { EVERYTHING, specifierParts, Surface } from "./surface.ts";

/** Row of the file itself among its symbols. */
const FILE = 0;

/** One file before and after; `undefined` where it did not exist. */
export interface FileChange {
  readonly before: ProjectFile | undefined;
  readonly after: ProjectFile | undefined;
}

/**
 * Files of `unchanged` whose edges may differ after the changes.
 * @param changes the files that changed
 * @param unchanged all other files of the project
 * @param familyOf language family of a file
 * @param spansFiles whether modules of a file's language span files
 */
export function affectedFiles(
  changes: readonly FileChange[],
  unchanged: readonly ProjectFile[],
  familyOf: (file: ProjectFile) => string,
  spansFiles: (file: ProjectFile) => boolean,
): ProjectFile[] {
  const names = new Set<string>();
  for (const change of changes) addChangedNames(change, names);
  const affected = new Set(filesUnderManifests(changes, unchanged, familyOf, spansFiles));
  let fresh: ReadonlySet<string> = names;
  // What a changed file says through its other names may go through those that changed.
  const changed = changes.flatMap(({ before, after }) =>
    [before, after].filter((f) => f !== undefined)
  );
  while (fresh.size > 0) {
    const next = new Set<string>();
    const pass = (file: ProjectFile): void => {
      for (const name of Surface.of(file).namesThatMention(fresh)) {
        if (!names.has(name)) next.add(name);
      }
    };
    changed.forEach(pass);
    for (const file of unchanged) {
      if (!mentionsAny(file, fresh)) continue;
      affected.add(file);
      pass(file);
    }
    for (const name of next) names.add(name);
    if (next.has(EVERYTHING)) { for (const part of wildcardParts(affected)) next.add(part); }
    fresh = next;
  }
  return [...affected];
}

/**
 * A manifest says how its languages' files reach each other, and so do the modules of some languages:
 * any of their files may be touched.
 */
function filesUnderManifests(
  changes: readonly FileChange[],
  unchanged: readonly ProjectFile[],
  familyOf: (file: ProjectFile) => string,
  spansFiles: (file: ProjectFile) => boolean,
): ProjectFile[] {
  const families = new Set<string>();
  for (const { before, after } of changes) {
    for (const file of [before, after]) {
      if (file?.manifest !== undefined) families.add(familyOf(file));
    }
    const file = after ?? before;
    if (
      file !== undefined && spansFiles(file) && moduleStructure(before) !== moduleStructure(after)
    ) {
      families.add(familyOf(file));
    }
  }
  return families.size === 0 ? [] : unchanged.filter((file) => families.has(familyOf(file)));
}

/** Where a file stands and what it says of modules: those it declares, includes and uses. */
function moduleStructure(file: ProjectFile | undefined): string {
  if (file === undefined) return "";
  const said = [file.path];
  for (let row = 1; row < file.count("symbols"); row++) {
    const kind = file.symbol(row, Sym.KIND);
    if (kind !== Kind.module && kind !== Kind.namespace && kind !== Kind.class) continue;
    said.push(`${file.symbol(row, Sym.CONTAINER) > 0} ${file.nameOf(row)}`);
  }
  const imports = file.table("imports");
  for (let at = 0; at < imports.length; at += Import.STRIDE) {
    const name = imports[at + Import.NAME]!;
    said.push(
      `${imports[at + Import.KIND]} ${file.text(imports[at + Import.SPECIFIER]!)} ${
        name < 0 ? "" : file.text(name)
      }`,
    );
  }
  return said.join("\n");
}

/** Names that a change gives another meaning. */
function addChangedNames({ before, after }: FileChange, names: Set<string>): void {
  const old = before === undefined ? new Map<string, number>() : Surface.of(before).digests();
  const now = after === undefined ? new Map<string, number>() : Surface.of(after).digests();
  for (const [name, digest] of now) if (old.get(name) !== digest) names.add(name);
  for (const name of old.keys()) if (!now.has(name)) names.add(name);
  const file = after ?? before;
  if (file === undefined) return;
  const cameOrWent = before === undefined || after === undefined;
  if (placeOf(before) !== placeOf(after)) {
    // A file that is part of something else now takes all its names there (a Go package).
    for (const name of [...old.keys(), ...now.keys()]) names.add(name);
    for (const one of [before, after]) if (one !== undefined) names.add(qualifierOf(one));
  }
  if (cameOrWent || names.has(EVERYTHING)) { for (const part of pathParts(file)) names.add(part); }
}

/** What a file says of its place as a whole: the package it is part of, whether builds take it. */
function placeOf(file: ProjectFile | undefined): string {
  return file === undefined ? "" : `${qualifierOf(file)} ${file.symbol(FILE, Sym.FLAGS)}`;
}

function qualifierOf(file: ProjectFile): string {
  const qualifier = file.symbol(FILE, Sym.QUALIFIER);
  return qualifier < 0 ? "" : file.text(qualifier);
}

/** What an import can call a file by: its name without extension, and the directory around it. */
function pathParts(file: ProjectFile): string[] {
  const parts = file.path.split("/");
  const stem = parts.at(-1)!.replace(/\..*$/, "");
  return parts.length > 1 ? [stem, parts.at(-2)!] : [stem];
}

/** Names by which the files that pass on everything of others are imported in turn. */
function wildcardParts(files: Iterable<ProjectFile>): string[] {
  return [...files].flatMap(pathParts);
}

function mentionsAny(file: ProjectFile, names: ReadonlySet<string>): boolean {
  for (let i = 0; i < file.nameIds.length; i++) if (names.has(file.text(i))) return true;
  const imports = file.table("imports");
  for (let at = 0; at < imports.length; at += Import.STRIDE) {
    const specifier = file.text(imports[at + Import.SPECIFIER]!);
    if (specifierParts(specifier).some((part) => names.has(part))) return true;
  }
  return false;
}
