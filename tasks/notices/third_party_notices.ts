import { join } from "node:path";
import { GrammarFolder } from "../grammars/grammar_folder.ts";
import { runTool } from "../grammars/run_tool.ts";
import { inRepository } from "../release/repository.ts";
import { type LockedPackage, lockedPackages } from "./locked_packages.ts";

const LICENCE_FILE = /^(licen[cs]e|copying)([.-].*)?$/i;
const IMPORTED_PACKAGE = /\b(?:from|import\()\s*"(@[^"/]+\/[^"/]+|[a-z][^"/:]*)(?:\/[^"]*)?"/g;
const RULE = "=".repeat(78);

/** One work by others, with its licence. */
interface Notice {
  readonly title: string;
  readonly licence: string;
  readonly text: string;
}

/**
 * The notices that go with an executable: the runtime that it is made of, the packages that the
 * lock file pins for the sources, the grammars.
 *
 * @throws {Error} naming the work whose licence text is not to be found
 */
export async function thirdPartyNotices(): Promise<string> {
  const notices = [...await runtimeNotices(), ...await packageNotices(), ...await grammarNotices()];
  const intro =
    "CodeGraphAgent contains works by others, listed here with their licences: the runtime, the\n" +
    "packages that its code needs, directly and indirectly, and the grammars.\n";
  return [intro, ...notices.map(format)].join(`\n${RULE}\n\n`);
}

function format({ title, licence, text }: Notice): string {
  return `${title}\nLicence: ${licence}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
}

async function runtimeNotices(): Promise<Notice[]> {
  const read = (name: string): Promise<string> =>
    Deno.readTextFile(inRepository("tasks/notices/runtime", name));
  return [
    { title: `Deno ${Deno.version.deno}`, licence: "MIT", text: await read("deno.txt") },
    { title: `V8 ${Deno.version.v8}`, licence: "BSD-3-Clause", text: await read("v8.txt") },
  ];
}

async function packageNotices(): Promise<Notice[]> {
  const lock = await Deno.readTextFile(inRepository("deno.lock"));
  const cache = await packageCache();
  const packages = lockedPackages(lock, await importedPackages(inRepository("src")));
  return await Promise.all(packages.map((locked) => packageNotice(locked, cache)));
}

/** Names of the packages in the import map that the sources in a folder import. */
async function importedPackages(folder: string): Promise<Set<string>> {
  const { imports } = JSON.parse(await Deno.readTextFile(inRepository("deno.json")));
  const names = new Set<string>();
  for await (const text of sourceTexts(folder)) {
    for (const [, name] of text.matchAll(IMPORTED_PACKAGE)) {
      if (name! in imports) names.add(name!);
    }
  }
  return names;
}

async function* sourceTexts(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* sourceTexts(path);
    else if (name.endsWith(".ts")) yield await Deno.readTextFile(path);
  }
}

/** Folder of unpacked npm packages, `name/version`. */
async function packageCache(): Promise<string> {
  const { npmCache } = JSON.parse(await runTool(Deno.execPath(), ["info", "--json"]));
  for await (const { name, isDirectory } of Deno.readDir(npmCache)) {
    if (isDirectory) return join(npmCache, name);
  }
  throw new Error(`there are no packages in ${npmCache}: run deno install`);
}

async function packageNotice({ name, version }: LockedPackage, cache: string): Promise<Notice> {
  const folder = join(cache, name, version);
  const { license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  for await (const file of Deno.readDir(folder)) {
    if (!LICENCE_FILE.test(file.name)) continue;
    const text = await Deno.readTextFile(join(folder, file.name));
    return { title: `${name} ${version}`, licence: String(license), text };
  }
  throw new Error(`${name} ${version} comes without a licence text`);
}

async function grammarNotices(): Promise<Notice[]> {
  const grammars = new GrammarFolder();
  return await Promise.all((await grammars.sources()).map(async (source) => {
    const text = await grammars.licence(source.name);
    if (!text) throw new Error(`grammars/licenses/${source.name}.txt is missing`);
    const title = `Grammar ${source.name}, from ${source.package} ${source.version}`;
    return { title, licence: source.licence, text };
  }));
}
