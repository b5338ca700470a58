/**
 * Names of files that are read into one session: shell scripts that source each other, makefiles and
 * workflows that include others. A file knows its own names, those of the files that it includes, and,
 * where it is included itself, those of the file around it.
 */
import { Binding, Import, ImportKind, Sym } from "../../extract/facts.ts";
import { Certainty, EvidenceCode } from "../edges.ts";
import { includeStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { type FoundPath, ScriptPaths } from "../script_paths.ts";

/** How a language shares names in a session. */
export interface SessionRules {
  readonly language: string;
  /** Kinds of the symbols that other files know. */
  readonly kinds: ReadonlySet<number>;
  /** What may be left out at the end of an included path. */
  readonly endings?: readonly string[];
  /** Whether a name that no file of the project defines is a program outside. */
  readonly unknownIsOutside?: boolean;
  /** What it is called there, where a file knows it by another name. */
  readonly outsideName?: (name: string) => string;
  /** What a name that nothing is called by may match: the pattern of a symbol's name. */
  readonly matches?: (pattern: string, name: string) => boolean;
}

const NOTHING: readonly Entity[] = [];
/** More files than this in one session say nothing. */
const MOST_FILES = 200;
/** More patterns than this say nothing of a name. */
const MOST_PATTERNS = 2;

/** The files of a session, and how surely they are in it. */
type Reached = ReadonlyMap<number, number>;

/** A symbol whose name is a pattern. */
interface Pattern {
  readonly text: string;
  readonly symbol: number;
}

/** Which files run in one session. */
export class Sessions {
  readonly #project: Project;
  readonly #paths: ScriptPaths;
  readonly #endings: readonly string[];
  readonly #sessions = new Map<number, Reached>();
  readonly #includes = new Map<number, FoundPath[]>();
  readonly #includedBy = new Map<number, FoundPath[]>();

  constructor(project: Project, language: string, endings: readonly string[] = []) {
    this.#project = project;
    this.#endings = ["", ...endings];
    this.#paths = new ScriptPaths(project, (id) => id === language);
    for (const file of project.files) if (file.language === language) this.#readIncludes(file);
  }

  #readIncludes(file: ProjectFile): void {
    const imports = file.table("imports");
    for (let at = 0; at < imports.length; at += Import.STRIDE) {
      if (imports[at + Import.KIND] !== ImportKind.include) continue;
      const found = this.find(file, file.text(imports[at + Import.SPECIFIER]!));
      if (found === undefined || found.file === file.id) continue;
      append(this.#includes, file.id, found);
      append(this.#includedBy, found.file, { file: file.id, confidence: found.confidence });
    }
  }

  /** The file that a path means in a file. */
  find(file: ProjectFile, path: string): FoundPath | undefined {
    for (const ending of this.#endings) {
      const found = this.#paths.find(file.path, path + ending);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The file itself, what it includes, then what runs around it where it is included. */
  of(file: number): Reached {
    let session = this.#sessions.get(file);
    if (session === undefined) {
      const reached = new Map<number, number>();
      follow([[file, Certainty.exact]], this.#includes, reached);
      const around = new Map<number, number>();
      follow([[file, Certainty.inferred]], this.#includedBy, around);
      follow([...around], this.#includes, reached);
      this.#sessions.set(file, session = reached);
    }
    return session;
  }

  /** As a module: one file that a path means. */
  locate(file: number, specifier: string): Located {
    const found = this.find(this.#project.file(file), specifier);
    if (found === undefined) return undefined;
    return { module: { key: this.#project.file(found.file).path, files: [found.file] } };
  }
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

class SessionModules implements Modules {
  readonly ambientEvidence = EvidenceCode["wildcard-import"];
  readonly #project: Project;
  readonly #rules: SessionRules;
  readonly #sessions: Sessions;
  readonly #patterns = new Map<number, readonly Pattern[]>();

  constructor(project: Project, rules: SessionRules) {
    this.#project = project;
    this.#rules = rules;
    this.#sessions = new Sessions(project, rules.language, rules.endings);
  }

  locate(file: number, specifier: string): Located {
    return this.#sessions.locate(file, specifier);
  }

  exported(module: Module, name: string): readonly Entity[] {
    return module.files.flatMap((file) => this.#defined(file, name, Certainty.exact));
  }

  ambient(file: number, name: string): readonly Entity[] {
    const session = this.#sessions.of(file);
    for (const [other, confidence] of session) {
      const found = this.#defined(other, name, confidence);
      if (found.length > 0) return found;
    }
    if (this.#rules.matches !== undefined) return this.#matching(session, name);
    return this.#rules.unknownIsOutside === true && !this.#isKnown(name)
      ? [{ tag: "external", name: this.#rules.outsideName?.(name) ?? name }]
      : NOTHING;
  }

  #isKnown(name: string): boolean {
    const id = this.#project.nameId(name);
    return id >= 0 && this.#project.symbolsNamed(id).some((symbol) => {
      const file = this.#project.fileOfSymbol(symbol);
      return file.language === this.#rules.language &&
        this.#isShared(file, symbol - file.firstSymbol);
    });
  }

  #isShared(file: ProjectFile, symbol: number): boolean {
    return this.#rules.kinds.has(file.symbol(symbol, Sym.KIND));
  }

  #defined(id: number, name: string, confidence: number): readonly Entity[] {
    const file = this.#project.file(id);
    const nameId = this.#project.nameId(name);
    if (nameId < 0) return NOTHING;
    const found: Entity[] = [];
    for (let row = file.firstBinding(0, nameId); row >= 0; row = file.nextBinding(row)) {
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 || !this.#isShared(file, symbol)) continue;
      found.push({ tag: "symbol", symbol: file.firstSymbol + symbol, confidence });
    }
    return found;
  }

  /** Symbols of a session whose names are patterns that a name matches. */
  #matching(session: Reached, name: string): readonly Entity[] {
    const { matches } = this.#rules;
    const found: Entity[] = [];
    for (const [file, known] of session) {
      const confidence = Math.max(known, Certainty.inferred);
      for (const { text, symbol } of this.#patternsOf(file)) {
        if (matches?.(text, name) === true) found.push({ tag: "symbol", symbol, confidence });
      }
    }
    return found.length > MOST_PATTERNS ? NOTHING : found;
  }

  #patternsOf(id: number): readonly Pattern[] {
    let patterns = this.#patterns.get(id);
    if (patterns === undefined) {
      const file = this.#project.file(id);
      const found: Pattern[] = [];
      for (let symbol = 1; symbol < file.count("symbols"); symbol++) {
        if (!this.#isShared(file, symbol)) continue;
        const text = file.nameOf(symbol);
        if (text.includes("%")) found.push({ text, symbol: file.firstSymbol + symbol });
      }
      this.#patterns.set(id, patterns = found);
    }
    return patterns;
  }
}

/** The module system of a language whose files share sessions. */
export function sessionModules(rules: SessionRules): ModuleSystem {
  return {
    structure: includeStructure,
    open: (project: Project): Modules => new SessionModules(project, rules),
  };
}
