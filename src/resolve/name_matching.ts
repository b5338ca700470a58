/** Matching by name alone: the last resort, always labelled as a guess. */
import { Flag, Sym } from "../extract/facts.ts";
import { Certainty, EvidenceCode } from "./edges.ts";
import type { Lookup } from "./lookup.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { Semantics } from "./semantics.ts";
import { isCallable, isType } from "./symbol_kinds.ts";
import type { Target } from "./targets.ts";

/** With more definitions than this a name says nothing. */
const MOST_CANDIDATES = 1;
const SHORTEST_NAME = 3;

/** What the definitions of a name can say of a reference that nothing else explains. */
export interface NameMatch {
  readonly targets: readonly Target[];
  /** How many definitions of that name a reference of this kind could mean. */
  readonly candidates: number;
}

/** Matches names within a language family. */
export class NameMatching {
  readonly #counts = new Map<number, NameMatch>();
  readonly #semantics = new Map<Semantics, number>();

  constructor(readonly project: Project, readonly lookup: Lookup) {}

  /**
   * @param name global name id
   * @param asMember whether the reference has a receiver
   */
  match(file: ProjectFile, name: number, asMember: boolean): NameMatch {
    const semantics = this.lookup.semantics(file);
    let number = this.#semantics.get(semantics);
    if (number === undefined) this.#semantics.set(semantics, number = this.#semantics.size);
    const key = (name * 64 + number) * 2 + (asMember ? 1 : 0);
    let match = this.#counts.get(key);
    if (match === undefined) {
      match = this.#compute(file, name, asMember);
      this.#counts.set(key, match);
    }
    return match;
  }

  #compute(from: ProjectFile, name: number, asMember: boolean): NameMatch {
    const semantics = this.lookup.semantics(from);
    const text = this.project.name(name);
    const candidates: number[] = [];
    for (const symbol of this.project.symbolsNamed(name)) {
      const file = this.project.fileOfSymbol(symbol);
      if (this.lookup.semantics(file).family !== semantics.family) continue;
      if (this.#fits(file, symbol - file.firstSymbol, asMember)) candidates.push(symbol);
    }
    // What a library makes of a declaration may be meant as well, and is no call.
    const isMade = candidates.some((symbol) => this.#hasFlag(symbol, Flag.accessor));
    const defined = candidates.filter((symbol) => !this.#hasFlag(symbol, Flag.declaration));
    if (defined.length > 0) candidates.splice(0, candidates.length, ...defined);
    const tooCommon = isMade || text.length < SHORTEST_NAME || semantics.commonMembers.has(text) ||
      semantics.builtinNames.has(text) || candidates.length > MOST_CANDIDATES ||
      (asMember ? semantics.indexesLikeCalls : semantics.needsImport);
    return {
      targets: tooCommon ? [] : candidates.map((symbol) => ({
        symbol,
        confidence: Certainty.heuristic,
        evidence: EvidenceCode["unique-name"],
      })),
      candidates: candidates.length,
    };
  }

  /**
   * The member of a name that is of the class after which its receiver is called: `self$stat$compute()`
   * of a class `Stat`. Of many members of that name, it is the likely one where the language's objects
   * say no more of their fields.
   */
  ofNamedReceiver(file: ProjectFile, name: number, receiver: string): readonly Target[] {
    const semantics = this.lookup.semantics(file);
    if (semantics.receiversNamedAfterClasses !== true) return [];
    const wanted = receiver.toLowerCase();
    const found = this.project.symbolsNamed(name).filter((symbol) => {
      const owner = this.project.fileOfSymbol(symbol);
      const row = symbol - owner.firstSymbol;
      const container = owner.symbol(row, Sym.CONTAINER);
      return this.lookup.semantics(owner).family === semantics.family && container >= 0 &&
        this.#fits(owner, row, true) && owner.nameOf(container).toLowerCase() === wanted;
    });
    return found.length !== 1 ? [] : [{
      symbol: found[0]!,
      confidence: Certainty.heuristic,
      evidence: EvidenceCode["name-match"],
    }];
  }

  #hasFlag(symbol: number, flag: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & flag) !== 0;
  }

  #fits(file: ProjectFile, row: number, asMember: boolean): boolean {
    const kind = file.symbol(row, Sym.KIND);
    const flags = file.symbol(row, Sym.FLAGS);
    if (flags & (Flag.local | Flag.anonymous | Flag.test | Flag.fileLocal)) return false;
    if (!isCallable(kind) && !isType(kind) && !(flags & Flag.accessor)) return false;
    const container = file.symbol(row, Sym.CONTAINER);
    const inType = file.symbol(row, Sym.QUALIFIER) >= 0 ||
      (container >= 0 && isType(file.symbol(container, Sym.KIND)));
    return inType === asMember ||
      asMember && this.lookup.semantics(file).membersStandAnywhere === true;
  }
}
