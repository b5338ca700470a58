import { basename, join, posix, win32 } from "node:path";
import { sha256 } from "../scan/sha256.ts";

const OURS = "codegraphagent";

/**
 * The per-user directory for the index of a project that cannot be written to: one for each real
 * path. `undefined` when the environment names no home.
 *
 * @param root the project's directory; it must exist
 * @param environment reads an environment variable
 */
export function userIndexDirectory(
  root: string,
  environment: (name: string) => string | undefined,
): string | undefined {
  const cache = userCacheDirectory(environment, Deno.build.os);
  if (cache === undefined) return undefined;
  const real = Deno.realPathSync(root);
  const key = sha256().update(real).digest("hex").slice(0, 16);
  const label = basename(real).replace(/[^\w.-]+/g, "_").slice(0, 40);
  return join(cache, OURS, "projects", `${label}-${key}`);
}

/**
 * Where a system has its programs keep, for each user, what may be lost.
 * @param system as `Deno.build.os` names it
 */
export function userCacheDirectory(
  environment: (name: string) => string | undefined,
  system: typeof Deno.build.os,
): string | undefined {
  const { isAbsolute, join } = system === "windows" ? win32 : posix;
  const named = (name: string): string | undefined => {
    const path = environment(name);
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  if (system === "windows") return named("LOCALAPPDATA");
  const home = named("HOME");
  if (system === "darwin") {
    return home === undefined ? undefined : join(home, "Library", "Caches");
  }
  // The XDG Base Directory Specification has relative values ignored.
  return named("XDG_CACHE_HOME") ?? (home === undefined ? undefined : join(home, ".cache"));
}
