import assert from "node:assert/strict";
import { Extractor } from "../../src/extract/extractor.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { loadLanguage } from "../../src/languages/registry.ts";

const extractor = await Extractor.create(readGrammar);

async function unreadable(language: string, lines: readonly string[]): Promise<number[]> {
  await extractor.prepare(await loadLanguage(language));
  return [...extractor.extract("file", lines.join("\n"), language).unreadable];
}

Deno.test("of an error, only the lines that nothing was read of count", async () => {
  const functions = Array.from({ length: 20 }, (_, i) => `int f${i}(void) {\n  return ${i};\n}`);
  const lines = [...functions, "{{ @", ...functions].join("\n").split("\n");
  assert.deepEqual(await unreadable("c", lines), [61, 61]);
});

Deno.test("lines of several errors stand in order, each once", async () => {
  const lines = ["int a;", "@ @", "int b;", "", "@ @", "@", "int c;"];
  assert.deepEqual(await unreadable("c", lines), [2, 2, 5, 6]);
});

Deno.test("what can be read leaves no lines", async () => {
  assert.deepEqual(await unreadable("c", ["int a;"]), []);
});
