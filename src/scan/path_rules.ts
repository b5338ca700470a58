import { BroughtBack } from "./brought_back.ts";
import {
  DEFAULT_DIRECTORY_TEXT,
  type DefaultDirectoryKind,
  defaultDirectoryKind,
  defaultDirectoryKindByContent,
} from "./default_directories.ts";
import { findGitRepository, type GitRepository } from "./git_directory.ts";
import { readTrackedPaths, type TrackedPaths } from "./git_index.ts";
import { IgnoreScope } from "./ignore_scope.ts";
import { readSmallText } from "./read_regular_file.ts";
import type { SkippedPath } from "./skip.ts";

/** The settings' own rules, in the syntax of `.gitignore`, relative to the root. */
export interface ExtraRules {
  /** Brings back what defaults or ignore files leave out. */
  readonly include?: readonly string[];
  /** Leaves out more; weightier than `include`. A `!` rule here brings back too. */
  readonly exclude?: readonly string[];
}

/**
 * How much of a directory is wanted. `open`: all that no rule leaves out. `ignored`: what git
 * tracks all the same, and what is brought back. `default`: only what is brought back.
 */
type Mode = "open" | "ignored" | "default";

/** One directory to be walked, and the rules in force in it. */
export interface DirectoryScope {
  /** Relative to the root, ending in `/`; empty for the root itself. */
  readonly path: string;
  readonly mode: Mode;
  readonly rules: IgnoreScope;
}

/** A directory's entries, as far as the rules ask for them. */
export type HasEntry = (name: string) => boolean;

/**
 * Decides which paths of a project are wanted, from the default directories, git's ignore files,
 * git's own list of tracked files and the settings. The set is that of
 * `git ls-files --cached --others --exclude-standard` without default directories; what git tracks
 * counts even where a rule ignores it. Only ignore files are read, no git is run.
 */
export class PathRules {
  readonly #root: string;
  readonly #caseInsensitive: boolean;
  readonly #repository: GitRepository | undefined;
  /** From the repository's top to the root, ending in `/`, or empty. */
  readonly #prefix: string;
  readonly #excluded: IgnoreScope;
  readonly #included: BroughtBack;
  #tracked: TrackedPaths | undefined;
  #trackedRead = false;
  readonly #revivedByIgnoreFiles = new WeakMap<readonly string[], BroughtBack>();

  /** @param root absolute path, `/` separated, without a trailing slash */
  constructor(root: string, extra: ExtraRules, caseInsensitive: boolean) {
    this.#root = root;
    this.#caseInsensitive = caseInsensitive;
    this.#repository = findGitRepository(root);
    this.#prefix = this.#repository === undefined || this.#repository.top.length >= root.length
      ? ""
      : root.slice(this.#repository.top.length + 1) + "/";
    const exclude = extra.exclude ?? [];
    this.#excluded = IgnoreScope.empty(caseInsensitive).with(exclude.join("\n"), "", "exclude");
    this.#included = new BroughtBack(
      [...extra.include ?? [], ...this.#excluded.negativePatterns],
      caseInsensitive,
    );
  }

  /** The scope of the root. Reads `info/exclude` and the ignore files above and in the root. */
  root(has: HasEntry): DirectoryScope {
    const inherited = this.#inheritedRules();
    return { path: "", mode: "open", rules: this.#withIgnoreFile(inherited, "", has) };
  }

  /**
   * Judges the directory `name` of `parent` before it is listed.
   *
   * @returns its scope, or why it is skipped
   */
  directory(
    parent: DirectoryScope,
    name: string,
    parentHas: HasEntry,
  ): DirectoryScope | SkippedPath {
    const path = parent.path + name + "/";
    const excluded = this.#excluded.ignoredBy(path);
    if (excluded !== undefined) return { path, reason: "excluded", detail: excluded };
    const kind = defaultDirectoryKind(name, parent.path === "", parentHas);
    if (kind === "repository") return skippedByDefault(path, kind);
    if (this.#included.has(path)) return this.#openScope(parent, path);
    if (parent.mode === "default" || kind !== undefined) {
      return this.#defaultDirectory(parent, path, kind ?? "dependencies");
    }
    return this.#ordinaryDirectory(parent, path);
  }

  /**
   * Judges a directory again once its entries are known, and adds its own `.gitignore`.
   *
   * @returns the scope for its entries, or why it is skipped
   */
  listed(scope: DirectoryScope, has: HasEntry): DirectoryScope | SkippedPath {
    const { path, mode } = scope;
    const kind = mode === "open" && path !== "" ? defaultDirectoryKindByContent(has) : undefined;
    if (kind !== undefined && !this.#isWantedAnyway(scope, path, kind)) {
      return skippedByDefault(path, kind);
    }
    const rules = this.#withIgnoreFile(scope.rules, path, has);
    return rules === scope.rules ? scope : { path, mode, rules };
  }

  /** Why the file `name` of `scope` is left out by a rule, or `undefined` when it is wanted. */
  file(scope: DirectoryScope, name: string): SkippedPath | undefined {
    const path = scope.path + name;
    const excluded = this.#excluded.ignoredBy(path);
    if (excluded !== undefined) return { path, reason: "excluded", detail: excluded };
    if (scope.mode === "default") return this.#fileInDefaultDirectory(scope, path);
    const rule = scope.rules.ignoredBy(this.#prefix + path);
    if (rule === undefined || this.#included.has(path)) return undefined;
    if (this.#trackedPaths()?.has(this.#prefix + path) === true) return undefined;
    return { path, reason: "ignored", detail: rule };
  }

  #fileInDefaultDirectory(scope: DirectoryScope, path: string): SkippedPath | undefined {
    if (this.#included.has(path) || this.#revived(scope).has(this.#prefix + path)) return undefined;
    return { path, reason: "default-directory", detail: DEFAULT_DIRECTORY_TEXT.dependencies };
  }

  #defaultDirectory(
    parent: DirectoryScope,
    path: string,
    kind: DefaultDirectoryKind,
  ): DirectoryScope | SkippedPath {
    if (this.#isWantedAnyway(parent, path, kind)) return this.#ordinaryDirectory(parent, path);
    const leads = this.#included.leadsThrough(path) ||
      this.#revived(parent).leadsThrough(this.#prefix + path);
    return leads ? { path, mode: "default", rules: parent.rules } : skippedByDefault(path, kind);
  }

  /** Brought back by a rule, or build output by its name that git tracks nonetheless. */
  #isWantedAnyway(scope: DirectoryScope, path: string, kind: DefaultDirectoryKind): boolean {
    const full = this.#prefix + path;
    if (this.#included.has(path) || this.#revived(scope).has(full)) return true;
    return kind === "output" && this.#trackedPaths()?.hasUnder(full) === true;
  }

  #ordinaryDirectory(parent: DirectoryScope, path: string): DirectoryScope | SkippedPath {
    const rule = parent.rules.ignoredBy(this.#prefix + path);
    if (rule === undefined) return { path, mode: "open", rules: parent.rules };
    const partly = this.#included.leadsThrough(path) ||
      this.#trackedPaths()?.hasUnder(this.#prefix + path) === true;
    if (partly) return { path, mode: "ignored", rules: parent.rules };
    return { path, reason: "ignored", detail: rule };
  }

  #openScope(parent: DirectoryScope, path: string): DirectoryScope {
    const full = this.#prefix + path;
    const ignored = parent.rules.ignoredBy(full) !== undefined;
    const rules = ignored ? parent.rules.withoutIgnoring(full) : parent.rules;
    return { path, mode: "open", rules };
  }

  #revived(scope: DirectoryScope): BroughtBack {
    const patterns = scope.rules.negativePatterns;
    let revived = this.#revivedByIgnoreFiles.get(patterns);
    if (revived === undefined) {
      revived = new BroughtBack(patterns, this.#caseInsensitive);
      this.#revivedByIgnoreFiles.set(patterns, revived);
    }
    return revived;
  }

  #withIgnoreFile(rules: IgnoreScope, path: string, has: HasEntry): IgnoreScope {
    if (!has(".gitignore")) return rules;
    const text = readSmallText(`${this.#root}/${path}.gitignore`);
    if (text === undefined) return rules;
    return rules.with(text, this.#prefix + path, path + ".gitignore");
  }

  /** `info/exclude`, then every `.gitignore` from the repository's top down to above the root. */
  #inheritedRules(): IgnoreScope {
    let rules = IgnoreScope.empty(this.#caseInsensitive);
    if (this.#repository === undefined) return rules;
    const { top, commonDirectory } = this.#repository;
    const exclude = readSmallText(commonDirectory + "/info/exclude");
    if (exclude !== undefined) rules = rules.with(exclude, "", ".git/info/exclude");
    let base = "";
    for (const segment of this.#prefix.split("/").slice(0, -1)) {
      const text = readSmallText(`${top}/${base}.gitignore`);
      if (text !== undefined) rules = rules.with(text, base, `${top}/${base}.gitignore`);
      base += segment + "/";
    }
    // Whoever names an ignored directory as the project wants it.
    const ignored = this.#prefix !== "" && rules.ignoredBy(this.#prefix) !== undefined;
    return ignored ? IgnoreScope.empty(this.#caseInsensitive) : rules;
  }

  /** Read on the first need: a project without ignored paths never pays for it. */
  #trackedPaths(): TrackedPaths | undefined {
    if (!this.#trackedRead && this.#repository !== undefined) {
      this.#tracked = readTrackedPaths(this.#repository);
    }
    this.#trackedRead = true;
    return this.#tracked;
  }
}

function skippedByDefault(path: string, kind: DefaultDirectoryKind): SkippedPath {
  return { path, reason: "default-directory", detail: DEFAULT_DIRECTORY_TEXT[kind] };
}
