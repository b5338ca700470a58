import process from "node:process";
import { relative } from "node:path";
import { Extractor } from "../../src/extract/extractor.ts";
import { type FileFacts, rowCount, STRIDES, Sym } from "../../src/extract/facts.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { loadLanguage } from "../../src/languages/registry.ts";
import { filesOf } from "./corpus.ts";
import type { SeenDefinition, Subject } from "./subject.ts";

/** What was lost in the files of one language. */
export interface Loss {
  /** The language's name. */
  readonly language: string;
  /** Of the other means. */
  readonly means: string;
  readonly files: number;
  readonly bytes: number;
  /** Files in which the grammar found no syntax error. */
  readonly clean: number;
  /** Files that the other means could read. */
  readonly judged: number;
  /** Definitions that it found in them. */
  readonly definitions: number;
  /** Those that the product lacks, as `path:line name`. */
  readonly lost: readonly string[];
  /** Processor time of parsing and extraction. */
  readonly seconds: number;
}

/** The lines over which a definition extends. */
type Range = readonly [first: number, last: number];

/** Measures one language on the files of a folder. */
export async function measureLoss(subject: Subject, corpus: string): Promise<Loss> {
  const language = await loadLanguage(subject.language);
  const extractor = await Extractor.create(readGrammar);
  await extractor.prepare(language);
  const found = new Map<string, Map<string, Range[]>>();
  let [bytes, clean, microseconds] = [0, 0, 0];
  for (const file of filesOf(subject.language, corpus)) {
    const before = process.cpuUsage();
    const facts = extractor.extract(file.path, file.text, subject.language);
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    bytes += file.bytes;
    if (facts.unreadable.length === 0) clean++;
    found.set(file.path, rangesByName(facts));
  }
  const seen = await subject.means.definitions([...found.keys()], Deno.realPathSync(corpus));
  return {
    language: language.name,
    means: subject.means.name,
    files: found.size,
    bytes,
    clean,
    judged: seen.size,
    definitions: [...seen.values()].reduce((sum, { length }) => sum + length, 0),
    lost: [...seen].flatMap(([path, definitions]) =>
      missing(definitions, found.get(path)!)
        .map(({ line, name }) => `${relative(corpus, path)}:${line} ${name}`)
    ),
    seconds: microseconds / 1e6,
  };
}

function rangesByName(facts: FileFacts): Map<string, Range[]> {
  const { symbols } = facts.tables;
  const ranges = new Map<string, Range[]>();
  for (let row = 1; row < rowCount(facts, "symbols"); row++) {
    const at = row * STRIDES.symbols;
    const name = facts.strings[symbols[at + Sym.NAME]!]!;
    const range: Range = [symbols[at + Sym.START_LINE]!, symbols[at + Sym.END_LINE]!];
    const others = ranges.get(name);
    if (others === undefined) ranges.set(name, [range]);
    else others.push(range);
  }
  return ranges;
}

/** Definitions for which no symbol of the name stands around their line. */
export function missing(
  definitions: readonly SeenDefinition[],
  found: ReadonlyMap<string, readonly Range[]>,
): SeenDefinition[] {
  return definitions.filter(({ name, line }) =>
    !found.get(name)?.some(([first, last]) => line === 0 || first <= line && line <= last)
  );
}
