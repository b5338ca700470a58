import { basename, isAbsolute, join } from "node:path";
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
  const cache = userCacheDirectory(environment);
  if (cache === undefined) return undefined;
  const real = Deno.realPathSync(root);
  const key = sha256().update(real).digest("hex").slice(0, 16);
  const label = basename(real).replace(/[^\w.-]+/g, "_").slice(0, 40);
  return join(cache, OURS, "projects", `${label}-${key}`);
}

function userCacheDirectory(
  environment: (name: string) => string | undefined,
): string | undefined {
  if (Deno.build.os === "windows") return absoluteOrNothing(environment("LOCALAPPDATA"));
  const home = absoluteOrNothing(environment("HOME"));
  if (Deno.build.os === "darwin") {
    return home === undefined ? undefined : join(home, "Library", "Caches");
  }
  // The XDG Base Directory Specification has relative values ignored.
  const configured = absoluteOrNothing(environment("XDG_CACHE_HOME"));
  return configured ?? (home === undefined ? undefined : join(home, ".cache"));
}

function absoluteOrNothing(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
