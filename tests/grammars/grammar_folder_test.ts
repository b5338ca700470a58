import assert from "node:assert/strict";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { examineGrammar } from "../../tasks/grammars/examine_grammar.ts";
import { GrammarFolder } from "../../tasks/grammars/grammar_folder.ts";
import { GrammarRuntime } from "../../tasks/grammars/grammar_runtime.ts";
import { formatSources } from "../../tasks/grammars/grammar_source.ts";
import { sourcesPage } from "../../tasks/grammars/sources_page.ts";

const folder = new GrammarFolder();

Deno.test("every recorded grammar is the recorded bytes, loads, and parses its sample", async (t) => {
  const runtime = await GrammarRuntime.start();
  const sources = await folder.sources();
  assert.ok(sources.length > 0);
  for (const source of sources) {
    await t.step(source.name, async () => {
      assert.deepEqual(await examineGrammar(source, folder, runtime), []);
    });
  }
});

Deno.test("no module lies in the folder without a record", async () => {
  assert.deepEqual(await folder.unlisted(await folder.sources()), []);
});

Deno.test("every grammar is one that a language is read by", async () => {
  const read = new Set(LANGUAGES.map(({ grammar }) => grammar));
  const names = (await folder.sources()).map(({ name }) => name);
  assert.deepEqual(names.filter((name) => !read.has(name)), []);
});

Deno.test("the page and the record are as the task writes them", async () => {
  const sources = await folder.sources();
  assert.equal(await folder.page(), sourcesPage(sources));
  assert.equal(await Deno.readTextFile(`${folder.root}/sources.json`), formatSources(sources));
});

Deno.test("a tampered module, a lost licence and a stray module are noticed", async () => {
  const runtime = await GrammarRuntime.start();
  const source = (await folder.sources()).find(({ name }) => name === "go")!;
  const wasm = (await folder.module("go"))!;
  const root = await Deno.makeTempDir();
  try {
    const copy = new GrammarFolder(root);
    await Deno.writeTextFile(`${root}/sources.json`, formatSources([]));
    assert.deepEqual(await examineGrammar(source, copy, runtime), ["go.wasm is missing"]);

    await copy.put(source, wasm, "the licence");
    assert.deepEqual(await copy.sources(), [source]);
    assert.deepEqual(await examineGrammar(source, copy, runtime), []);

    await Deno.writeTextFile(`${root}/licenses/go.txt`, " \n");
    assert.match((await examineGrammar(source, copy, runtime)).join(), /licenses\/go\.txt/);

    await Deno.writeFile(`${root}/stray.wasm`, wasm);
    assert.deepEqual(await copy.unlisted([source]), ["stray.wasm"]);

    wasm[wasm.length - 1]! ^= 1;
    await Deno.writeFile(`${root}/go.wasm`, wasm);
    assert.match((await examineGrammar(source, copy, runtime)).join(), /not the recorded one/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a sample that does not parse and another interface version are faults", async () => {
  const runtime = await GrammarRuntime.start();
  const source = (await folder.sources()).find(({ name }) => name === "go")!;
  const altered = { ...source, abi: 13, sample: "package main\n\nfunc {\n" };
  const faults = await examineGrammar(altered, folder, runtime);
  assert.equal(faults.length, 2);
  assert.match(faults[0]!, /ABI 15, recorded is 13/);
  assert.match(faults[1]!, /syntax error in line 3/);
});
