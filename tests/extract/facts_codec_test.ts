import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeIntegers,
  encodeIntegers,
  encodeTables,
  StoredTables,
} from "../../src/extract/facts_codec.ts";
import { STRIDES, Sym, type TableName, TABLES } from "../../src/extract/facts.ts";

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

Deno.test("how many rows tables have, and what is imported, is known without reading them", () => {
  fc.assert(fc.property(tables, (tables) => {
    const { outline } = encodeTables(tables);
    const decoded = new StoredTables(outline, () => assert.fail("tables were read"));
    for (const name of TABLES) {
      assert.equal(decoded.count(name), tables[name].length / STRIDES[name]);
    }
    assert.deepEqual(decoded.imports, tables.imports);
    const names = tables.symbols.filter((_, at) => at % Sym.STRIDE === Sym.NAME);
    assert.deepEqual(decoded.symbolNames, names);
  }));
});

const anyOrder = fc.shuffledSubarray([...TABLES], { minLength: TABLES.length });

Deno.test("decoding gives back what was encoded, whatever the integers and the order of asking", () => {
  fc.assert(fc.property(tables, integers(1), anyOrder, (tables, names, order) => {
    const encoded = encodeTables(tables);
    const decoded = new StoredTables(encoded.outline, () => encoded.tables);
    for (const name of order) {
      assert.equal(decoded.count(name), tables[name].length / STRIDES[name]);
      assert.deepEqual(decoded[name], tables[name]);
    }
    const sizes = TABLES.map((name) => name === "imports" ? 0 : tables[name].byteLength);
    assert.equal(decoded.readBytes, sizes.reduce((sum, size) => sum + size, 0));
    decoded.letGo();
    assert.equal(decoded.readBytes, 0);
    for (const name of order) assert.deepEqual(decoded[name], tables[name]);
    const { symbols } = tables;
    assert.equal(
      decoded.hasQualifiers,
      symbols.some((value, at) => at % Sym.STRIDE === Sym.QUALIFIER && value >= 0),
    );
    assert.deepEqual(decodeIntegers(encodeIntegers(names)), names);
  }));
});
