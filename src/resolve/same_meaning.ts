/**
 * Whether what a file says through its names means the same in two states of a project. It does when
 * every expression that it is made of has the same value as before, and nothing in these values came
 * to be something else itself: a class with other bases, a function with other parameters.
 */
import { Binding, BindingKind, Export, Flag, Ref, Sym } from "../extract/facts.ts";
import type { Counterparts } from "./counterparts.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Mentions } from "./mentions.ts";
import type { Entity } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { Resolved } from "./targets.ts";
import {
  type Environment,
  type Maybe,
  parameterKey,
  parameterOfKey,
  type Value,
} from "./values.ts";

/** Values with more parts are taken for different. */
const MOST_PARTS = 4000;

/** What came to mean something else so far. */
export interface Changed {
  /** Whether a name means something else in the file that gives it. */
  hasName(file: ProjectFile, name: number): boolean;
  /** What in a file goes through names that changed, where anything does. */
  mentionsIn(file: ProjectFile): Mentions | undefined;
}

/** How a symbol compares to what it was. */
export const Sameness = {
  same: 0,
  /** It is another one. */
  other: 1,
  /** It inherits from something else. */
  otherBases: 2,
} as const;

/** Compares two states of one project. */
export class SameMeaning {
  readonly #before: Knowledge;
  readonly #after: Knowledge;
  readonly #pairs: Counterparts;
  readonly #changed: Changed;
  /** Symbols that no other file can name, with what was found of them; `true` while it is looked for. */
  readonly #hidden = new Map<number, boolean>();
  #parts = 0;

  constructor(before: Knowledge, after: Knowledge, pairs: Counterparts, changed: Changed) {
    this.#before = before;
    this.#after = after;
    this.#pairs = pairs;
    this.#changed = changed;
  }

  /** What was found of hidden symbols holds as long as no more names change. */
  forget(): void {
    for (const [symbol, isSame] of this.#hidden) if (isSame) this.#hidden.delete(symbol);
  }

  /** Compares a symbol of a file. */
  symbol(file: ProjectFile, row: number): number {
    const former = this.#pairs.file(file);
    const formerRow = this.#pairs.symbol(file, row);
    if (former === undefined || formerRow < 0) return Sameness.other;
    const bases = this.#bases(file, row, former, formerRow);
    if (bases === Sameness.otherBases) return bases;
    const isSame = bases === Sameness.same &&
      this.#sameType(
        file,
        file.symbol(row, Sym.TYPE),
        former,
        former.symbol(formerRow, Sym.TYPE),
      ) &&
      this.#sameValue(
        file,
        file.symbol(row, Sym.VALUE),
        former,
        former.symbol(formerRow, Sym.VALUE),
      ) &&
      this.#sameOwner(file, row, former, formerRow) &&
      this.#sameParameters(
        file,
        file.symbol(row, Sym.SCOPE),
        former,
        former.symbol(formerRow, Sym.SCOPE),
      );
    return isSame ? Sameness.same : Sameness.other;
  }

  /** Names of the types to which a definition written outside them belonged and belongs. */
  ownerNames(file: ProjectFile, row: number): string[] {
    const { before, after } = this.#owners(file, row);
    const names: string[] = [];
    if (before >= 0) names.push(nameOf(this.#before.project, before));
    if (after >= 0) names.push(nameOf(this.#after.project, after));
    return names;
  }

  #owners(file: ProjectFile, row: number): { before: number; after: number } {
    const former = this.#pairs.file(file);
    const formerRow = this.#pairs.symbol(file, row);
    return {
      before: former === undefined || formerRow < 0
        ? -1
        : this.#before.members.extendedBy(former.firstSymbol + formerRow),
      after: this.#after.members.extendedBy(file.firstSymbol + row),
    };
  }

  #sameOwner(file: ProjectFile, row: number, former: ProjectFile, formerRow: number): boolean {
    if (file.symbol(row, Sym.QUALIFIER) < 0) return former.symbol(formerRow, Sym.QUALIFIER) < 0;
    const { before, after } = this.#owners(file, row);
    return before < 0 || after < 0 ? before === after : this.#sameSymbol(before, after);
  }

  #bases(file: ProjectFile, row: number, former: ProjectFile, formerRow: number): number {
    const now = file.bases(row);
    const then = former.bases(formerRow);
    if (now.length !== then.length) return Sameness.otherBases;
    let found: number = Sameness.same;
    for (const [i, base] of now.entries()) {
      const expression = file.reference(base, Ref.EXPR);
      const formerExpression = former.reference(then[i]!, Ref.EXPR);
      this.#begin();
      const a = this.#before.evaluator.type(former, formerExpression);
      const b = this.#after.evaluator.type(file, expression);
      if (this.#same(a, b)) continue;
      if (!this.#isOneSymbol(a, b)) return Sameness.otherBases;
      found = Sameness.other;
    }
    return found;
  }

  /** Whether two values are instances of one class, whatever became of it. */
  #isOneSymbol(a: Maybe, b: Maybe): boolean {
    return a?.tag === "instance" && b?.tag === "instance" && a.args.length === 0 &&
      b.args.length === 0 && this.#isCounterpart(a.symbol, b.symbol);
  }

  #sameParameters(
    file: ProjectFile,
    scope: number,
    former: ProjectFile,
    formerScope: number,
  ): boolean {
    if (scope < 0 || formerScope < 0) return scope === formerScope;
    const now = [...file.parameters(scope), ...file.typeParameters(scope)];
    const then = [...former.parameters(formerScope), ...former.typeParameters(formerScope)];
    return now.length === then.length && now.every((binding, i) => {
      const other = then[i];
      if (binding === undefined || other === undefined) return binding === other;
      return this.#sameHeld(file, binding, former, other);
    });
  }

  #sameHeld(file: ProjectFile, row: number, former: ProjectFile, formerRow: number): boolean {
    const value = file.binding(row, Binding.VALUE);
    const formerValue = former.binding(formerRow, Binding.VALUE);
    const isType = file.binding(row, Binding.KIND) === BindingKind.typeParameter;
    return this.#sameType(
      file,
      file.binding(row, Binding.TYPE),
      former,
      former.binding(formerRow, Binding.TYPE),
    ) && (isType
      ? this.#sameType(file, value, former, formerValue)
      : this.#sameValue(file, value, former, formerValue));
  }

  /** Whether a binding of a file is what it was, the symbol that it binds apart. */
  binding(file: ProjectFile, row: number): boolean {
    const former = this.#pairs.file(file);
    const formerRow = this.#pairs.binding(file, row);
    if (former === undefined || formerRow < 0) return false;
    if (file.binding(row, Binding.KIND) !== BindingKind.import) {
      return this.#sameHeld(file, row, former, formerRow);
    }
    this.#begin();
    const now = this.#after.lookup.imported(file, file.binding(row, Binding.INDEX));
    const then = this.#before.lookup.imported(former, former.binding(formerRow, Binding.INDEX));
    return now.length === then.length &&
      now.every((entity, i) => this.#sameEntity(then[i]!, entity)) &&
      this.#same(
        this.#before.evaluator.binding(former, formerRow),
        this.#after.evaluator.binding(file, row),
      );
  }

  /** Whether what a file offers in a row of its exports is what it was. */
  export(file: ProjectFile, row: number): boolean {
    const former = this.#pairs.file(file);
    if (former === undefined || former.count("exports") !== file.count("exports")) return false;
    const at = row * Export.STRIDE + Export.EXPR;
    const expression = file.table("exports")[at]!;
    const formerExpression = former.table("exports")[at]!;
    if (!this.#sameValue(file, expression, former, formerExpression)) return false;
    this.#begin();
    return this.#sameTargets(
      this.#before.targets.of(former, formerExpression),
      this.#after.targets.of(file, expression),
    );
  }

  /** Whether the base that a reference gives a type apart from its definition is what it was. */
  baseApart(file: ProjectFile, row: number): boolean {
    const former = this.#pairs.file(file);
    if (former === undefined || this.#pairs.edited.has(file)) return false;
    return [Ref.EXPR, Ref.CALL].every((column) => {
      const expression = file.reference(row, column);
      return this.#sameType(file, expression, former, expression);
    });
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  #begin(): void {
    this.#before.evaluator.begin();
    this.#after.evaluator.begin();
    this.#parts = 0;
  }

  #sameType(file: ProjectFile, row: number, former: ProjectFile, formerRow: number): boolean {
    if (row < 0 || formerRow < 0) return row === formerRow;
    this.#begin();
    return this.#same(
      this.#before.evaluator.type(former, formerRow),
      this.#after.evaluator.type(file, row),
    );
  }

  #sameValue(file: ProjectFile, row: number, former: ProjectFile, formerRow: number): boolean {
    if (row < 0 || formerRow < 0) return row === formerRow;
    this.#begin();
    const then = (): Maybe => this.#before.evaluator.value(former, formerRow);
    const now = (): Maybe => this.#after.evaluator.value(file, row);
    return this.#same(then(), now()) &&
      this.#same(this.#before.evaluator.asGiven(then), this.#after.evaluator.asGiven(now));
  }

  #sameTargets(a: Resolved, b: Resolved): boolean {
    return a.external === b.external && a.settled === b.settled &&
      a.targets.length === b.targets.length && a.targets.every((target, i) => {
        const other = b.targets[i]!;
        return target.confidence === other.confidence && target.evidence === other.evidence &&
          this.#sameSymbol(target.symbol, other.symbol);
      });
  }

  #sameEntity(a: Entity, b: Entity): boolean {
    switch (a.tag) {
      case "binding": {
        if (b.tag !== "binding") return false;
        const file = this.#after.project.file(b.file);
        return this.#pairs.file(file) === this.#before.project.file(a.file) &&
          this.#pairs.binding(file, b.binding) === a.binding &&
          !this.#changed.hasName(file, file.nameIds[file.binding(b.binding, Binding.NAME)]!);
      }
      case "symbol":
        return b.tag === "symbol" && a.confidence === b.confidence &&
          this.#sameSymbol(a.symbol, b.symbol);
      case "method":
        return b.tag === "method" && this.#sameSymbol(a.symbol, b.symbol);
      case "expression": {
        if (b.tag !== "expression") return false;
        const file = this.#after.project.file(b.file);
        return !this.#pairs.edited.has(file) && a.expression === b.expression &&
          this.#pairs.file(file) === this.#before.project.file(a.file);
      }
      case "module":
        return b.tag === "module" && a.module.key === b.module.key;
      case "external":
        return b.tag === "external" && a.name === b.name;
    }
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  #same(a: Maybe, b: Maybe): boolean {
    if (a === undefined || b === undefined) return a === b;
    return a.tag === b.tag && ++this.#parts < MOST_PARTS && this.#sameOfTag(a, b);
  }

  #sameOfTag(a: Value, b: Value): boolean {
    switch (a.tag) {
      case "instance": {
        const other = b as typeof a;
        return this.#sameSymbol(a.symbol, other.symbol) && this.#sameAll(a.args, other.args);
      }
      case "symbol": {
        const other = b as typeof a;
        return this.#sameSymbol(a.symbol, other.symbol) && this.#sameAll(a.args, other.args) &&
          this.#same(a.receiver, other.receiver);
      }
      case "self":
      case "super":
        return this.#sameSymbol(a.symbol, (b as typeof a).symbol);
      case "module":
        return a.module.key === (b as typeof a).module.key;
      case "object":
        return this.#sameObject(a, b as typeof a);
      case "external":
        return a.name === (b as typeof a).name && a.derived === (b as typeof a).derived;
      case "builtin": {
        const other = b as typeof a;
        return a.type === other.type && a.language === other.language &&
          this.#sameAll(a.args, other.args);
      }
      case "builtinMethod": {
        const other = b as typeof a;
        return a.result === other.result && this.#same(a.receiver, other.receiver);
      }
      case "parameter":
        return this.#sameParameter(a, b as typeof a);
      case "function": {
        const other = b as typeof a;
        return a.isVariadic === other.isVariadic &&
          this.#sameAll(a.parameters, other.parameters) &&
          this.#same(a.result, other.result) && this.#sameEnvironment(a.env, other.env);
      }
      case "tuple":
      case "union":
        return this.#sameAll(a.values, (b as typeof a).values);
      case "keyword": {
        const other = b as typeof a;
        return a.name === other.name && this.#same(a.value, other.value);
      }
    }
  }

  #sameAll(a: readonly Maybe[], b: readonly Maybe[]): boolean {
    return a.length === b.length && a.every((value, i) => this.#same(value, b[i]));
  }

  #sameParameter(
    a: Value & { tag: "parameter" },
    b: Value & { tag: "parameter" },
  ): boolean {
    const file = this.#after.project.file(b.file);
    return this.#pairs.file(file) === this.#before.project.file(a.file) &&
      this.#pairs.binding(file, b.binding) === a.binding;
  }

  #sameEnvironment(a: Environment | undefined, b: Environment | undefined): boolean {
    if (a === undefined || b === undefined) return a === b;
    if (a.types.size !== b.types.size || !this.#same(a.self, b.self)) return false;
    for (const [key, value] of b.types) {
      const parameter = parameterOfKey(key);
      const file = this.#after.project.file(parameter.file);
      const former = this.#pairs.file(file);
      const binding = this.#pairs.binding(file, parameter.binding);
      if (former === undefined || binding < 0) return false;
      const formerKey = parameterKey(former.id, binding);
      if (!a.types.has(formerKey) || !this.#same(a.types.get(formerKey), value)) return false;
    }
    return true;
  }

  /** An object literal is the same when nothing that it holds goes through what changed. */
  #sameObject(a: Value & { tag: "object" }, b: Value & { tag: "object" }): boolean {
    const file = this.#after.project.file(b.file);
    if (this.#pairs.edited.has(file)) return false;
    if (this.#pairs.file(file) !== this.#before.project.file(a.file)) return false;
    if (a.scope !== b.scope || !this.#sameEnvironment(a.env, b.env)) return false;
    return this.#changed.mentionsIn(file)?.scopes[b.scope] !== 1;
  }

  #sameSymbol(before: number, after: number): boolean {
    return this.#isCounterpart(before, after) && !this.#isChanged(after);
  }

  #isCounterpart(before: number, after: number): boolean {
    const file = this.#after.project.fileOfSymbol(after);
    const former = this.#before.project.fileOfSymbol(before);
    return this.#pairs.file(file) === former &&
      this.#pairs.symbol(file, after - file.firstSymbol) === before - former.firstSymbol;
  }

  #isChanged(symbol: number): boolean {
    const file = this.#after.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    if (this.#changed.hasName(file, file.nameIds[file.symbol(row, Sym.NAME)]!)) return true;
    if ((file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) === 0) return false;
    if (this.#pairs.edited.has(file)) return true;
    if (this.#changed.mentionsIn(file)?.symbols[row] !== 1 && !this.#hidden.has(symbol)) {
      return false;
    }
    let isSame = this.#hidden.get(symbol);
    if (isSame === undefined) {
      this.#hidden.set(symbol, true);
      isSame = this.symbol(file, row) === Sameness.same;
      this.#hidden.set(symbol, isSame);
    }
    return !isSame;
  }
}

function nameOf(project: Project, symbol: number): string {
  const file = project.fileOfSymbol(symbol);
  return file.nameOf(symbol - file.firstSymbol);
}
