import { basename, join, resolve } from "node:path";
import { cloneAt } from "./clone.ts";
import { run } from "./command.ts";
import { isFile, isFolder } from "./files.ts";
import { TaskFailure } from "./task.ts";

/** A public repository at one revision, as `tasks/accuracy/repositories.json` lists it. */
export interface PinnedRepository {
  readonly name: string;
  readonly language: string;
  readonly url: string;
  readonly revision: string;
  /** What brings the repository's own dependencies, for languages whose truth needs their types. */
  readonly install?: readonly string[];
}

/** A folder to measure; its language is found by the measure itself when it is not pinned. */
export interface Checkout {
  readonly name: string;
  readonly folder: string;
  readonly language?: string;
}

/** The pinned repositories, in the order of the table. */
function pinnedRepositories(): PinnedRepository[] {
  const list = new URL("../accuracy/repositories.json", import.meta.url);
  return JSON.parse(Deno.readTextFileSync(list)) as PinnedRepository[];
}

/**
 * Finds or makes the checkouts to measure: names of pinned repositories, folders, or all pinned ones.
 *
 * @param languages leaves out pinned repositories of other languages, unless it is empty
 * @param given the folder that holds one checkout for each name; without it they are cloned
 * @param cache the folder that keeps the clones
 * @throws TaskFailure when a checkout is missing and cannot be cloned
 */
export async function findCheckouts(
  wanted: readonly string[],
  languages: readonly string[],
  given: string | undefined,
  cache: string,
): Promise<Checkout[]> {
  const pinned = pinnedRepositories();
  const names = wanted.length > 0 ? wanted : pinned.map((repository) => repository.name);
  const checkouts: Checkout[] = [];
  for (const name of names) {
    const repository = pinned.find((candidate) => candidate.name === name);
    if (repository !== undefined && !isAsked(repository.language, languages)) continue;
    if (repository === undefined) checkouts.push(ownFolder(name, pinned));
    else if (given !== undefined) checkouts.push(givenCheckout(repository, given));
    else checkouts.push(await cloned(repository, cache));
  }
  return checkouts;
}

function isAsked(language: string, languages: readonly string[]): boolean {
  return languages.length === 0 || languages.includes(language);
}

function ownFolder(path: string, pinned: readonly PinnedRepository[]): Checkout {
  const folder = resolve(path);
  if (!isFolder(folder)) {
    const names = pinned.map((repository) => repository.name).join(", ");
    throw new TaskFailure(`${path} is neither a folder nor one of: ${names}.`);
  }
  return { name: basename(folder), folder };
}

function givenCheckout({ name, language }: PinnedRepository, given: string): Checkout {
  const folder = resolve(given, name);
  if (!isFolder(folder)) {
    throw new TaskFailure(
      `${folder} is missing. --checkouts must hold a checkout for each name; the addresses and ` +
        "revisions are in tasks/accuracy/repositories.json.",
    );
  }
  return { name, folder, language };
}

async function cloned(repository: PinnedRepository, cache: string): Promise<Checkout> {
  const { name, language, revision, url, install } = repository;
  const folder = join(cache, `${name}-${revision.slice(0, 12)}`, name);
  const complete = join(folder, "..", "complete");
  if (!isFile(complete)) {
    try {
      await cloneAt(folder, url, revision);
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error;
      throw new TaskFailure(
        `${error.message}\n${name} could not be cloned. Without a network that reaches ${url}, ` +
          `bring checkouts by other means and pass --checkouts FOLDER with one folder for each name.`,
      );
    }
    if (install !== undefined) await installDependencies(install, folder);
    Deno.writeTextFileSync(complete, `${revision}\n`);
  }
  return { name, folder, language };
}

async function installDependencies(install: readonly string[], folder: string): Promise<void> {
  const [command, ...args] = install;
  if (command !== undefined) await run({ command, args, cwd: folder }, "nothing");
}
