import assert from "node:assert/strict";
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
