import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { maskTypeScript } from "../../../src/languages/ecmascript/mask.ts";

Deno.test("a generic call signature ends the member before it", () => {
  const text = "interface A {\n  (a: string): B\n  <T extends C>(a: T): D\n}";
  equal(maskTypeScript(text), "interface A {\n  (a: string): B\n ;<T extends C>(a: T): D\n}");
});

Deno.test("comments between signatures are passed over", () => {
  const text = "type A = {\n  a: B[]\n  // then\n  /* more */\n  <T>(\n    a: T\n  ): D\n}";
  ok(maskTypeScript(text).includes("\n ;<T>("));
});

Deno.test("what is no signature stays as it is", () => {
  for (
    const text of [
      "const f =\n  <T>(a: T): T => a",
      "call(\n  <T>(a: T): T => a,\n)",
      "return (\n  <A>\n    <B>(x)</B>\n  </A>\n)",
      "const f = (a: B) =>\n  <T>(b: T): C => b",
      "interface A {\n  <T>(a: T): D\n}",
    ]
  ) equal(maskTypeScript(text), text);
});

Deno.test("variance and type-only stars are blanked", () => {
  equal(maskTypeScript("interface A<out T, in U> {}"), "interface A<    T,    U> {}");
  equal(maskTypeScript("interface A<in out T = B> {}"), "interface A<       T = B> {}");
  equal(maskTypeScript('export type * from "a"'), 'export      * from "a"');
  equal(maskTypeScript("for (const k in object) {}"), "for (const k in object) {}");
});

Deno.test("masked text has the length of the text", () => {
  const piece = fc.constantFrom(
    "\n",
    " ",
    "<",
    ">",
    "(",
    ")",
    ":",
    "T",
    "in ",
    "out ",
    "//",
    "/*",
    "*/",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    const text = pieces.join("");
    equal(maskTypeScript(text).length, text.length);
  }));
});
