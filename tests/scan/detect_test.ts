import assert from "node:assert/strict";
import fc from "fast-check";
import { LanguageTable } from "../../src/scan/detect.ts";

const LANGUAGES = [
  { id: "python", extensions: [".py", ".pyi"], interpreters: ["python"] },
  { id: "typescript", extensions: [".ts", ".mts"] },
  { id: "javascript", extensions: [".js", ".jsx"], interpreters: ["node"] },
  {
    id: "r",
    extensions: [".R", ".r"],
    filenames: [".Rprofile"],
    folders: { R: [".q"] },
    interpreters: ["Rscript"],
  },
  { id: "c", extensions: [".c", ".h"] },
  { id: "cpp", extensions: [".cc", ".cpp", ".C"] },
  { id: "objc", extensions: [".mm"] },
  { id: "matlab", extensions: [".m"], interpreters: ["octave"] },
  { id: "perl", extensions: [".pl", ".pm", ".t"], interpreters: ["perl"] },
  { id: "pascal", extensions: [".pas", ".pp", ".inc"] },
  { id: "php", extensions: [".php", ".blade.php"] },
  { id: "docker", extensions: [], filenames: ["Dockerfile"], stems: ["Dockerfile"] },
  { id: "actions", extensions: [], folders: { ".github/workflows": [".yml"] } },
  { id: "ruby", extensions: [".rb"], filenames: ["Rakefile"], interpreters: ["ruby"] },
];
const TABLE = new LanguageTable(LANGUAGES);

function expect(path: string, head: string, language: string | undefined): void {
  assert.equal(TABLE.detect(path, head), language, `${path}: ${head}`);
}

Deno.test("names decide without content", () => {
  const cases: [string, string | undefined][] = [
    ["a.py", "python"],
    ["src/deep/a.PY", "python"],
    ["a.test.ts", "typescript"],
    ["a.C", "cpp"],
    ["a.c", "c"],
    ["a.blade.php", "php"],
    ["Rakefile", "ruby"],
    ["sub/.Rprofile", "r"],
    ["Dockerfile", "docker"],
    ["sub/Dockerfile.gpu", "docker"],
    ["notDockerfile.gpu", undefined],
    [".github/workflows/ci.yml", "actions"],
    ["sub/.github/workflows/a.b.yml", "actions"],
    [".github/other/ci.yml", undefined],
    ["workflows/ci.yml", undefined],
    ["R/old.q", "r"],
    ["packages/one/R/old.q", "r"],
    ["src/old.q", undefined],
    ["R/deep/old.q", undefined],
    ["a.png", undefined],
    ["py", undefined],
    ["", undefined],
  ];
  for (const [path, language] of cases) assert.equal(TABLE.detect(path), language, path);
});

Deno.test("needsContent is true for shared extensions and for names without one", () => {
  for (const path of ["a.h", "a.m", "a.pl", "a.t", "a.R", "bin/tool", "a.inc", "a.H"]) {
    assert.ok(TABLE.needsContent(path), path);
  }
  for (const path of ["a.py", "a.cc", "a.png", "Rakefile", "a.C"]) {
    assert.ok(!TABLE.needsContent(path), path);
  }
});

Deno.test("couldBeSource takes what detect may know", () => {
  for (const path of ["a.py", "bin/tool", "a.h", "Rakefile"]) {
    assert.ok(TABLE.couldBeSource(path), path);
  }
  for (const path of ["a.png", "a.txt", ".gitignore"]) assert.ok(!TABLE.couldBeSource(path), path);
});

Deno.test("what needs no content is decided the same with any content", () => {
  const path = fc.constantFrom("a.py", "a.ts", "Rakefile", "a.png", "a.C", "b.blade.php");
  fc.assert(fc.property(path, fc.string(), (name, head) => {
    assert.equal(TABLE.detect(name, head), TABLE.detect(name));
  }));
});

Deno.test("detect never throws and answers only languages of its table", () => {
  const ids = new Set<string | undefined>([undefined, ...LANGUAGES.map(({ id }) => id)]);
  const name = fc.constantFrom("a.h", "a.m", "a.pl", "a.pm", "a.t", "a.r", "a.inc", "a.pp", "x");
  const line = fc.constantFrom(
    "#!",
    "%{",
    "/*",
    '"',
    "'",
    "#ifdef __cplusplus",
    "#endif",
    "@",
    "\\",
  );
  const head = fc.array(fc.oneof(line, fc.string())).map((lines) => lines.join("\n"));
  fc.assert(fc.property(name, head, (path, text) => {
    assert.ok(ids.has(TABLE.detect(path, text)));
  }));
});

Deno.test("#! lines", () => {
  expect("run", "#!/usr/bin/env python3\n", "python");
  expect("run", "#!/usr/bin/python3.11 -u\n", "python");
  expect("run", "#! /usr/bin/env -S FOO=1 Rscript --vanilla\n", "r");
  expect("run", "#!/opt/bin/perl5.36.0 -w", "perl");
  expect("run", "#!C:\\Perl\\bin\\perl.exe\r\n", "perl");
  expect("run", "#!/bin/sh\n#-*-perl-*-\neval 'exec perl -x -S $0 ${1+\"$@\"}'\n", "perl");
  expect("run", "#!/bin/sh\necho hello\n", undefined);
  expect("LICENSE", "Permission is hereby granted\n", undefined);
  expect("run", "#!\n", undefined);
  expect("run", "#!/usr/bin/env\n", undefined);
});

Deno.test(".m is MATLAB unless its first code line can only be Objective-C", () => {
  const objc = [
    "@interface A : NSObject",
    "@implementation A",
    "@protocol P",
    "@class A;",
    "@import UIKit;",
    "#import <Foundation/Foundation.h>",
    '#include "a.h"',
    "#define A 1",
    "#pragma once",
    '//\n//  A.m\n//\n\n#import "A.h"',
    "/* a\n * b */\n\n@implementation A",
    '/* a */ #import "A.h"',
    '#ifdef TEST\n#import "A.h"',
    '\uFEFF#import "A.h"\r\n',
  ];
  for (const head of objc) expect("a.m", head, "objc");
  const matlab = [
    "",
    "% only a comment",
    "function y = f(x)\n% #import\n",
    "%% Title\n\nclassdef A < handle",
    "%{\n#import <x>\n@implementation\n%}\nx = 1;",
    "# Octave comment\nfunction f()",
    "@sin;",
    "x = 1; // not a comment here",
    "#importantly = 3",
  ];
  for (const head of matlab) expect("a.m", head, "matlab");
  expect("a.m", '(* ::Package:: *)\nBeginPackage["A`"]', undefined);
  expect("a.m", "% Mercury\n:- module a.\n", undefined);
});

Deno.test(".h is C, C++ or Objective-C by content", () => {
  const c = [
    "",
    "#ifndef A_H\n#define A_H\nint f(const char *s);\nstruct a { unsigned b : 3; };\n#endif",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif',
    "#if defined(__cplusplus)\nnamespace a { }\n#else\nint f(void);\n#endif",
    "/* class A { public: virtual ~A(); }; std::vector */\nint f(void);",
    '// template <typename T>\nstatic const char *s = "std::string";',
    "typedef struct { int class_id; } a; // using namespace std",
    "int f(int a, int b) { return a & b; }",
    "#error don't do that\nint x;",
  ];
  for (const head of c) expect("a.h", head, "c");
  const cpp = [
    "namespace a {\nint f();\n}",
    "inline namespace v1 {\n}",
    "template <typename T>\nT max(T a, T b);",
    "class A;",
    "class API A : public B {\npublic:\n  A();\n};",
    "#include <vector>\nint f();",
    "#include <cstdint>",
    "using std::string;",
    "struct A : public B { int x; };",
    "enum class Color { Red };",
    "void f(const Foo& x);",
    "struct A {\n  A() = default;\n  int f() const;\n};",
    "bool operator==(A a, A b);",
    "inline int f() { return static_cast<int>(3.0); }",
    "int f(A *a = nullptr);",
    "Rcpp::NumericVector f(Rcpp::NumericVector x);",
  ];
  for (const head of cpp) expect("a.h", head, "cpp");
  const objc = [
    "#import <UIKit/UIKit.h>\n",
    "@class A;\n",
    "NS_ASSUME_NONNULL_BEGIN\n@interface A : NSObject\n@end",
    "@protocol P <NSObject>\n- (void)f;\n@end",
    "typedef NS_ENUM(NSInteger, A) { B };",
  ];
  for (const head of objc) expect("a.h", head, "objc");
  expect("a.h", "/* @interface */ int x;", "c");
});

Deno.test(".pl, .pm and .t are Perl unless they are something else", () => {
  expect("a.pl", "use strict;\nmy $x = 1;\n", "perl");
  expect("a.pl", 'print "hello\\n";\n', "perl");
  expect("a.pl", "foo();\n", "perl");
  expect("a.pl", ":- module(a, [b/1]).\nb(X) :- c(X).\n", undefined);
  expect("a.pl", "parent(tom, bob).\nanc(X, Y) :- parent(X, Y).\n", undefined);
  expect("a.pl", "#!/usr/bin/swipl\nb(1).\n", undefined);
  expect("a.pl", "#!/usr/bin/perl\n", "perl");
  expect("a.pl", "# % :- looks odd\nsub a { }\n", "perl");
  expect("Makefile.PL", "use ExtUtils::MakeMaker;\n", "perl");
  expect("a.pm", "package A;\n1;\n", "perl");
  expect("a.pm", "use v6;\nunit module A;\n", undefined);
  expect("a.pm", "/* XPM */\nstatic char *a[] = {", undefined);
  expect("a.t", "use Test::More;\n", "perl");
  expect("a.t", "#!/usr/bin/env perl\nok 1;\n", "perl");
  expect("a.t", "Setup\n\n  $ hg init\n", undefined);
  expect("a.t", "", undefined);
});

Deno.test(".r is R unless it is Rebol or a resource", () => {
  expect("a.R", "f <- function(x) x\n", "r");
  expect("a.r", "", "r");
  expect("a.r", 'REBOL [ Title: "a" ]\nprint 1', undefined);
  expect("a.R", "; note\n\nRebol [ ]\n", undefined);
  expect("a.r", "resource 'STR ' (128) { \"a\" };", undefined);
});

Deno.test(".inc and .pp only when content says so", () => {
  expect("a.inc", "<?php\nfunction f() {}\n", "php");
  expect("a.inc", "#define A 1\nint f(void);\n", "c");
  expect("a.inc", "{$IFDEF FPC}\n", "pascal");
  expect("a.inc", "procedure Foo;\nbegin\nend;\n", "pascal");
  expect("a.inc", "mov ax, bx\n", undefined);
  expect("a.pp", "unit a;\ninterface\n", "pascal");
  expect("a.pp", "class apache { package { 'httpd': } }\n", undefined);
});

Deno.test("a language that the table lacks is not answered", () => {
  const table = new LanguageTable([{ id: "matlab", extensions: [".m"] }]);
  assert.equal(table.detect("a.m", "#import <A.h>"), undefined);
  assert.equal(table.detect("a.m", "x = 1"), "matlab");
});

Deno.test("settings weigh more than the table and than content", () => {
  const table = new LanguageTable(LANGUAGES, new Map([[".h", "cpp"], [".foo", "python"]]));
  assert.equal(table.detect("a.h", "int f(void);"), "cpp");
  assert.equal(table.detect("a.foo"), "python");
  assert.ok(!table.needsContent("a.h"));
  assert.ok(table.couldBeSource("a.foo"));
});

Deno.test("a first claim to an extension stands", () => {
  const table = new LanguageTable([
    { id: "one", extensions: [".x"] },
    { id: "two", extensions: [".x"] },
  ]);
  assert.equal(table.detect("a.x"), "one");
});
