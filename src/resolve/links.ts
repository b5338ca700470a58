/** What bridges and frameworks see of a project, and the edges that they add to it. */
import { Expr, Flag, Kind, Op, Ref, RefKind, Sym } from "../extract/facts.ts";
import { RowTable } from "../extract/facts_builder.ts";
import type { Declarations } from "./declarations.ts";
import { Certainty, Edge, EdgeCode, EvidenceCode, withMechanism } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import type { Modules } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isCallable } from "./symbol_kinds.ts";
import type { Resolved, Targets } from "./targets.ts";

/** A reference of a file. */
export interface Site {
  readonly file: ProjectFile;
  /** Row of the file's references. */
  readonly row: number;
}

/** What all linkers together add. */
export interface LinkRows {
  /** Rows of `Edge`. */
  readonly edges: Int32Array;
  /** How bridges cross, numbered as in the edges' evidence. */
  readonly mechanisms: readonly string[];
}

const NO_FILES: readonly ProjectFile[] = [];

/** A sealed project as linkers see it. */
export class Links {
  readonly #lookup: Lookup;
  readonly #evaluator: Evaluator;
  readonly #targets: Targets;
  readonly #declarations: Declarations;
  readonly #edges = new RowTable(Edge.STRIDE);
  readonly #mechanisms: string[] = [];
  #byLanguage: Map<string, ProjectFile[]> | undefined;

  constructor(
    readonly project: Project,
    lookup: Lookup,
    evaluator: Evaluator,
    targets: Targets,
    declarations: Declarations,
  ) {
    this.#lookup = lookup;
    this.#evaluator = evaluator;
    this.#targets = targets;
    this.#declarations = declarations;
  }

  /** Source files of some languages, in path order within each. */
  filesIn(languages: Iterable<string>): readonly ProjectFile[] {
    const byLanguage = this.#byLanguage ??= Map.groupBy(
      this.project.files.filter(({ manifest }) => manifest === undefined),
      ({ language }) => language,
    );
    return Array.from(languages).flatMap((language) => byLanguage.get(language) ?? NO_FILES);
  }

  /** What manifests of some languages say, with the files that say it. */
  manifestsIn(languages: readonly string[]): readonly ProjectFile[] {
    return this.project.files.filter(({ manifest, language }) =>
      manifest !== undefined && languages.includes(language)
    );
  }

  /** Whether a name stands in a file. */
  mentions(file: ProjectFile, name: string): boolean {
    const id = this.project.nameId(name);
    return id >= 0 && file.nameIds.includes(id);
  }

  /** References of one kind in files of some languages that mention a name. */
  *references(kind: number, languages: Iterable<string>, name: string): Generator<Site> {
    for (const file of this.filesIn(languages)) {
      if (!this.mentions(file, name)) continue;
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (file.reference(row, Ref.KIND) === kind) yield { file, row };
      }
    }
  }

  /** Functions that are given a name for another language by some means. */
  *offers(means: string, languages: Iterable<string>): Generator<Site> {
    for (const site of this.references(RefKind.offer, languages, means)) {
      const said = site.file.reference(site.row, Ref.CALL);
      if (this.#text(site.file, said, Op.external) === means) yield site;
    }
  }

  /** Calls, by some means, of what is written in another language. */
  *foreignCalls(means: string, languages: Iterable<string>): Generator<Site> {
    for (const site of this.references(RefKind.foreign, languages, means)) {
      const said = site.file.reference(site.row, Ref.EXPR);
      if (this.#text(site.file, said, Op.external) === means) yield site;
    }
  }

  /** Name of a reference. */
  nameOf({ file, row }: Site): string {
    return file.text(file.reference(row, Ref.NAME));
  }

  /** Library that a foreign call names; "" when it names none. */
  libraryOf({ file, row }: Site): string {
    return this.#text(file, file.reference(row, Ref.CALL), Op.module);
  }

  /** Text of an expression of one operation; "" for others. */
  #text(file: ProjectFile, expression: number, op: number): string {
    if (expression < 0 || file.expression(expression, Expr.OP) !== op) return "";
    return file.text(file.expression(expression, Expr.A));
  }

  /** What a reference points at in its own language: definitions, not declarations, where it can. */
  resolve({ file, row }: Site): Resolved {
    this.#evaluator.begin();
    const resolved = this.#targets.of(file, file.reference(row, Ref.EXPR));
    return { ...resolved, targets: this.#declarations.defined(file, resolved.targets) };
  }

  /** The module system of a file's language. */
  modules(file: ProjectFile): Modules {
    return this.#lookup.modules(file);
  }

  /**
   * Functions of a name that code outside their file can call, in files of some languages; those with
   * a body, if there are any.
   */
  functions(name: string, languages: ReadonlySet<string>): readonly number[] {
    const id = this.project.nameId(name);
    if (id < 0) return [];
    const found = this.project.symbolsNamed(id).filter((symbol) => {
      const file = this.project.fileOfSymbol(symbol);
      if (!languages.has(file.language)) return false;
      const row = symbol - file.firstSymbol;
      return isCallable(file.symbol(row, Sym.KIND)) &&
        file.symbol(row, Sym.KIND) !== Kind.macro &&
        (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) === 0;
    });
    const defined = found.filter((symbol) => {
      const file = this.project.fileOfSymbol(symbol);
      return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) === 0;
    });
    return defined.length > 0 ? defined : found;
  }

  /**
   * Adds an edge from where a reference stands to what it means in another language.
   * @param mechanism how it crosses, for people: `.Call`, `ccall`
   * @param candidates how many definitions there were to choose from
   */
  bridge(
    { file, row }: Site,
    target: number,
    mechanism: string,
    confidence: number = Certainty.inferred,
    candidates = 1,
  ): void {
    const edges = this.#edges;
    const edge = edges.add();
    edges.set(edge, Edge.KIND, EdgeCode.bridges);
    edges.set(edge, Edge.FROM, file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL)));
    edges.set(edge, Edge.TO, target);
    edges.set(edge, Edge.FILE, file.id);
    edges.set(edge, Edge.LINE, file.reference(row, Ref.LINE));
    edges.set(edge, Edge.COLUMN, file.reference(row, Ref.COLUMN));
    edges.set(edge, Edge.CONFIDENCE, confidence);
    edges.set(edge, Edge.EVIDENCE, withMechanism(EvidenceCode.bridge, this.#mechanism(mechanism)));
    edges.set(edge, Edge.CANDIDATES, candidates);
  }

  #mechanism(text: string): number {
    const known = this.#mechanisms.indexOf(text);
    return known >= 0 ? known : this.#mechanisms.push(text) - 1;
  }

  /** All that was added so far. */
  rows(): LinkRows {
    return { edges: this.#edges.view(), mechanisms: this.#mechanisms };
  }
}
