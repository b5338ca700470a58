/** Blocks of HCL: their types and labels, and by what address others mean what they declare. */
import type { Extraction } from "../../extract/extraction.ts";
import { Kind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** How a block with some number of labels is meant by others. */
interface BlockForm {
  readonly kind: number;
  readonly labels: number;
  /** Before its labels. */
  readonly prefix: string;
  /** Whether those who use the module see it. */
  readonly isOffered: boolean;
}

const RESOURCE: BlockForm = { kind: Kind.object, labels: 2, prefix: "", isOffered: false };
const one = (prefix: string, kind: number, isOffered = false): BlockForm => ({
  kind,
  labels: 1,
  prefix: `${prefix}.`,
  isOffered,
});

/** Blocks at the top of a file that declare something, by their type. */
const FORMS: Readonly<Record<string, BlockForm>> = {
  resource: RESOURCE,
  data: { ...RESOURCE, prefix: "data." },
  ephemeral: { ...RESOURCE, prefix: "ephemeral." },
  // Packer's.
  source: { ...RESOURCE, prefix: "source." },
  variable: one("var", Kind.variable, true),
  output: one("output", Kind.property, true),
  module: one("module", Kind.module),
  provider: one("provider", Kind.object),
  check: one("check", Kind.rule),
  run: one("run", Kind.test),
  // Terragrunt's.
  dependency: one("dependency", Kind.module),
};

/** What a block declares. */
export interface Declared extends BlockForm {
  readonly type: string;
  readonly address: string;
  /** Node of its last label. */
  readonly nameNode: NodeIndex;
}

/** Node types and reading of blocks. */
export class HclBlocks {
  readonly K;

  constructor(g: Grammar) {
    this.K = {
      attribute: g.kind("attribute"),
      block: g.kind("block"),
      body: g.kind("body"),
      identifier: g.kind("identifier"),
      string: g.kind("string_lit"),
      template: g.kind("template_literal"),
      start: g.kind("block_start"),
      getAttribute: g.kind("get_attr"),
    };
  }

  /** Whether a block stands at the top of its file. */
  isTop(x: Extraction, block: NodeIndex): boolean {
    const body = x.tree.parents[block]!;
    return body !== NONE && x.tree.parents[x.tree.parents[body]!] === NONE;
  }

  /** Whether a block stands in one that checks, which has data of its own. */
  #isOfCheck(x: Extraction, block: NodeIndex): boolean {
    const around = x.tree.parents[x.tree.parents[block]!] ?? NONE;
    return around !== NONE && x.tree.kinds[around] === this.K.block &&
      this.typeOf(x, around) === "check";
  }

  /** Type of a block. */
  typeOf(x: Extraction, block: NodeIndex): string {
    const first = x.tree.firstChild(block);
    return first === NONE ? "" : x.textOf(first);
  }

  /** What a block at the top of a file declares; undefined when it declares nothing. */
  declared(x: Extraction, block: NodeIndex): Declared | undefined {
    const type = this.typeOf(x, block);
    const form = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
    if (form === undefined || !this.isTop(x, block) && !this.#isOfCheck(x, block)) return undefined;
    const labels: NodeIndex[] = [];
    let at = x.tree.nextSibling(x.tree.firstChild(block));
    for (; at !== NONE && x.tree.kinds[at] !== this.K.start; at = x.tree.nextSibling(at)) {
      const kind = x.tree.kinds[at];
      if (kind === this.K.string || kind === this.K.identifier) labels.push(at);
    }
    if (labels.length !== form.labels) return undefined;
    const names = labels.map((label) => x.textOf(label).replaceAll('"', ""));
    const alias = type === "provider" ? this.text(x, block, "alias") : undefined;
    const address = form.prefix + [...names, ...alias === undefined ? [] : [alias]].join(".");
    return { ...form, type, address, nameNode: labels.at(-1)! };
  }

  /** Body of a block; -1 when it is empty. */
  body(x: Extraction, block: NodeIndex): NodeIndex {
    return x.tree.childOfKind(block, this.K.body);
  }

  /** Node of the value of a block's attribute; -1 when it has none such. */
  value(x: Extraction, block: NodeIndex, name: string): NodeIndex {
    const body = this.body(x, block);
    if (body === NONE) return NONE;
    for (let at = x.tree.firstChild(body); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.kinds[at] !== this.K.attribute) continue;
      const key = x.tree.firstChild(at);
      if (x.textOf(key) === name) return x.tree.namedChild(at, 1);
    }
    return NONE;
  }

  /** The one text that an attribute of a block is; undefined when it is none. */
  text(x: Extraction, block: NodeIndex, name: string): string | undefined {
    const value = this.value(x, block, name);
    return value === NONE ? undefined : /^"([^"$\\]*)"$/.exec(x.textOf(value))?.[1];
  }
}
