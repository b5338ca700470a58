/** Extraction of whatever may stand in a file: it never throws, and what it says is sound. */
import { join } from "node:path";
import fc from "fast-check";
import { Extractor, ParseTimeoutError } from "../../src/extract/extractor.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { LANGUAGES, loadLanguage } from "../../src/languages/registry.ts";
import type { LanguageEntry } from "../../src/languages/language.ts";
import { LanguageTable } from "../../src/scan/detect.ts";
import { parseCase } from "../annotated_case.ts";
import { assertSound } from "./sound_facts.ts";

const CASES = join(import.meta.dirname!, "..", "cases");
const extractor = await Extractor.create(readGrammar);
const table = new LanguageTable(LANGUAGES);

/** Sources of the cases by language, so that mutations start from real idioms. */
const sources = Map.groupBy(
  readCases(CASES),
  ({ path, text }) => table.detect(path, text) ?? "",
);

function* readCases(directory: string): Iterable<{ path: string; text: string }> {
  for (const entry of Deno.readDirSync(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory) yield* readCases(path);
    else if (entry.name.endsWith(".case")) yield* parseCase(Deno.readTextFileSync(path));
  }
}

/** A source with stretches cut out, doubled, or replaced by what does not belong there. */
function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  const cut = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 40 }),
    insert: fc.constantFrom(
      "",
      "(",
      ")",
      "{",
      "}",
      "\n",
      "'",
      '"',
      ":",
      ".",
      "é😀",
      "\t",
      "=",
      "\\",
    ),
  });
  return fc.tuple(fc.constantFrom(...texts), fc.array(cut, { minLength: 1, maxLength: 6 }))
    .map(([text, cuts]) =>
      cuts.reduce((before, { at, length, insert }) => {
        const start = at % (before.length + 1);
        return before.slice(0, start) + insert + before.slice(start + length);
      }, text)
    );
}

function check(language: LanguageEntry, text: string): void {
  const path = `some/file${language.extensions[0] ?? ""}`;
  assertSound(extractor.extract(path, text, language.id), text);
}

/** Brackets around brackets. Deeper ones overflow the stack of the parser itself. */
const BRACKETS = ["()", "[]", "{}", "<>"];
const DEEP = 200;
/** Chains that grow to the left, as generated code has them. */
const CHAINS = ["a + ", "a, ", "a || ", "a or ", "a.", "a.b(c).", "a = ", "a -> "];
const LONG = 2000;
/**
 * The same texts each time. A grammar's own scanner may give up on one text in many thousands, and
 * takes the runtime along; the pool of workers is what copes with that.
 */
const SAME = { seed: 1, endOnFailure: true };

/** As {@link check}; some grammars take too long over nesting, which is theirs to say. */
function checkWithin(language: LanguageEntry, text: string, timeLimit = 200): void {
  const path = `some/file${language.extensions[0] ?? ""}`;
  try {
    assertSound(extractor.extract(path, text, language.id, timeLimit), text);
  } catch (error) {
    if (!(error instanceof ParseTimeoutError)) throw error;
  }
}

for (const language of LANGUAGES) {
  Deno.test(`extraction of ${language.name} holds on deep nesting`, async () => {
    await extractor.prepare(await loadLanguage(language.id));
    for (const [open, close] of BRACKETS) {
      checkWithin(language, `x = f${open!.repeat(DEEP)}a${close!.repeat(DEEP)}\n`);
    }
    for (const link of CHAINS) {
      for (const before of ["", "x = "]) {
        checkWithin(language, `${before}${link.repeat(LONG)}b\n`);
      }
    }
  });
  Deno.test(`extraction of ${language.name} holds on any text`, async () => {
    await extractor.prepare(await loadLanguage(language.id));
    const texts = (sources.get(language.id) ?? []).map((source) => source.text);
    for (const text of texts) check(language, text);
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    const random = fc.property(anything, (text) => checkWithin(language, text));
    fc.assert(random, { ...SAME, numRuns: 60 });
    if (texts.length === 0) return;
    const damaged = fc.property(mutated(texts), (text) => checkWithin(language, text));
    fc.assert(damaged, { ...SAME, numRuns: 150 });
  });
}
