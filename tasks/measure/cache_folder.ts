import { join } from "node:path";
import { homedir } from "node:os";

/** The folder, named after the task, that keeps what a measurement fetches and works out. */
export function cacheFolder(name: string): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || join(homedir(), ".cache");
  return join(cache, name);
}
