import { basename, join } from "node:path";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { LanguageTable } from "../../src/scan/detect.ts";
import { loadSource } from "../../src/scan/load_source.ts";
import { walk } from "../../src/scan/walk.ts";
import { cloneAt } from "../measure/clone.ts";
import { run } from "../measure/command.ts";
import { DebianSources } from "../measure/debian_sources.ts";
import { isFolder, remove } from "../measure/files.ts";
import { printError, TaskFailure } from "../measure/task.ts";
import type { Subject } from "./subject.ts";

/** A file of a corpus, of the language that is measured. */
export interface CorpusFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

/**
 * The folder that holds a language's real code; packages and repositories that are missing in it are
 * brought. One that cannot be had is left out, which is said.
 *
 * @param corpora holds a folder for each language, with a folder for each package and repository
 */
export async function bringCorpus(subject: Subject, corpora: string): Promise<string> {
  const folder = join(corpora, subject.language);
  Deno.mkdirSync(folder, { recursive: true });
  for (const name of subject.packages) {
    await bringOnce(join(folder, name), () => bring(name, folder, corpora));
  }
  for (const { name, revision } of subject.repositories ?? []) {
    const into = join(folder, basename(name));
    await bringOnce(into, () => bringRepository(name, revision, into));
  }
  return folder;
}

async function bringOnce(folder: string, bringing: () => Promise<void>): Promise<void> {
  if (isFolder(folder)) return;
  try {
    await bringing();
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    printError(`${basename(folder)} is left out: ${error.message}`);
  }
}

async function bringRepository(name: string, revision: string, folder: string): Promise<void> {
  const part = `${folder}.part`;
  remove(part);
  try {
    await cloneAt(part, `https://github.com/${name}`, revision);
    Deno.renameSync(part, folder);
  } finally {
    remove(part);
  }
}

async function bring(name: string, folder: string, corpora: string): Promise<void> {
  const sources = await DebianSources.open(join(corpora, "debian"));
  const downloads = join(corpora, "downloads", name);
  const unpacked = join(folder, `${name}.part`);
  for (const fresh of [downloads, unpacked]) {
    remove(fresh);
    Deno.mkdirSync(fresh, { recursive: true });
  }
  try {
    const archive = await sources.download(name, downloads);
    const options = ["--strip-components", "1", "--no-same-owner", "-C", unpacked];
    await run({ command: "tar", args: ["-xf", archive, ...options] });
    Deno.renameSync(unpacked, join(folder, name));
  } finally {
    remove(downloads);
    remove(unpacked);
  }
}

/** The files of a language that the product's own scan finds in a folder, one at a time; no documents. */
export function* filesOf(language: string, folder: string): Iterable<CorpusFile> {
  const table = new LanguageTable(LANGUAGES);
  const root = Deno.realPathSync(folder);
  for (const { path } of walk(root, { accept: (name) => table.couldBeSource(name) }).files) {
    const source = loadSource(root, path, table);
    if ("reason" in source) continue;
    const part = source.parts.find((one) => one.language === language);
    if (part !== undefined) yield { path: join(root, path), text: part.text, bytes: source.size };
  }
}
