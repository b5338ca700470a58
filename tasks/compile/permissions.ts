/**
 * What the executable may do, baked into it: read, write, ask on which kind of file system a
 * directory lies, and read these environment variables.
 * No network, no programs, no native libraries, no imports from elsewhere, no questions.
 *
 * Reading and writing are not narrowed to paths: the project is known only when the program runs,
 * and the system's links can be made with unscoped permissions alone.
 */
export const ENVIRONMENT: readonly string[] = [
  "BIOROUTER_WORKING_DIR",
  "CODEGRAPH_INSTALL_DIR",
  "CODEGRAPH_LOG",
  "CODEGRAPH_MCP_TOOLS",
  "CODEGRAPH_NO_LINKS",
  "CODEGRAPH_NO_WATCH",
  "HOME",
  "LOCALAPPDATA",
  "NO_COLOR",
  "USERPROFILE",
  "XDG_CACHE_HOME",
];

/** The permissions as `deno compile` and `deno run` take them. */
export const PERMISSION_FLAGS: readonly string[] = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-sys=statfs",
  `--allow-env=${ENVIRONMENT.join(",")}`,
  // Every other variable is as if it were not set: libraries look for some.
  "--ignore-env",
  "--deny-import",
];

/** Permissions as an executable records them; `[]` stands for all, `null` for none. */
export type RecordedPermissions = Readonly<Record<string, readonly string[] | boolean | null>>;

/** The record that {@link PERMISSION_FLAGS} lead to, apart from what imports are allowed: none is. */
export const EXPECTED_RECORD: RecordedPermissions = {
  allow_env: ENVIRONMENT,
  deny_env: null,
  ignore_env: [],
  allow_net: null,
  deny_net: null,
  allow_ffi: null,
  deny_ffi: null,
  allow_read: [],
  deny_read: null,
  ignore_read: null,
  allow_run: null,
  deny_run: null,
  allow_sys: ["statfs"],
  deny_sys: null,
  allow_write: [],
  deny_write: null,
  deny_import: [],
  prompt: false,
};
