import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { byName, formatSources, type GrammarSource, parseSources } from "./grammar_source.ts";
import { sourcesPage } from "./sources_page.ts";

/** The repository's `grammars/` folder: modules, licence texts and the record of their origin. */
export class GrammarFolder {
  /** @param root the folder; the repository's own unless a test says otherwise */
  constructor(readonly root = fileURLToPath(new URL("../../grammars", import.meta.url))) {}

  /** @throws {Error} when `sources.json` is malformed */
  async sources(): Promise<GrammarSource[]> {
    return byName(parseSources(await Deno.readTextFile(join(this.root, "sources.json"))));
  }

  async module(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return await unlessMissing(Deno.readFile(join(this.root, `${name}.wasm`)));
  }

  async licence(name: string): Promise<string | undefined> {
    return await unlessMissing(Deno.readTextFile(this.#licencePath(name)));
  }

  async page(): Promise<string | undefined> {
    return await unlessMissing(Deno.readTextFile(join(this.root, "SOURCES.md")));
  }

  /** Modules in the folder that no source accounts for. */
  async unlisted(sources: readonly GrammarSource[]): Promise<string[]> {
    const listed = new Set(sources.map((source) => `${source.name}.wasm`));
    const strays: string[] = [];
    for await (const entry of Deno.readDir(this.root)) {
      if (entry.name.endsWith(".wasm") && !listed.has(entry.name)) strays.push(entry.name);
    }
    return strays.sort();
  }

  /** Replaces or adds one grammar: its module, its licence text, its record, the page. */
  async put(source: GrammarSource, wasm: Uint8Array, licence: string): Promise<void> {
    const others = (await this.sources()).filter((other) => other.name !== source.name);
    const sources = [...others, source];
    await Deno.writeFile(join(this.root, `${source.name}.wasm`), wasm);
    await Deno.mkdir(join(this.root, "licenses"), { recursive: true });
    await Deno.writeTextFile(this.#licencePath(source.name), licence);
    await this.#record(sources);
  }

  /** Takes a grammar out again; nothing happens when it is not recorded. */
  async remove(name: string): Promise<void> {
    const sources = await this.sources();
    const others = sources.filter((other) => other.name !== name);
    if (others.length === sources.length) return;
    await Deno.remove(join(this.root, `${name}.wasm`));
    await Deno.remove(this.#licencePath(name));
    await this.#record(others);
  }

  async #record(sources: readonly GrammarSource[]): Promise<void> {
    await Deno.writeTextFile(join(this.root, "sources.json"), formatSources(sources));
    await Deno.writeTextFile(join(this.root, "SOURCES.md"), sourcesPage(sources));
  }

  #licencePath(name: string): string {
    return join(this.root, "licenses", `${name}.txt`);
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
