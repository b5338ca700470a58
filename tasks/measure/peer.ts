import { join } from "node:path";
import { arch, platform } from "node:os";
import { run } from "./command.ts";
import { isFolder } from "./files.ts";

const PACKAGE = "@colbymchenry/codegraph";
const VERSION = "1.6.1";

/** CodeGraph 1.6.1, ready to run. */
export interface Peer {
  readonly command: string;
  /** Direct mode, no telemetry, and a home folder of its own. */
  readonly env: Readonly<Record<string, string>>;
}

/** Installs CodeGraph into the cache when it is not there yet. */
export async function installPeer(cache: string): Promise<Peer> {
  const name = `${PACKAGE}-${platform()}-${arch()}`;
  const prefix = join(cache, `peer-${VERSION}`);
  const folder = join(prefix, "node_modules", name);
  if (!isFolder(folder)) {
    Deno.mkdirSync(prefix, { recursive: true });
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    await run({
      command: "npm",
      args: ["install", "--prefix", prefix, ...options, `${name}@${VERSION}`],
    }, "nothing");
  }
  return { command: join(folder, "bin", "codegraph"), env: surroundings(cache) };
}

function surroundings(cache: string): Record<string, string> {
  const home = join(cache, "peer-home");
  Deno.mkdirSync(home, { recursive: true });
  return { CODEGRAPH_TELEMETRY: "0", DO_NOT_TRACK: "1", CODEGRAPH_NO_DAEMON: "1", HOME: home };
}
