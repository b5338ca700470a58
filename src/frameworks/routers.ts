/** Where the routes of routers begin that a program passes on: to functions, to closures, as groups. */
import {
  Binding,
  BindingKind,
  Expr,
  Flag,
  Op,
  Ref,
  RefKind,
  Scope,
  Sym,
} from "../extract/facts.ts";
import { callAt, type GivenCall, lastNameAt } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import { type Origin, originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { Mounts, type Prefix } from "./mounts.ts";

/** What the routers of one framework are like. */
export interface RouterRules {
  readonly languages: readonly string[];
  /**
   * What is added to the paths of a router by a call on it that gives a router, or gives one to a
   * function: "" for nothing, `null` when a call does neither.
   */
  readonly groupPath: (name: string, call: GivenCall) => string | undefined | null;
}

const CALLS = new Set([RefKind.call, RefKind.construct]);
const LONGEST_CHAIN = 64;

/** Position of what a method that extends another type is called on. */
const RECEIVER = -1;

/**
 * Which argument of a call a binding holds; undefined when it holds none. What an extending method is
 * called on is bound where the method begins.
 */
function positionOf(file: ProjectFile, row: number): number | undefined {
  if (file.binding(row, Binding.KIND) === BindingKind.parameter) {
    return file.binding(row, Binding.INDEX);
  }
  const callee = file.scope(file.binding(row, Binding.SCOPE), Scope.SYMBOL);
  const isReceiver = callee >= 0 && file.binding(row, Binding.VALUE) < 0 &&
    file.binding(row, Binding.OFFSET) === file.symbol(callee, Sym.START);
  return isReceiver ? RECEIVER : undefined;
}

/** The routers of one framework in a project. */
export class Routers {
  readonly #links: Links;
  readonly #rules: RouterRules;
  readonly #mounts = new Mounts();
  /** Routers that are made, not passed on: they are applications as far as nothing mounts them. */
  readonly #made = new Set<string>();
  readonly #known = new Set<string>();
  #callsByName: Map<number, Site[]> | undefined;

  constructor(links: Links, rules: RouterRules) {
    this.#links = links;
    this.#rules = rules;
  }

  /** Notes that a router, or what a function makes of one, is mounted in another at a path. */
  mount(call: GivenCall, child: number, parent: number, path: string | undefined): void {
    for (const key of this.#keysOf(call.file, child)) {
      for (const above of this.#keysOf(call.file, parent)) this.#mounts.add(key, above, path);
    }
  }

  /** Notes that a function is given, at a position, the router that a call is made on. */
  mountParameter(symbol: number, position: number, call: GivenCall): void {
    const file = this.#links.project.fileOfSymbol(symbol);
    const scope = file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
    const count = scope < 0 ? 0 : file.count("bindings");
    for (let binding = 0; binding < count; binding++) {
      if (file.binding(binding, Binding.SCOPE) !== scope) continue;
      if (positionOf(file, binding) !== position) continue;
      const key = this.#keyOf({ tag: "binding", file, binding });
      for (const parent of this.#keysOf(call.file, call.receiver)) {
        this.#mounts.add(key, parent, "");
      }
    }
  }

  /** All paths at which a router is reached; asked when all mounts are known. */
  prefixesOf(file: ProjectFile, router: number): readonly Prefix[] {
    const keys = this.#keysOf(file, router);
    for (const key of this.#made) if (!this.#mounts.isKnown(key)) this.#mounts.addRoot(key);
    this.#made.clear();
    return keys.flatMap((key) => this.#mounts.prefixesOf(key));
  }

  #keysOf(file: ProjectFile, expression: number, depth = 0): readonly string[] {
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const same = this.#sameAs(origin);
      return same === undefined || depth > LONGEST_CHAIN
        ? [this.#keyOf(origin)]
        : this.#keysOf(same.file, same.receiver, depth + 1);
    });
  }

  /** The call that gives the router that it is called on. */
  #sameAs(origin: Origin): GivenCall | undefined {
    if (origin.tag !== "expression") return undefined;
    const call = callAt(origin.file, origin.expression);
    if (call === undefined || call.receiver < 0) return undefined;
    return this.#rules.groupPath(lastNameAt(call.file, call.callee), call) === ""
      ? call
      : undefined;
  }

  #keyOf(origin: Origin): string {
    const key = originKey(origin);
    if (this.#known.has(key)) return key;
    this.#known.add(key);
    if (origin.tag === "expression") this.#noteCall(key, origin.file, origin.expression);
    else if (origin.tag === "binding") this.#noteBinding(key, origin.file, origin.binding);
    else this.#made.add(key);
    return key;
  }

  #noteCall(key: string, file: ProjectFile, expression: number): void {
    const call = callAt(file, expression);
    if (call === undefined || !this.#noteGroup(key, call)) this.#made.add(key);
  }

  /** Notes a router that a call on another gives. @returns whether it does */
  #noteGroup(key: string, call: GivenCall): boolean {
    const path = this.#rules.groupPath(lastNameAt(call.file, call.callee), call);
    if (path === null || call.receiver < 0) return false;
    for (const parent of this.#keysOf(call.file, call.receiver)) {
      this.#mounts.add(key, parent, path);
    }
    return true;
  }

  #noteBinding(key: string, file: ProjectFile, row: number): void {
    const position = positionOf(file, row);
    if (position === undefined) {
      this.#made.add(key);
      return;
    }
    const value = file.binding(row, Binding.VALUE);
    if (value >= 0 && file.expression(value, Expr.OP) === Op.callback) {
      const call = callAt(file, file.expression(value, Expr.B));
      if (call !== undefined && this.#noteGroup(key, call)) return;
    }
    const callee = file.scope(file.binding(row, Binding.SCOPE), Scope.SYMBOL);
    if (callee < 0) return;
    for (const given of this.#givenTo(file, callee, position)) {
      for (const parent of this.#keysOf(given.file, given.expression)) {
        if (parent !== key) this.#mounts.add(key, parent, "");
      }
    }
  }

  /** What calls give to a parameter of a function. */
  #givenTo(
    owner: ProjectFile,
    callee: number,
    position: number,
  ): readonly { readonly file: ProjectFile; readonly expression: number }[] {
    const name = owner.nameIds[owner.symbol(callee, Sym.NAME)]!;
    this.#links.questions.noteSites(this.#rules.languages, CALLS, [name]);
    return (this.#calls().get(name) ?? []).flatMap((site) => {
      const call = this.#links.callOf(site);
      if (call === undefined) return [];
      const expression = position === RECEIVER ? call.receiver : call.positional[position] ?? -1;
      if (expression < 0 || !this.#mayRun(site, owner.firstSymbol + callee)) return [];
      return [{ file: call.file, expression }];
    });
  }

  /** Whether a call runs a function, perhaps as what satisfies an interface. */
  #mayRun(site: Site, callee: number): boolean {
    const { project } = this.#links;
    return this.#links.resolve(site).targets.some(({ symbol }) => {
      if (symbol === callee) return true;
      const file = project.fileOfSymbol(symbol);
      return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0;
    });
  }

  #calls(): Map<number, Site[]> {
    if (this.#callsByName !== undefined) return this.#callsByName;
    const calls = this.#callsByName = new Map<number, Site[]>();
    for (const file of this.#links.filesIn(this.#rules.languages)) {
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (file.reference(row, Ref.CALL) < 0 || !CALLS.has(file.reference(row, Ref.KIND))) {
          continue;
        }
        const name = file.nameIds[file.reference(row, Ref.NAME)]!;
        const known = calls.get(name);
        if (known === undefined) calls.set(name, [{ file, row }]);
        else known.push({ file, row });
      }
    }
    return calls;
  }
}
