/** Edits whose effect lies far from them: after each a synced index must say what a new one says. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { logicalDump } from "./logical_dump.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** A file that is changed, removed (`undefined`) or added, and a file whose edges change with it. */
interface Trap {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly edits: Readonly<Record<string, string | undefined>>;
  /** Edges that stand in this file must be others afterwards, or the trap would catch nothing; "" for none. */
  readonly touched: string;
}

/** Functions of which each gives what the next one gives, and calls that go through ever more of them. */
function longChain(length: number): string {
  const numbers = Array.from({ length }, (_, at) => at);
  const functions = numbers.map((at) => `def f${at}():\n    return f${at + 1}()\n`);
  const calls = numbers.map((at) => `f${at}().go()\n`).reverse();
  return `class A:\n    def go(self): pass\n${
    functions.join("")
  }def f${length}():\n    return A()\n${calls.join("")}`;
}

/** A package of JavaScript under a name that its path does not say. */
const ENTRY: Trap["files"] = {
  "packages/lib/package.json": '{"name":"@o/core","main":"src/main.js"}',
  "packages/lib/src/main.js": "exports.f = function () {};\n",
  "app/a.js": 'const core = require("@o/core");\ncore.f();\n',
};

/** A controller of ASP.NET under the path of its base, which may have types inside it. */
const CONTROLLERS = `using Microsoft.AspNetCore.Mvc;
[ApiController] [Route("api/find")] public class Omega : ControllerBase { }
public class Beta : Omega { public int make() { return find(); } [HttpPost] public int load() => 1; }
`;

/** A callback of Rails that is a method of a module, whose class inherits from it and it from that. */
const CALLBACK: Trap["files"] = {
  "delta.rb": "module Delta\n  def run; run; end\nend\n",
  "alpha.rb": "class Alpha < Delta\n  before_save :find, unless: :run\nend\n",
};

const TRAPS: readonly Trap[] = [
  {
    title: "the file goes that a manifest gives as what a package is",
    files: ENTRY,
    edits: { "packages/lib/src/main.js": undefined },
    touched: "app/a.js",
  },
  {
    title: "the file comes that a manifest gives as what a package is",
    files: { ...ENTRY, "packages/lib/src/main.js": "", "packages/lib/src/other.js": "" },
    edits: { "packages/lib/src/main.js": undefined, "packages/lib/src/main.ts": "export {};\n" },
    touched: "app/a.js",
  },
  {
    title: "the file goes that stands for a folder, which is required as two dots",
    files: {
      "web/index.js": "exports.f = function () {};\n",
      "web/x/b.js": 'const around = require("..");\naround.f();\n',
    },
    edits: { "web/index.js": undefined },
    touched: "web/x/b.js",
  },
  {
    title: "the only file goes by which a framework is known",
    files: { ...CALLBACK, "job.rb": "class Job\n  include Sidekiq::Job\nend\n" },
    edits: { "job.rb": "class Job\nend\n" },
    touched: "alpha.rb",
  },
  {
    title: "what a framework looks for is written for the first time",
    files: {
      ...CALLBACK,
      "alpha.rb": "class Alpha < Delta\nend\n",
      "job.rb": "class Job\n  include Sidekiq::Job\nend\n",
    },
    edits: { "alpha.rb": CALLBACK["alpha.rb"] },
    touched: "alpha.rb",
  },
  {
    title: "an interface of the same name comes before a class whose base gives it its path",
    files: { "Api.cs": CONTROLLERS },
    edits: { "Api.cs": `public interface Beta { int make(); }\n${CONTROLLERS}` },
    touched: "Api.cs",
  },
  {
    title: "a class comes to inherit from what inherits from it",
    files: {
      ...CALLBACK,
      "job.rb": "class Job\n  include Sidekiq::Job\nend\n",
      "user.rb": "class User < Delta\n  def index; run; end\nend\n",
    },
    edits: {
      ...CALLBACK,
      "alpha.rb": `${CALLBACK["alpha.rb"]}# once more\n`,
      "delta.rb": `${CALLBACK["delta.rb"]}class Delta < Alpha\nend\n`,
    },
    touched: "",
  },
  {
    title: "a page comes to load another file that defines what a script beside it calls",
    files: {
      "site/page.html": '<script src="a.js"></script>\n<script src="run.js"></script>\n',
      "site/a.js": "function draw() {}\n",
      "site/b.js": "function draw() {}\n",
      "site/run.js": "draw();\n",
    },
    edits: { "site/page.html": '<script src="b.js"></script>\n<script src="run.js"></script>\n' },
    touched: "site/run.js",
  },
  {
    title: "a page whose scripts call what another one defines goes",
    files: {
      "page.html": '<script>function draw() {}</script>\n<script src="run.js"></script>\n',
      "run.js": "draw();\n",
    },
    edits: { "page.html": undefined },
    touched: "run.js",
  },
  {
    title: "a sub of Perl is written for a package that no file declares",
    files: {
      "lib/User.pm":
        "package User;\nsub run { Never::Declared::lift(1); Never::Declared->drop }\n1;\n",
      "lib/Patch.pm": "package Patch;\n1;\n",
    },
    edits: {
      "lib/Patch.pm":
        "package Patch;\nsub Never::Declared::lift { 1 }\nsub Never::Declared::drop { 2 }\n1;\n",
    },
    touched: "lib/User.pm",
  },
  {
    title: "a file of Julia comes to lie in a folder that is included as a whole",
    files: {
      "src/Shop.jl":
        'module Shop\nfor f in readdir("parts")\n  include(joinpath("parts", f))\nend\nrun() = tax(1)\nend\n',
      "src/parts/a.jl": "one() = 1\n",
    },
    edits: { "src/parts/b.jl": "tax(x) = one()\n" },
    touched: "src/Shop.jl",
  },
  {
    title: "what reads a file of Nix gives it another function",
    files: {
      "all.nix": "let a = x: x; b = y: y; in import ./user.nix { run = a; }\n",
      "user.nix": "{ run }: { one = run 1; }\n",
    },
    edits: { "all.nix": "let a = x: x; b = y: y; in import ./user.nix { run = b; }\n" },
    touched: "user.nix",
  },
  {
    title: "a flake gives another set, of which a part of it takes a member",
    files: {
      "flake.nix": "{ outputs = { self }: { lib = import ./one.nix; }; }\n",
      "one.nix": "{ make = x: x; }\n",
      "two.nix": "{ make = y: y; }\n",
      "part.nix": "{ self }: { made = self.lib.make 1; }\n",
    },
    edits: { "flake.nix": "{ outputs = { self }: { lib = import ./two.nix; }; }\n" },
    touched: "part.nix",
  },
  {
    title: "a call through thirty others is looked at alone, whose values were all known before",
    files: { "chain.py": longChain(30), "use.py": "from chain import f0\nf0().go()\n" },
    edits: { "use.py": "from chain import f0\n\nf0().go()\n" },
    touched: "use.py",
  },
  {
    title: "an object of Scala that is imported whole inherits more",
    files: {
      "Api.scala": "package a\ntrait W { def write(): Int = 1 }\nobject Api\n",
      "Use.scala": "package b\nimport a.Api._\nclass U { write() }\n",
    },
    edits: { "Api.scala": "package a\ntrait W { def write(): Int = 1 }\nobject Api extends W\n" },
    touched: "Use.scala",
  },
  {
    title: "what is mixed into suites of Ruby is mixed in nearer",
    files: {
      "helper.rb":
        "RSpec.configure { |c| c.include Helpers }\nmodule Helpers\n  def help; end\nend\n",
      "a/item_spec.rb": 'describe "x" do\n  it("y") { help }\nend\n',
      "b/other.rb": "module Others\n  def help; end\nend\n",
    },
    edits: { "a/config.rb": "RSpec.configure { |c| c.include Others }\n" },
    touched: "a/item_spec.rb",
  },
  {
    title: "a method of Ruby comes to run its block on another object",
    files: {
      "shop.rb":
        "class Shop\n  def self.serve(&block)\n    block.call\n  end\n  def buy; end\nend\n",
      "main.rb": "Shop.serve { buy }\n",
    },
    edits: {
      "shop.rb":
        "class Shop\n  def self.serve(&block)\n    new.instance_eval(&block)\n  end\n  def buy; end\nend\n",
    },
    touched: "main.rb",
  },
  {
    title: "NAMESPACE exports another function, which stands in a file that is as it was",
    files: {
      "DESCRIPTION": "Package: shop\n",
      "NAMESPACE": "export(total)\n",
      "R/total.R": "total <- function(x) rest(x)\nrest <- function(x) x\n",
    },
    edits: { "NAMESPACE": "export(rest)\n" },
    touched: "",
  },
  {
    title: "a module of Julia exports what an included file defines, and no longer a submodule",
    files: {
      "src/Shop.jl": 'module Shop\nexport Part\ninclude("total.jl")\nend\n',
      "src/total.jl": "total(x) = x\nmodule Part\nend\n",
    },
    edits: { "src/Shop.jl": 'module Shop\nexport total\ninclude("total.jl")\nend\n' },
    touched: "",
  },
  {
    title: "a package of Perl hands on what another defines",
    files: {
      "lib/A.pm": "package A;\nsub help { 1 }\n1;\n",
      "lib/B.pm": "package B;\nuse Exporter 'import';\nuse A 'help';\n1;\n",
    },
    edits: {
      "lib/B.pm":
        "package B;\nuse Exporter 'import';\nuse A 'help';\nour @EXPORT_OK = ('help');\n1;\n",
    },
    touched: "",
  },
  {
    title: "a file of Nix comes to give what another asks for by name",
    files: {
      "user.nix": "{ helper }: { one = helper.run 1; }\n",
      "other.nix": "{ }: { other = x: x; }\n",
    },
    edits: { "other.nix": "{ }: { helper = { run = x: x; }; }\n" },
    touched: "user.nix",
  },
  {
    title: "a module of Cython is declared in a file of its own",
    files: {
      "pool.pyx": "cdef class Pool:\n    def run(self):\n        self.mem.alloc()\n",
      "mem.pyx": "cdef class Mem:\n    def alloc(self):\n        pass\n",
    },
    edits: { "pool.pxd": "from mem cimport Mem\ncdef class Pool:\n    cdef Mem mem\n" },
    touched: "pool.pyx",
  },
  {
    title: "a variable of Terraform moves into the folder of a module that reads it",
    files: {
      "a/main.tf": 'resource "t" "x" {\n  name = var.name\n}\n',
      "b/variables.tf": 'variable "name" {}\n',
    },
    edits: { "b/variables.tf": undefined, "a/variables.tf": 'variable "name" {}\n' },
    touched: "a/main.tf",
  },
  {
    title: "a file of Zig that is imported gets fields, so that it is a type",
    files: {
      "main.zig": 'const S = @import("s.zig");\nfn f(s: *S) void {\n    s.run();\n}\n',
      "s.zig": "pub fn run(self: anytype) void {\n    _ = self;\n}\n",
    },
    edits: {
      "s.zig": "x: u8,\npub fn run(self: *@This()) void {\n    _ = self;\n}\n",
    },
    touched: "main.zig",
  },
  {
    title: "a workflow file that another includes comes to be",
    files: {
      "main.nf": "include { A } from './mods/a'\nworkflow { A() }\n",
      "other/main.nf": 'process A { """ true """ }\n',
    },
    edits: { "mods/a/main.nf": 'process A { """ true """ }\n' },
    touched: "main.nf",
  },
  {
    title: "a file is made by another rule, and an included file has another function",
    files: {
      "Snakefile": 'include: "rules/a.smk"\nrule all:\n    input: "x/1.txt", files()\n',
      "rules/a.smk": 'include: "b.smk"\nrule a:\n    output: "x/{n}.txt"\n',
      "rules/b.smk": "def files(): return []\n",
    },
    edits: {
      "rules/a.smk": 'rule a:\n    output: "y/{n}.txt"\nrule b:\n    output: "x/{n}.txt"\n',
    },
    touched: "Snakefile",
  },
  {
    title: "a shell script that another sources brings functions for a third",
    files: {
      "run.sh": ". ./lib/all.sh\nstep\n",
      "lib/all.sh": "true\n",
      "lib/steps.sh": "step() { :; }\n",
      "old/steps.sh": "step() { :; }\n",
    },
    edits: { "lib/all.sh": '. "$(dirname "$0")/steps.sh"\n' },
    touched: "run.sh",
  },
  {
    title: "a script that a command line names comes to lie nearer",
    files: {
      "work/run.sh": "step() { python tools/clean.py; }\n",
      "tools/clean.py": "print(1)\n",
    },
    edits: { "work/tools/clean.py": "print(2)\n" },
    touched: "work/run.sh",
  },
  {
    title: "a base class comes to answer for methods that no class has",
    files: {
      "A.pm": "package A;\nuse parent 'B';\nsub go { my $self = shift; $self->magic }\n1;\n",
      "B.pm": "package B;\nsub new { bless {}, shift }\n1;\n",
    },
    edits: {
      "B.pm": "package B;\nsub new { bless {}, shift }\nsub AUTOLOAD { my $self = shift; 1 }\n1;\n",
    },
    touched: "A.pm",
  },
  {
    title: "the classes of an object say which method comes next in a file that names neither",
    files: {
      "a.R":
        "area <- function(x) UseMethod('area')\narea.disc <- function(x) NextMethod()\nsource('b.R')\n",
      "b.R": "area.circle <- function(x) 1\nmake <- function() structure(1, class = 'disc')\n",
    },
    edits: {
      "b.R":
        "area.circle <- function(x) 1\nmake <- function() structure(1, class = c('disc', 'circle'))\n",
    },
    touched: "a.R",
  },
  {
    title: "a method of a class further up comes next",
    files: {
      "DESCRIPTION": "Package: a\n",
      "R/a.R":
        'setClass("B")\nsetClass("A", contains = "B")\nsetGeneric("g", function(x) standardGeneric("g"))\n' +
        'setMethod("g", "A", function(x) callNextMethod())\n',
      "R/b.R": "other <- function() 1\n",
    },
    edits: { "R/b.R": 'setMethod("g", "B", function(x) 1)\n' },
    touched: "R/a.R",
  },
  {
    title: "an input of an app is asked for in another file",
    files: {
      "app.R": "server <- function(input, output) {\n  output$p <- renderPlot(input$n)\n}\n",
      "R/ui.R": 'part <- function() sliderInput("m")\n',
    },
    edits: { "R/ui.R": 'part <- function() sliderInput("n")\n' },
    touched: "app.R",
  },
  {
    title: "what a function returns goes through another one of the same file",
    files: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\ndef inner():\n  return A()\ndef outer():\n  return inner()\n",
      "z.py": "from x import outer\ndef go():\n  outer().m()\n",
    },
    edits: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\ndef inner():\n  return B()\ndef outer():\n  return inner()\n",
    },
    touched: "z.py",
  },
  {
    title: "a base that another file gives to a type survives an edit of the type's file",
    files: {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs":
        "pub mod b;\npub trait Shout { fn shout(&self); }\nimpl Shout for b::Speaker { fn shout(&self) {} }\n",
      "src/b.rs": "pub struct Speaker {}\npub fn go(s: Speaker) { s.shout() }\n",
    },
    edits: { "src/b.rs": "\npub struct Speaker {}\npub fn go(s: Speaker) { s.shout() }\n" },
    touched: "src/b.rs",
  },
  {
    title: "an instance of a class that can be called otherwise now",
    files: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\nclass Maker:\n  def __call__(self): return A()\n",
      "y.py": "from x import Maker\ndef maker(): return Maker()\n",
      "z.py": "from y import maker\ndef go():\n  maker()().m()\n",
    },
    edits: {
      "x.py":
        "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\nclass Maker:\n  def __call__(self): return B()\n",
    },
    touched: "z.py",
  },
  {
    title: "a member that an instance inherits from elsewhere now",
    files: {
      "x.py": "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\nclass Base(A): pass\n",
      "y.py": "from x import Base\nclass Own(Base): pass\ndef make(): return Own()\n",
      "z.py": "from y import make\ndef go():\n  make().m()\n",
    },
    edits: {
      "x.py": "class A:\n  def m(self): pass\nclass B:\n  def m(self): pass\nclass Base(B): pass\n",
    },
    touched: "z.py",
  },
  {
    title: "what a closure returns that a function returns",
    files: {
      "x.ts":
        "export class A { m() {} }\nexport class B { m() {} }\nexport function inner() { return new A(); }\n",
      "y.ts":
        'import { inner } from "./x";\nexport function outer() { return () => inner(); }\nexport const api = { make: () => ({ deep: inner }) };\n',
      "z.ts":
        'import { api, outer } from "./y";\nexport function go() { outer()().m(); api.make().deep().m(); }\n',
    },
    edits: {
      "x.ts":
        "export class A { m() {} }\nexport class B { m() {} }\nexport function inner() { return new B(); }\n",
    },
    touched: "z.ts",
  },
  {
    title: "what a callback is given",
    files: {
      "x.ts": "export class A { m() {} }\nexport class B { m() {} }\nexport type Item = A;\n",
      "y.ts":
        'import type { Item } from "./x";\nexport function each(f: (item: Item) => void) {}\n',
      "z.ts": 'import { each as all } from "./y";\nall((item) => item.m());\n',
    },
    edits: {
      "x.ts": "export class A { m() {} }\nexport class B { m() {} }\nexport type Item = B;\n",
    },
    touched: "z.ts",
  },
  {
    title: "a name that comes through a wildcard",
    files: {
      "a.py": "class Far:\n  def m(self): pass\n",
      "c.py": "def near(): return Far()\n",
      "d.py": "from c import near\ndef go():\n  near().m()\n",
    },
    edits: { "c.py": "from a import *\ndef near(): return Far()\n" },
    touched: "d.py",
  },
  {
    title: "a method of a generic function that stands in another file now",
    files: {
      "a.R": "area <- function(x) UseMethod('area')\n",
      "b.R": "area.circle <- function(x) 1\n",
      "c.R": "other <- function() 1\n",
    },
    edits: {
      "a.R": "nothing <- function() 1\n",
      "c.R": "area <- function(x) UseMethod('area')\n",
    },
    touched: "b.R",
  },
  {
    title: "scripts that a third one brings together",
    files: {
      "main.R": "source('a.R')\nsource('b.R')\n",
      "a.R": "first <- function() 1\n",
      "b.R": "second <- function() first()\n",
      "other/a2.R": "first <- function() 2\n",
    },
    edits: { "main.R": "source('other/a2.R')\nsource('b.R')\n" },
    touched: "b.R",
  },
  {
    title: "a C file that becomes a program",
    files: {
      "a/used.c": "int used(int x) { return x; }\n",
      "b/user.c": "int go(void) { return used(1); }\n",
    },
    edits: { "a/used.c": "int used(int x) { return x; }\nint main(void) { return 0; }\n" },
    touched: "b/user.c",
  },
  {
    title: "an interface with another method that only a third file has",
    files: {
      "go.mod": "module example.com/x\n",
      "i.go": "package x\ntype Face interface { Read(n int) }\n",
      "t.go": "package x\ntype Thing struct{}\n",
      "read.go": "package x\nfunc (t Thing) Read(n int) {}\n",
    },
    edits: { "i.go": "package x\ntype Face interface { Read(n int); Write() }\n" },
    touched: "read.go",
  },
  {
    title: "a method whose parameters no longer fit an interface that others satisfy with it",
    files: {
      "go.mod": "module example.com/x\n",
      "i.go": "package x\ntype Face interface { Read(n int); Write() }\n",
      "t.go": "package x\ntype Thing struct{}\nfunc (t Thing) Read(n int) {}\n",
      "write.go": "package x\nfunc (t Thing) Write() {}\n",
    },
    edits: { "t.go": "package x\ntype Thing struct{}\nfunc (t Thing) Read(n string, m int) {}\n" },
    touched: "write.go",
  },
  {
    title: "types keep their interfaces when functions come and go between them",
    files: {
      "go.mod": "module example.com/x\n",
      "i.go": "package x\ntype Face interface { Read(n int); Write() }\n",
      "t.go":
        "package x\nfunc first() {}\ntype Thing struct{}\nfunc (t Thing) Read(n int) { first() }\ntype Near interface { Write() }\n",
      "write.go": "package x\nfunc (t Thing) Write() { first() }\n",
    },
    edits: {
      "t.go":
        "package x\ntype Thing struct{}\nfunc last(n int) {}\nfunc (t Thing) Read(n int) { last(1) }\nfunc more() {}\ntype Near interface { Write() }\n",
    },
    touched: "write.go",
  },
  {
    title: "an alias in another file says what a method takes",
    files: {
      "go.mod": "module example.com/x\n",
      "i.go": "package x\ntype Face interface { Read(n int) }\n",
      "t.go": "package x\ntype Thing struct{}\n",
      "read.go": "package x\nfunc (t Thing) Read(n Size) {}\n",
      "size.go": "package x\nfunc f() {}\ntype Size = int\n",
    },
    edits: { "size.go": "package x\nfunc f() {}\ntype Size = string\n" },
    touched: "t.go",
  },
  {
    title: "a package is imported from elsewhere under the same name",
    files: {
      "go.mod": "module example.com/x\n",
      "a/t/t.go": "package t\ntype T struct{}\nfunc (x T) M() {}\n",
      "b/t/t.go": "package t\ntype T struct{}\nfunc (x T) M() {}\n",
      "x.go": 'package x\nimport "example.com/x/a/t"\nfunc Make() t.T { return t.T{} }\n',
      "y.go": "package x\nfunc use() { Make().M() }\n",
    },
    edits: {
      "x.go": 'package x\nimport "example.com/x/b/t"\nfunc Make() t.T { return t.T{} }\n',
    },
    touched: "y.go",
  },
  {
    title: "a method's result is a type of the same name from elsewhere",
    files: {
      "go.mod": "module example.com/x\n",
      "a/t/t.go": "package t\ntype T struct{}\nfunc (x T) M() {}\n",
      "b/t/t.go": "package t\ntype T struct{}\nfunc (x T) M() {}\n",
      "i.go": 'package x\nimport "example.com/x/a/t"\ntype I interface { Get() t.T }\n',
      "g.go": "package x\ntype G struct{}\n",
      "m.go": 'package x\nimport "example.com/x/a/t"\nfunc (g G) Get() t.T { return t.T{} }\n',
    },
    edits: {
      "m.go": 'package x\nimport "example.com/x/b/t"\nfunc (g G) Get() t.T { return t.T{} }\n',
    },
    touched: "g.go",
  },
  {
    title: "a module makes up no names any more",
    files: {
      "lib/__init__.py": "def __getattr__(name):\n    return 1\n",
      "use.py": "from lib import Thing\nthing = Thing(1)\n",
    },
    edits: { "lib/__init__.py": "one = 1\n" },
    touched: "use.py",
  },
  {
    title: "what a function returns is the same member of something else",
    files: {
      "kinds.py":
        "class One:\n    def go(self): pass\nclass Two:\n    def go(self): pass\nclass A:\n    item = One()\nclass B:\n    item = Two()\na = A()\nb = B()\n",
      "give.py": "from kinds import a, b\ndef give(): return a.item\n",
      "use.py": "from give import give\ndef use(): give().go()\n",
    },
    edits: { "give.py": "from kinds import a, b\ndef give(): return b.item\n" },
    touched: "use.py",
  },
  {
    title: "members of a class that became another kind of type",
    files: {
      "x.hpp": "class Shape { public: int area() { return 1; } };\n",
      "z.cpp": '#include "x.hpp"\nint go(Shape *s) { return s->area(); }\n',
    },
    edits: { "x.hpp": "\nstruct Shape { public: int area() { return 2; } };\nint more();\n" },
    touched: "",
  },
];

for (const trap of TRAPS) {
  Deno.test(`sync: ${trap.title}`, async () => {
    const directory = Deno.makeTempDirSync({ prefix: "codegraph-trap-" });
    try {
      const root = join(directory, "project");
      Deno.mkdirSync(join(root, ".git"), { recursive: true });
      write(root, trap.files);
      const layout = ensureLayout(root);
      const settings = settingsOf(root);
      await fullIndex({ layout, settings, pool: new ParsePool(1) });
      const before = edgesIn(layout.databasePath, trap.touched);
      write(root, trap.edits);
      await syncIndex({ layout, settings });
      assert.deepEqual(await differencesToNew(root, directory), []);
      if (trap.touched !== "") {
        assert.notDeepEqual(edgesIn(layout.databasePath, trap.touched), before);
      }
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  });
}

function write(root: string, files: Trap["edits"]): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    Deno.mkdirSync(dirname(full), { recursive: true });
    if (text === undefined) Deno.removeSync(full);
    else Deno.writeTextFileSync(full, text);
  }
}

function edgesIn(databasePath: string, path: string): string[] {
  return logicalDump(databasePath).filter((line) => line.startsWith(`["edge","${path}"`));
}

function setMeta(databasePath: string, key: string, value: string): void {
  const database = new DatabaseSync(databasePath);
  database.prepare("UPDATE meta SET value = ? WHERE key = ?").run(value, key);
  database.close();
}

Deno.test("sync builds an index of an older format, or of another engine, anew", async () => {
  const directory = Deno.makeTempDirSync({ prefix: "codegraph-format-" });
  try {
    const root = join(directory, "project");
    write(root, { "a.py": "def f(): pass\n" });
    const layout = ensureLayout(root);
    const settings = settingsOf(root);
    await fullIndex({ layout, settings, pool: new ParsePool(1) });
    const database = new DatabaseSync(layout.databasePath);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION - 1}`);
    database.close();
    assert.equal((await syncIndex({ layout, settings })).rebuilt, true);
    assert.equal((await syncIndex({ layout, settings })).rebuilt, false);
    for (const key of ["engineVersion", "engineBuild"]) {
      setMeta(layout.databasePath, key, "another");
      assert.equal((await syncIndex({ layout, settings })).rebuilt, true, key);
    }
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
