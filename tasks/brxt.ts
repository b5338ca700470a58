/** Builds the extension's file, or checks one. */
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { zip } from "./archives/zip.ts";
import { bundleFiles } from "./brxt/bundle_files.ts";
import { checkBundle } from "./brxt/check_bundle.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { DIST, PINNED_MANIFEST } from "./release/repository.ts";

const USAGE = `deno task brxt                  build dist/codegraphagent.brxt
deno task brxt --check FILE     hold a file to the host's rules

  --release-manifest FILE  the engine to pin, instead of the one that is committed
  --out FILE               where to write
`;

const OPTIONS = {
  check: { type: "string" },
  "release-manifest": { type: "string", default: PINNED_MANIFEST },
  out: { type: "string", default: join(DIST, "codegraphagent.brxt") },
  help: { type: "boolean", short: "h" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: OPTIONS });
  if (values.help) return print(USAGE);
  if (values.check !== undefined) return check(values.check, await Deno.readFile(values.check));
  const releaseManifest = await Deno.readTextFile(values["release-manifest"]);
  const bundle = zip(bundleFiles(releaseManifest));
  check(values.out, bundle);
  await Deno.mkdir(dirname(values.out), { recursive: true });
  await Deno.writeFile(values.out, bundle);
}

/** @throws {TaskFailure} when the bundle breaks a rule */
function check(name: string, bundle: Uint8Array): void {
  const faults = checkBundle(bundle);
  for (const fault of faults) printError(`WRONG ${fault}`);
  if (faults.length > 0) throw new TaskFailure(`${name} would not be accepted`);
  print(`${name}: ${bundle.length} bytes, as the host wants it`);
}

await runTask(main);
