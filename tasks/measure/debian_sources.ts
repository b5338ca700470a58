import { basename, join } from "node:path";
import { run } from "./command.ts";
import { isFile, isFolder, namesIn, onlyFile } from "./files.ts";
import { TaskFailure } from "./task.ts";

const SYSTEM_LISTS = "/etc/apt";

/**
 * Debian's source packages, fetched with the machine's own `apt-get` and its own addresses, but with
 * lists kept in a private folder: most machines have only binary packages set up.
 */
export class DebianSources {
  readonly #options: readonly string[];

  private constructor(options: readonly string[]) {
    this.#options = options;
  }

  /**
   * Makes the private lists, once.
   *
   * @throws TaskFailure when there is no apt, or it fails
   */
  static async open(folder: string): Promise<DebianSources> {
    const lists = join(folder, "lists");
    const parts = join(folder, "sources.list.d");
    const fresh = join(folder, "fresh");
    const options = [
      `Dir::Etc::sourcelist=${join(folder, "sources.list")}`,
      `Dir::Etc::sourceparts=${parts}`,
      `Dir::State::lists=${lists}`,
      `Dir::Cache=${join(folder, "cache")}`,
      "APT::Sandbox::User=root",
    ].flatMap((option) => ["-o", option]);
    if (!isFile(fresh)) {
      for (
        const needed of [parts, join(lists, "partial"), join(folder, "cache/archives/partial")]
      ) {
        Deno.mkdirSync(needed, { recursive: true });
      }
      copySourceLists(folder, parts);
      await run({ command: "apt-get", args: [...options, "-qq", "update"] }, "nothing");
      Deno.writeTextFileSync(fresh, "");
    }
    return new DebianSources(options);
  }

  /** Fetches a package's upstream archive, without Debian's changes; returns its path. */
  async download(name: string, folder: string): Promise<string> {
    const args = [...this.#options, "-qq", "source", "--download-only", "--tar-only", name];
    await run({ command: "apt-get", args, cwd: folder }, "nothing");
    return onlyFile(folder, /_[^_]*\.orig\.tar\.\w+$/);
  }
}

function copySourceLists(folder: string, parts: string): void {
  const paths = systemLists();
  if (paths.length === 0) throw new TaskFailure("This machine has no package lists of apt.");
  Deno.writeTextFileSync(join(folder, "sources.list"), "");
  for (const path of paths) {
    Deno.writeTextFileSync(join(parts, basename(path)), asSources(Deno.readTextFileSync(path)));
  }
}

function systemLists(): string[] {
  const main = `${SYSTEM_LISTS}/sources.list`;
  const folder = `${SYSTEM_LISTS}/sources.list.d`;
  const names = isFolder(folder) ? namesIn(folder) : [];
  const parts = names.filter((name) => /\.(list|sources)$/.test(name));
  return [...(isFile(main) ? [main] : []), ...parts.map((name) => join(folder, name))];
}

/** The same entries of an apt list, in either of its two forms, but for source packages. */
function asSources(list: string): string {
  return list.replace(/^Types:.*$/gm, "Types: deb-src").replace(/^deb(?=\s)/gm, "deb-src");
}
