import { join } from "node:path";
import { isFolder } from "../measure/files.ts";
import { TaskFailure } from "../measure/task.ts";
import { type CorpusSource, downloadPackage, unpackPackage } from "./corpus_source.ts";

/** Real source code to measure with, and the registry package that it comes from. */
export interface Corpus {
  readonly name: string;
  /** The language that most of it is written in. */
  readonly language: string;
  /** Small enough for a quick run. */
  readonly quick: boolean;
  /** Functions and methods to ask questions about; each calls something and is called. */
  readonly symbols?: readonly string[];
  readonly source: CorpusSource;
  /** Ends of the names of files that are kept; without it all are. */
  readonly keep?: readonly string[];
}

/** The corpora, small ones first. */
export const CORPORA: readonly Corpus[] = [
  {
    name: "express",
    language: "JavaScript",
    quick: true,
    source: { registry: "debian", package: "node-express" },
  },
  {
    name: "ggplot2",
    language: "R",
    quick: true,
    source: { registry: "debian", package: "r-cran-ggplot2" },
  },
  { name: "redis", language: "C", quick: true, source: { registry: "debian", package: "redis" } },
  {
    name: "effect",
    language: "TypeScript",
    quick: false,
    source: {
      registry: "npm",
      package: "effect",
      version: "4.1.0",
      parts: ["package/src", "package/package.json"],
    },
  },
  {
    name: "django",
    language: "Python",
    quick: false,
    symbols: ["reverse", "get_user_model", "QuerySet.filter", "Model.save", "flatten"],
    source: { registry: "debian", package: "python-django" },
  },
  {
    name: "kubernetes",
    language: "Go",
    quick: false,
    source: { registry: "debian", package: "kubernetes" },
  },
];

/**
 * The folder of a corpus, brought from its registry when it is not there yet.
 *
 * @throws TaskFailure when the registry's client is missing or fails
 */
export async function corpusFolder(corpus: Corpus, corpora: string): Promise<string> {
  const folder = join(corpora, corpus.name);
  if (isFolder(folder)) return folder;
  const downloads = join(corpora, "downloads", corpus.name);
  Deno.mkdirSync(downloads, { recursive: true });
  try {
    const archive = await downloadPackage(corpus.source, downloads);
    await unpackPackage(archive, corpus.source, `${folder}.part`);
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    throw new TaskFailure(
      `${error.message}\n${corpus.name} could not be brought from the ${corpus.source.registry} ` +
        `registry. Unpack its source into ${folder}, or pass --corpora FOLDER with such a folder in it.`,
    );
  }
  if (corpus.keep !== undefined) keepOnly(`${folder}.part`, corpus.keep);
  Deno.renameSync(`${folder}.part`, folder);
  return folder;
}

/** Removes the files of a folder whose names end otherwise. */
function keepOnly(folder: string, ends: readonly string[]): void {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)]) {
    const path = join(folder, name);
    if (isDirectory) keepOnly(path, ends);
    else if (!ends.some((end) => name.toLowerCase().endsWith(end))) Deno.removeSync(path);
  }
}
