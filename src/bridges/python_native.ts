/**
 * From Python to C and C++ through modules that are made for it: by the tables and structures of its C
 * API, pybind11, nanobind, Boost.Python and PyTorch's libraries.
 */
import { C_LANGUAGES } from "./native_languages.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { PythonExtensions } from "./python_extensions.ts";

const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
/** Macros that make a module. */
const MODULES = [
  "PYBIND11_MODULE",
  "PYBIND11_EMBEDDED_MODULE",
  "NB_MODULE",
  "BOOST_PYTHON_MODULE",
  "TORCH_LIBRARY",
  "TORCH_LIBRARY_FRAGMENT",
  "TORCH_LIBRARY_IMPL",
];
/** Libraries whose calls give functions and classes their names. */
const LIBRARIES = ["pybind11", "nanobind", "boost-python", "PyTorch"];
/** Function that an interpreter calls for a module, by the module's name. */
const INIT = "PyInit_";

class PythonNative {
  readonly #links: Links;
  readonly #extensions: PythonExtensions;
  /** Classes by the tables that hold their methods, as each file names these. */
  readonly #classes = new Map<ProjectFile, Map<string, string>>();

  constructor(links: Links) {
    this.#links = links;
    this.#extensions = new PythonExtensions(links);
  }

  link(): void {
    for (const means of MODULES) {
      for (const site of this.#links.offers(means, NATIVE)) this.#module(site);
    }
    for (const site of this.#links.offers("PyModuleDef", NATIVE)) this.#module(site);
    for (const symbol of this.#links.functionsStarting(INIT, NATIVE)) this.#initialized(symbol);
    this.#types();
    for (const site of this.#links.offers("PyMethodDef", NATIVE)) {
      const table = this.#links.ownerOf(site);
      this.#offer(site, this.#links.nameOf(site), this.#classOf(site.file, table), "PyMethodDef");
    }
    for (const means of LIBRARIES) {
      for (const site of this.#links.offers(means, NATIVE)) {
        this.#offer(site, this.#links.nameOf(site), this.#links.ownerOf(site), means);
      }
    }
    this.#extensions.link();
  }

  #module(site: Site): void {
    this.#extensions.module(this.#links.nameOf(site), site.file);
  }

  #initialized(symbol: number): void {
    const file = this.#links.project.fileOfSymbol(symbol);
    this.#extensions.module(file.nameOf(symbol - file.firstSymbol).slice(INIT.length), file);
  }

  /** Types, and which tables hold their methods. */
  #types(): void {
    for (const site of this.#links.offers("PyTypeObject", NATIVE)) {
      this.#offer(site, this.#links.nameOf(site), "", "PyTypeObject");
    }
    for (const site of this.#links.offers("tp_methods", NATIVE)) {
      this.#own(site.file, this.#links.writtenName(site), this.#links.nameOf(site));
    }
    const slots = new Map<string, Site[]>();
    for (const site of this.#links.offers("PyType_Slot", NATIVE)) {
      append(slots, this.#links.ownerOf(site), site);
    }
    for (const spec of this.#links.offers("PyType_Spec", NATIVE)) {
      const own = slots.get(this.#links.writtenName(spec)) ?? [];
      for (const slot of own) if (slot.file === spec.file) this.#slot(spec, slot);
    }
  }

  #slot(spec: Site, slot: Site): void {
    const name = this.#links.nameOf(spec);
    if (this.#links.nameOf(slot) === "tp_methods") {
      this.#own(slot.file, this.#links.writtenName(slot), name);
    } else this.#offer(slot, name, "", "PyType_Slot");
  }

  #own(file: ProjectFile, table: string, name: string): void {
    const tables = this.#classes.get(file) ?? new Map<string, string>();
    this.#classes.set(file, tables.set(table, name));
  }

  /** Class whose methods a table holds; "" for a table of functions. */
  #classOf(file: ProjectFile, table: string): string {
    const own = this.#classes.get(file)?.get(table);
    if (own !== undefined) return own;
    const elsewhere = [...this.#classes.values()].flatMap((tables) => tables.get(table) ?? []);
    return elsewhere.length === 1 ? elsewhere[0]! : "";
  }

  #offer(site: Site, name: string, owner: string, means: string): void {
    const symbols = this.#links.resolve(site).targets.map(({ symbol }) => symbol);
    this.#extensions.offer({ name, owner, file: site.file, symbols, means });
  }
}

/** Python to modules in C and C++. */
export const pythonNative: Linker = { link: (links) => new PythonNative(links).link() };
