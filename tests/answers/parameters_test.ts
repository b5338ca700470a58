import assert from "node:assert/strict";
import {
  choice,
  flag,
  inputSchema,
  optionalText,
  readInput,
  requiredText,
  wholeNumber,
} from "../../src/answers/parameters.ts";

const parameters = {
  query: requiredText("what to look for"),
  path: optionalText("where"),
  limit: wholeNumber("how many", { least: 1, most: 50, default: 10 }),
  deep: flag("whether to go deep", false),
  tier: choice("how surely", ["exact", "heuristic"], "heuristic"),
};

Deno.test("what is not given has its default, or is missing", () => {
  assert.deepEqual(readInput(parameters, { query: " x " }), {
    query: "x",
    limit: 10,
    deep: false,
    tier: "heuristic",
  });
});

Deno.test("values are taken as models write them", () => {
  const given = { query: "x", path: null, limit: "7", deep: "true", tier: "EXACT" };
  assert.deepEqual(readInput(parameters, given), {
    query: "x",
    limit: 7,
    deep: true,
    tier: "exact",
  });
});

Deno.test("what cannot be taken is refused with what can", () => {
  const wrong: [unknown, RegExp][] = [
    [{}, /query is missing/],
    [{ query: "" }, /query is missing/],
    [{ query: 3 }, /query is 3/],
    [{ query: "x", limit: 0 }, /limit is 0/],
    [{ query: "x", limit: 2.5 }, /limit is 2\.5/],
    [{ query: "x", limit: "" }, /limit is ""/],
    [{ query: "x", deep: 1 }, /deep is 1/],
    [{ query: "x", tier: "sure" }, /tier is "sure"/],
    [{ query: "x", more: 1 }, /no parameter "more"/],
    [{ query: "a\0b" }, /query is "a\\u0000b"/],
    [{ query: "x".repeat(10_001) }, /10001 characters/],
    [[], /arguments/],
    [null, /arguments/],
    ["x", /arguments/],
  ];
  for (const [given, told] of wrong) {
    assert.throws(() => readInput(parameters, given), told, JSON.stringify(given)?.slice(0, 80));
  }
});

Deno.test("a parameter that only its prototype has is none", () => {
  assert.throws(
    () => readInput(parameters, JSON.parse('{"query":"x","__proto__":1}')),
    /no parameter/,
  );
});

Deno.test("the schema tells the same", () => {
  const { properties, required, additionalProperties } = inputSchema(parameters);
  assert.deepEqual(required, ["query"]);
  assert.equal(additionalProperties, false);
  assert.deepEqual(properties!["limit"], {
    type: "integer",
    description: "how many",
    minimum: 1,
    maximum: 50,
    default: 10,
  });
});
