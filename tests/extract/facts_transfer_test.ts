import assert from "node:assert/strict";
import fc from "fast-check";
import { type FileFacts, TABLES } from "../../src/extract/facts.ts";
import { FactsBuilder } from "../../src/extract/facts_builder.ts";
import { FactsPacker, FactsUnpacker } from "../../src/extract/facts_transfer.ts";

/** Facts with those names and that prose. */
function factsOf(names: readonly string[], prose: readonly string[]): FileFacts {
  const builder = new FactsBuilder();
  for (const name of names) builder.symbol(9, name, -1);
  for (const text of prose) builder.prose(text);
  builder.unreadable(3, 5);
  return builder.finish("python");
}

/** Everything sent through as a worker sends it: names of the project, in order of first use. */
function sent(
  files: readonly FileFacts[],
  filesABatch: number,
): { names: string[][]; facts: FileFacts[]; prose: string[] } {
  const interned: string[] = [];
  const intern = (name: string): number => {
    const known = interned.indexOf(name);
    return known >= 0 ? known : interned.push(name) - 1;
  };
  const packer = new FactsPacker();
  const unpacker = new FactsUnpacker(intern);
  const result = { names: [] as string[][], facts: [] as FileFacts[], prose: [] as string[] };
  for (let at = 0; at < files.length; at += filesABatch) {
    const packed = files.slice(at, at + filesABatch).map((facts) => packer.pack(facts));
    unpacker.acceptNames(packer.takeFreshNames());
    for (const one of packed) {
      const { facts, nameIds } = unpacker.unpack(one);
      result.names.push(Array.from(nameIds, (id) => interned[id]!));
      result.facts.push(facts);
      result.prose.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(one.prose));
    }
  }
  return result;
}

const cleaned = (text: string): string => text.replaceAll("\0", "\uFFFD");

Deno.test("facts arrive as they were sent, whatever the names and however they are batched", () => {
  const name = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("", "a", "a\0b", "a\uFFFDb", "__proto__", "constructor"),
  );
  // Half a surrogate pair is no text in UTF-8.
  const prose = fc.string({ unit: "grapheme", maxLength: 20 });
  const file = fc.record({
    names: fc.array(name, { maxLength: 8 }),
    prose: fc.array(prose, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(file, { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      (files, batch) => {
        const facts = files.map(({ names, prose }) => factsOf(names, prose));
        const arrived = sent(facts, batch);
        for (const [index, one] of facts.entries()) {
          assert.deepEqual(arrived.names[index], one.strings.map(cleaned));
          assert.equal(arrived.prose[index], one.prose.map(cleaned).join("\0"));
          for (const table of TABLES) {
            assert.deepEqual(arrived.facts[index]!.tables[table], one.tables[table]);
          }
          assert.deepEqual(arrived.facts[index]!.unreadable, one.unreadable);
        }
      },
    ),
  );
});

Deno.test("a name is sent once, not with every file that has it", () => {
  const packer = new FactsPacker();
  packer.pack(factsOf(["f", "g"], []));
  assert.deepEqual(packer.takeFreshNames(), { joined: "f\0g", count: 2 });
  packer.pack(factsOf(["g", "h", "f"], []));
  assert.deepEqual(packer.takeFreshNames(), { joined: "h", count: 1 });
});

Deno.test("a manifest crosses with its facts", () => {
  const packer = new FactsPacker();
  const packed = packer.pack({ ...factsOf([], []), manifest: { name: "x" } });
  const { facts } = new FactsUnpacker(() => 0).unpack(packed);
  assert.deepEqual(facts.manifest, { name: "x" });
});
