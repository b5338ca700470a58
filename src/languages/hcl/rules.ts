/** The rules of HCL: what blocks declare, and which of it others read, set and include. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { type Declared, HclBlocks } from "./blocks.ts";

/** After the address of a module, where the files are meant that it is made of. */
const INSIDE = "/";
/** Roots of one name each: `var.x`. */
const NAMED: ReadonlySet<string> = new Set([
  "var",
  "local",
  "module",
  "run",
  "check",
  "dependency",
]);
/** Roots of a type and a name: `data.t.x`. */
const TYPED: ReadonlySet<string> = new Set(["data", "ephemeral", "source"]);
/** Roots that mean nothing that is declared. */
const OWN: ReadonlySet<string> = new Set("each count self path terraform build packer".split(" "));
/** Attributes of a module block that are none of its variables. */
const META: ReadonlySet<string> = new Set(
  "source version providers count for_each depends_on".split(" "),
);
const SOURCE = /^source\.[\w-]+\.[\w-]+$/;
/** Files that a tool writes. */
const LOCK = /\.lock\.hcl$/;
const IS_LOCAL = /^\.{1,2}\//;

/** Binds the rules to the grammar. */
export function hclRules(g: Grammar): LanguageRules {
  return new HclRules(g).rules();
}

class HclRules {
  readonly #blocks: HclBlocks;
  /** Names that `for` expressions give to what they go through, with where they hold. */
  #loops: { readonly name: string; readonly start: number; readonly end: number }[] = [];

  constructor(g: Grammar) {
    this.#blocks = new HclBlocks(g);
  }

  rules(): LanguageRules {
    return {
      begin: () => void (this.#loops = []),
      define: {
        block: (x, node) => this.#defineBlock(x, node),
        attribute: (x, node) => this.#defineLocal(x, node),
        for_intro: (x, node) => this.#noteLoop(x, node),
      },
      refer: {
        block: (x, node) => this.#referBlock(x, node),
        attribute: (x, node) => this.#referSetting(x, node),
        variable_expr: (x, node) => this.#referVariable(x, node),
        string_lit: (x, node) => this.#referSource(x, node),
      },
      values: {},
      docs: { line: ["#", "//"], block: [["/*", "*/"]] },
    };
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #defineBlock(x: Extraction, node: NodeIndex): void {
    const declared = this.#blocks.declared(x, node);
    if (declared === undefined || LOCK.test(x.fileName)) return;
    const { kind, address, nameNode, isOffered, type } = declared;
    const body = this.#blocks.body(x, node);
    const doc = this.#blocks.text(x, node, "description") ?? "";
    const symbol = x.define(node, {
      kind,
      name: address,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.block,
      bodyNode: body,
      bindIn: 0,
      flags: (isOffered ? Flag.exported : 0) | (type === "run" ? Flag.test : 0),
      ...(doc === "" ? {} : { doc }),
    });
    if (type === "provider") {
      // `provider = aws.east`
      x.bind(0, address.slice("provider.".length), BindingKind.definition, {
        symbol,
        offset: x.tree.starts[node]!,
      });
    }
  }

  #defineLocal(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.firstChild(node);
    if (nameNode === NONE || !this.#isIn(x, node, "locals")) return;
    x.define(node, {
      kind: Kind.constant,
      name: `local.${x.textOf(nameNode)}`,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.block,
      bindIn: 0,
    });
  }

  /** Whether an attribute stands directly in a block of some type at the top of the file. */
  #isIn(x: Extraction, attribute: NodeIndex, type: string): boolean {
    const body = x.tree.parents[attribute]!;
    const block = body === NONE ? NONE : x.tree.parents[body]!;
    return block !== NONE && x.tree.kinds[block] === this.#blocks.K.block &&
      this.#blocks.typeOf(x, block) === type && this.#blocks.isTop(x, block);
  }

  #noteLoop(x: Extraction, intro: NodeIndex): void {
    const loop = x.tree.parents[intro]!;
    for (let at = x.tree.firstChild(intro); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.kinds[at] !== this.#blocks.K.identifier) continue;
      this.#loops.push({
        name: x.textOf(at),
        start: x.tree.starts[loop]!,
        end: x.tree.ends[loop]!,
      });
    }
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #referBlock(x: Extraction, node: NodeIndex): void {
    const declared = this.#blocks.declared(x, node);
    if (declared === undefined) return;
    const attribute = declared.type === "dependency" ? "config_path" : "source";
    if (declared.kind === Kind.module) this.#importModule(x, node, declared, attribute);
  }

  /** The files that a module block includes. */
  #importModule(x: Extraction, node: NodeIndex, { address }: Declared, attribute: string): void {
    const value = this.#blocks.value(x, node, attribute);
    const source = this.#blocks.text(x, node, attribute);
    if (source === undefined || source === "") return;
    const offset = x.tree.starts[value]! + 1;
    const line = x.lineAt(offset);
    const row = x.facts.import(source, ImportKind.module, {
      scope: 0,
      line,
      column: x.columnAt(offset, line),
    });
    x.bind(0, address + INSIDE, BindingKind.import, { index: row, offset });
    if (IS_LOCAL.test(source) && attribute === "source") this.#referArguments(x, node, address);
  }

  /** What a module block gives to the variables of the module. */
  #referArguments(x: Extraction, node: NodeIndex, address: string): void {
    const body = this.#blocks.body(x, node);
    for (let at = x.tree.firstChild(body); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.kinds[at] !== this.#blocks.K.attribute) continue;
      const key = x.tree.firstChild(at);
      const name = x.textOf(key);
      if (META.has(name)) continue;
      const inside = x.nameExpression(address + INSIDE, x.tree.starts[key]!, 0);
      x.refer(RefKind.value, key, x.memberExpression(inside, `var.${name}`));
    }
  }

  /** `name = …` in a file that sets variables. */
  #referSetting(x: Extraction, node: NodeIndex): void {
    if (!/\.tfvars$/.test(x.fileName)) return;
    const body = x.tree.parents[node]!;
    const isTop = body !== NONE && x.tree.parents[x.tree.parents[body]!] === NONE;
    const key = x.tree.firstChild(node);
    if (!isTop || key === NONE) return;
    this.#refer(x, `var.${x.textOf(key)}`, key);
  }

  /** `var.a`, `data.t.a.id`, `module.m.out`, `aws_instance.web.id` */
  #referVariable(x: Extraction, node: NodeIndex): void {
    const root = x.textOf(node);
    if (OWN.has(root)) return;
    const parts = this.#members(x, node);
    const [first, second] = parts;
    if (first === undefined) return;
    if (this.#isLoop(root, x.tree.starts[node]!)) return;
    if (!NAMED.has(root)) {
      if (!TYPED.has(root)) this.#refer(x, `${root}.${x.textOf(first)}`, first);
      else if (second !== undefined) {
        this.#refer(x, `${root}.${x.textOf(first)}.${x.textOf(second)}`, second);
      }
      return;
    }
    const address = `${root}.${x.textOf(first)}`;
    this.#refer(x, address, first);
    if (root === "module" && second !== undefined) this.#referOutput(x, address, second);
    const third = parts[2];
    if (root === "dependency" && third !== undefined) this.#referOutput(x, address, third);
  }

  #referOutput(x: Extraction, address: string, name: NodeIndex): void {
    const inside = x.nameExpression(address + INSIDE, x.tree.starts[name]!, 0);
    x.refer(RefKind.value, name, x.memberExpression(inside, `output.${x.textOf(name)}`));
  }

  /** Names of the members that follow a node, those behind an index or a splat included. */
  #members(x: Extraction, node: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const found: NodeIndex[] = [];
    for (let at = tree.nextSibling(node); at !== NONE; at = tree.nextSibling(at)) {
      // What stands between is an operator or another operand.
      if (!/^[.[]/.test(x.text.slice(tree.starts[at]!, tree.starts[at]! + 1))) break;
      for (let inner = at; inner < tree.nexts[at]!; inner++) {
        if (tree.kinds[inner] !== this.#blocks.K.getAttribute) continue;
        const name = tree.namedChild(inner);
        if (name !== NONE) found.push(name);
      }
    }
    return found;
  }

  #isLoop(name: string, offset: number): boolean {
    return this.#loops.some((loop) =>
      loop.name === name && loop.start <= offset && offset < loop.end
    );
  }

  /** `sources = ["source.amazon-ebs.web"]` */
  #referSource(x: Extraction, node: NodeIndex): void {
    const text = x.textOf(node).slice(1, -1);
    if (!SOURCE.test(text)) return;
    const name = text.slice(text.lastIndexOf(".") + 1);
    const offset = x.tree.ends[node]! - 1 - name.length;
    x.referAt(RefKind.value, name, offset, x.nameExpression(text, offset, 0));
  }

  #refer(x: Extraction, address: string, nameNode: NodeIndex): void {
    const offset = x.tree.starts[nameNode]!;
    x.refer(RefKind.value, nameNode, x.nameExpression(address, offset, 0));
  }
}
