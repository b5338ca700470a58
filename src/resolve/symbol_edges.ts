/** Edges that follow from the symbols of a file, and that no reference makes. */
import { Flag, Kind, Sym } from "../extract/facts.ts";
import type { EdgeRows } from "./edge_rows.ts";
import { Certainty, EdgeCode, EvidenceCode } from "./edges.ts";
import type { Knowledge } from "./knowledge.ts";
import { hasName, type Places } from "./places.ts";
import type { ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";

/** What methods override, and which types definitions outside them belong to. */
export class SymbolEdges {
  readonly #knowledge: Knowledge;
  readonly #rows: EdgeRows;

  constructor(knowledge: Knowledge, rows: EdgeRows) {
    this.#knowledge = knowledge;
    this.#rows = rows;
  }

  /** Adds those that lead from the names of symbols at some places of a file. */
  resolve(file: ProjectFile, places: Places): void {
    this.#resolveOverrides(file, places);
    if (file.hasQualifiers) this.#resolveOwners(file, places);
  }

  /** A method that stands in for one of a base class. */
  #resolveOverrides(file: ProjectFile, places: Places): void {
    const count = file.count("symbols");
    for (let row = 1; row < count; row++) {
      const kind = file.symbol(row, Sym.KIND);
      if (kind !== Kind.method && kind !== Kind.property) continue;
      if (file.symbol(row, Sym.FLAGS) & Flag.private && file.language !== "python") continue;
      const owner = this.#ownerWithBases(file, row);
      if (owner < 0 || !hasName(places, file, row)) continue;
      this.#knowledge.evaluator.begin();
      const name = file.nameOf(row);
      for (const member of this.#knowledge.members.find({ tag: "super", symbol: owner }, name)) {
        for (const to of this.#knowledge.symbolsOf(file, member.entity)) {
          if (!this.#takesAsMany(file, row, to)) continue;
          this.#rows.addAtName(EdgeCode.overrides, file.firstSymbol + row, to);
        }
      }
    }
  }

  /** Leads from what is written outside its type to the type. */
  #resolveOwners(file: ProjectFile, places: Places): void {
    for (let row = 1; row < file.count("symbols"); row++) {
      const from = file.firstSymbol + row;
      const owner = this.#knowledge.members.extendedBy(from);
      if (owner < 0 || !hasName(places, file, row)) continue;
      const isHere = this.#knowledge.project.fileOfSymbol(owner) === file;
      const evidence = isHere ? EvidenceCode.scope : EvidenceCode["package-scope"];
      this.#rows.addAtName(EdgeCode.member_of, from, owner, Certainty.exact, evidence);
    }
  }

  /** Whether a method can override another: where overloads are inherited, both take as many arguments. */
  #takesAsMany(file: ProjectFile, row: number, other: number): boolean {
    if (this.#knowledge.lookup.semantics(file).inheritsOverloads !== true) return true;
    const owner = this.#knowledge.project.fileOfSymbol(other);
    const own = file.symbol(row, Sym.ARITY);
    const overridden = owner.symbol(other - owner.firstSymbol, Sym.ARITY);
    return own < 0 || overridden < 0 || (own & 255) === (overridden & 255);
  }

  /** Type of a method, when it has bases; -1 otherwise. */
  #ownerWithBases(file: ProjectFile, row: number): number {
    const container = file.symbol(row, Sym.CONTAINER);
    if (container >= 0 && isType(file.symbol(container, Sym.KIND))) {
      const owner = file.firstSymbol + container;
      const hasBases = file.bases(container).length > 0 ||
        this.#knowledge.members.basesApart.of(owner).length > 0;
      return hasBases ? owner : -1;
    }
    const owner = this.#knowledge.members.extendedBy(file.firstSymbol + row);
    if (owner < 0) return -1;
    const { basesStandApart } = this.#knowledge.lookup.semantics(file);
    const type = this.#knowledge.project.fileOfSymbol(owner);
    const hasBases = basesStandApart === true && type.bases(owner - type.firstSymbol).length > 0;
    return hasBases || this.#knowledge.members.basesApart.of(owner).length > 0 ? owner : -1;
  }
}
