import assert from "node:assert/strict";
import type { SearchAnswer } from "../../src/answers/search.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  ...SHOP,
  "app/http.py": "class HTTPServer:\n    def parse_request_header(self):\n        pass\n\n\n" +
    "def parseRequest():\n    pass\n\n\ndef parse():\n    pass\n",
  "tests/test_http.py": "def parse():\n    pass\n",
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function found(query: string, more: Readonly<Record<string, unknown>> = {}): string[] {
  const { value } = asked<SearchAnswer>(project, "search", { query, ...more });
  return value.results.map(({ symbol, match }) => `${match} ${symbol.qualifiedName}`);
}

Deno.test("the whole name comes first, the product before tests", () => {
  const { results } = asked<SearchAnswer>(project, "search", { query: "parse" }).value;
  assert.deepEqual(results.slice(0, 2).map(({ symbol }) => symbol.file), [
    "app/http.py",
    "tests/test_http.py",
  ]);
  assert.deepEqual(results.slice(2).map(({ symbol }) => symbol.name), [
    "parseRequest",
    "parse_request_header",
  ]);
});

Deno.test("names are found by their parts", () => {
  assert.equal(found("request header")[0], "words HTTPServer.parse_request_header");
  assert.equal(found("server")[0], "words HTTPServer");
  assert.equal(found("httpserv")[0], "prefix HTTPServer");
  assert.equal(found("questh")[0], undefined);
  assert.equal(found("quest")[0], "part parseRequest");
});

Deno.test("a word may stand in what is around", () => {
  assert.equal(found("cart total")[0], "words Cart.total");
});

Deno.test("qualified names and paths are understood", () => {
  assert.equal(found("Discount.price")[0], "name Discount.price");
  assert.equal(found("shop/cart.py:checkout")[0], "name checkout");
});

Deno.test("a slip of the hand still finds", () => {
  assert.equal(found("chekcout")[0], "typo checkout");
});

Deno.test("documentation is searched in plain words", () => {
  assert.deepEqual(found("an amount before the taxes"), ["documentation Pricing.price"]);
});

Deno.test("words that no name holds are passed over when nothing is found with them", () => {
  assert.deepEqual(found("qqqq xxxx request header zzzz"), [
    "words HTTPServer.parse_request_header",
  ]);
  assert.deepEqual(found("qqqq xxxx header"), []);
});

Deno.test("results can be narrowed by kind, language and path", () => {
  assert.deepEqual(found("price", { kind: "method" }), [
    "name Pricing.price",
    "name Discount.price",
  ]);
  assert.deepEqual(found("price", { path: "app" }), []);
  assert.ok(found("price", { language: "python" }).length > 0);
});

Deno.test("what is over the limit is counted, and nothing found says so", () => {
  const { value } = asked<SearchAnswer>(project, "search", { query: "parse", limit: 1 });
  assert.deepEqual([value.results.length, value.moreResults], [1, 3]);
  const nothing = asked<SearchAnswer>(project, "search", { query: "qqqqq" });
  assert.deepEqual([nothing.value.results, nothing.value.suggestions], [[], []]);
  assert.match(nothing.text, /Nothing found for "qqqqq"/);
});

Deno.test("no query upsets the search language", () => {
  for (
    const query of [
      '"',
      "*",
      "a AND",
      "NEAR(",
      "'; --",
      "%",
      "()",
      "a\tb",
      "\u{1F600}",
      "-",
      ":",
      "::",
    ]
  ) {
    found(query);
  }
});

Deno.test("what only the filters leave out is told", () => {
  const given = { query: "parseRequest", path: "shop" };
  const { value, text } = asked<SearchAnswer>(project, "search", given);
  assert.deepEqual([value.results, value.suggestions[0]!.name], [[], "parseRequest"]);
  assert.match(
    text,
    /^Nothing found .* let through\.\n\d+ without these:\n {2}function parseRequest/,
  );
});

Deno.test("a language that the project does not have is an error with those that it has", () => {
  assert.throws(() => found("parse", { language: "Rust" }), {
    message: 'no file of this project is in the language "Rust"',
    remedy: "Give one of python as language, or leave it out.",
  });
});
