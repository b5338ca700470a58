import { isCaseInsensitive } from "./case_sensitivity.ts";
import { type DirectoryScope, type ExtraRules, PathRules } from "./path_rules.ts";
import type { SkippedPath } from "./skip.ts";

/** One file that may be source. */
export interface WalkedFile {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Last modification, whole milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** What a walk found, each list in code-unit order of the paths. */
export interface WalkResult {
  readonly files: WalkedFile[];
  readonly skipped: SkippedPath[];
  /** The directories that were walked, ending in `/`, the root as an empty string. */
  readonly directories: string[];
}

/** How to walk. */
export interface WalkOptions extends ExtraRules {
  /** Whether a file of that name is of interest; others are not even mentioned as skipped. */
  readonly accept: (name: string, path: string) => boolean;
}

/**
 * Lists the files of the project at `root` that may be source, without following links and without
 * ever failing on what it meets: a directory that cannot be listed is a skipped path.
 *
 * A directory link is never followed, so that there are no cycles and no file under two paths. A
 * file link is skipped too: either its target is in the project and indexed there, or it is not the
 * project's.
 *
 * @param root absolute path of a directory
 * @throws {Error} the system's error when the root itself cannot be listed
 */
export function walk(root: string, options: WalkOptions): WalkResult {
  return new Walk(normalRoot(root), options).run();
}

function normalRoot(root: string): string {
  const forward = Deno.build.os === "windows" ? root.replaceAll("\\", "/") : root;
  return forward.length > 1 && forward.endsWith("/") ? forward.slice(0, -1) : forward;
}

/**
 * The file at a path, as a walk finds it; undefined for what is no file or cannot be looked at.
 * @param path relative to the root, of which is known that no rule leaves it out
 */
export function walkedFile(root: string, path: string): WalkedFile | undefined {
  try {
    const info = Deno.lstatSync(`${normalRoot(root)}/${path}`);
    return info.isFile ? walkedOf(path, info) : undefined;
  } catch {
    return undefined;
  }
}

function walkedOf(path: string, { size, mtime }: Deno.FileInfo): WalkedFile {
  return { path, size, mtimeMs: mtime?.getTime() ?? 0 };
}

class Walk {
  readonly #root: string;
  readonly #accept: WalkOptions["accept"];
  readonly #rules: PathRules;
  readonly #result: WalkResult = { files: [], skipped: [], directories: [] };
  #realRoot: string | undefined;

  constructor(root: string, options: WalkOptions) {
    this.#root = root;
    this.#accept = options.accept;
    this.#rules = new PathRules(root, options, isCaseInsensitive(root));
  }

  run(): WalkResult {
    const listing = new Listing(this.#root);
    this.#entries(this.#rules.root(listing.has), listing);
    return this.#result;
  }

  #directory(scope: DirectoryScope): void {
    let listing: Listing;
    try {
      listing = new Listing(this.#root + "/" + scope.path);
    } catch (error) {
      this.#skip(scope.path, "unreadable", messageOf(error));
      return;
    }
    const judged = this.#rules.listed(scope, listing.has);
    if ("reason" in judged) this.#result.skipped.push(judged);
    else this.#entries(judged, listing);
  }

  #entries(scope: DirectoryScope, listing: Listing): void {
    this.#result.directories.push(scope.path);
    for (const key of listing.sortedKeys()) {
      const entry = listing.entry(key);
      if (entry.isDirectory) this.#subdirectory(scope, entry.name, listing);
      else if (entry.isFile) this.#file(scope, entry.name);
      else if (entry.isSymlink) this.#link(scope, entry.name);
      else if (this.#accept(entry.name, scope.path + entry.name)) {
        this.#skip(scope.path + entry.name, "special-file", "a pipe, socket or device");
      }
    }
  }

  #subdirectory(scope: DirectoryScope, name: string, listing: Listing): void {
    const judged = this.#rules.directory(scope, name, listing.has);
    if ("reason" in judged) this.#result.skipped.push(judged);
    else this.#directory(judged);
  }

  #file(scope: DirectoryScope, name: string): void {
    const path = scope.path + name;
    if (!this.#accept(name, path)) return;
    const skipped = this.#rules.file(scope, name);
    if (skipped !== undefined) {
      this.#result.skipped.push(skipped);
      return;
    }
    try {
      this.#result.files.push(walkedOf(path, Deno.lstatSync(this.#root + "/" + path)));
    } catch (error) {
      const text = name.includes("\uFFFD") ? "its name is not valid UTF-8" : messageOf(error);
      this.#skip(path, "unreadable", text);
    }
  }

  #link(scope: DirectoryScope, name: string): void {
    const path = scope.path + name;
    const target = resolveLink(this.#root + "/" + path);
    if (!(target?.isDirectory ?? false) && !this.#accept(name, path)) return;
    if (this.#rules.file(scope, name) !== undefined) return;
    this.#skip(path, "link", this.#describeLink(target));
  }

  #describeLink(target: LinkTarget | undefined): string {
    if (target === undefined) return "a link whose target is missing or forms a loop";
    this.#realRoot ??= Deno.realPathSync(this.#root).replaceAll("\\", "/");
    const inside = target.path.startsWith(this.#realRoot + "/");
    if (!inside) return `a link out of the project, to ${target.path}`;
    return `a link to ${target.path.slice(this.#realRoot.length + 1)}`;
  }

  #skip(path: string, reason: SkippedPath["reason"], detail: string): void {
    this.#result.skipped.push({ path, reason, detail });
  }
}

/** The entries of one directory. */
class Listing {
  readonly #entries = new Map<string, Deno.DirEntry>();
  readonly has = (name: string): boolean =>
    this.#entries.has(name) || this.#entries.has(name + "/");

  constructor(absolutePath: string) {
    for (const entry of Deno.readDirSync(absolutePath)) {
      this.#entries.set(entry.isDirectory ? entry.name + "/" : entry.name, entry);
    }
  }

  /** Names, a directory's ending in `/`: their order is then that of the full paths beneath. */
  sortedKeys(): string[] {
    return [...this.#entries.keys()].sort();
  }

  entry(key: string): Deno.DirEntry {
    const entry = this.#entries.get(key);
    if (entry === undefined) throw new Error(`no entry ${key}`);
    return entry;
  }
}

interface LinkTarget {
  readonly path: string;
  readonly isDirectory: boolean;
}

function resolveLink(absolutePath: string): LinkTarget | undefined {
  try {
    const path = Deno.realPathSync(absolutePath);
    return { path: path.replaceAll("\\", "/"), isDirectory: Deno.statSync(path).isDirectory };
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
