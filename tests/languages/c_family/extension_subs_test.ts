import { equal } from "node:assert/strict";
import { withoutSubNotation } from "../../../src/languages/c_family/extension_subs.ts";

const HEAD = "static int f(void) { return 1; }\n\nMODULE = A  PACKAGE = A\n\n";

Deno.test("subs become functions, and no offset moves", () => {
  for (
    const [subs, c] of [
      ["int\nadd(a)\n  int a\n  CODE:\n   f();\n\n", "int\nadd( ){       \n       \n   f();}\n"],
      ["int\nadd(a)\n\nint\nsub(b)\n\n", "int\nadd( ){}int\nsub( ){}"],
      ["void add()\n CODE: f();\n\n", "void add(){       f();}\n"],
      ["int\nadd(a)\n", "   \n      \n"],
      ["int\nadd(a)\n CODE:\n  f();\n", "int\nadd( ){      \n  f();}"],
      ["BOOT:\n  f();\n\nint\n", "     \n  f();\n\n   \n"],
    ] as const
  ) {
    const read = withoutSubNotation(HEAD + subs);
    equal(read.length, HEAD.length + subs.length);
    equal(read.slice(HEAD.length), c);
  }
});

Deno.test("C stays as it is", () => {
  const text = "#define MODULE 1\nint f(void) { return MODULE; }\n";
  equal(withoutSubNotation(text), text);
});
