/** What is known of a project: its names, values and members, ready to be asked. */
import { Binding, Kind, Sym } from "../extract/facts.ts";
import type { Language } from "../languages/language.ts";
import { Evaluator } from "./evaluator.ts";
import { Expectations } from "./expectations.ts";
import { Lookup } from "./lookup.ts";
import { Members } from "./members.ts";
import type { Entity } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import { Targets } from "./targets.ts";
import { parts } from "./values.ts";

/** Where a name stands. */
interface Place {
  readonly scope: number;
  readonly offset: number;
}

/** Knowledge of one sealed project. */
export class Knowledge {
  readonly lookup: Lookup;
  readonly evaluator: Evaluator;
  readonly members: Members;
  readonly targets: Targets;

  constructor(readonly project: Project, languages: (id: string) => Language) {
    this.lookup = new Lookup(project, languages);
    this.evaluator = new Evaluator(project, this.lookup);
    this.members = new Members(project, this.lookup, this.evaluator);
    this.evaluator.members = this.members;
    this.evaluator.expectations = new Expectations(this.lookup, this.evaluator, this.members);
    this.targets = new Targets(project, this.lookup, this.evaluator, this.members);
    this.lookup.members = this.members;
    // Types first: methods of a type that is itself written outside its own are added to it.
    this.#extendTypes(true);
    this.#extendTypes(false);
    this.members.basesApart.collect();
  }

  /** Gives definitions that stand outside their type to that type. */
  #extendTypes(withTypes: boolean): void {
    for (const file of this.project.files) {
      if (!file.hasQualifiers) continue;
      const symbols = file.table("symbols");
      for (let at = Sym.STRIDE; at < symbols.length; at += Sym.STRIDE) {
        const qualifier = symbols[at + Sym.QUALIFIER]!;
        if (qualifier < 0 || isType(symbols[at + Sym.KIND]!) !== withTypes) continue;
        const row = at / Sym.STRIDE;
        const place = { scope: this.#scopeAround(file, row), offset: file.symbol(row, Sym.START) };
        const owners = this.#qualified(file, qualifier, place);
        for (const owner of owners) {
          this.members.extend(this.#aliased(owner), file.firstSymbol + row);
        }
        const { extendsOutside } = this.lookup.semantics(file);
        if (owners.length === 0 && extendsOutside === true) {
          this.members.extendOutside(file.text(qualifier), file.firstSymbol + row);
        }
      }
    }
  }

  /** Scope in which a symbol is written. */
  #scopeAround(file: ProjectFile, row: number): number {
    const container = file.symbol(row, Sym.CONTAINER);
    return container < 0 ? 0 : Math.max(0, file.symbol(container, Sym.SCOPE));
  }

  /** Symbols that a qualifier (a name of the file: `T`, `ns::A`, `app`) means, seen from a place in it. */
  #qualified(file: ProjectFile, qualifier: number, place: Place): readonly number[] {
    const text = file.text(qualifier);
    // A dot or a `::` may be part of a name (R, Perl).
    const whole = this.#named(file, text, file.nameIds[qualifier]!, place);
    if (whole.length > 0) return whole.flatMap((entity) => this.symbolsOf(file, entity));
    const names = text.split(/::|\./);
    if (names.length === 1) return [];
    let entities = this.#named(file, names[0]!, this.project.nameId(names[0]!), place);
    for (const name of names.slice(1)) {
      entities = entities.flatMap((entity) => {
        const value = this.evaluator.entity(entity, this.lookup.modules(file));
        return parts(value).flatMap((part) =>
          this.members.find(part, name).map((member) => member.entity)
        );
      });
    }
    return entities.flatMap((entity) => this.symbolsOf(file, entity));
  }

  /** The type that an alias stands for; any other symbol itself. */
  #aliased(symbol: number): number {
    const file = this.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    if (file.symbol(row, Sym.KIND) !== Kind.type || file.symbol(row, Sym.TYPE) < 0) return symbol;
    this.evaluator.begin();
    const type = this.evaluator.type(file, file.symbol(row, Sym.TYPE));
    return type?.tag === "instance" ? type.symbol : symbol;
  }

  /** What a name means at a place. @param id its (global) number, -1 when it has none */
  #named(file: ProjectFile, name: string, id: number, { scope, offset }: Place): readonly Entity[] {
    if (id < 0) return [];
    const rows = this.lookup.findBindings(file, scope, id, offset);
    return rows.length > 0
      ? rows.map((binding) => ({ tag: "binding", file: file.id, binding } as const))
      : this.lookup.modules(file).ambient(file.id, name, scope);
  }

  /** Symbols that an entity stands for, seen from a file. */
  symbolsOf(file: ProjectFile, entity: Entity): number[] {
    if (entity.tag === "symbol" || entity.tag === "method") return [entity.symbol];
    if (entity.tag === "binding") {
      const owner = this.project.file(entity.file);
      const symbol = owner.binding(entity.binding, Binding.SYMBOL);
      if (symbol >= 0) return [owner.firstSymbol + symbol];
    }
    const value = this.evaluator.entity(entity, this.lookup.modules(file));
    return parts(value).flatMap((part) => part.tag === "symbol" ? [part.symbol] : []);
  }
}
