/** Builds the executables and packs the engine archives. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkExecutable, embeddedBytes } from "./compile/check_executable.ts";
import { compileTarget, MissingBaseError } from "./compile/compile_target.ts";
import { readEmbeddedSection } from "./compile/embedded_section.ts";
import { engineArchive } from "./compile/engine_archive.ts";
import { plainBase } from "./compile/plain_bases.ts";
import { stage } from "./compile/stage.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { archiveName, type PlatformNames, PLATFORMS } from "./release/platforms.ts";
import { DIST } from "./release/repository.ts";

const USAGE =
  `deno task compile   build and check the executables, pack the engine archives into dist/

  --target NAME    only for one platform, such as linux-x64 or x86_64-unknown-linux-gnu; may be
                   given several times
  --plain-bases    make them from plain deno programs, from npm: to look into, not to run
  --out DIR        where to write
`;

const OPTIONS = {
  target: { type: "string", multiple: true },
  "plain-bases": { type: "boolean", default: false },
  out: { type: "string", default: DIST },
  help: { type: "boolean", short: "h" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: OPTIONS });
  if (values.help) return print(USAGE);
  const wanted = platforms(values.target);
  const ownBase = Deno.env.get("DENORT_BIN");
  if (ownBase !== undefined && wanted.length > 1 && !values["plain-bases"]) {
    throw new TaskFailure("DENORT_BIN is the base of one platform: name that one with --target");
  }
  const staged = join(values.out, "stage");
  await stage(staged);
  for (const platform of wanted) {
    const base = values["plain-bases"] ? await plainBase(platform) : ownBase;
    await build(platform, staged, values.out, base);
  }
}

/** @throws {TaskFailure} for a name that none has */
function platforms(names: readonly string[] | undefined): readonly PlatformNames[] {
  if (names === undefined) return PLATFORMS;
  return names.map((name) => {
    const found = PLATFORMS.find(({ platform, target }) => name === platform || name === target);
    if (found !== undefined) return found;
    const known = PLATFORMS.map(({ platform }) => platform).join(", ");
    throw new TaskFailure(`there is no platform ${name}; there are ${known}`);
  });
}

async function build(
  platform: PlatformNames,
  staged: string,
  out: string,
  base: string | undefined,
): Promise<void> {
  let path: string;
  try {
    path = await compileTarget(platform, staged, join(out, platform.platform), base);
  } catch (error) {
    if (error instanceof MissingBaseError) throw new TaskFailure(error.message);
    throw error;
  }
  const executable = await Deno.readFile(path);
  const faults = await checkExecutable(executable, staged);
  for (const fault of faults) printError(`WRONG ${platform.platform}: ${fault}`);
  if (faults.length > 0) throw new TaskFailure(`${path} is not what it should be`);
  const archive = await engineArchive(platform.platform, executable);
  const name = archiveName(platform.platform);
  await Deno.writeFile(join(out, name), archive);
  const embedded = embeddedBytes(readEmbeddedSection(executable).files);
  print(
    `${name}: ${megabytes(archive.length)}, of ${megabytes(embedded)} embedded; contents, ` +
      "entry point and permissions are as they should be",
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

await runTask(main);
