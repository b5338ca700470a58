import { join } from "node:path";
import { executableName, type PlatformNames } from "../release/platforms.ts";
import { V8_FLAGS } from "../v8_flags.ts";
import { PERMISSION_FLAGS } from "./permissions.ts";
import { ENTRY_POINT } from "./stage.ts";

/** The base that executables are made from could not be had. */
export class MissingBaseError extends Error {
  override name = "MissingBaseError";

  constructor(target: string, said: string) {
    super(
      `deno compile has no base for ${target}, and cannot download it:\n${said}\n` +
        "Run this where Deno's download host can be reached; or set DENORT_BIN to the denort " +
        `program of Deno ${Deno.version.deno} for ${target}, and name that one --target; or, only ` +
        "to look into the result, use --plain-bases, which takes plain deno programs from npm: " +
        "what is made of these boots as deno.",
    );
  }
}

/**
 * Makes the executable for one platform from what was staged.
 *
 * @param base the program to make it from; without one, `deno compile` finds it by itself
 * @returns path of the executable
 * @throws {MissingBaseError} when it does not
 */
export async function compileTarget(
  { platform, target }: PlatformNames,
  staged: string,
  output: string,
  base: string | undefined,
): Promise<string> {
  const executable = join(output, executableName(platform));
  await Deno.mkdir(output, { recursive: true });
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--quiet",
      "--no-config",
      "--no-lock",
      "--no-check",
      "--no-npm",
      "--no-remote",
      // A code cache would be a file outside the project, written at the first start.
      "--no-code-cache",
      V8_FLAGS,
      ...PERMISSION_FLAGS,
      "--app-name=codegraph",
      `--target=${target}`,
      "--include=src",
      "--include=grammars",
      `--output=${executable}`,
      ENTRY_POINT,
    ],
    cwd: staged,
    env: { NO_COLOR: "1", ...(base === undefined ? {} : { DENORT_BIN: base }) },
    stdin: "null",
    stdout: "null",
  }).output();
  if (success) return executable;
  const said = new TextDecoder().decode(stderr).replace(/\n+Stack backtrace:[^]*/, "").trim();
  if (said.includes("base binary") || said.includes("denort")) {
    throw new MissingBaseError(target, said);
  }
  throw new Error(`deno compile failed for ${target}: ${said}`);
}
