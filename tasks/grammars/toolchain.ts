import { runTool } from "./run_tool.ts";

/** Programs that turn a grammar's C into a WebAssembly module. */
export interface Toolchain {
  readonly clang: string;
  readonly wasmOpt: string;
  /** Folder of wasi-libc's headers; the functions themselves come from web-tree-sitter. */
  readonly headers: string;
  /** Programs and versions, as recorded: the same text gives the same bytes. */
  readonly description: string;
}

const HEADERS = "/usr/include/wasm32-wasi";

/**
 * The toolchain of this machine.
 *
 * @throws {Error} naming the first part that is missing, and what to install
 */
export async function findToolchain(): Promise<Toolchain> {
  try {
    const clang = await firstThatRuns(["clang-19", "clang"]);
    const linker = (await runTool(clang, ["-print-prog-name=wasm-ld"])).trim();
    const versions = [
      `clang ${await versionOf(clang)}`,
      `lld ${await versionOf(linker)}`,
      `wasm-opt ${await versionOf("wasm-opt")}`,
    ];
    await Deno.stat(`${HEADERS}/wctype.h`);
    return { clang, wasmOpt: "wasm-opt", headers: HEADERS, description: versions.join(", ") };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}; on Debian: apt-get install clang-19 lld-19 wasi-libc binaryen`);
  }
}

async function firstThatRuns(programs: readonly string[]): Promise<string> {
  for (const program of programs) {
    try {
      await runTool(program, ["--version"]);
      return program;
    } catch {
      continue;
    }
  }
  throw new Error(`none of ${programs.join(", ")} is installed`);
}

async function versionOf(program: string): Promise<string> {
  const said = await runTool(program, ["--version"]);
  const version = /\b\d+(?:\.\d+)*\b/.exec(said)?.[0];
  if (version === undefined) throw new Error(`${program} --version names no version`);
  return version;
}
