/** The form of what adds to the graph beyond the languages themselves: bridges and frameworks. */
import type { Links } from "./links.ts";

/** Adds what one bridge or framework knows of a project. */
export interface Linker {
  link(links: Links): void;
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
  /** Loads the rest, from the linker's own file. */
  readonly load: () => Promise<Linker>;
}
