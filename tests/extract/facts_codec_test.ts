import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeIntegers,
  decodeTables,
  encodeIntegers,
  encodeTables,
} from "../../src/extract/facts_codec.ts";
import { STRIDES, type TableName, TABLES } from "../../src/extract/facts.ts";

const integers = (stride: number): fc.Arbitrary<Int32Array> =>
  fc.array(fc.array(fc.integer(), { minLength: stride, maxLength: stride }), { maxLength: 20 })
    .map((rows) => Int32Array.from(rows.flat()));

const tables = fc.record(
  Object.fromEntries(TABLES.map((name) => [name, integers(STRIDES[name])])) as Record<
    TableName,
    fc.Arbitrary<Int32Array>
  >,
  { noNullPrototype: true },
);

const anyOrder = fc.shuffledSubarray([...TABLES], { minLength: TABLES.length });

Deno.test("decoding gives back what was encoded, whatever the integers and the order of asking", () => {
  fc.assert(fc.property(tables, integers(1), anyOrder, (tables, names, order) => {
    const decoded = decodeTables(encodeTables(tables));
    for (const name of order) assert.deepEqual(decoded[name], tables[name]);
    assert.deepEqual(decodeIntegers(encodeIntegers(names)), names);
  }));
});
