import assert from "node:assert/strict";
import fc from "fast-check";
import {
  withoutMacros,
  withoutMacrosOfCpp,
} from "../../../src/languages/c_family/masked_macros.ts";

/** What is left of a text, its runs of spaces drawn together. */
function left(mask: (text: string) => string, text: string): string {
  const masked = mask(text);
  assert.equal(masked.length, text.length);
  return masked.replace(/ +/g, " ").trim();
}

Deno.test("macros around functions of C are blanked", () => {
  const cases: [string, string][] = [
    ["API int f(void);", "int f(void);"],
    ["static FORCE_INLINE int f(void) {", "static int f(void) {"],
    ["ALLOC_SIZE(1, 2) void *f(size_t n);", "void *f(size_t n);"],
    ["EXPORT struct a *\nf(int a) {", "struct a *\nf(int a) {"],
    ["int WINAPI f(void) {", "int f(void) {"],
    ["EXPORT void NOTHROW\n*f(int a) {", "void \n*f(int a) {"],
    [
      "static void FORMAT(PRINTF, 1, 2) f(const char *s, ...) {",
      "static void f(const char *s, ...) {",
    ],
    ["void FORMAT(PRINTF, 1, 2) NORETURN\nf(int a) {", "void \nf(int a) {"],
    ['EXPORT DEPRECATED("use g") int f(void);', "int f(void);"],
    ["    EXPORT\n    int f(int a) CHECKED;", "int f(int a) ;"],
    ['\tEXPORT DEPRECATED("use g")\n\tint f(int a);', "int f(int a);"],
    ["int f(int a) NORETURN;", "int f(int a) ;"],
    ["static int f(int a,\n  int b) PRINTF(1, 2);", "static int f(int a,\n int b) ;"],
    ["API int (*hook)(int) ATTR;", "int (*hook)(int) ;"],
    ["int f OF((int a, int b));", "int f (int a, int b) ;"],
    ["static int f(T __unused x) {", "static int f(T x) {"],
    ["DECLARE(int, name);", "DECLARE( );"],
  ];
  for (const [text, expected] of cases) assert.equal(left(withoutMacros, text), expected, text);
});

Deno.test("what is no macro before a declaration stays", () => {
  const texts = [
    "FILE *open_it(const char *path);",
    "DIR *d = opendir(x);",
    "BOOL f(int a);",
    "MAX(a, b);",
    "TEST(Suite, Name) {",
    "  return (int) BUFFER_SIZE;",
    "  if (x) RETURN;",
    "  CHECK(x)\n  int y = 1;",
    "  foo(x) LOG(y);",
    "#define API int f(void) ATTR;",
    "#define LIST \\\nAPI int f(void);",
    "x = (size_t) LIMIT;",
    "static FILE open_one(int a);",
  ];
  for (const text of texts) assert.equal(withoutMacros(text), text);
});

Deno.test("macros of classes and fields of C++ are blanked", () => {
  const cases: [string, string][] = [
    ["class API Thing : public Base {", "class Thing : public Base {"],
    ["class API Thing;", "class Thing;"],
    ["struct EXPORT(1) Thing final {", "struct Thing final {"],
    ["  Mutex* x_ GUARDED_BY(mutex_);", "Mutex* x_ ;"],
    ["  int y_ GUARDED_BY(mutex_) = 0;", "int y_ = 0;"],
  ];
  for (const [text, expected] of cases) {
    assert.equal(left(withoutMacrosOfCpp, text), expected, text);
  }
  for (
    const text of ["  return CHECK(x);", "  else LOG(x);", "  a = b + SUM(c);", "class Thing {"]
  ) {
    assert.equal(withoutMacrosOfCpp(text), text);
  }
});

Deno.test("offsets and lines stay, whatever the text", () => {
  const word = fc.constantFrom(
    ...'API int static f ( ) (( )) ; { } \n \t * , x class struct EXPORT __unused OF = " \\ # 1 const'
      .split(" "),
    " ",
    "\n",
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
  );
  fc.assert(fc.property(texts, (text) => {
    for (const mask of [withoutMacros, withoutMacrosOfCpp]) {
      const masked = mask(text);
      assert.equal(masked.length, text.length);
      for (let i = 0; i < text.length; i++) {
        if (masked[i] !== text[i]) assert.equal(masked[i], " ");
        if (text[i] === "\n") assert.equal(masked[i], "\n");
      }
    }
  }));
});
