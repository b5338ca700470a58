/** The rules of Lua, with the types that are blanked where the grammar reads. */
import type { Extraction } from "../../extract/extraction.ts";
import { Binding, BindingKind, Kind, Op, Sym } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { luaRules } from "../lua/rules.ts";

const ANNOTATION = /^\s*:\s*([A-Za-z_]\w*)(?:\.(\w+))?/;
const DEFINES_TYPE = /\btype\s+$/;
const EXPORTS_TYPE = /\bexport\s+type\s+$/;
/** A type that is another by its name alone. */
const ALIAS = /^(?:<[^<>]*>)?\s*=\s*([A-Za-z_]\w*)(?:\.(\w+))?(?:<[^<>]*>)?\s*(?:\n|;|$|--)/;
/** Types that every file knows. */
const KNOWN: ReadonlySet<string> = new Set(
  "any unknown never nil boolean number string thread buffer vector typeof".split(" "),
);

/** Binds the rules to the grammar of Lua. */
export function luauRules(g: Grammar): LanguageRules {
  const rules = luaRules(g);
  const identifier = g.kind("identifier");
  const call = g.kind("function_call");
  const parameters = g.field("parameters");
  const names = new TypeNames(identifier);
  const { refer } = rules;
  const typed = (type: string): NodeRule => (x, node) => {
    refer[type]?.(x, node);
    const list = x.tree.child(node, parameters);
    if (list !== NONE) names.annotate(x, list);
  };
  return {
    ...rules,
    define: {
      ...rules.define,
      assignment_statement: (x, node) => {
        rules.define.assignment_statement?.(x, node);
        names.define(x, node);
      },
    },
    refer: {
      ...refer,
      function_declaration: typed("function_declaration"),
      function_definition: typed("function_definition"),
      assignment_statement: (x, node) => {
        refer.assignment_statement?.(x, node);
        names.refer(x, node);
      },
      variable_declaration: (x, node) => {
        refer.variable_declaration?.(x, node);
        for (let at = node + 1; at < x.tree.nexts[node]!; at++) {
          if (x.tree.kinds[at] !== call) continue;
          const specifier = rules.expressions.required(x, at);
          if (specifier !== undefined) names.require(x, node, specifier);
          break;
        }
        names.annotate(x, node);
      },
    },
    finish: (x) => {
      rules.finish?.(x);
      names.reset();
    },
  };
}

/** The types that a file names: its own, and those of the modules that it requires. */
class TypeNames {
  readonly #identifier: number;
  /** Symbols of the file's types. */
  readonly #types = new Map<string, number>();
  /** What variables were given by `require`. */
  readonly #required = new Map<string, string>();

  constructor(identifier: number) {
    this.#identifier = identifier;
  }

  /** Forgets the file. */
  reset(): void {
    this.#types.clear();
    this.#required.clear();
  }

  /** What `type A = …` defines is a type. */
  define(x: Extraction, node: NodeIndex): void {
    if (!DEFINES_TYPE.test(before(x, node))) return;
    const at = this.#nameIn(x, node);
    const symbol = at === NONE ? NONE : x.symbolAt(at);
    if (symbol === NONE) return;
    x.facts.tables.symbols.set(symbol, Sym.KIND, Kind.type);
    this.#types.set(x.textOf(at), symbol);
    // Its name is none of a value.
    const { bindings } = x.facts.tables;
    const last = bindings.count - 1;
    if (bindings.get(last, Binding.SYMBOL) !== symbol) return;
    bindings.set(last, Binding.NAME, x.facts.text(`type ${x.textOf(at)}`));
  }

  /** What a type is where it is another's name, and that a module offers it. */
  refer(x: Extraction, node: NodeIndex): void {
    const at = this.#types.size === 0 ? NONE : this.#nameIn(x, node);
    const name = at === NONE ? "" : x.textOf(at);
    if (this.#types.get(name) !== x.symbolAt(at) || !DEFINES_TYPE.test(before(x, node))) return;
    const end = x.tree.ends[at]!;
    const [, first, second] = ALIAS.exec(x.text.slice(end, end + 120)) ?? [];
    if (first !== undefined && first !== name && !KNOWN.has(first)) {
      x.setType(x.symbolAt(at), this.#named(x, first, second, end));
    }
    if (EXPORTS_TYPE.test(before(x, node))) {
      x.facts.export(name, {
        expression: this.#named(x, name, undefined, end),
        line: x.lineAt(end),
      });
    }
  }

  /** Notes which module a variable holds. */
  require(x: Extraction, node: NodeIndex, specifier: string): void {
    const at = this.#nameIn(x, node);
    if (at !== NONE) this.#required.set(x.textOf(at), specifier);
  }

  /** Says of names bound at a node what they are declared to hold, where nothing else says it. */
  annotate(x: Extraction, node: NodeIndex): void {
    const { bindings } = x.facts.tables;
    for (let at = node + 1; at < x.tree.nexts[node]!; at++) {
      if (x.tree.kinds[at] !== this.#identifier) continue;
      const end = x.tree.ends[at]!;
      const [, first, second] = ANNOTATION.exec(x.text.slice(end, end + 80)) ?? [];
      if (first === undefined || KNOWN.has(first) || x.text.startsWith("::", end)) continue;
      const type = this.#named(x, first, second, end);
      const name = x.facts.text(x.textOf(at));
      for (let row = bindings.count - 1; row >= 0; row--) {
        if (bindings.get(row, Binding.SCOPE) !== x.scope) break;
        if (bindings.get(row, Binding.NAME) !== name) continue;
        const isFree = bindings.get(row, Binding.VALUE) < 0 &&
          bindings.get(row, Binding.KIND) !== BindingKind.definition;
        if (isFree) bindings.set(row, Binding.TYPE, type);
        break;
      }
    }
  }

  /** A type by its name, or by that of a module and its own. */
  #named(x: Extraction, first: string, second: string | undefined, offset: number): number {
    if (second === undefined) {
      const type = this.#types.get(first);
      if (type === undefined) return x.nameExpression(first, offset);
      // A type that is called as a table of the file is that of the table's instances.
      const table = this.#tableNamed(x, first);
      return x.facts.expression(Op.symbol, table === NONE ? type : table);
    }
    const specifier = this.#required.get(first);
    return x.memberExpression(
      specifier === undefined
        ? x.nameExpression(first, offset)
        : x.facts.expression(Op.module, x.facts.text(specifier)),
      second,
    );
  }

  /** Symbol of a class or variable at the top of the file; -1 if none has the name. */
  #tableNamed(x: Extraction, name: string): number {
    const { symbols } = x.facts.tables;
    const text = x.facts.text(name);
    for (let row = 1; row < symbols.count; row++) {
      if (symbols.get(row, Sym.NAME) !== text || symbols.get(row, Sym.CONTAINER) >= 0) continue;
      const kind = symbols.get(row, Sym.KIND);
      if (kind === Kind.class || kind === Kind.variable) return row;
    }
    return NONE;
  }

  /** The first name in a node; -1 if there is none. */
  #nameIn(x: Extraction, node: NodeIndex): NodeIndex {
    for (let at = node + 1; at < x.tree.nexts[node]!; at++) {
      if (x.tree.kinds[at] === this.#identifier) return at;
    }
    return NONE;
  }
}

/** The words before a node. */
function before(x: Extraction, node: NodeIndex): string {
  const start = x.tree.starts[node]!;
  return x.text.slice(Math.max(0, start - 20), start);
}
