/** A definition as another parser sees it. */
export interface SeenDefinition {
  readonly name: string;
  /** A line of it, from 1; 0 when that parser does not tell. */
  readonly line: number;
}

/** Another means to find the definitions of files. */
export interface OtherMeans {
  /** What it is, for the table: `R's own parser`. */
  readonly name: string;
  /**
   * The definitions of each file that it can read; files that it cannot read are missing.
   *
   * @param paths absolute
   * @param corpus the folder that holds all of them
   * @throws TaskFailure when its program is missing or fails
   */
  definitions(
    paths: readonly string[],
    corpus: string,
  ): Promise<ReadonlyMap<string, readonly SeenDefinition[]>>;
}

/** A public repository at one revision. */
export interface Repository {
  /** `owner/name` on GitHub. */
  readonly name: string;
  readonly revision: string;
}

/** A language whose reading is measured. */
export interface Subject {
  /** The language's id. */
  readonly language: string;
  /** Debian source packages that hold real code of it. */
  readonly packages: readonly string[];
  /** Repositories with more of it, where Debian has little. */
  readonly repositories?: readonly Repository[];
  readonly means: OtherMeans;
}
