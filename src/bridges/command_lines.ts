/**
 * From command lines to what they run: scripts by their paths, Python modules, functions of R packages
 * and of MATLAB. A command line says what is run, not in which folder, so that no edge is `exact`.
 */
import { Kind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { type FoundPath, ScriptPaths } from "../resolve/script_paths.ts";
import { COMMAND_HOSTS } from "./command_hosts.ts";
import { nearest } from "../resolve/nearest.ts";

/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 2;
/** What a folder that is run begins with, by what runs it. */
const FOLDER_STARTS: Readonly<Record<string, readonly string[]>> = {
  python: ["__main__.py"],
  nextflow: ["main.nf"],
  snakemake: ["Snakefile", "workflow/Snakefile"],
  uses: ["action.yml", "action.yaml"],
};
/** Means that name a path. */
const PATHS: ReadonlySet<string> = new Set([
  "python",
  "Rscript",
  "perl",
  "julia",
  "bash",
  "node",
  "deno run",
  "ruby",
  "php",
  "lua",
  "groovy",
  "octave",
  "matlab run",
  "snakemake",
  "nextflow",
  "script",
  "COPY",
  "uses",
  "template",
  "location",
  "snakemake script",
  "snakemake notebook",
  "snakemake module",
  "Stan",
]);
/** Where workflows keep scripts that are run by their names. */
const BIN_FOLDERS: readonly string[] = ["bin", "resources/usr/bin"];
const MATLAB: ReadonlySet<string> = new Set(["matlab"]);
const R: ReadonlySet<string> = new Set(["r"]);

/** Names of makefiles, in the order in which make looks for them. */
const MAKEFILES: readonly string[] = ["GNUmakefile", "makefile", "Makefile", "Makefile.am"];

class CommandLines {
  readonly #links: Links;
  readonly #paths: ScriptPaths;
  /** Folders of R packages, ending in `/`, by the package's name. */
  readonly #packages: ReadonlyMap<string, string>;

  constructor(links: Links) {
    this.#links = links;
    this.#paths = new ScriptPaths(links.project);
    this.#packages = new Map(
      links.manifestsIn(["r"]).flatMap(({ path, manifest }) => {
        const { package: name } = manifest as { package?: string };
        return name === undefined ? [] : [[name, path.slice(0, path.lastIndexOf("/") + 1)]];
      }),
    );
  }

  link(): void {
    for (const site of this.#links.allForeignCalls(COMMAND_HOSTS)) {
      const name = this.#links.nameOf(site);
      const { means } = site;
      if (PATHS.has(means)) this.#toFile(site, this.#path(site, name, means), means);
      else if (means === "python -m") this.#toFile(site, this.#module(site, name), means);
      else if (means === "Rscript -e") this.#toPackage(site, name, means);
      else if (means === "matlab") this.#toMatlab(site, name, means);
      else if (means === "nextflow bin") this.#toFile(site, this.#inBin(site, name), "bin");
      else if (means === "cwl run") this.#toProcess(site, name, "run");
      else if (means === "make") this.#toTarget(site, name);
    }
  }

  #path(site: Site, name: string, means: string): FoundPath | undefined {
    const from = site.file.path;
    // Templates lie in a folder of that name.
    if (means === "template") return this.#paths.find(from, `templates/${name}`);
    const found = this.#paths.find(from, name);
    if (found !== undefined) return found;
    for (const start of FOLDER_STARTS[means] ?? []) {
      const inFolder = this.#paths.find(from, `${name}/${start}`);
      if (inFolder !== undefined) return inFolder;
    }
    return undefined;
  }

  /** A script that lies in a `bin` folder beside the workflow or around it. */
  #inBin(site: Site, name: string): FoundPath | undefined {
    for (const folder of BIN_FOLDERS) {
      const found = this.#paths.find(site.file.path, `${folder}/${name}`);
      if (found !== undefined && found.confidence < Certainty.heuristic) return found;
    }
    return undefined;
  }

  /** `python -m a.b`: the module, or what is run of the package. */
  #module(site: Site, name: string): FoundPath | undefined {
    const stem = name.replaceAll(".", "/");
    const from = site.file.path;
    return this.#paths.find(from, `src/${stem}/__main__.py`) ??
      this.#paths.find(from, `${stem}/__main__.py`) ?? this.#paths.find(from, `src/${stem}.py`) ??
      this.#paths.find(from, `${stem}.py`);
  }

  #toFile(site: Site, found: FoundPath | undefined, means: string): void {
    if (found === undefined || found.file === site.file.id) return;
    const { firstSymbol } = this.#links.project.file(found.file);
    const confidence = Math.max(found.confidence, Certainty.inferred);
    this.#links.bridge(site, firstSymbol, means, confidence);
  }

  /** `pkg::fun` of a package in the project. */
  #toPackage(site: Site, name: string, means: string): void {
    const [owner = "", fun = ""] = name.split("::");
    const folder = this.#packages.get(owner);
    if (folder === undefined) return;
    const symbols = this.#links.functions(fun, R)
      .filter((symbol) => this.#links.project.fileOfSymbol(symbol).path.startsWith(folder));
    this.#toSymbols(site, symbols, means);
  }

  /** A function, or else a script of that name. */
  #toMatlab(site: Site, name: string, means: string): void {
    const file = name.replaceAll(".", "/+").replace(/\/\+(?=[^/]*$)/, "/");
    const script = this.#paths.find(site.file.path, `*/${file}.m`);
    const all = this.#links.functions(name.slice(name.lastIndexOf(".") + 1), MATLAB);
    const own = script === undefined
      ? all
      : all.filter((symbol) => this.#links.project.fileOfSymbol(symbol).id === script.file);
    if (own.length > 0) this.#toSymbols(site, own, means);
    else this.#toFile(site, script, means);
  }

  /** The process of a file, of several the one with an id. */
  #toProcess(site: Site, path: string, means: string): void {
    const found = this.#paths.find(site.file.path, path);
    if (found === undefined) return;
    const file = this.#links.project.file(found.file);
    const id = this.#links.libraryOf(site);
    const rules = this.#rulesOf(file);
    const row = rules.find((rule) => file.nameOf(rule) === id) ?? rules[0] ?? 0;
    const confidence = Math.max(found.confidence, Certainty.inferred);
    this.#links.bridge(site, file.firstSymbol + row, means, confidence);
  }

  /** A target of the makefile in the folder that the command names, else of the nearest around. */
  #toTarget(site: Site, name: string): void {
    const folder = this.#links.libraryOf(site);
    const { project } = this.#links;
    for (const base of MAKEFILES) {
      const found = this.#paths.find(site.file.path, folder === "" ? base : `${folder}/${base}`);
      if (found === undefined || found.confidence === Certainty.heuristic) continue;
      const file = project.file(found.file);
      const rules = this.#rulesOf(file);
      // Without a name it is the first target that is made.
      const rule = name === "make"
        ? rules.find((row) => !/[%$]/.test(file.nameOf(row)))
        : undefined;
      const target = rule ?? rules.find((row) => file.nameOf(row) === name);
      if (target === undefined) continue;
      return this.#links.bridge(site, file.firstSymbol + target, "make", Certainty.inferred);
    }
  }

  /** Rows of the rules of a file, in document order. */
  #rulesOf(file: ProjectFile): number[] {
    this.#links.questions.noteWhole("definitions", [file.language]);
    const rows: number[] = [];
    for (let row = 1; row < file.count("symbols"); row++) {
      if (file.symbol(row, Sym.KIND) === Kind.rule) rows.push(row);
    }
    return rows;
  }

  #toSymbols(site: Site, all: readonly number[], means: string): void {
    const symbols = nearest(this.#links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    for (const symbol of symbols) {
      this.#links.bridge(site, symbol, means, Certainty.inferred, symbols.length);
    }
  }
}

/** Command lines to scripts. */
export const commandLines: Linker = { link: (links) => new CommandLines(links).link() };
