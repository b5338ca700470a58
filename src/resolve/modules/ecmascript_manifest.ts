/** What manifests of JavaScript's world say of where modules lie, as the module system reads it. */

/** Manifest of a package. */
export interface PackageManifest {
  readonly kind: "package";
  readonly name?: string;
  /** Files that the package may start at, the likeliest first: `source`, `module`, `main`, `types`. */
  readonly entries: readonly string[];
  /** Names of the packages that it depends on, also to be built; not said where there are none. */
  readonly dependencies?: readonly string[];
  readonly exports?: unknown;
  readonly imports?: unknown;
}

/** Compiler settings that map specifiers to files. */
export interface CompilerManifest {
  readonly kind: "compiler";
  readonly extends: readonly string[];
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

/** What a manifest of the family says. */
export type EcmascriptManifest = PackageManifest | CompilerManifest;
