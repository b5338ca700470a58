/** What a language must say of itself. */
import type { RulesFactory } from "../extract/rules.ts";
import type { OwnReader } from "../extract/tree_builder.ts";
import type { ModuleSystem } from "../resolve/module_system.ts";
import type { Semantics } from "../resolve/semantics.ts";

/** How a language's files are known: all that is needed of it before one of them is met. */
export interface LanguageEntry {
  /** Stable lower-case id, stored in the index: `python`. */
  readonly id: string;
  /** Name for people: `Python`. */
  readonly name: string;
  /** File extensions, with the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names that are of this language. */
  readonly filenames?: readonly string[];
  /** Names before the first dot that are of this language whatever follows: `Dockerfile.dev`. */
  readonly stems?: readonly string[];
  /** Folders whose files with some extension are of this language, as `LanguageFiles.folders` of `scan/detect.ts` has them. */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
  /** Interpreters named in a `#!` line, without version. */
  readonly interpreters?: readonly string[];
  /** Grammar: the name of a file in `grammars/`, without `.wasm`; "" where a reader of our own stands for it. */
  readonly grammar: string;
  /** Whole names of files that are no source but say where modules lie: `package.json`, `go.mod`. */
  readonly manifestNames?: readonly string[];
  /** Loads the rest, from the language's own file. */
  readonly load: () => Promise<LanguageImplementation>;
}

/** How a language is read and its names resolved. One file per language exports one of these. */
export interface LanguageImplementation {
  /**
   * Readers of the manifests, by whole file name. One turns such a file's text into what the module
   * system reads as `ProjectFile.manifest` (plain data: it crosses threads); `undefined` means of no
   * use.
   */
  readonly manifests?: Readonly<Record<string, (text: string, path: string) => unknown>>;
  /**
   * The text as the grammar should read it: with what the grammar does not know (macros, mostly)
   * blanked, and a line break at the end if the grammar wants one, so that no offset moves. Facts
   * still quote the file's own text.
   */
  readonly mask?: (text: string) => string;
  /** What reads the language where there is no grammar of it. */
  readonly reader?: OwnReader;
  /** How syntax becomes facts. */
  readonly rules: RulesFactory;
  /** How one file reaches the names of another. */
  readonly modules: ModuleSystem;
  /** What else resolution must know. */
  readonly semantics: Semantics;
}

/** A language that was loaded. */
export type Language = LanguageEntry & LanguageImplementation;
