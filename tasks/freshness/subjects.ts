import { dirname } from "node:path";
import { type Invocation, productCommand } from "../measure/command.ts";
import type { Peer } from "../measure/peer.ts";

/** A program that keeps an index fresh. */
export interface Subject {
  readonly name: "product" | "peer";
  readonly index: (folder: string) => Invocation;
  readonly sync: (folder: string) => Invocation;
  readonly serve: (folder: string) => Invocation;
}

/** The product, and CodeGraph. */
export function subjects(peer: Peer): readonly Subject[] {
  const [command = "", ...args] = productCommand();
  const product = (...more: string[]): Invocation => ({ command, args: [...args, ...more] });
  const theirs = (...more: string[]): Invocation => ({ ...peer, args: more });
  return [
    {
      name: "product",
      index: (folder) => product("index", "--force", folder),
      sync: (folder) => product("sync", folder),
      serve: (folder) => ({
        ...product("serve", "--mcp"),
        cwd: dirname(folder),
        env: { BIOROUTER_WORKING_DIR: folder },
      }),
    },
    {
      name: "peer",
      index: (folder) => theirs("init", "--yes", folder),
      sync: (folder) => theirs("sync", folder),
      serve: (folder) => theirs("serve", "--mcp", "--path", folder),
    },
  ];
}
