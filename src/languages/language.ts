/** What a language must say of itself. One file per language exports one of these. */
import type { RulesFactory } from "../extract/rules.ts";
import type { ModuleSystem } from "../resolve/module_system.ts";
import type { Semantics } from "../resolve/semantics.ts";

/** A language: how its files are known, read, and their names resolved. */
export interface Language {
  /** Stable lower-case id, stored in the index: `python`. */
  readonly id: string;
  /** Name for people: `Python`. */
  readonly name: string;
  /** File extensions, with the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names that are of this language. */
  readonly filenames?: readonly string[];
  /** Interpreters named in a `#!` line, without version. */
  readonly interpreters?: readonly string[];
  /** Grammar: the name of a file in `grammars/`, without `.wasm`. */
  readonly grammar: string;
  /**
   * Files that are no source but say where modules lie, by whole file name: `package.json`,
   * `go.mod`, `NAMESPACE`. The function turns such a file's text into what the module system reads
   * as `ProjectFile.manifest` (plain data: it crosses threads); `undefined` means of no use.
   */
  readonly manifests?: Readonly<Record<string, (text: string, path: string) => unknown>>;
  /**
   * The text as the grammar should read it: with what the grammar does not know (macros, mostly)
   * blanked, and a line break at the end if the grammar wants one, so that no offset moves. Facts
   * still quote the file's own text.
   */
  readonly mask?: (text: string) => string;
  /** How syntax becomes facts. */
  readonly rules: RulesFactory;
  /** How one file reaches the names of another. */
  readonly modules: ModuleSystem;
  /** What else resolution must know. */
  readonly semantics: Semantics;
}
