/** What a directory that is skipped by name holds; `repository` is never brought back. */
export type DefaultDirectoryKind = "repository" | "dependencies" | "state" | "output";

const REPOSITORY = [".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"];

/** Other people's code, installed beside the project's: whatever the parent directory is. */
const DEPENDENCIES = [
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  ".venv",
  "venv",
  "renv",
  "packrat",
  "Pods",
  "Carthage",
  ".bundle",
  ".yarn",
  ".pnpm-store",
  ".eggs",
  "elm-stuff",
];

/** Caches and private state of tools. */
const STATE = [
  ".biorouter",
  ".codegraph",
  "__pycache__",
  "__pypackages__",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".hypothesis",
  ".ipynb_checkpoints",
  ".Rproj.user",
  ".snakemake",
  ".nextflow",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".angular",
  ".parcel-cache",
  ".turbo",
  ".vercel",
  ".serverless",
  ".cache",
  ".gradle",
  ".dart_tool",
  ".terraform",
  ".stack-work",
  "dist-newstyle",
  ".zig-cache",
  "zig-cache",
  "DerivedData",
  ".build",
  ".idea",
];

/**
 * Names that a build gives to its output, but that are honest package names too
 * (`src/main/java/org/acme/build`): skipped only where a build puts them, see {@link BUILD_FILES}.
 */
const OUTPUT = ["build", "dist", "target", "_build", "htmlcov"];

/**
 * `vendor` holds dependencies beside the file that declares them; elsewhere it is a name like any
 * other (a `vendor` package of a shop's code).
 */
const DEPENDENCIES_BESIDE_BUILD_FILE = ["vendor"];

const BUILD_FILES = new Set([
  "BUILD",
  "BUILD.bazel",
  "CMakeLists.txt",
  "Cargo.toml",
  "DESCRIPTION",
  "GNUmakefile",
  "Gemfile",
  "Makefile",
  "Package.swift",
  "build.gradle",
  "build.gradle.kts",
  "build.sbt",
  "build.xml",
  "composer.json",
  "configure",
  "dune-project",
  "go.mod",
  "meson.build",
  "mix.exs",
  "package.json",
  "pom.xml",
  "pubspec.yaml",
  "pyproject.toml",
  "rebar.config",
  "setup.cfg",
  "setup.py",
  "tsconfig.json",
]);

const BY_NAME = new Map<string, DefaultDirectoryKind>([
  ...REPOSITORY.map((name) => [name, "repository"] as const),
  ...DEPENDENCIES.map((name) => [name, "dependencies"] as const),
  ...STATE.map((name) => [name, "state"] as const),
]);

const BESIDE_BUILD_FILE = new Map<string, DefaultDirectoryKind>([
  ...OUTPUT.map((name) => [name, "output"] as const),
  ...DEPENDENCIES_BESIDE_BUILD_FILE.map((name) => [name, "dependencies"] as const),
]);

/**
 * The kind of directory `name` is by default, or `undefined` for one to be walked.
 *
 * @param atRoot whether its parent is the project root
 * @param parentHas tells whether the parent directory holds an entry of that name
 */
export function defaultDirectoryKind(
  name: string,
  atRoot: boolean,
  parentHas: (entry: string) => boolean,
): DefaultDirectoryKind | undefined {
  const always = BY_NAME.get(name);
  if (always !== undefined) return always;
  // `R CMD check` leaves a whole copy of the package in it.
  if (name.endsWith(".Rcheck")) return "output";
  const conditional = BESIDE_BUILD_FILE.get(name);
  if (conditional === undefined) return undefined;
  if (atRoot) return conditional;
  for (const file of BUILD_FILES) if (parentHas(file)) return conditional;
  return undefined;
}

/**
 * The kind a directory shows by what it holds: a Python or conda environment under any name, or a
 * cache tagged after the Cache Directory Tagging Specification (cargo, pytest and others do).
 */
export function defaultDirectoryKindByContent(
  has: (entry: string) => boolean,
): DefaultDirectoryKind | undefined {
  if (has("pyvenv.cfg") || has("conda-meta")) return "dependencies";
  if (has("CACHEDIR.TAG")) return "output";
  return undefined;
}

/** What to tell people of a directory skipped by default. */
export const DEFAULT_DIRECTORY_TEXT: Readonly<Record<DefaultDirectoryKind, string>> = {
  repository: "version control",
  dependencies: "dependencies",
  state: "cache or state of a tool",
  output: "build output",
};
