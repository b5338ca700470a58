/** How fast the shipped form of the server starts and answers, and what memory it holds. */
import { join } from "node:path";
import { PERMISSION_FLAGS } from "../compile/permissions.ts";
import { ENTRY_POINT, stage } from "../compile/stage.ts";
import { type Invocation, run } from "../measure/command.ts";
import { V8_FLAGS } from "../v8_flags.ts";
import { McpSession } from "./mcp_session.ts";

/** Times in milliseconds. */
export interface Speed {
  /** From the start of the process to the complete list of tools, each of some starts. */
  readonly starts: readonly number[];
  /** Answers of each tool, the first of each tool left out. */
  readonly answers: Readonly<Record<string, readonly number[]>>;
  /** Resident memory once the questions are answered, in bytes; 0 where it cannot be told. */
  readonly restingBytes: number;
}

/** Starts that are measured. */
const STARTS = 9;
/** Rounds of questions; the first of all is to warm up. */
const ROUNDS = 6;
/** Milliseconds after which a server is at rest: threads without work have ended. */
const REST = 30_000;

/** The server as it is shipped, but run by a plain deno: a bundle under its own permissions. */
export class ShippedServer implements AsyncDisposable {
  private constructor(readonly directory: string) {}

  static async build(): Promise<ShippedServer> {
    const directory = await Deno.makeTempDir({ prefix: "codegraph-answers-" });
    await stage(join(directory, "stage"));
    return new ShippedServer(directory);
  }

  /** How it is started on a project. */
  invocation(project: string): Invocation {
    return { ...this.#command("serve", "--mcp"), env: { BIOROUTER_WORKING_DIR: project } };
  }

  /** Indexes a project anew: of an index of another build, a server would make its own first. */
  async index(project: string): Promise<void> {
    await run(this.#command("index", "--force", "--quiet", project), "nothing");
  }

  #command(...args: readonly string[]): Invocation {
    const flags = ["--no-config", "--no-npm", "--no-remote", V8_FLAGS, ...PERMISSION_FLAGS];
    const entry = join(this.directory, "stage", ENTRY_POINT);
    return { command: Deno.execPath(), args: ["run", ...flags, entry, ...args] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}

/**
 * Measures a server on an indexed project.
 *
 * @param questions what each tool is asked, in turn
 */
export async function measureSpeed(
  invocation: Invocation,
  questions: Readonly<Record<string, readonly Record<string, unknown>[]>>,
): Promise<Speed> {
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) starts.push(await startOnce(invocation));
  await using session = await McpSession.start(invocation);
  const answers: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [tool, inputs] of Object.entries(questions)) {
      for (const given of inputs) {
        const { milliseconds } = await session.call(tool, given);
        if (round > 0) (answers[tool] ??= []).push(milliseconds);
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, REST));
  return { starts, answers, restingBytes: residentBytes(session.pid) };
}

async function startOnce(invocation: Invocation): Promise<number> {
  const started = performance.now();
  await using session = await McpSession.start(invocation);
  await session.tools();
  return performance.now() - started;
}

function residentBytes(pid: number | null): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
