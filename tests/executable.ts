/** The executable for this machine, taken apart: its own files, to be run by a plain deno. */
import { join } from "node:path";
import type { LanguageEntry } from "../src/languages/language.ts";
import { extract } from "../tasks/compile/check_executable.ts";
import { compileTarget } from "../tasks/compile/compile_target.ts";
import { PERMISSION_FLAGS } from "../tasks/compile/permissions.ts";
import { ENTRY_POINT, stage } from "../tasks/compile/stage.ts";
import { stagedParts } from "../tasks/languages/staged_parts.ts";
import { PLATFORMS } from "../tasks/release/platforms.ts";

/**
 * An executable made from the deno that runs the tests. It has the right contents and boots as deno,
 * so what is run are the files that were read back from it: alone, under the permissions that are baked
 * in, without packages, network or cache.
 */
export class TakenApartExecutable implements AsyncDisposable {
  private constructor(
    /** Holds everything below. */
    readonly directory: string,
    readonly staged: string,
    /** Path of the executable. */
    readonly path: string,
  ) {}

  static async build(): Promise<TakenApartExecutable> {
    const platform = PLATFORMS.find(({ target }) => target === Deno.build.target)!;
    const directory = await Deno.makeTempDir({ prefix: "codegraph-executable-" });
    const staged = join(directory, "stage");
    await stage(staged);
    const path = await compileTarget(platform, staged, directory, Deno.execPath());
    await extract(await Deno.readFile(path), join(directory, "engine"));
    await Deno.mkdir(join(directory, "deno"));
    return new TakenApartExecutable(directory, staged, path);
  }

  /** The command line that stands for the executable. */
  get command(): readonly string[] {
    return [
      Deno.execPath(),
      "run",
      "--no-config",
      "--no-npm",
      "--no-remote",
      "--cached-only",
      ...PERMISSION_FLAGS,
      join(this.directory, "engine", ENTRY_POINT),
    ];
  }

  /** Variables that the command needs: an empty cache. */
  get environment(): Readonly<Record<string, string>> {
    return { DENO_DIR: join(this.directory, "deno") };
  }

  /** Takes languages out of what was read back: what still runs does not need them. */
  async leaveOut(languages: readonly LanguageEntry[]): Promise<void> {
    const engine = join(this.directory, "engine");
    const paths = languages.flatMap((language) => {
      const { grammar, code } = stagedParts(language, engine);
      return grammar === undefined ? code : [grammar, ...code];
    });
    for (const path of new Set(paths)) await Deno.remove(join(engine, path));
  }

  /** Runs it to its end; what it printed. @throws {Error} when it fails */
  async run(...args: readonly string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command(this.command[0]!, {
      args: [...this.command.slice(1), ...args],
      clearEnv: true,
      env: { ...this.environment, HOME: this.directory },
    }).output();
    const decoder = new TextDecoder();
    if (!success) throw new Error(decoder.decode(stderr) + decoder.decode(stdout));
    return decoder.decode(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}
