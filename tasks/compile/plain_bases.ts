import { join } from "node:path";
import { cacheFolder } from "../measure/cache_folder.ts";
import { runTool } from "../grammars/run_tool.ts";
import type { PlatformNames } from "../release/platforms.ts";

/**
 * A plain `deno` for a platform, from its npm package. What is compiled on it has the right
 * contents and boots as `deno`: good for looking into, not for running.
 *
 * @returns path of the program, kept from run to run
 * @throws {Error} when npm cannot bring the package
 */
export async function plainBase({ platform, denoPackage }: PlatformNames): Promise<string> {
  const folder = cacheFolder(join("codegraphagent-bases", `${Deno.version.deno}-${platform}`));
  const program = join(folder, "package", platform.startsWith("win32-") ? "deno.exe" : "deno");
  if (await isFile(program)) return program;
  const fresh = `${folder}.${Deno.pid}`;
  await Deno.mkdir(fresh, { recursive: true });
  const wanted = `${denoPackage}@${Deno.version.deno}`;
  const pack = ["pack", "--loglevel=error", "--ignore-scripts", wanted];
  const archive = (await runTool("npm", pack, fresh)).trim();
  await runTool("tar", ["-xzf", archive], fresh);
  await Deno.remove(join(fresh, archive));
  await Deno.rename(fresh, folder);
  return program;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
