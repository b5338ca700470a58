/** Documentation of Julia: the string before a definition, else the comment. */
import { equal } from "node:assert/strict";
import { Extractor } from "../../src/extract/extractor.ts";
import { rowCount, Sym } from "../../src/extract/facts.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { loadLanguage } from "../../src/languages/registry.ts";

const extractor = await Extractor.create(readGrammar);
await extractor.prepare(await loadLanguage("julia"));

/** Documentation by symbol name. */
function docsOf(text: string): Map<string, string> {
  const facts = extractor.extract("src/Doc.jl", text, "julia");
  const { symbols } = facts.tables;
  const docs = new Map<string, string>();
  for (let row = 1; row < rowCount(facts, "symbols"); row++) {
    const doc = symbols[row * Sym.STRIDE + Sym.DOC]!;
    const name = facts.strings[symbols[row * Sym.STRIDE + Sym.NAME]!]!;
    docs.set(name, doc < 0 ? "" : facts.prose[doc]!);
  }
  return docs;
}

Deno.test("a string before a definition documents it, indentation taken off", () => {
  const docs = docsOf(`
"""
    area(s)

What it covers.
"""
area(s) = 1

"One line."
struct Square
    "Length of a side."
    side::Int
end

"""
Kept with its macro.
"""
@inline fast(x) = x

"The limit."
const LIMIT = 3
`);
  equal(docs.get("area"), "area(s)\n\nWhat it covers.");
  equal(docs.get("Square"), "One line.");
  equal(docs.get("side"), "Length of a side.");
  equal(docs.get("fast"), "Kept with its macro.");
  equal(docs.get("LIMIT"), "The limit.");
});

Deno.test("a string that is no statement documents nothing; a comment does where no string stands", () => {
  const docs = docsOf(`
name = "not a docstring"
plain(x) = x

# Only a comment.
commented(x) = x
`);
  equal(docs.get("plain"), "");
  equal(docs.get("commented"), "Only a comment.");
});
