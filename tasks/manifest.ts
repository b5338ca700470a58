/** Writes `release-manifest.json` for the engine archives that were built. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../src/version.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { publishedFaults } from "./release/published_release.ts";
import { archiveName, type Platform, PLATFORMS } from "./release/platforms.ts";
import {
  baseUrlOf,
  parseReleaseManifest,
  type ReleasedArchive,
} from "./release/release_manifest.ts";
import { DIST, inRepository, PINNED_MANIFEST } from "./release/repository.ts";

const USAGE = `deno task manifest              write dist/release-manifest.json
deno task manifest --pin FILE   make FILE, a published release's manifest, the one to use
deno task manifest --check-published [--pinned FILE]
                                require that the engine in use is published as it is pinned

  --dist DIR      where the archives are, and where to write
  --base-url URL  where they will be published; ends with a slash
`;

const OPTIONS = {
  pin: { type: "string" },
  "check-published": { type: "boolean", default: false },
  pinned: { type: "string", default: PINNED_MANIFEST },
  dist: { type: "string", default: DIST },
  "base-url": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: OPTIONS });
  if (values.help) return print(USAGE);
  if (values.pin !== undefined) return await pin(values.pin);
  if (values["check-published"]) return await checkPublished(values.pinned);
  const repository: string = JSON.parse(
    await Deno.readTextFile(inRepository("manifest.json")),
  ).repository;
  const platforms: Partial<Record<Platform, ReleasedArchive>> = {};
  for (const { platform } of PLATFORMS) {
    platforms[platform] = await describe(join(values.dist, archiveName(platform)), platform);
  }
  const text = format({
    engine_version: VERSION,
    base_url: values["base-url"] ?? baseUrlOf(repository, VERSION),
    platforms,
  });
  parseReleaseManifest(text);
  const path = join(values.dist, "release-manifest.json");
  await Deno.writeTextFile(path, text);
  print(`${path}: engine ${VERSION}, ${PLATFORMS.length} platforms`);
}

async function describe(path: string, platform: Platform): Promise<ReleasedArchive> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskFailure(`${path} is missing: run deno task compile`);
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { filename: archiveName(platform), sha256, size: bytes.length };
}

async function pin(path: string): Promise<void> {
  const manifest = parseReleaseManifest(await Deno.readTextFile(path));
  await Deno.writeTextFile(PINNED_MANIFEST, format(manifest));
  print(`the launcher now uses engine ${manifest.engine_version}`);
}

async function checkPublished(path: string): Promise<void> {
  const manifest = parseReleaseManifest(await Deno.readTextFile(path));
  const faults = await publishedFaults(manifest);
  for (const fault of faults) printError(`WRONG ${fault}`);
  if (faults.length > 0) {
    throw new TaskFailure(`engine ${manifest.engine_version} is not published as it is pinned`);
  }
  print(`engine ${manifest.engine_version} is published as it is pinned`);
}

function format(manifest: unknown): string {
  return JSON.stringify(manifest, null, 2) + "\n";
}

await runTask(main);
