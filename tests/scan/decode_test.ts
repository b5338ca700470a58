import assert from "node:assert/strict";
import fc from "fast-check";
import { decode } from "../../src/scan/decode.ts";

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !bigEndian);
  return bytes;
}

function bytesOf(...parts: (string | number[])[]): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    parts.flatMap((part) => typeof part === "string" ? [...encoder.encode(part)] : part),
  );
}

const SOURCE = "def grüße():\r\n    return '😀'\n";

Deno.test("UTF-8, with and without a byte order mark", () => {
  assert.deepEqual(decode(bytesOf(SOURCE)), { text: SOURCE, encoding: "utf-8" });
  assert.deepEqual(decode(bytesOf([0xef, 0xbb, 0xbf], SOURCE)), {
    text: SOURCE,
    encoding: "utf-8-bom",
  });
  assert.deepEqual(decode(new Uint8Array()), { text: "", encoding: "utf-8" });
});

Deno.test("UTF-16 with a byte order mark, and by its NUL pattern", () => {
  assert.deepEqual(decode(utf16("\uFEFF" + SOURCE, false)), { text: SOURCE, encoding: "utf-16le" });
  assert.deepEqual(decode(utf16("\uFEFF" + SOURCE, true)), { text: SOURCE, encoding: "utf-16be" });
  assert.deepEqual(decode(utf16("x = 1\n", false)), { text: "x = 1\n", encoding: "utf-16le" });
  assert.deepEqual(decode(utf16("x = 1\n", true)), { text: "x = 1\n", encoding: "utf-16be" });
});

Deno.test("Windows-1252 where the bytes are not UTF-8", () => {
  const bytes = bytesOf("# na", [0xef], "ve ", [0x80], "\nx <- 1\n");
  assert.deepEqual(decode(bytes), { text: "# naïve €\nx <- 1\n", encoding: "windows-1252" });
  assert.equal(decode(bytesOf([0xef, 0xbb, 0xbf], "a", [0xff]))?.text, "aÿ");
});

Deno.test("bytes that are no text", () => {
  const binary: Uint8Array[] = [
    bytesOf("abc", [0], "def"),
    bytesOf("%PDF-1.4\n"),
    bytesOf("PK", [3, 4], "abc"),
    bytesOf([0x1f, 0x8b, 8]),
    bytesOf([0xff, 0xfe, 0, 0, 65, 0, 0, 0]),
    bytesOf([0x80, 1, 2, 3, 4, 5]),
    bytesOf("RDX3\n"),
  ];
  for (const bytes of binary) assert.equal(decode(bytes), undefined, String(bytes));
});

Deno.test("text that begins like a signature's first byte is text", () => {
  for (const text of ["% a comment", "PK <- 1", "!x", "Backwards"]) {
    assert.equal(decode(bytesOf(text))?.text, text);
  }
});

Deno.test("decode never throws", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    const decoded = decode(bytes);
    assert.ok(decoded === undefined || typeof decoded.text === "string");
  }));
});

Deno.test("what is written in UTF-8 without NUL reads the same", () => {
  const text = fc.string({ unit: "grapheme" }).filter((value) => !/^[\uFEFF%PBRG!]|\0/.test(value));
  fc.assert(fc.property(text, (value) => {
    assert.equal(decode(bytesOf(value))?.text, value);
  }));
});
