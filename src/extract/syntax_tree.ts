/**
 * The syntax tree of one file as flat columns in document order.
 *
 * Reading a tree through the WebAssembly boundary costs a call for every node and every field,
 * which is more than the parse itself. The subtrees are plain structs in the runtime's linear
 * memory, so they are read there directly, once, into typed arrays; everything after works on
 * integers. The struct layouts are those of tree-sitter 0.27 on wasm32 (`lib/src/subtree.h`,
 * `lib/src/parser.h`, `lib/src/tree.h`); the runtime is pinned to that release, and a test holds
 * the columns against the library's own cursor.
 */
import type { Language, Tree } from "web-tree-sitter";
import type { NodeSink } from "./tree_builder.ts";

/** Index of a node in the columns of a {@link SyntaxTree}; `-1` (`NONE`) stands for "no node". */
export type NodeIndex = number;

/** "No node". */
export const NONE = -1;

/** The node type of a region that the grammar could not parse. */
export const ERROR_KIND = 65535;

const NAMED = 1;
const EXTRA = 2;
const MISSING = 4;

/** What the reader needs of the tree-sitter runtime: views of its linear memory. */
export interface RuntimeMemory {
  HEAPU8: Uint8Array;
  HEAPU16: Uint16Array;
  HEAPU32: Uint32Array;
}

/** Addresses and counts of one loaded grammar, read once. */
export class GrammarLayout {
  readonly publicSymbols: number;
  readonly symbolMetadata: number;
  readonly aliasSequences: number;
  readonly maxAliasLength: number;
  readonly #directFields: (Uint8Array | undefined)[];
  readonly #memory: RuntimeMemory;
  readonly #fieldSlices: number;
  readonly #fieldEntries: number;
  readonly #fieldCount: number;

  constructor(memory: RuntimeMemory, languageAddress: number) {
    const word = (offset: number): number => memory.HEAPU32[(languageAddress + offset) >> 2]!;
    this.#memory = memory;
    this.maxAliasLength = memory.HEAPU16[(languageAddress + 36) >> 1]!;
    this.#fieldCount = word(32);
    this.#fieldSlices = word(64);
    this.#fieldEntries = word(68);
    this.symbolMetadata = word(72);
    this.publicSymbols = word(76);
    this.aliasSequences = word(84);
    this.#directFields = new Array(word(28));
  }

  /** Field ids by structural child index for one production, without inherited ones. */
  directFields(production: number): Uint8Array {
    return this.#directFields[production] ??= this.#readFields(production);
  }

  #readFields(production: number): Uint8Array {
    if (this.#fieldCount === 0) return NO_FIELDS;
    const { HEAPU8, HEAPU16 } = this.#memory;
    const slice = (this.#fieldSlices + production * 4) >> 1;
    const first = this.#fieldEntries + HEAPU16[slice]! * 4;
    const fields = new Uint8Array(256);
    let any = false;
    for (let i = 0; i < HEAPU16[slice + 1]!; i++) {
      const entry = first + i * 4;
      if (HEAPU8[entry + 3] !== 0) continue;
      const child = HEAPU8[entry + 2]!;
      if (fields[child] === 0) fields[child] = HEAPU16[entry >> 1]!;
      any = true;
    }
    return any ? fields : NO_FIELDS;
  }
}

const NO_FIELDS = new Uint8Array(256);

/**
 * The columns. One instance is reused for file after file by a worker: {@link SyntaxTree.read}
 * overwrites what was there.
 */
export class SyntaxTree {
  /** Number of visible nodes. */
  count = 0;
  /** Whether any part of the file could not be parsed. */
  hasError = false;
  /** Grammar node type id. */
  kinds: Uint16Array = new Uint16Array(1 << 14);
  /** Id of the field by which the parent names this node; 0 for none. */
  fields: Uint8Array = new Uint8Array(1 << 14);
  /** First UTF-16 offset of the node. */
  starts: Int32Array = new Int32Array(1 << 14);
  /** UTF-16 offset after the node. */
  ends: Int32Array = new Int32Array(1 << 14);
  /** Parent node, `NONE` for the root. */
  parents: Int32Array = new Int32Array(1 << 14);
  /** Index after the node's last descendant: its next sibling, if it has one. */
  nexts: Int32Array = new Int32Array(1 << 14);
  #flags: Uint8Array = new Uint8Array(1 << 14);
  #stack: Int32Array = new Int32Array(1 << 12);
  readonly #fieldStack: Uint8Array[] = [];

  /** Text of the file being read. */
  text = "";

  /** Fills the columns from a parsed tree. */
  read(tree: Tree, text: string, memory: RuntimeMemory, grammar: GrammarLayout): void {
    this.text = text;
    this.count = 0;
    this.hasError = false;
    const address = (tree as unknown as Record<number, number>)[0]!;
    this.#walk(address, memory, grammar);
  }

  /** Fills the columns from what a reader of our own says of a text. */
  build(text: string, fill: (sink: NodeSink) => void): void {
    this.text = text;
    this.count = 0;
    this.hasError = false;
    fill({
      add: (kind, field, start, parent) => {
        const node = this.count++;
        if (node >= this.kinds.length) this.#grow();
        this.kinds[node] = kind;
        this.fields[node] = field;
        this.starts[node] = start;
        this.ends[node] = start;
        this.parents[node] = parent;
        this.nexts[node] = node + 1;
        this.#flags[node] = NAMED;
        return node;
      },
      end: (node, end) => {
        this.ends[node] = end;
        this.nexts[node] = this.count;
      },
    });
  }

  /** Source text of a node. */
  textOf(node: NodeIndex): string {
    return this.text.slice(this.starts[node], this.ends[node]);
  }

  /** Whether the node is a named one (not a bare token). */
  isNamed(node: NodeIndex): boolean {
    return (this.#flags[node]! & NAMED) !== 0;
  }

  /** Whether the parser invented the node to get on. */
  isMissing(node: NodeIndex): boolean {
    return (this.#flags[node]! & MISSING) !== 0;
  }

  /** Whether the node may stand anywhere (comments, mostly). */
  isExtra(node: NodeIndex): boolean {
    return (this.#flags[node]! & EXTRA) !== 0;
  }

  /** First child, tokens included. */
  firstChild(node: NodeIndex): NodeIndex {
    const child = node + 1;
    return child < this.nexts[node]! ? child : NONE;
  }

  /** Next sibling, tokens included. */
  nextSibling(node: NodeIndex): NodeIndex {
    const parent = this.parents[node]!;
    if (parent < 0) return NONE;
    const next = this.nexts[node]!;
    return next < this.nexts[parent]! ? next : NONE;
  }

  /** First child that carries the field. */
  child(node: NodeIndex, field: number): NodeIndex {
    if (field === 0) return NONE;
    const end = this.nexts[node]!;
    for (let child = node + 1; child < end; child = this.nexts[child]!) {
      if (this.fields[child] === field) return child;
    }
    return NONE;
  }

  /** First child of a node type. */
  childOfKind(node: NodeIndex, kind: number): NodeIndex {
    const end = this.nexts[node]!;
    for (let child = node + 1; child < end; child = this.nexts[child]!) {
      if (this.kinds[child] === kind) return child;
    }
    return NONE;
  }

  /** First named child that is no comment, counted from `index` 0. */
  namedChild(node: NodeIndex, index = 0): NodeIndex {
    const end = this.nexts[node]!;
    let left = index;
    for (let child = node + 1; child < end; child = this.nexts[child]!) {
      if ((this.#flags[child]! & (NAMED | EXTRA)) !== NAMED) continue;
      if (left-- === 0) return child;
    }
    return NONE;
  }

  /** Number of named children that are no comments. */
  namedChildCount(node: NodeIndex): number {
    const end = this.nexts[node]!;
    let count = 0;
    for (let child = node + 1; child < end; child = this.nexts[child]!) {
      if ((this.#flags[child]! & (NAMED | EXTRA)) === NAMED) count++;
    }
    return count;
  }

  /** Makes room for more nodes; what the columns hold stays. */
  #grow(): void {
    const { kinds, fields, starts, ends, parents, nexts } = this;
    const flags = this.#flags;
    this.#reserve(kinds.length + 1);
    this.kinds.set(kinds);
    this.fields.set(fields);
    this.starts.set(starts);
    this.ends.set(ends);
    this.parents.set(parents);
    this.nexts.set(nexts);
    this.#flags.set(flags);
  }

  /** Makes room for so many nodes. What the columns hold is lost. */
  #reserve(count: number): void {
    if (count <= this.kinds.length) return;
    const size = Math.max(count, this.kinds.length * 2);
    this.kinds = new Uint16Array(size);
    this.fields = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.parents = new Int32Array(size);
    this.nexts = new Int32Array(size);
    this.#flags = new Uint8Array(size);
  }

  /**
   * Preorder walk with a stack of its own, since a long expression nests deeper than the
   * engine's call stack. A frame is {@link FRAME} integers: the subtree's address, the next child,
   * the number of children, the next structural child, the byte position there, the address of its
   * alias sequence, the field that its children inherit, the visible node above, and the visible
   * node that ends with the frame. The fields of the frame's children stand beside it.
   */
  #walk(treeAddress: number, memory: RuntimeMemory, grammar: GrammarLayout): void {
    const { HEAPU8, HEAPU16, HEAPU32 } = memory;
    const publicSymbols = grammar.publicSymbols >> 1;
    const metadata = grammar.symbolMetadata;
    const { aliasSequences, maxAliasLength } = grammar;
    // The root is treated as the only child of a frame that is not there.
    let low = HEAPU32[treeAddress >> 2]!;
    let high = HEAPU32[(treeAddress >> 2) + 1]!;
    let inline = (low & 1) !== 0;
    this.#reserve(inline ? 1 : HEAPU32[(low >> 2) + VISIBLE_DESCENDANTS]! + 1);
    // Read and written for every node: locals are a step nearer than fields.
    const { kinds, fields, starts, ends, parents, nexts } = this;
    const flagColumn = this.#flags;
    const fieldStack = this.#fieldStack;
    let stack = this.#stack;
    let top = 0;
    let depth = 0;
    let count = 0;
    let hasError = false;
    let position = inline ? (high >> 16) & 0xff : HEAPU32[(low >> 2) + 1]!;
    let size = inline ? high >>> 24 : HEAPU32[(low >> 2) + 4]!;
    let alias = 0;
    let field = 0;
    let parent = NONE;
    for (;;) {
      // 1. Read the subtree at hand.
      let symbol: number;
      let flags: number; // bit 0 visible, 1 named, 2 extra, 3 missing
      let children = 0;
      if (inline) {
        symbol = (low >> 8) & 0xff;
        flags = ((low >> 1) & 7) | ((low >> 2) & 8);
      } else {
        children = HEAPU32[(low >> 2) + 9]!;
        symbol = HEAPU16[(low + 40) >> 1]!;
        const bits = HEAPU16[(low + 44) >> 1]!;
        flags = (bits & 7) | ((bits >> 6) & 8);
      }
      // A missing token may be a hidden one: a line break after a directive.
      if (symbol === ERROR_KIND || (flags & 8) !== 0) hasError = true;
      let node = NONE;
      let childParent = parent;
      let childField = field;
      if ((flags & 1) !== 0 || alias !== 0 || parent === NONE) {
        // 2. Visible: it becomes a row.
        node = count++;
        const shown = alias !== 0 ? alias : symbol;
        const named = alias !== 0 ? HEAPU8[metadata + alias * 3 + 1]! !== 0 : (flags & 2) !== 0;
        kinds[node] = shown >= HIDDEN_ERROR ? shown : HEAPU16[publicSymbols + shown]!;
        fields[node] = field;
        starts[node] = position >> 1;
        ends[node] = (position + size) >> 1;
        parents[node] = parent;
        nexts[node] = node + 1;
        flagColumn[node] = (named ? NAMED : 0) | ((flags & 12) >> 1);
        childParent = node;
        childField = 0;
      }
      if (children > 0) {
        // 3. Go down: push a frame for the children.
        if (top + FRAME > stack.length) {
          const larger = new Int32Array(stack.length * 2);
          larger.set(stack);
          stack = this.#stack = larger;
        }
        const production = HEAPU16[(low + 66) >> 1]!;
        stack[top] = low;
        stack[top + 1] = 0;
        stack[top + 2] = children;
        stack[top + 3] = 0;
        stack[top + 4] = position;
        stack[top + 5] = production === 0 ? 0 : aliasSequences + production * maxAliasLength * 2;
        stack[top + 6] = childField;
        stack[top + 7] = childParent;
        stack[top + 8] = node;
        fieldStack[depth++] = grammar.directFields(production);
        top += FRAME;
      }
      // 4. Take the next child of the innermost frame that has one.
      for (;;) {
        if (top === 0) {
          this.count = count;
          this.hasError = hasError;
          return;
        }
        const frame = top - FRAME;
        const index = stack[frame + 1]!;
        const left = stack[frame + 2]! - index;
        if (left === 0) {
          const ended = stack[frame + 8]!;
          if (ended !== NONE) nexts[ended] = count;
          top = frame;
          depth--;
          continue;
        }
        // Children lie before their parent's own data, eight bytes each.
        const slot = (stack[frame]! >> 2) - left * 2;
        low = HEAPU32[slot]!;
        high = HEAPU32[slot + 1]!;
        inline = (low & 1) !== 0;
        let padding: number;
        let extra: boolean;
        if (inline) {
          padding = (high >> 16) & 0xff;
          size = high >>> 24;
          extra = (low & 8) !== 0;
        } else {
          const word = low >> 2;
          padding = HEAPU32[word + 1]!;
          size = HEAPU32[word + 4]!;
          extra = (HEAPU8[low + 44]! & 4) !== 0;
        }
        position = index === 0 ? stack[frame + 4]! : stack[frame + 4]! + padding;
        stack[frame + 1] = index + 1;
        stack[frame + 4] = position + size;
        alias = 0;
        field = 0;
        if (!extra) {
          const structural = stack[frame + 3]!;
          stack[frame + 3] = structural + 1;
          const aliases = stack[frame + 5]!;
          if (aliases !== 0) alias = HEAPU16[(aliases >> 1) + structural]!;
          field = fieldStack[depth - 1]![structural]!;
          if (field === 0) field = stack[frame + 6]!;
        }
        parent = stack[frame + 7]!;
        break;
      }
    }
  }
}

/** Word of a subtree's data that counts its visible descendants. */
const VISIBLE_DESCENDANTS = 14;
/** Symbols from here on are the runtime's own: what was skipped after an error, and errors. */
const HIDDEN_ERROR = 65534;
const FRAME = 9;

/** Reads the address of a loaded grammar. */
export function grammarLayout(memory: RuntimeMemory, language: Language): GrammarLayout {
  return new GrammarLayout(memory, (language as unknown as Record<number, number>)[0]!);
}
