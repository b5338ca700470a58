/** Kills a process while it writes an index, and looks at what is left. */
import { join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { isWhole } from "../../src/store/existing_index.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { differences, logicalDump } from "./logical_dump.ts";
import { type ProjectState, randomStates, writeState } from "./project_states.ts";
import { settingsOf } from "./rebuilt.ts";

const VICTIM = join(import.meta.dirname!, "crash_victim.ts");

/** Milliseconds that a victim works at most. */
const LONGEST_LIFE = 250;

/** A file large enough for the index to be written by a thread of its own, and quick to be passed over. */
const LARGE_BINARY = "large = '\0'\n" + "#".repeat(2_200_000);

/** A project whose writers are killed. */
export class Crashes implements Disposable {
  /** How many times each work was killed. */
  readonly killed: Record<string, number> = {};
  readonly #directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "crashes_" }));
  readonly #root = join(this.#directory, "project");
  readonly #statesPath = join(this.#directory, "states.json");
  readonly #states: readonly ProjectState[];
  readonly #dumps: readonly string[][];

  private constructor(states: readonly ProjectState[], dumps: readonly string[][]) {
    this.#states = states;
    this.#dumps = dumps;
  }

  /** A random project. @param isLarge its index is written by a thread of its own */
  static async of(seed: number, isLarge: boolean): Promise<Crashes> {
    const { states, dumps } = await randomStates(seed);
    const large = isLarge ? { "large.go": LARGE_BINARY } : {};
    const skipped = JSON.stringify(["skipped", "large.go", "binary", "not text"]);
    const crashes = new Crashes(
      states.map((state) => ({ ...state, ...large })),
      isLarge ? dumps.map((dump) => [...dump, skipped].sort()) : dumps,
    );
    Deno.mkdirSync(join(crashes.#root, ".git", "info"), { recursive: true });
    Deno.writeTextFileSync(crashes.#statesPath, JSON.stringify(crashes.#states));
    writeState(crashes.#root, crashes.#states[0]!);
    const layout = ensureLayout(crashes.#root);
    const settings = settingsOf(crashes.#root);
    await fullIndex({ layout, settings, pool: new ParsePool(1) });
    return crashes;
  }

  /** Starts a process that writes, and kills it. @returns what is wrong then; nothing if all is well */
  async kill(): Promise<string[]> {
    const work = await this.#workUntilKilled();
    this.killed[work] = (this.killed[work] ?? 0) + 1;
    const faults = [...this.#faultsOfWhatIsLeft(), ...await this.#faultsOfWhatFollows()];
    return faults.map((fault) => `killed in ${work}: ${fault}`);
  }

  async #workUntilKilled(): Promise<string> {
    const victim = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", VICTIM, this.#root, this.#statesPath],
      stdin: "null",
      stdout: "piped",
    }).spawn();
    let said = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    for await (const text of victim.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      timer ??= setTimeout(() => victim.kill("SIGKILL"), Math.random() * LONGEST_LIFE);
    }
    clearTimeout(timer);
    const { signal } = await victim.status;
    if (signal !== "SIGKILL") throw new Error(`the victim ended by itself: ${signal}`);
    return said.trimEnd().split("\n").at(-1)!;
  }

  /** A reader comes first: it finds the index as it was before or after. */
  #faultsOfWhatIsLeft(): string[] {
    const { databasePath } = ensureLayout(this.#root);
    IndexStore.open(databasePath, this.#root)[Symbol.dispose]();
    if (!isWhole(databasePath)) return ["the database is damaged"];
    const dump = logicalDump(databasePath).join("\n");
    const isKnown = this.#dumps.some((known) => known.join("\n") === dump);
    return isKnown ? [] : ["the index is that of no state of the project"];
  }

  /** The next writer finds nothing in its way, and nothing is left of the one before. */
  async #faultsOfWhatFollows(): Promise<string[]> {
    const next = Math.floor(Math.random() * this.#states.length);
    writeState(this.#root, this.#states[next]!);
    const layout = ensureLayout(this.#root);
    const summary = await syncIndex({ layout, settings: settingsOf(this.#root) });
    if (summary.setAside !== undefined) return [`set aside as ${summary.setAside}`];
    const left = [...Deno.readDirSync(layout.indexDirectory)].map(({ name }) => name)
      .filter((name) => /building|damaged|journal/.test(name));
    return [
      ...left.map((name) => `${name} is left over`),
      ...differences(this.#dumps[next]!, logicalDump(layout.databasePath)),
    ];
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#directory, { recursive: true });
  }
}
