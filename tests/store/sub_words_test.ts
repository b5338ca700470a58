import assert from "node:assert/strict";
import fc from "fast-check";
import { searchableWords, subWords } from "../../src/store/sub_words.ts";

Deno.test("names fall into words at case changes, digits and everything that is no letter", () => {
  assert.deepEqual(subWords("parseHTTPHeader_v2"), ["parse", "http", "header", "v", "2"]);
  assert.deepEqual(subWords("print.data.frame"), ["print", "data", "frame"]);
  assert.deepEqual(subWords("__init__"), ["init"]);
  assert.deepEqual(subWords("MAX_SIZE"), ["max", "size"]);
  assert.deepEqual(subWords("größeÄndern"), ["größe", "ändern"]);
  assert.deepEqual(subWords("变量"), ["变量"]);
  assert.deepEqual(subWords("%>%"), []);
});

Deno.test("a name of several words is also searchable as one", () => {
  assert.equal(searchableWords("getUser"), "get user getuser");
  assert.equal(searchableWords("user"), "user");
});

Deno.test("names in ASCII fall into the words that Unicode's classes of letters say", () => {
  const words = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;
  const piece = fc.constantFrom("a", "bc", "X", "YZ", "7", "42", "_", ".", " ", "Ab", "é", "É");
  fc.assert(fc.property(fc.array(piece), (pieces) => {
    const name = pieces.join("");
    const expected = (name.match(words) ?? []).map((word) => word.toLowerCase());
    assert.deepEqual(subWords(name), expected);
  }));
});
