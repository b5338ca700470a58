import { Extractor } from "../../src/extract/extractor.ts";
import { manifestFacts } from "../../src/extract/manifest_facts.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { manifestLanguage, manifestReader } from "../../src/index/manifests.ts";
import { textsAsked } from "../../src/index/linkers.ts";
import { scanProject } from "../../src/index/scan_project.ts";
import { languageOf, LANGUAGES, loadLanguage } from "../../src/languages/registry.ts";
import { readSettings } from "../../src/project/settings.ts";
import { Project } from "../../src/resolve/project.ts";
import { type Resolution, resolveProject } from "../../src/resolve/resolver.ts";
import { LanguageTable } from "../../src/scan/detect.ts";
import { loadSource } from "../../src/scan/load_source.ts";

/** A project as one language's files make it. */
export interface ReadProject {
  readonly root: string;
  readonly project: Project;
  readonly resolution: Resolution;
  /** Paths of the language's files. */
  readonly paths: readonly string[];
  /** Of these, the ones with lines that the grammar could not read. */
  readonly unreadable: readonly string[];
  /** What parsing, extraction and resolution took, in one thread. */
  readonly seconds: number;
}

/** Reads all that a project has of some languages, in one thread, without an index. */
export async function readProject(
  root: string,
  languages: ReadonlySet<string>,
): Promise<ReadProject> {
  const settings = readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
  const table = new LanguageTable(LANGUAGES, settings.extensions);
  const extractor = await Extractor.create(readGrammar);
  for (const id of languages) await extractor.prepare(await loadLanguage(id), textsAsked(id));
  const project = new Project();
  const paths: string[] = [];
  const unreadable: string[] = [];
  const start = performance.now();
  for (const { path } of scanProject(root, settings).files) {
    const owner = manifestLanguage(path);
    if (owner !== undefined) {
      if (!languages.has(owner)) continue;
      const text = await Deno.readTextFile(`${root}/${path}`);
      const manifest = (await manifestReader(path))(text, path);
      if (manifest !== undefined) project.add(path, manifestFacts(path, owner, 1, manifest));
      continue;
    }
    const source = loadSource(root, path, table, settings.maxFileBytes);
    if ("reason" in source) continue;
    for (const { language, text } of source.parts) {
      if (!languages.has(language)) continue;
      const facts = extractor.extract(path, text, language);
      paths.push(path);
      if (facts.unreadable.length > 0) unreadable.push(path);
      project.add(path, facts);
    }
  }
  project.seal();
  const resolution = resolveProject(project, languageOf, []);
  const seconds = (performance.now() - start) / 1000;
  return { root, project, resolution, paths, unreadable, seconds };
}
