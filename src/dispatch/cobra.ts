/**
 * Commands of Cobra: `root.Execute()` makes run what the commands below it are given as `Run`, `RunE` and
 * the like. A command is known by what makes it: the variable that holds it, or the function that builds it.
 */
import {
  Binding,
  BindingKind,
  Expr,
  Kind,
  Op,
  Ref,
  RefKind,
  Scope,
  Sym,
} from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import { lastNameAt, receiverOf } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { Entity } from "../resolve/module_system.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable } from "../resolve/symbol_kinds.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const GO = ["go"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const MAKES: ReadonlySet<number> = new Set([RefKind.construct]);
const PACKAGE = /^github\.com\/spf13\/cobra\b/;
const COMMAND = /^github\.com\/spf13\/cobra\.Command\b/;
const RUN = /^(?:Persistent)?(?:Pre|Post)?Run(?:E)?$/;
const EXECUTE = ["Execute", "ExecuteC", "ExecuteContext", "ExecuteContextC"];
const TEST = /_test\.go$/;
const DEEPEST = 8;
/** Below a command with more functions than that, nothing is said of what it runs. */
const MOST_FUNCTIONS = 500;

class Cobra {
  readonly #links: Links;
  /** What makes the commands that are added to those that a symbol makes. */
  readonly #below = new Map<number, number[]>();
  /** Functions that a symbol gives the commands that it makes. */
  readonly #given = new Map<number, number[]>();
  /** Functions that add commands to those that they are given, with the positions of these. */
  readonly #taking = new Map<number, Set<number>>();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    const uses = this.#links.filesIn(GO).some((file) =>
      this.#links.specifiersOf(file).some((specifier) => PACKAGE.test(specifier))
    );
    if (!uses) return;
    for (const site of this.#links.referencesTo(MAKES, GO, ["Command"])) this.#made(site);
    for (const site of this.#links.givenValues(GO)) this.#give(site);
    for (const site of this.#links.referencesTo(CALLS, GO, ["AddCommand"])) this.#add(site);
    this.#follow();
    for (const site of this.#links.referencesTo(CALLS, GO, EXECUTE)) this.#execute(site);
  }

  /** `&cobra.Command{…}`: what is written inside as a function belongs to the variable that holds it. */
  #made(site: Site): void {
    const { file, row } = site;
    const maker = around(site);
    const names = this.#links.namesOf(file, file.reference(row, Ref.EXPR));
    if (maker < 0 || !names.some((name) => COMMAND.test(name))) return;
    if (this.#isVariable(maker)) append(this.#given, maker, maker);
  }

  /** `RunE: run`, `command.RunE = run`. */
  #give(site: Site): void {
    const { file, row } = site;
    const place = file.reference(row, Ref.CALL);
    if (!RUN.test(lastNameAt(file, place))) return;
    const command = receiverOf(file, place);
    if (!this.#isCommand(file, command)) return;
    const runs = functionsOf(this.#links, file, file.reference(row, Ref.EXPR));
    for (const maker of this.#makersOf(file, command, around(site))) {
      for (const run of runs) append(this.#given, maker, run);
    }
  }

  /** `parent.AddCommand(child, newChild())`. */
  #add(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const { file, receiver, positional } = call;
    if (!this.#isCommand(file, receiver)) return;
    const parents = this.#makersOf(file, receiver, around(site));
    const children = positional.flatMap((child) => this.#makersOf(file, child, around(site)));
    for (const parent of parents) {
      for (const child of children) append(this.#below, parent, child);
    }
  }

  /** `add(root)` puts below a command what the function adds to its parameter. */
  #follow(): void {
    const { project } = this.#links;
    const names = new Set([...this.#taking.keys()].map((symbol) => {
      const file = project.fileOfSymbol(symbol);
      return file.nameIds[file.symbol(symbol - file.firstSymbol, Sym.NAME)]!;
    }));
    for (const site of this.#links.naming(names, CALLS, GO)) {
      const call = this.#links.callOf(site);
      if (call === undefined) continue;
      for (const { symbol } of this.#links.resolve(site).targets) {
        for (const position of this.#taking.get(symbol) ?? []) {
          const given = call.positional[position] ?? -1;
          for (const maker of this.#makersOf(call.file, given, around(site))) {
            append(this.#below, maker, symbol);
          }
        }
      }
    }
  }

  /** `root.Execute()`. */
  #execute(site: Site): void {
    const { file, row } = site;
    const receiver = receiverOf(file, file.reference(row, Ref.EXPR));
    if (!this.#isCommand(file, receiver)) return;
    const run = this.#runBelow(this.#makersOf(file, receiver, around(site)), TEST.test(file.path));
    if (run.size <= MOST_FUNCTIONS) addHandlerCalls(this.#links, site, run, "cobra command");
  }

  #isCommand(file: ProjectFile, expression: number): boolean {
    return expression >= 0 &&
      this.#links.typeNamesOf(file, expression).some((name) => COMMAND.test(name));
  }

  /** Functions of all commands that some makers and those below them make. */
  #runBelow(makers: readonly number[], withTests: boolean): Set<number> {
    const { project } = this.#links;
    const met = new Set(makers);
    const run = new Set<number>();
    // What is added on the way is met in turn.
    for (const maker of met) {
      if (!withTests && TEST.test(project.fileOfSymbol(maker).path)) continue;
      this.#given.get(maker)?.forEach((symbol) => run.add(symbol));
      this.#below.get(maker)?.forEach((symbol) => met.add(symbol));
    }
    return run;
  }

  /**
   * What makes the command that an expression is: the variable that holds it, the function that gives it.
   * @param here what it is written in, which makes what has no name
   */
  #makersOf(file: ProjectFile, expression: number, here: number, depth = 0): readonly number[] {
    if (expression < 0 || depth > DEEPEST) return [];
    const a = file.expression(expression, Expr.A);
    switch (file.expression(expression, Expr.OP)) {
      case Op.call:
        return functionsOf(this.#links, file, a).flatMap((symbol) => [
          symbol,
          ...this.#returnedBy(symbol, depth + 1),
        ]);
      case Op.pick:
        return this.#makersOf(file, a, here, depth + 1);
      case Op.either:
        return [a, file.expression(expression, Expr.B)].flatMap((one) =>
          this.#makersOf(file, one, here, depth + 1)
        );
      case Op.name:
      case Op.member:
        return this.#links.entitiesAt(file, expression).flatMap((entity) =>
          this.#held(entity, depth)
        );
      default:
        return here < 0 ? [] : [here];
    }
  }

  #returnedBy(symbol: number, depth: number): readonly number[] {
    const file = this.#links.project.fileOfSymbol(symbol);
    const value = file.symbol(symbol - file.firstSymbol, Sym.VALUE);
    return this.#makersOf(file, value, symbol, depth);
  }

  /** What makes the command that a variable holds: a function's own are made by the function, too. */
  #held(entity: Entity, depth: number): readonly number[] {
    if (entity.tag === "symbol") return [entity.symbol];
    if (entity.tag !== "binding") return [];
    const file = this.#links.project.file(entity.file);
    const row = entity.binding;
    const symbol = file.binding(row, Binding.SYMBOL);
    if (symbol >= 0) return [file.firstSymbol + symbol];
    const maker = functionOf(file, file.binding(row, Binding.SCOPE));
    if (maker < 0) return [];
    if (file.binding(row, Binding.KIND) === BindingKind.parameter) {
      const positions = this.#taking.get(maker) ?? new Set();
      this.#taking.set(maker, positions.add(file.binding(row, Binding.INDEX)));
    }
    return [maker, ...this.#makersOf(file, file.binding(row, Binding.VALUE), maker, depth + 1)];
  }

  #isVariable(symbol: number): boolean {
    const file = this.#links.project.fileOfSymbol(symbol);
    const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
    return kind === Kind.variable;
  }
}

/** The symbol, numbered through the project, in which a reference is written; -1 at the top of a file. */
function around({ file, row }: Site): number {
  const symbol = file.reference(row, Ref.SYMBOL);
  return symbol < 0 ? -1 : file.firstSymbol + symbol;
}

/** The function that a scope lies in, numbered through the project; -1 if none. */
function functionOf(file: ProjectFile, scope: number): number {
  for (let at = scope; at >= 0; at = file.scope(at, Scope.PARENT)) {
    const symbol = file.scope(at, Scope.SYMBOL);
    if (symbol > 0 && isCallable(file.symbol(symbol, Sym.KIND))) return file.firstSymbol + symbol;
  }
  return -1;
}

/** Links those who run commands of Cobra to what these run. */
export const cobra: Linker = { link: (links) => new Cobra(links).link() };
