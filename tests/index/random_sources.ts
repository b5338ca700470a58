/** Sources of several languages whose few names meet each other all the time. */
import fc from "fast-check";
import { BEAM, type Family, HASKELL, OCAML } from "./functional_sources.ts";
import { LINKED } from "./linked_sources.ts";

/** A piece of a file: some definitions, an import, calls. */
export interface Piece {
  readonly path: string;
  readonly text: string;
}

const TYPES = ["Alpha", "Beta", "Gamma", "Delta", "Omega"] as const;
const FUNCTIONS = ["run", "load", "save", "find", "make", "step", "join"] as const;
const type = fc.constantFrom(...TYPES);
const name = fc.constantFrom(...FUNCTIONS);
const some = fc.constantFrom<string>(...TYPES, ...FUNCTIONS);

/** The text of a template whose `T`, `U`, `f`, `g`, `h`, `n` and `M` in braces are filled in. */
function filled(templates: readonly string[], modules: readonly string[]): fc.Arbitrary<string> {
  return fc.record({
    template: fc.constantFrom(...templates),
    T: type,
    U: type,
    f: name,
    g: name,
    h: name,
    n: some,
    k: some,
    M: fc.constantFrom(...modules),
  }).map(({ template, ...values }) =>
    template.replace(/\{([TUfghnkM])\}/g, (_, key: keyof typeof values) => values[key])
  );
}

const PYTHON: Family = {
  paths: [
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/b.py",
    "pkg/sub/__init__.py",
    "pkg/sub/c.py",
    "main.py",
  ],
  modules: [
    "pkg",
    "pkg.a",
    "pkg.b",
    "pkg.sub",
    "pkg.sub.c",
    ".a",
    ".b",
    ".",
    "..a",
    ".sub",
    "outside",
  ],
  templates: [
    "from {M} import {n}\n",
    "from {M} import {n} as {k}\n",
    "from {M} import *\n",
    "import pkg.a\npkg.a.{f}()\n",
    "import pkg.sub.c as {n}\n{n}.{f}()\n",
    "__all__ = ['{n}', '{k}']\n",
    "class {T}({U}):\n    def {f}(self):\n        return self.{g}().{h}()\n",
    "class {T}:\n    item: {U}\n    def __init__(self, x: {U}):\n        self.x = x\n    def {f}(self):\n        self.x.{g}()\n        return self.item.{h}()\n",
    "class {T}({U}):\n    pass\n",
    "def {f}(x: {T}) -> {U}:\n    return x.{g}()\n",
    "def {f}():\n    return {T}()\n",
    "def {f}():\n    y = {g}()\n    return y.{h}()\n",
    "{n} = {k}\n",
    "def {f}():\n    return {g}()\n",
    "def {f}(x: {T} = None):\n    return x\n",
    "def {f}():\n    def inner():\n        return {g}()\n    return inner\n{h}()()\n",
    "class {T}({U}):\n    def __call__(self):\n        return {T}()\n    def __iter__(self):\n        yield {U}()\n",
    "for z in {f}():\n    z.{g}()\n",
    "{f}()().{g}()\n",
    "{f}({T}()).{g}()\n",
    "@{f}\ndef {g}(a=None):\n    {h}(a)\n",
    "def use(z):\n    z.{f}()\n",
    "{n} = {'a': {f}, 'b': {g}}\n",
    "{n}: dict = {'a': {f}}\n{k}: list = [{g}, {h}]\n",
    "def use(k):\n    {n}[k]()\n    {k}.get(k)()\n    for z in {n}: z()\n",
    "import pytest\n@pytest.fixture\ndef {f}():\n    return {T}()\n",
    "def test_{f}({g}):\n    {g}.{h}()\n",
  ],
};

const TYPESCRIPT: Family = {
  paths: ["web/a.ts", "web/b.ts", "web/index.ts", "web/lib/index.ts", "web/view.tsx", "web/old.js"],
  modules: ["./a", "./b", "./lib", "../a", "./index", ".", "./old", "./view", "react"],
  templates: [
    'import { {n} } from "{M}";\n',
    'import { {n} as {k} } from "{M}";\n',
    'import * as ns from "{M}";\nns.{f}();\nnew ns.{T}().{g}();\n',
    'import {n} from "{M}";\n',
    'export * from "{M}";\n',
    'export * as {n} from "{M}";\n',
    'export { {n} as {k} } from "{M}";\n',
    'export { default } from "{M}";\n',
    "export default class {T} { {f}() { return this.{g}(); } }\n",
    "export class {T} extends {U} { {f}() { return this.{g}().{h}(); } }\n",
    "export class {T} implements {U} { constructor(private x: {U}) {} {f}(): {U} { return this.x.{g}(); } }\n",
    "export interface {T} { {f}(): {U}; }\n",
    "export type {T} = {U};\n",
    "export function {f}(x: {T}): {U} { return x.{g}(); }\n",
    "export const {f} = () => {g}().{h}();\n",
    "const {f} = require('{M}');\n{f}.{g}();\n",
    "module.exports = { {f}, {g}: {h} };\n",
    "exports.{f} = function () { {g}(); };\n",
    "{f}(new {T}());\n",
    "export function {f}() { return {g}(); }\n{f}().{h}();\n",
    "export const {f} = () => ({ {g}: {h}, {h}: () => {g}() });\n{f}().{h}().{g}();\n",
    "export function {f}(x: (y: {T}) => void) { {g}((z) => z.{h}()); }\n",
    "export const {n} = new {T}();\n{n}.{f}();\n",
    "export const {n} = { {f}, {g}: {h} };\n",
    "export const {n}: Record<string, {T}> = { {f} };\n{k}.{g}(1);\n",
    "export const {n}: {T}[] = [{f}, {g}];\nfor (const z of {k}) z();\n",
    "export function {f}(k) { {n}[k](); new {k}[k](); {g}(k)(); }\n",
  ],
};

const R: Family = {
  paths: ["R/a.R", "R/b.R", "NAMESPACE", "DESCRIPTION", "script.R", "tests/testthat/test-a.R"],
  modules: ["R/a.R", "a.R", "script.R", "stats"],
  templates: [
    "export({n})\nS3method({f}, {T})\n",
    "Package: x\n",
    "importFrom(stats, {f})\n",
    "{f} <- function(x) UseMethod('{f}')\n",
    "{f}.{T} <- function(x) {g}(x)\n",
    "{f} <- function(x, ...) {\n  {g}(x)\n  lapply(x, {h})\n}\n",
    "setClass('{T}', contains = '{U}')\n",
    "setGeneric('{f}', function(x) standardGeneric('{f}'))\n",
    "setMethod('{f}', '{T}', function(x) {g}(x))\n",
    "{T} <- R6::R6Class('{T}', inherit = {U}, public = list({f} = function() self${g}(), x = NULL))\n",
    "y <- {T}$new()\ny${f}()\n",
    "source('{M}')\n{f}(1)\n",
    "{f} <- function() {g}()\n{f}()${h}()\n",
    "x |> {f}() |> stats::{g}()\n",
    "{f} <- function(x) .Call(C_{g}, x)\n",
    ".Call('{f}', {g}(1))\n",
    "useDynLib(x, .fixes = 'C_')\n",
  ],
};

const GO: Family = {
  paths: ["go.mod", "p/a.go", "p/b.go", "p/a_test.go", "q/c.go", "r/q/d.go", "main.go"],
  modules: ["example.com/x/p", "example.com/x/q", "example.com/x/r/q", "fmt"],
  templates: [
    'import "{M}"\n',
    'import . "{M}"\n',
    "type {T} struct { {U}; x *{U} }\n",
    "type {T} interface { {f}() {U} }\n",
    "type {T} interface { {f}() {U}; {g}() }\n",
    "func (t *{T}) {f}() {U} { return t.{g}() }\n",
    "func (t {T}) {f}() { t.x.{g}() }\n",
    "func {f}() *{T} { return &{T}{} }\n",
    "func {f}(x {T}) { x.{g}(); {h}() }\n",
    "func init() { p.{f}().{g}(); q.{h}() }\n",
    "func {f}() *q.{T} { return nil }\n",
    "func (t {T}) {f}() q.{U} { return nil }\n",
    "type {T} interface { {f}() q.{U} }\n",
    "type {T} = {U}\n",
    "var {n} = {f}()\n",
    "func {f}() { for _, x := range {g}() { x.{h}() } }\n",
    "type {T} struct { {f} func(int) int }\n",
    "var {n} = {T}{ {f}: {g} }\n",
    'var {n} = map[string]{T}{"a": {f}}\n',
    "func {f}(k string, t {T}) { {n}[k](1); t.{g}(1) }\n",
  ],
};

const C: Family = {
  paths: ["c/a.c", "c/b.c", "c/a.h", "c/include/b.h", "c/d.cpp", "c/d.hpp"],
  modules: ["a.h", "b.h", "include/b.h", "d.hpp", "stdio.h"],
  templates: [
    '#include "{M}"\n',
    "int {f}(int x);\n",
    "int {f}(int x) { return {g}(x); }\n",
    "static int {f}(void) { return {g}(1) + {h}(2); }\n",
    "#define {n}(x) {f}(x)\n",
    "struct {T} { int (*{f})(int); struct {U} *next; };\n",
    "void use(struct {T} *t) { t->{f}(1); t->next->{g}(2); }\n",
    "struct {T} table = { .{f} = {g} };\n",
    'static const R_CallMethodDef table[] = { {"{f}", (DL_FUNC) &{g}, 1}, {"{h}", (DL_FUNC) &{f}, 1} };\n',
  ],
};

const CPP: Family = {
  paths: ["c/d.cpp", "c/d.hpp", "c/e.cc"],
  modules: ["d.hpp", "a.h", "e.hpp"],
  templates: [
    '#include "{M}"\n',
    "class {T} : public {U} { public: virtual int {f}(); {U} x; };\n",
    "int {T}::{f}() { return x.{g}(); }\n",
    "namespace ns { int {f}(int x) { return {g}(x); } }\n",
    "using namespace ns;\n",
    "template<class X> int {f}(X x) { return x.{g}(); }\n",
    "// [[Rcpp::export]]\nint {f}(int x) { return {g}(x); }\n",
    "int main() { {T} t; auto u = t.{f}(); ns::{g}(1); return {h}(2); }\n",
  ],
};

const PERL: Family = {
  paths: ["lib/Alpha.pm", "lib/Beta.pm", "lib/Gamma/Alpha.pm", "bin/go.pl"],
  modules: ["Alpha", "Beta", "Gamma::Alpha", "strict"],
  templates: [
    "package {T};\n",
    "package Gamma::Alpha;\n",
    "use {M};\n",
    "use {M} qw({f} {g});\n",
    "use parent '{M}';\n",
    "our @EXPORT_OK = qw({f} {g});\nuse Exporter 'import';\n",
    "sub {f} { my ($self) = @_; $self->{g}; {h}(1); return $self }\n",
    "sub new { bless {}, shift }\n",
    "{M}->new->{f};\n",
    "my $x = {T}->new;\n$x->{f}->{g};\n",
    "{M}::{f}(2);\n",
  ],
};

const JULIA: Family = {
  paths: ["src/Top.jl", "src/a.jl", "src/b.jl"],
  modules: ["a.jl", "b.jl", "Top.jl"],
  templates: [
    'module {T}\ninclude("{M}")\nexport {f}\nend\n',
    'include("{M}")\n',
    "using .{T}\n{f}(1)\n",
    "import .{T}: {f}\n",
    "struct {T} <: {U}\n  x::{U}\nend\n",
    "abstract type {T} end\n",
    "{f}(x::{T}) = {g}(x)\n",
    "function {f}(x::{T})::{U}\n  {g}.(x)\n  {h}(x.x)\nend\n",
  ],
};

const RUST: Family = {
  paths: ["Cargo.toml", "src/lib.rs", "src/a.rs", "src/b/mod.rs", "src/b/c.rs", "src/main.rs"],
  modules: ["crate", "crate::a", "crate::b", "crate::b::c", "super", "self", "x::a", "std::fmt"],
  templates: [
    "pub mod a;\n",
    "pub mod b;\n",
    "pub mod c;\n",
    "use {M}::{n};\n",
    "use {M}::{n} as {k};\n",
    "use {M}::*;\n",
    "pub use {M}::{n};\n",
    "pub struct {T} { pub x: {U} }\n",
    "pub enum {T} { One({U}), Two }\n",
    "pub type {T} = {U};\n",
    "pub trait {T} { fn {f}(&self) -> {U}; fn {g}(&self) { self.{h}(); } }\n",
    "impl {T} { pub fn {f}(&self) -> {U} { self.x.{g}() } }\n",
    "impl {T} { pub fn new() -> Self { {f}() } }\n",
    "impl {M}::{T} { pub fn {f}(&self) { self.{g}(); } }\n",
    "impl {T} for {U} { fn {f}(&self) { self.{g}() } }\n",
    "impl {M}::{T} for {U} { fn {f}(&self) { {g}() } }\n",
    "impl<X> {T} for X { fn {f}(&self) {} }\n",
    "impl {T} for String { fn {f}(&self) {} }\n",
    "pub fn {f}(x: {T}) -> {U} { x.{g}() }\n",
    "pub fn {f}() -> {T} { let y = {M}::{g}(); y.{h}(); {T}::new() }\n",
    "fn go(x: &dyn {T}) { x.{f}().{g}(); {U}::{h}(x); }\n",
  ],
};

const MATLAB: Family = {
  paths: ["m/run.m", "m/load.m", "m/Alpha.m", "m/+pkg/find.m", "m/@Beta/save.m", "m/script.m"],
  modules: ["pkg"],
  templates: [
    "function y = {f}(x)\n  y = {g}(x);\nend\n",
    "classdef {T} < {U}\n  methods\n    function y = {f}(obj)\n      y = obj.{g}();\n    end\n  end\nend\n",
    "z = {T}();\nz.{f}();\n",
    "w = pkg.{f}({g}(1));\n",
    "import pkg.{f}\n{f}(2);\n",
  ],
};

const DOCUMENTS: Family = {
  paths: ["doc.Rmd", "pkg/b.qmd", "vignettes/c.Rmd"],
  modules: ["pkg", "pkg.a", "R/a.R", "script.R"],
  templates: [
    "```{r}\n{f} <- function(x) {g}(x)\n```\n",
    "```{r}\nsource('{M}')\n{f}(1) |> {g}()\n```\n",
    "```{python}\nfrom {M} import {n}\n{n}()\n```\n",
    "```{python}\nclass {T}({U}):\n    def {f}(self):\n        return self.{g}()\n```\n",
    "```{julia}\n{f}(x) = {g}(x)\n```\n",
    "Words, {f}(1), and `r {g}(2)`.\n",
  ],
};

const FAMILIES = [
  PYTHON,
  TYPESCRIPT,
  R,
  GO,
  C,
  CPP,
  PERL,
  JULIA,
  RUST,
  MATLAB,
  DOCUMENTS,
  BEAM,
  HASKELL,
  OCAML,
];

/** A piece for any file of any of the languages. */
export const piece: fc.Arbitrary<Piece> = fc.constantFrom(...FAMILIES).chain((family) =>
  fc.record({
    path: fc.constantFrom(...family.paths),
    text: filled(family.templates, family.modules),
  })
);

/** A piece for any file of one of the languages. */
export function pieceOf(family: number): fc.Arbitrary<Piece> {
  return pieceIn(FAMILIES[family % FAMILIES.length]!);
}

function pieceIn({ paths, templates, modules }: Family): fc.Arbitrary<Piece> {
  return fc.record({ path: fc.constantFrom(...paths), text: filled(templates, modules) });
}

/** What stands on either side of bridges, by language. */
const CROSSING: readonly Family[] = [
  {
    paths: ["pkg/__init__.py", "pkg/use.py", "main.py"],
    modules: ["pkg._ext", "._ext", ".use", "pkg.use", "pkg"],
    templates: [
      "from {M} import {f}\n{f}(1)\n",
      "from {M} import {f} as {g}\n{g}(1)\n",
      "from . import _ext\ndef {f}():\n    return _ext.{g}().{h}()\n",
      "import pkg._ext\npkg._ext.{T}().{f}()\n",
      "import ctypes\nlib = ctypes.CDLL('x')\nlib.{f}(1)\n",
      "def __getattr__(name):\n    return 1\n",
      "def {f}(x):\n    return {g}(x)\n",
      "from rpy2.robjects.packages import importr\nimportr('x').{f}()\n",
    ],
  },
  {
    paths: ["c/ext.c", "c/ext.cpp"],
    modules: ["a.h"],
    templates: [
      "int {f}(int x) { return {g}(x); }\n",
      'static PyMethodDef {g}_methods[] = { {"{f}", (PyCFunction){g}, 1}, {NULL} };\n',
      'static PyTypeObject {T}Type = { .tp_name = "_ext.{T}", .tp_methods = {g}_methods, .tp_init = {f} };\n',
      "PyMODINIT_FUNC PyInit__ext(void) { return {f}(1); }\n",
      'PYBIND11_MODULE(_ext, m) { m.def("{f}", &{g}); py::class_<{T}>(m, "{T}").def("{h}", &{T}::{h}); }\n',
      "int Java_{T}_{f}(void) { return {g}(1); }\n",
      "void mexFunction(int n) { {f}(n); }\n",
    ],
  },
  {
    paths: ["rust/src/lib.rs", "rust/src/b.rs"],
    modules: ["b"],
    templates: [
      'extern "C" { fn {f}(x: i32) -> i32; }\n',
      '#[no_mangle]\npub extern "C" fn {f}(x: i32) -> i32 { x }\n',
      "#[pyfunction]\nfn {f}(x: i32) -> i32 { {g}(x) }\n",
      "#[pyclass]\nstruct {T};\n#[pymethods]\nimpl {T} { #[new] fn make() -> Self { {T} } fn {f}(&self) {} }\n",
      "#[pymodule]\nfn _ext() {}\n",
    ],
  },
  {
    paths: ["jl/a.jl"],
    modules: ["pkg.use"],
    templates: [
      '{f}(n) = ccall((:{g}, "lib"), Cint, (Cint,), n)\n',
      "{f}(n) = @ccall lib.{g}(n::Cint)::Cint\n",
      'm = pyimport("{M}")\n{h}() = m.{f}()\n',
    ],
  },
  {
    paths: ["Alpha.java", "Beta.java"],
    modules: ["x"],
    templates: ["class {T} { native int {f}(); int use() { return {f}(); } }\n"],
  },
  {
    paths: ["perl/Alpha.pm", "perl/use.pl"],
    modules: ["Alpha", "Beta"],
    templates: [
      "package {T};\nsub {f} { my $self = shift; {g}(1); $self->{h} }\n",
      "use {M} qw({f});\n{f}(1);\n{T}->{g};\n{T}::{h}(2);\n",
      "my $x = {T}->new;\n$x->{f};\n",
    ],
  },
  {
    paths: ["perl/Alpha.xs"],
    modules: ["x"],
    templates: [
      "MODULE = {T}    PACKAGE = {T}\n\nint\n{f}(x)\n    int x\n  CODE:\n    RETVAL = {g}(x);\n\nBOOT:\n\n",
    ],
  },
  {
    paths: ["m/a.m", "m/ext.m"],
    modules: ["x"],
    templates: [
      "function y = {f}(x)\n  y = ext(x);\n  z = py.pkg.use.{g}(x);\nend\n",
      "% EXT help\n",
    ],
  },
];

/** A piece for any file of some languages between which there are bridges. */
export const bridgedPiece: fc.Arbitrary<Piece> = fc.oneof(
  ...[R, C, CPP, ...CROSSING].map(pieceIn),
);

const FLASK: Family = {
  paths: ["web/__init__.py", "web/a.py", "web/b.py", "main.py"],
  modules: [".a", ".b", "web.a", "web.b", "web"],
  templates: [
    "from flask import Flask, Blueprint\n",
    "from {M} import {f}\n",
    "from {M} import {f} as {g}\n",
    "{f} = Flask(__name__)\n",
    "{f} = Blueprint('{f}', __name__, url_prefix='/{g}')\n",
    "{f}.register_blueprint({g}, url_prefix='/{h}')\n",
    "{f}.register_blueprint({g})\n",
    "@{f}.route('/{h}/<int:{g}>', methods=['POST', 'GET'])\ndef {g}():\n    return {h}()\n",
    "@{f}.get('/{n}')\ndef {h}():\n    pass\n",
    "def {g}({f}):\n    {f}.add_url_rule('/{n}', view_func={h})\n",
    "class {T}({U}):\n    def get(self):\n        return {f}()\n",
    "{f}.add_url_rule('/{n}', view_func={T}.as_view('{n}'))\n",
  ],
};

const DJANGO: Family = {
  paths: ["site/__init__.py", "site/urls.py", "site/a.py", "site/b.py"],
  modules: ["site.a", "site.b", "site.urls", ".a", ".urls"],
  templates: [
    "from django.urls import path, include\n",
    "from {M} import {f}\n",
    "from {M} import {f}, {T}\n",
    "ROOT_URLCONF = '{M}'\n",
    "urlpatterns = [path('{f}/', {g}), path('{h}/<int:{g}>/', {T}.as_view())]\n",
    "urlpatterns += [path('{f}/', include('{M}'))]\n",
    "{f} = [path('{g}/', {h}), path('{n}/', include({g}))]\n",
    "urlpatterns = [path('{f}/', include(({g}, '{g}')))]\n",
    "def {g}(request):\n    return {h}()\n",
    "class {T}({U}):\n    def get(self):\n        return {f}()\n",
  ],
};

const EXPRESS: Family = {
  paths: ["web/a.js", "web/b.js", "web/index.js", "main.js"],
  modules: ["./a", "./b", "./web", "."],
  templates: [
    'const express = require("express");\n',
    'const {f} = require("{M}");\n',
    'const { {f}, {g} } = require("{M}");\n',
    "var {f} = express();\n",
    "var {f} = express.Router();\n",
    "module.exports = {f};\n",
    "exports.{f} = {g};\n",
    '{f}.use("/{g}", {h});\n',
    '{f}.get("/{g}/:{h}", {g});\n',
    '{f}.route("/{g}").post((req, res) => { {h}(); });\n',
    "function {f}({g}) {\n  {g}.put('/{n}', {h});\n  return {h};\n}\n",
  ],
};

/** A piece for any file of a project that serves routes. */
export const routedPiece: fc.Arbitrary<Piece> = fc.oneof(...[FLASK, DJANGO, EXPRESS].map(pieceIn));

/** How many sorts of projects there are for {@link linkedPieceOf}. */
export const LINKED_COUNT = LINKED.length;

/** A piece for any file of a project of one sort that frameworks and their kin look at. */
export function linkedPieceOf(sort: number): fc.Arbitrary<Piece> {
  return pieceIn(LINKED[sort]!);
}

/** How many languages there are for {@link pieceOf}. */
export const FAMILY_COUNT = FAMILIES.length;

/** What a file of a path must begin with, whatever else is in it. */
export function headOf(path: string): string {
  if (path === "Cargo.toml") return '[package]\nname = "x"\n';
  if (path === "go.mod") return "module example.com/x\n";
  if (path.endsWith(".go")) {
    return `package ${path.split("/").at(-2) ?? "main"}\n`;
  }
  return "";
}
