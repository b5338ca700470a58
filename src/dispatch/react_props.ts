/** Functions that components of React are given as props, and where they are called. */
import { Binding, BindingKind, Expr, Op, Ref, Scope, Sym } from "../extract/facts.ts";
import { callAt, lastNameAt } from "../resolve/given.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable, isType } from "../resolve/symbol_kinds.ts";
import { HandedOver } from "./handed_over.ts";
import type { ReactContexts } from "./react_contexts.ts";
import { wrappedFunction } from "./react_hooks.ts";

/** A prop of a component. */
interface Prop {
  /** The component, numbered through the project. */
  readonly component: number;
  readonly name: string;
}

const DEEPEST = 12;

/** Props of all components of a project. */
export class ReactProps {
  readonly #links: Links;
  readonly #contexts: ReactContexts;
  readonly #given = new HandedOver();
  /** Props that are given what another component was given for one of its own, by key. */
  readonly #passed = new Map<string, Set<string>>();
  /** Components that are given all that another was given. */
  readonly #spread = new Map<number, Set<number>>();
  /** Where a page's own elements are given props. */
  readonly #page: { readonly site: Site; readonly prop: Prop }[] = [];
  readonly #names = new Set<string>();

  /** @param contexts all contexts, of which a component may hand on what they give */
  constructor(links: Links, contexts: ReactContexts) {
    this.#links = links;
    this.#contexts = contexts;
  }

  /** Names of all props that are given functions. */
  get names(): Iterable<string> {
    return this.#names;
  }

  /** Notes what an element is given. */
  collect(site: Site): void {
    const call = callAt(site.file, site.file.reference(site.row, Ref.EXPR));
    if (call === undefined) return;
    const { file, callee, named, positional } = call;
    const components = this.#componentsAt(file, callee);
    for (const whole of positional) {
      const from = this.#componentOf(file, whole, 0);
      if (from === undefined) continue;
      for (const component of components) add(this.#spread, component, from);
    }
    for (const [name, value] of named) {
      const prop = this.#propAt(file, value, 0);
      if (prop === undefined) this.#give(file, components, name, value);
      else if (callee < 0) this.#page.push({ site, prop });
      else for (const component of components) this.#pass(component, name, prop);
    }
  }

  /** Components that the name of an element means, also those that are wrapped: `memo(Row)`. */
  #componentsAt(file: ProjectFile, expression: number, depth = 0): readonly number[] {
    if (expression < 0 || depth > DEEPEST) return [];
    const named = this.#links.resolveExpression(file, expression).targets
      .map(({ symbol }) => symbol)
      .filter((symbol) => this.#isComponent(symbol));
    if (named.length > 0) return named;
    return this.#links.origins.of(file, expression).flatMap((origin) => {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      return call?.positional.flatMap((inner) => this.#componentsAt(call.file, inner, depth + 1)) ??
        [];
    });
  }

  #isComponent(symbol: number): boolean {
    const file = this.#links.project.fileOfSymbol(symbol);
    const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
    return isCallable(kind) || isType(kind);
  }

  #give(file: ProjectFile, components: readonly number[], name: string, value: number): void {
    const own = wrappedFunction(this.#links, file, value);
    for (const run of own.length > 0 ? own : this.#contexts.functionsAt(file, value)) {
      for (const component of components) this.#given.add(keyOf({ component, name }), run, file);
      this.#names.add(name);
    }
  }

  #pass(component: number, name: string, prop: Prop): void {
    add(this.#passed, keyOf({ component, name }), keyOf(prop));
    this.#names.add(name);
  }

  /** Functions that a call of a prop may run. */
  runBy({ file, row }: Site): ReadonlySet<number> {
    const prop = this.#propAt(file, file.reference(row, Ref.EXPR), 0);
    return prop === undefined ? new Set() : this.#functionsOf(file, prop);
  }

  /** Functions that components pass on to elements of the page. */
  runByPage(): readonly { readonly site: Site; readonly functions: ReadonlySet<number> }[] {
    return this.#page.map(({ site, prop }) => ({
      site,
      functions: this.#functionsOf(site.file, prop),
    }));
  }

  #functionsOf(file: ProjectFile, { component, name }: Prop): ReadonlySet<number> {
    const components = new Set([component]);
    const keys = new Set<string>();
    // What is met on the way is followed in turn.
    for (const one of components) {
      keys.add(keyOf({ component: one, name }));
      this.#spread.get(one)?.forEach((outer) => components.add(outer));
    }
    for (const key of keys) this.#passed.get(key)?.forEach((outer) => keys.add(outer));
    return this.#given.metIn(file, keys);
  }

  /** The prop that an expression reads: `onSave`, `props.onSave`, `this.props.onSave`. */
  #propAt(file: ProjectFile, expression: number, depth: number): Prop | undefined {
    if (expression < 0 || depth > DEEPEST) return undefined;
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.member: {
        const component = this.#componentOf(file, a, depth + 1);
        return component === undefined ? undefined : { component, name: file.text(b) };
      }
      case Op.either:
        return this.#propAt(file, a, depth + 1) ?? this.#propAt(file, b, depth + 1);
      case Op.call: {
        const call = callAt(file, expression);
        const inner = /^use(?:Callback|EffectEvent)$/.test(lastNameAt(file, a))
          ? call?.positional[0] ?? -1
          : -1;
        return this.#propAt(file, inner, depth + 1);
      }
      case Op.name: {
        const row = this.#variableAt(file, expression);
        return row < 0 || file.binding(row, Binding.KIND) === BindingKind.parameter
          ? undefined
          : this.#propAt(file, file.binding(row, Binding.VALUE), depth + 1);
      }
      default:
        return undefined;
    }
  }

  /** The component whose props an expression is: its parameter, `this.props`. */
  #componentOf(file: ProjectFile, expression: number, depth: number): number | undefined {
    if (expression < 0 || depth > DEEPEST) return undefined;
    const a = file.expression(expression, Expr.A);
    switch (file.expression(expression, Expr.OP)) {
      case Op.member:
        return lastNameAt(file, expression) === "props"
          ? this.#links.instancesOf(file, a)[0]
          : undefined;
      case Op.either:
      case Op.without:
        return this.#componentOf(file, a, depth + 1);
      case Op.name: {
        const row = this.#variableAt(file, expression);
        if (row < 0) return undefined;
        if (file.binding(row, Binding.KIND) !== BindingKind.parameter) {
          return this.#componentOf(file, file.binding(row, Binding.VALUE), depth + 1);
        }
        const owner = file.scope(file.binding(row, Binding.SCOPE), Scope.SYMBOL);
        const isFirst = file.binding(row, Binding.INDEX) === 0;
        return owner > 0 && isFirst ? file.firstSymbol + owner : undefined;
      }
      default:
        return undefined;
    }
  }

  /** Binding of the variable or parameter of the same file that a name means; -1 if none. */
  #variableAt(file: ProjectFile, expression: number): number {
    for (const entity of this.#links.entitiesAt(file, expression)) {
      if (entity.tag === "binding" && entity.file === file.id) {
        return file.binding(entity.binding, Binding.SYMBOL) < 0 ? entity.binding : -1;
      }
    }
    return -1;
  }
}

function keyOf({ component, name }: Prop): string {
  return `${component} ${name}`;
}

function add<Key, Item>(sets: Map<Key, Set<Item>>, key: Key, item: Item): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([item]));
  else set.add(item);
}
