/** Node types and fields of the reader of Fortran, and what is found by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Ids of the reader. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the reader once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      local: g.field("local"),
      name: g.field("name"),
      parameter: g.field("parameter"),
      parent: g.field("parent"),
      result: g.field("result"),
      target: g.field("target"),
      type: g.field("type"),
      value: g.field("value"),
      words: g.field("words"),
    },
    K: {
      arguments: g.kind("arguments"),
      call: g.kind("call"),
      chain: g.kind("chain"),
      declaration: g.kind("declaration"),
      entity: g.kind("entity"),
      interface: g.kind("interface"),
      keyword: g.kind("keyword"),
      literal: g.kind("literal"),
      moduleProcedure: g.kind("module_procedure"),
      name: g.kind("name"),
      subprogram: g.kind("subprogram"),
      useName: g.kind("use_name"),
      visibility: g.kind("visibility"),
      words: g.kind("words"),
    },
  };
}

/** What the reader of Fortran makes. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];
  /** What modules say of the visibility of their names, by module node. */
  readonly #private = new Map<
    NodeIndex,
    { all: boolean; private: Set<string>; public: Set<string> }
  >();

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** The name of a definition; -1 when it has none. */
  nameOf(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.child(node, this.F.name);
  }

  /** The words before the names of a statement, in small letters; "" if none. */
  wordsOf(x: Extraction, node: NodeIndex): string {
    const words = node === NONE ? NONE : x.tree.child(node, this.F.words);
    return words === NONE ? "" : x.textOf(words).toLowerCase();
  }

  /** A name as all places have it: names have no case. */
  text(x: Extraction, node: NodeIndex): string {
    return x.textOf(node).toLowerCase().replace(/\s+/g, "");
  }

  /** Whether the unit around keeps a name to itself. */
  isPrivate(x: Extraction, name: string): boolean {
    const known = this.#private.get(x.symbol);
    return known !== undefined && (known.private.has(name) || known.all && !known.public.has(name));
  }

  /** Notes `public`, `private` statements of the unit that has a symbol. */
  noteVisibility(x: Extraction, unit: NodeIndex, symbol: number): void {
    const known = { all: false, private: new Set<string>(), public: new Set<string>() };
    for (const one of childrenOf(x, unit)) {
      if (x.tree.kinds[one] !== this.K.visibility) continue;
      const isPrivate = /^private/i.test(x.textOf(one));
      const names = childrenOf(x, one).filter((name) => x.tree.fields[name] === this.F.name);
      if (names.length === 0) known.all = isPrivate;
      for (const name of names) (isPrivate ? known.private : known.public).add(this.text(x, name));
    }
    this.#private.set(symbol, known);
  }

  /** Forgets the file. */
  reset(): void {
    this.#private.clear();
  }
}

/** Children of a node. */
export function childrenOf(x: Extraction, node: NodeIndex): NodeIndex[] {
  const found: NodeIndex[] = [];
  for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) found.push(at);
  return found;
}
