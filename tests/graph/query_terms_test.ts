import assert from "node:assert/strict";
import { queryTerms, stemOf, wordFit } from "../../src/graph/query_terms.ts";

Deno.test("words that every question has say nothing; the others become stems", () => {
  const { terms } = queryTerms("How does the parser handle parsing errors?");
  assert.deepEqual(terms.map(({ stem }) => stem), ["pars", "handl", "err"]);
});

Deno.test("names of code are taken whole and apart", () => {
  const { terms, identifiers } = queryTerms("where is QuerySet.filter, or url_for, called");
  assert.deepEqual(identifiers, ["QuerySet.filter", "url_for"]);
  assert.deepEqual(terms.map(({ word }) => word), ["query", "set", "filter", "url", "called"]);
});

Deno.test("words that may be names only are kept apart, also two together", () => {
  const words = queryTerms("lay out across panels").perhaps.map(({ word }) => word);
  assert.ok(words.includes("layout"));
  assert.ok(words.includes("across"));
});

Deno.test("forms of a word have one stem", () => {
  for (
    const forms of [
      ["parse", "parses", "parsed", "parsing", "parser"],
      ["map", "maps", "mapped", "mapping"],
      ["query", "queries"],
      ["load", "loads", "loader", "loading"],
    ]
  ) {
    assert.equal(new Set(forms.map(stemOf)).size, 1, forms.join(" "));
  }
});

Deno.test("abbreviations and words that go on fit less than the word itself", () => {
  assert.equal(wordFit("sessions", stemOf("session")), 1);
  assert.ok(wordFit("config", stemOf("configuration")) > 0.5);
  assert.ok(wordFit("req", stemOf("request")) > 0);
  assert.ok(wordFit("rehash", stemOf("hash")) > 0.5);
  assert.equal(wordFit("request", stemOf("response")), 0);
});

Deno.test("words for the same thing are known", () => {
  const [term] = queryTerms("delete").terms;
  assert.ok(term!.synonyms.includes(stemOf("remove")));
});
