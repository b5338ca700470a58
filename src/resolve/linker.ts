/** The form of what adds to the graph beyond the languages themselves: bridges and frameworks. */
import type { Links } from "./links.ts";

/** Adds what one bridge or framework knows of a project. */
export interface Linker {
  link(links: Links): void;
}

/** A linker that is loaded. */
export interface NamedLinker extends Linker {
  /** That of its entry. */
  readonly id: string;
}

/** A bridge or a framework, and when it is needed: all that is asked before it is loaded. */
export interface LinkerEntry {
  /** Stable lower-case id: `r-native`. */
  readonly id: string;
  /** Of each of these groups of languages the project must have a file. */
  readonly languages: readonly (readonly string[])[];
  /** Names of which the project must hold one, as those of packages that it imports. */
  readonly names?: readonly string[];
  /** Functions, annotations and variables whose string arguments and values it reads: `route`. */
  readonly reads?: readonly string[];
  /**
   * Whether all that it goes by in source files of these languages is references that it asks `Links`
   * for, what these go through by name, names that it looks up, imports, and where files lie. After an
   * edit that touches none of it, it would add what it added, and need not run.
   */
  readonly asksForAll?: true;
  /** Loads the rest, from the linker's own file. */
  readonly load: () => Promise<Linker>;
}
