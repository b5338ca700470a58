import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { parseQuotedType, type QuotedType } from "../../../src/languages/python/quoted_type.ts";

const name = (text: string, offset: number, ...args: QuotedType[]): QuotedType => ({
  tag: "name",
  name: text,
  offset,
  args,
});

Deno.test("a quoted type is a name, dotted or not", () => {
  deepEqual(parseQuotedType("Node"), name("Node", 0));
  deepEqual(parseQuotedType(" pkg.mod.Node "), name("pkg.mod.Node", 1));
});

Deno.test("arguments and unions nest, with the place of each name", () => {
  deepEqual(
    parseQuotedType("dict[str, A | None]"),
    name("dict", 0, name("str", 5), { tag: "union", parts: [name("A", 10), name("None", 14)] }),
  );
  deepEqual(
    parseQuotedType("Callable[[int], R]"),
    name("Callable", 0, name("", 9, name("int", 10)), name("R", 16)),
  );
  deepEqual(parseQuotedType("tuple[A, ...]"), name("tuple", 0, name("A", 6), name("...", 9)));
});

Deno.test("what is no type is none", () => {
  for (const text of ["", "[", "A[", "A]", "a b", "A[B", "A |", "(x)", "A[B,,C]"]) {
    equal(parseQuotedType(text), undefined, text);
  }
});

Deno.test("printed types read back, and any text ends", () => {
  const { type } = fc.letrec<{ type: string }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("A", "b.C", "None"),
      fc.tuple(
        fc.constantFrom("list", "t.Dict"),
        fc.array(tie("type"), { minLength: 1, maxLength: 3 }),
      )
        .map(([base, args]) => `${base}[${args.join(", ")}]`),
      fc.tuple(tie("type"), tie("type")).map(([a, b]) => `${a} | ${b}`),
    ),
  }));
  fc.assert(fc.property(type, (text) => equal(print(parseQuotedType(text)!), text)));
  fc.assert(fc.property(fc.string(), (text) => void parseQuotedType(text)));
});

function print(type: QuotedType): string {
  if (type.tag === "union") return type.parts.map(print).join(" | ");
  const args = type.args.length === 0 ? "" : `[${type.args.map(print).join(", ")}]`;
  return type.name + args;
}
