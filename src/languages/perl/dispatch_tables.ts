/** Hashes that hold code: `my %h = (a => \&f, b => sub {…})`, called as `$h{$name}->()`. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Expr, Op, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax, Word } from "./syntax.ts";

/** Member under which a table keeps what any of its keys may give. */
export const ANY_KEY = "{}";
/** Of the subs of a larger table none is meant in particular by a key that is worked out. */
const MOST_ENTRIES = 16;

/** Code of a table that has names. */
export interface Table {
  /** Expressions. */
  readonly entries: number[];
}

/** Makes objects of hashes that hold code. */
export class DispatchTables {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /**
   * The object that a hash with code in it is; -1 when no value is code.
   * @param list its keys and values
   */
  of(x: Extraction, list: NodeIndex): number {
    if (list === NONE) return -1;
    const known = this.state.tableAt.get(list);
    if (known !== undefined) return x.facts.expression(Op.object, known);
    const pairs = this.s.elements(x, list);
    if (!pairs.some((value, i) => i % 2 === 1 && this.#isCode(x, value))) return -1;
    const scope = x.facts.scope(ScopeKind.object, x.scope, NONE);
    this.state.tableAt.set(list, scope);
    this.state.tables.set(scope, { entries: [] });
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const key = this.s.string(x, pairs[i]!);
      // After `%others` the positions say nothing.
      if (key === undefined) break;
      this.#enter(x, scope, key, pairs[i + 1]!);
    }
    return x.facts.expression(Op.object, scope);
  }

  /** `$h{key} = sub {…}`: the table that a variable is known to hold gets an entry. */
  assigned(x: Extraction, container: NodeIndex, key: Word | undefined, value: NodeIndex): void {
    const held = this.heldBy(x, this.s.variable(x, container, "%"));
    if (held === NONE) return;
    const scope = x.facts.tables.expressions.get(held, Expr.A);
    if (key !== undefined) this.#enter(x, scope, key, value);
    else this.#mayGive(x, scope, value);
  }

  /** The object that a variable in sight holds; -1 when it holds none. */
  heldBy(x: Extraction, name: string): number {
    const scope = name === "" ? NONE : this.state.declaringScope(x, name);
    const value = scope === NONE ? -1 : this.state.variables.get(scope)!.get(name)!;
    return value >= 0 && x.facts.tables.expressions.get(value, Expr.OP) === Op.object
      ? value
      : NONE;
  }

  /** What a key that is worked out may give, once all entries are known. */
  finish(x: Extraction): void {
    for (const [scope, { entries }] of this.state.tables) {
      const isTold = entries.length > 0 && entries.length <= MOST_ENTRIES;
      const value = isTold
        ? entries.reduce((all, one) => x.facts.expression(Op.either, all, one))
        : x.literal("hash");
      x.bind(scope, ANY_KEY, BindingKind.field, { value, offset: 0 });
    }
  }

  #isCode(x: Extraction, node: NodeIndex): boolean {
    if (this.s.anonymous.has(x.tree.kinds[node]!)) return true;
    if (x.tree.kinds[node] !== this.s.K.refgen) return false;
    const of = x.tree.namedChild(node);
    return of !== NONE && x.tree.kinds[of] === this.s.K.function;
  }

  #enter(x: Extraction, scope: number, key: Word, node: NodeIndex): void {
    const value = x.value(node);
    if (value < 0) return;
    x.bind(scope, `{${key.text}}`, BindingKind.field, { value, offset: key.offset });
    this.#mayGive(x, scope, node);
  }

  /** Of subs without a name, none is meant in particular by a key that is worked out. */
  #mayGive(x: Extraction, scope: number, node: NodeIndex): void {
    if (this.#isCode(x, node) && !this.s.anonymous.has(x.tree.kinds[node]!)) {
      this.state.tables.get(scope)?.entries.push(x.value(node));
    }
  }
}
