import { join } from "node:path";
import { type Corpus, corpusFolder } from "../../tasks/bench/corpora.ts";
import { cacheFolder } from "../../tasks/measure/cache_folder.ts";

/** A project from a package registry, with facts that hold in every version of it. */
export interface RealProject {
  readonly source: Corpus["source"];
  /** What it is, for the name of its test. */
  readonly what: string;
  /** Id of its language, and the ending of that language's files. */
  readonly language: string;
  readonly extension: string;
  /** A function, and one of those that call it. */
  readonly callee: string;
  readonly caller: string;
  /** A function from which calls lead to the callee by way of the caller. */
  readonly origin: string;
}

/** A project's folder, for one user at a time. */
export interface OpenProject extends Disposable {
  readonly root: string;
}

const CLIENTS = { debian: "apt-get", npm: "npm", pypi: "pip" } as const;

/** Why a project cannot be brought to this machine; `undefined` when it can. */
export function whyNotHere({ source: { registry } }: RealProject): string | undefined {
  const client = CLIENTS[registry];
  try {
    const { success } = new Deno.Command(client, { args: ["--version"] }).outputSync();
    return success ? undefined : `${client} does not work here`;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return `no ${client} here`;
  }
}

/** Brings a project from its registry into the user's cache, unless it is there from before. */
export async function openProject({ source, language }: RealProject): Promise<OpenProject> {
  const folder = cacheFolder("codegraph-tests");
  Deno.mkdirSync(folder, { recursive: true });
  const lock = await Deno.open(join(folder, "lock"), { write: true, create: true });
  try {
    await lock.lock(true);
    const corpus = { name: source.package, language, quick: true, source };
    return { root: await corpusFolder(corpus, folder), [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}
