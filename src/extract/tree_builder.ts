/** Trees made by a reader of our own, for languages that no usable grammar can be had for. */
import type { NodeTypes } from "./grammar.ts";

/** A reader of our own: says what a text is made of, in the form that grammars have. */
export interface OwnReader {
  /** Names of the node types; the first is that of the whole text. */
  readonly types: readonly string[];
  /** Names of the fields. */
  readonly fields: readonly string[];
  /** Reads a text. Must not throw, whatever the text: what it does not know it leaves out. */
  readonly read: (text: string, tree: TreeBuilder) => void;
}

/** Node types and fields of a reader of our own, numbered from 1. */
export class OwnNodeTypes implements NodeTypes {
  readonly #types: readonly string[];
  readonly #fields: readonly string[];

  constructor({ types, fields }: OwnReader) {
    this.#types = types;
    this.#fields = fields;
  }

  idForNodeType(type: string, named: boolean): number | null {
    return named ? numberIn(this.#types, type) : null;
  }

  fieldIdForName(name: string): number | null {
    return numberIn(this.#fields, name);
  }

  nodeTypeForId(id: number): string | null {
    return this.#types[id - 1] ?? null;
  }
}

function numberIn(names: readonly string[], name: string): number | null {
  const at = names.indexOf(name);
  return at < 0 ? null : at + 1;
}

/** Where a builder puts its nodes. */
export interface NodeSink {
  /** Adds a node below another, in document order; its end is set later. */
  add(kind: number, field: number, start: number, parent: number): number;
  /** Ends a node, after all that is in it. */
  end(node: number, end: number): void;
}

/** Takes the nodes of one text, in document order. */
export class TreeBuilder {
  readonly #types: OwnNodeTypes;
  readonly #sink: NodeSink;
  readonly #open: number[] = [];

  constructor(types: OwnNodeTypes, sink: NodeSink) {
    this.#types = types;
    this.#sink = sink;
  }

  /** Begins a node. What follows until {@link close} is in it. @throws {Error} for an unknown type */
  open(type: string, start: number, field = ""): void {
    const kind = this.#types.idForNodeType(type, true);
    if (kind === null) throw new Error(`the reader has no node type "${type}"`);
    const fieldId = field === "" ? 0 : this.#types.fieldIdForName(field);
    if (fieldId === null) throw new Error(`the reader has no field "${field}"`);
    this.#open.push(this.#sink.add(kind, fieldId, start, this.#open.at(-1) ?? -1));
  }

  /** Ends the innermost node that was begun. */
  close(end: number): void {
    const node = this.#open.pop();
    if (node !== undefined) this.#sink.end(node, end);
  }

  /** A node without others in it. */
  leaf(type: string, start: number, end: number, field = ""): void {
    this.open(type, start, field);
    this.close(end);
  }
}
