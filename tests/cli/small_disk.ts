import { writeTree } from "../scan/temp_tree.ts";
import { run } from "./command.ts";
import { SHOP } from "../sample_project.ts";

/** The system does not let us have a disk. */
class MountError extends Error {}

/** A project on a disk of its own, which can be filled, or made so that it can only be read. */
export class SmallDisk implements Disposable {
  readonly root: string;

  /** @param size bytes of the disk */
  constructor(size: number, tree = SHOP) {
    this.root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "disk_" }));
    mount(["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", this.root]);
    writeTree(this.root, tree);
  }

  /** Indexes the project. */
  async index(): Promise<void> {
    const { code, stderr } = await run(["index", "--quiet", this.root]);
    if (code !== 0) throw new Error(stderr);
  }

  /** Leaves so many bytes free, and no more. */
  fill(free = 0): void {
    using file = Deno.openSync(this.#filler, { write: true, createNew: true });
    const block = new Uint8Array(4096);
    try {
      for (;;) file.writeSync(block);
    } catch {
      // No more fits.
    }
    file.truncateSync(file.statSync().size - free);
  }

  /** Takes back {@link fill}. */
  clear(): void {
    Deno.removeSync(this.#filler);
  }

  /** From now on the disk can only be read. */
  protect(): void {
    mount(["-o", "remount,ro", this.root]);
  }

  [Symbol.dispose](): void {
    new Deno.Command("umount", { args: ["--lazy", this.root] }).outputSync();
    Deno.removeSync(this.root);
  }

  get #filler(): string {
    return `${this.root}/filler`;
  }
}

function mount(args: string[]): void {
  const { success, stderr } = new Deno.Command("mount", { args }).outputSync();
  if (!success) throw new MountError(new TextDecoder().decode(stderr));
}

function whyNoDisks(): string | undefined {
  if (Deno.build.os !== "linux") return "Linux only";
  if (Deno.uid() !== 0) return "superuser only";
  try {
    new SmallDisk(1 << 20)[Symbol.dispose]();
    return undefined;
  } catch (error) {
    if (!(error instanceof MountError)) throw error;
    return "mounting is not allowed here";
  }
}

/** Why no disk can be made here; `undefined` when one can. */
export const NO_DISKS = whyNoDisks();
