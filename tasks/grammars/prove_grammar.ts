import { join } from "node:path";
import { buildGrammar } from "./build_grammar.ts";
import type { GrammarSource } from "./grammar_source.ts";
import type { PackageShelf } from "./package_shelf.ts";
import { sha256 } from "./sha256.ts";
import { findToolchain } from "./toolchain.ts";

/** Whether the recorded bytes follow from the package; `open`: it could not be tried here. */
export interface Proof {
  readonly outcome: "proved" | "refuted" | "open";
  /** Why not `proved`; empty otherwise. */
  readonly reason: string;
}

/**
 * Derives a grammar's module from its package again and compares digests.
 *
 * @throws {Error} when the package cannot be brought, or a build fails
 */
export async function proveGrammar(source: GrammarSource, shelf: PackageShelf): Promise<Proof> {
  const taken = await shelf.take(source);
  if (taken.archiveSha256 !== source.archiveSha256) {
    return refuted(`the package archive has changed: SHA-256 is now ${taken.archiveSha256}`);
  }
  const path = join(taken.directory, source.path);
  if (source.route === "prebuilt") {
    return compare(await Deno.readFile(path), source, "the package's file");
  }
  let toolchain;
  try {
    toolchain = await findToolchain();
  } catch (error) {
    return open(error instanceof Error ? error.message : String(error));
  }
  if (toolchain.description !== source.toolchain) {
    return open(`built with ${source.toolchain}; here is ${toolchain.description}`);
  }
  const rebuilt = await buildGrammar(toolchain, path, await shelf.scratch(), source.edits);
  return compare(rebuilt, source, "a rebuild");
}

function compare(wasm: Uint8Array, source: GrammarSource, what: string): Proof {
  if (sha256(wasm) === source.wasmSha256) return { outcome: "proved", reason: "" };
  return refuted(`${what} differs from the recorded module`);
}

function refuted(reason: string): Proof {
  return { outcome: "refuted", reason };
}

function open(reason: string): Proof {
  return { outcome: "open", reason };
}
