/** Mappings, sequences and scalars of YAML (and so of JSON), whichever way they are written. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** An entry of a mapping. */
export interface YamlPair {
  readonly node: NodeIndex;
  readonly keyNode: NodeIndex;
  readonly key: string;
  /** Node of the value; -1 when there is none. */
  readonly value: NodeIndex;
}

/** A scalar's text and where it starts in the file. */
export interface YamlText {
  readonly text: string;
  readonly start: number;
}

/** Reads nodes of the YAML grammar. */
export class YamlNodes {
  readonly #key: number;
  readonly #value: number;
  readonly #mappings: ReadonlySet<number>;
  readonly #sequences: ReadonlySet<number>;
  readonly #items: ReadonlySet<number>;
  readonly #pairs: ReadonlySet<number>;
  readonly #wrappers: ReadonlySet<number>;
  readonly #block: number;
  readonly #scalars: ReadonlySet<number>;

  constructor(g: Grammar) {
    this.#key = g.field("key");
    this.#value = g.field("value");
    this.#mappings = g.kinds("block_mapping", "flow_mapping");
    this.#sequences = g.kinds("block_sequence", "flow_sequence");
    this.#items = g.kinds("block_sequence_item");
    this.#pairs = g.kinds("block_mapping_pair", "flow_pair");
    this.#wrappers = g.kinds(
      "stream",
      "document",
      "block_node",
      "flow_node",
      "block_sequence_item",
    );
    this.#block = g.kind("block_scalar");
    this.#scalars = g.kinds(
      "block_scalar",
      "plain_scalar",
      "double_quote_scalar",
      "single_quote_scalar",
    );
  }

  /** The mapping, sequence or scalar that a node wraps; -1 if none. */
  content(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && this.#wrappers.has(x.tree.kinds[at]!)) {
      at = this.#lastContent(x, at);
    }
    return at;
  }

  /** Of the children of a wrapper, tags and anchors come first. */
  #lastContent(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let last = NONE;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child]!;
      const isContent = this.#wrappers.has(kind) || this.#mappings.has(kind) ||
        this.#sequences.has(kind) || this.#scalars.has(kind) || this.#pairs.has(kind);
      if (isContent && (last === NONE || !this.#wrappers.has(tree.kinds[last]!))) last = child;
    }
    return last;
  }

  /** Entries of the mapping at a node; none when it is no mapping. */
  *pairs(x: Extraction, node: NodeIndex): Generator<YamlPair> {
    const mapping = this.content(x, node);
    if (mapping === NONE || !this.#mappings.has(x.tree.kinds[mapping]!)) return;
    const { tree } = x;
    for (let child = tree.firstChild(mapping); child !== NONE; child = tree.nextSibling(child)) {
      if (!this.#pairs.has(tree.kinds[child]!)) continue;
      const keyNode = tree.child(child, this.#key);
      if (keyNode === NONE) continue;
      const { text, start: _ } = this.text(x, keyNode) ?? { text: "", start: 0 };
      yield { node: child, keyNode, key: text, value: tree.child(child, this.#value) };
    }
  }

  /** Value of an entry by its key; -1 if there is none. */
  get(x: Extraction, node: NodeIndex, key: string): NodeIndex {
    for (const pair of this.pairs(x, node)) if (pair.key === key) return pair.value;
    return NONE;
  }

  /** Items of the sequence at a node; what is no sequence is the only item. */
  *items(x: Extraction, node: NodeIndex): Generator<NodeIndex> {
    const sequence = this.content(x, node);
    if (sequence === NONE) return;
    if (!this.#sequences.has(x.tree.kinds[sequence]!)) return yield sequence;
    const { tree } = x;
    for (let child = tree.firstChild(sequence); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child]!;
      if (this.#items.has(kind) || this.#wrappers.has(kind)) yield child;
    }
  }

  /** Text of the scalar at a node, without quotes and without the head of a block. */
  text(x: Extraction, node: NodeIndex): YamlText | undefined {
    const scalar = node === NONE ? NONE : this.content(x, node);
    if (scalar === NONE || !this.#scalars.has(x.tree.kinds[scalar]!)) return undefined;
    const whole = x.textOf(scalar);
    const start = x.tree.starts[scalar]!;
    if (x.tree.kinds[scalar] === this.#block) {
      const head = whole.indexOf("\n") + 1;
      return { text: head === 0 ? "" : whole.slice(head), start: start + head };
    }
    const quote = /^["']/.test(whole) ? 1 : 0;
    return { text: whole.slice(quote, whole.length - quote), start: start + quote };
  }
}
