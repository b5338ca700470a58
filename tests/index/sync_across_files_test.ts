/** A synced index says the same as a new one where one file decides what another means. */
import assert from "node:assert/strict";
import type { Edit, History } from "./random_edits.ts";
import { differencesAlong } from "./rebuilt.ts";

const add = (path: string, text: string): Edit => ({ kind: "add", piece: { path, text } });
const remove = (file: number): Edit => ({ kind: "delete", file });

/** Files at the start as path and text, then one change a step. */
function historyOf(start: Readonly<Record<string, string>>, steps: readonly Edit[]): History {
  return {
    start: Object.entries(start).map(([path, text]) => ({ path, text })),
    steps: steps.map((edit) => [edit]),
  };
}

const HISTORIES: Readonly<Record<string, History>> = {
  "parts of a C# type, extensions and global imports": historyOf({
    "A.cs": "namespace P;\npartial class E { void Start() { Stop(); Warm(); } }\n",
    "B.cs": "namespace P;\npartial class E { public void Stop() { Start(); } }\n",
    "C.cs":
      "using P;\nclass Car { void Go(E e, string s) { e.Stop(); e.Late(); Glob(); s.Loud(); } }\n",
  }, [
    add("D.cs", "namespace P;\nclass Base { public void Warm() {} }\n"),
    add("F.cs", "namespace P;\npartial class E : Base { public void Late() {} }\n"),
    add("G.cs", "global using static Util.H;\n"),
    add("H.cs", "namespace Util;\nstatic class H { public static void Glob() {} }\n"),
    add("X.cs", "static class Ext { public static int Loud(this string s) => 1; }\n"),
    remove(1),
    remove(0),
  ]),
  "Ruby's reopened classes, modules and methods of no class": historyOf({
    "a.rb": "class E\n  def start\n    stop\n    warm\n  end\nend\n",
    "c.rb": "class Car\n  def go\n    E.new.stop\n    A::Util.go\n  end\nend\nhelper\n",
  }, [
    add("b.rb", "class E < Base\n  def stop; end\nend\n"),
    add("d.rb", "class Base\n  def warm; end\nend\n"),
    add("e.rb", "def helper; end\n"),
    add("f.rb", "module A\n  module Util\n    def self.go; end\n  end\nend\n"),
    remove(1),
    remove(0),
  ]),
  "Java's packages": historyOf({
    "p/A.java":
      "package p;\nimport q.*;\nclass A extends B { void go(C c) { c.run(); help(); } }\n",
    "q/C.java": "package q;\npublic class C { public void run() {} }\n",
  }, [
    add("p/B.java", "package p;\nclass B { void help() {} }\n"),
    add("p/C.java", "package p;\nclass C { void run() {} }\n"),
    remove(0),
    remove(1),
  ]),
  "Kotlin's extensions and functions of a package": historyOf({
    "a.kt": "package a\nfun go(n: N, s: String) {\n  n.twice()\n  s.shout()\n  top()\n}\n",
  }, [
    add("b.kt", "package a\nclass N\n"),
    add("c.kt", "package a\nfun N.twice() = 1\n"),
    add("d.kt", "package a\nfun String.shout() = this\n"),
    add("e.kt", "package a\nfun top() {}\n"),
    remove(2),
    remove(1),
  ]),
  "PHP's name spaces, traits and functions of no name space": historyOf({
    "a.php":
      "<?php\nnamespace A;\nuse B\\C;\nfunction go(C $c) { $c->run(); h(); (new D)->x(); }\n",
  }, [
    add("b.php", "<?php\nnamespace B;\nclass C extends D { }\n"),
    add("d.php", "<?php\nnamespace B;\nclass D { function run() {} }\n"),
    add("h.php", "<?php\nfunction h() {}\n"),
    add("i.php", "<?php\nnamespace A;\nfunction h() {}\nclass D { use T; }\n"),
    add("t.php", "<?php\nnamespace A;\ntrait T { function x() {} }\n"),
    remove(1),
    remove(2),
  ]),
};

for (const [what, history] of Object.entries(HISTORIES)) {
  Deno.test(`a sync follows ${what}`, async () => {
    assert.deepEqual(await differencesAlong(history), []);
  });
}
