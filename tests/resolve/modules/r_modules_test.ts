/** What R names mean across files, asked of the module system itself. */
import { deepEqual, equal } from "node:assert/strict";
import { Extractor } from "../../../src/extract/extractor.ts";
import { manifestFacts } from "../../../src/extract/manifest_facts.ts";
import { readGrammar } from "../../../src/index/grammar_files.ts";
import { loadLanguage } from "../../../src/languages/registry.ts";
import type { Entity, Modules } from "../../../src/resolve/module_system.ts";
import { Project } from "../../../src/resolve/project.ts";

const extractor = await Extractor.create(readGrammar);
const r = await loadLanguage("r");
await extractor.prepare(r);

/** A project of R files by path, and R's module system at work on it. */
class Opened {
  readonly #project = new Project();
  readonly #modules: Modules;

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      const read = r.manifests?.[path.slice(path.lastIndexOf("/") + 1)];
      const facts = read === undefined
        ? extractor.extract(path, text, "r")
        : manifestFacts(path, "r", 1, read(text, path));
      this.#project.add(path, facts);
    }
    this.#project.seal();
    this.#modules = r.modules.open(this.#project);
  }

  /** What a name means in a file: paths of files, names outside. */
  meaning(path: string, name: string): string[] {
    return this.#modules.ambient(this.#project.fileAt(path), name).map((one) => this.#said(one));
  }

  /** Files that a specifier in a file denotes; the name of a package outside. */
  located(path: string, specifier: string): string[] | string {
    const located = this.#modules.locate(this.#project.fileAt(path), specifier, 0);
    if (located === undefined) return "nothing";
    if ("external" in located) return located.external;
    return located.module.files.map((file) => this.#project.file(file).path);
  }

  /** Methods and the generic functions that they belong to. */
  overrides(): string[] {
    const named = (symbol: number): string => {
      const file = this.#project.fileOfSymbol(symbol);
      return file.nameOf(symbol - file.firstSymbol);
    };
    return [...this.#modules.overrides?.() ?? []].map(({ method, generic }) =>
      `${named(method)} of ${typeof generic === "number" ? named(generic) : generic}`
    );
  }

  #said(entity: Entity): string {
    if (entity.tag === "external") return entity.name;
    return entity.tag === "binding" ? this.#project.file(entity.file).path : entity.tag;
  }
}

Deno.test("a script sees what runs in the same session, and nothing else", () => {
  const opened = new Opened({
    "run/a.R": `source("lib.R"); source("helpers/more.R")`,
    "run/lib.R": "lib <- function() more()",
    "run/helpers/more.R": "more <- function() 1",
    "run/alone.R": "alone <- function() 2",
  });
  deepEqual(opened.meaning("run/lib.R", "more"), ["run/helpers/more.R"]);
  deepEqual(opened.meaning("run/a.R", "lib"), ["run/lib.R"]);
  deepEqual(opened.meaning("run/a.R", "alone"), []);
  deepEqual(opened.meaning("run/a.R", "median"), ["stats::median"]);
});

Deno.test("a script with packages attached is not sure which package a name of R's is from", () => {
  const opened = new Opened({ "a.R": "library(dplyr)" });
  deepEqual(opened.meaning("a.R", "filter"), ["filter"]);
  deepEqual(opened.meaning("a.R", "paste"), ["base::paste"]);
});

Deno.test("paths are found from the file, from the folders around it, and by their end", () => {
  const opened = new Opened({
    "project/scripts/deep/main.R": "1",
    "project/R/one.R": "1",
    "project/R/two.r": "1",
  });
  const from = "project/scripts/deep/main.R";
  deepEqual(opened.located(from, "R/one.R"), ["project/R/one.R"]);
  deepEqual(opened.located(from, "../../R/two.r"), ["project/R/two.r"]);
  deepEqual(opened.located(from, "*/one.R"), ["project/R/one.R"]);
  deepEqual(opened.located(from, "/home/someone/R/two.r"), ["project/R/two.r"]);
  deepEqual(opened.located(from, "R/"), ["project/R/one.R", "project/R/two.r"]);
  equal(opened.located(from, "missing.R"), "nothing");
  equal(opened.located(from, "ggplot2"), "ggplot2");
});

Deno.test("files that source each other in a circle are one session", () => {
  const opened = new Opened({
    "a.R": `source("b.R"); a <- function() b()`,
    "b.R": `source("a.R"); b <- function() a()`,
  });
  deepEqual(opened.meaning("a.R", "b"), ["b.R"]);
  deepEqual(opened.meaning("b.R", "a"), ["a.R"]);
});

Deno.test("a package that re-exports what another package of the project offers passes it on", () => {
  const opened = new Opened({
    "core/DESCRIPTION": "Package: core",
    "core/NAMESPACE": "export(f)\nS3method(print, thing)",
    "core/R/f.R": "f <- function() 1\nhidden <- function() 2\nprint.thing <- function(x, ...) 3",
    "face/DESCRIPTION": "Package: face",
    "face/NAMESPACE": "import(core)\nexport(f)",
    "face/R/face.R": "face <- function() f()",
  });
  deepEqual(opened.meaning("face/R/face.R", "f"), ["core/R/f.R"]);
  deepEqual(opened.meaning("face/R/face.R", "hidden"), ["core::hidden"]);
  deepEqual(opened.overrides(), ["print.thing of base::print"]);
});

Deno.test("methods are found by name where no NAMESPACE registers them", () => {
  const opened = new Opened({
    "a.R": "area <- function(x) UseMethod('area')\n" +
      "area.default <- function(x) 1\nprint.area <- function(x, ...) 2\n" +
      "t.test <- function(x) 3\narea_of <- function(x) 4\nnot.a.method <- function(x) 5",
  });
  deepEqual(opened.overrides(), ["area.default of area", "print.area of base::print"]);
});
