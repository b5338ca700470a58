/**
 * Which functions a shell script knows: its own, those of the files that it sources, and, where it is
 * sourced itself, those of the script around it. A command that is none of them is a program.
 */
import { Binding, Import, ImportKind, Kind, Sym } from "../../extract/facts.ts";
import { Certainty, EvidenceCode } from "../edges.ts";
import { includeStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { type FoundPath, ScriptPaths } from "../script_paths.ts";

const NOTHING: readonly Entity[] = [];
/** More files than this in one session say nothing. */
const MOST_FILES = 200;
const LANGUAGE = "bash";

/** A file whose functions another may call, and how surely. */
type Reached = ReadonlyMap<number, number>;

class BashModules implements Modules {
  readonly ambientEvidence = EvidenceCode["wildcard-import"];
  readonly #project: Project;
  readonly #paths: ScriptPaths;
  readonly #sessions = new Map<number, Reached>();
  readonly #sources = new Map<number, FoundPath[]>();
  readonly #sourcedBy = new Map<number, FoundPath[]>();

  constructor(project: Project) {
    this.#project = project;
    this.#paths = new ScriptPaths(project, (language) => language === LANGUAGE);
    for (const file of project.files) if (file.language === LANGUAGE) this.#readSources(file);
  }

  #readSources(file: ProjectFile): void {
    const imports = file.table("imports");
    for (let at = 0; at < imports.length; at += Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.include) continue;
      const found = this.#find(file, file.text(imports[at + Import.SPECIFIER]!));
      if (found === undefined || found.file === file.id) continue;
      append(this.#sources, file.id, found);
      append(this.#sourcedBy, found.file, { file: file.id, confidence: found.confidence });
    }
  }

  /** Bats looks for its helpers with and without their ending. */
  #find(file: ProjectFile, path: string): FoundPath | undefined {
    return this.#paths.find(file.path, path) ?? this.#paths.find(file.path, `${path}.bash`);
  }

  locate(file: number, specifier: string): Located {
    const found = this.#find(this.#project.file(file), specifier);
    if (found === undefined) return undefined;
    return { module: { key: this.#project.file(found.file).path, files: [found.file] } };
  }

  exported(module: Module, name: string): readonly Entity[] {
    return module.files.flatMap((file) => this.#defined(file, name, Certainty.exact));
  }

  ambient(file: number, name: string): readonly Entity[] {
    for (const [other, confidence] of this.#session(file)) {
      const found = this.#defined(other, name, confidence);
      if (found.length > 0) return found;
    }
    return this.#isKnown(name) ? NOTHING : [{ tag: "external", name }];
  }

  #isKnown(name: string): boolean {
    const id = this.#project.nameId(name);
    return id >= 0 && this.#project.symbolsNamed(id).some((symbol) => {
      const file = this.#project.fileOfSymbol(symbol);
      return file.language === LANGUAGE && isFunction(file, symbol - file.firstSymbol);
    });
  }

  #defined(id: number, name: string, confidence: number): readonly Entity[] {
    const file = this.#project.file(id);
    const nameId = this.#project.nameId(name);
    if (nameId < 0) return NOTHING;
    for (let row = file.firstBinding(0, nameId); row >= 0; row = file.nextBinding(row)) {
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol >= 0 && isFunction(file, symbol)) {
        return [{ tag: "symbol", symbol: file.firstSymbol + symbol, confidence }];
      }
    }
    return NOTHING;
  }

  /** What a script sources, then what runs around it where it is sourced. */
  #session(file: number): Reached {
    let session = this.#sessions.get(file);
    if (session === undefined) {
      const reached = new Map<number, number>();
      follow([[file, Certainty.exact]], this.#sources, reached);
      const around = new Map<number, number>();
      follow([[file, Certainty.inferred]], this.#sourcedBy, around);
      follow([...around], this.#sources, reached);
      this.#sessions.set(file, session = reached);
    }
    return session;
  }
}

function isFunction(file: ProjectFile, symbol: number): boolean {
  const kind = file.symbol(symbol, Sym.KIND);
  return kind === Kind.function || kind === Kind.macro;
}

/** Adds what is reached from some files; a way is as sure as its least sure step. */
function follow(
  from: readonly (readonly [file: number, confidence: number])[],
  along: ReadonlyMap<number, readonly FoundPath[]>,
  reached: Map<number, number>,
): void {
  for (const [file, confidence] of from) if (!reached.has(file)) reached.set(file, confidence);
  for (const [file, confidence] of reached) {
    for (const next of along.get(file) ?? []) {
      if (reached.size > MOST_FILES) return;
      if (!reached.has(next.file)) {
        reached.set(next.file, Math.max(confidence, next.confidence));
      }
    }
  }
}

/** Bash's module system. */
export const bashModules: ModuleSystem = {
  structure: includeStructure,
  open: (project: Project): Modules => new BashModules(project),
};
