/**
 * What crosses to other languages: functions and types that attributes give names there, and functions
 * that `extern` blocks declare, which are written elsewhere.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { AttributeReader } from "./attributes.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Attributes by which an item is offered; the more special come first. */
const MEANS = /\b(pyfunction|pymethods|pyclass|pymodule|no_mangle|export_name|wasm_bindgen|napi)\b/;
/** A name that an attribute gives. */
const NAME = /\b(?:name|export_name|js_name|link_name)\s*=\s*(?:"([^"]+)"|([A-Za-z_]\w*))/;
/** What makes an instance in another language. */
const CONSTRUCTOR =
  /#\[\s*(?:new\b|(?:napi|wasm_bindgen)\s*\([^)]*\bconstructor\b|pyo3\s*\(\s*new\b)/;
const LINK = /#\[\s*link\s*\([^)]*\bname\s*=\s*"([^"]+)"/;
/** Functions of JavaScript that `wasm_bindgen` declares are no C. */
const FROM_JAVASCRIPT = /#\[\s*wasm_bindgen\b/;
const RUST_ABI = /^(?:unsafe\s+)?extern\s+"(?:Rust|rust-intrinsic)/;

/** Name under which a function that makes instances is offered. */
export const RUST_CONSTRUCTOR = "__new__";

/** Records offers and declarations of one file after the other. */
export class Offers {
  readonly #attributes: AttributeReader;

  constructor(readonly s: Syntax, readonly state: FileState) {
    this.#attributes = new AttributeReader(s);
  }

  /** An attribute that may offer the item behind it. */
  attribute(x: Extraction, node: NodeIndex): void {
    const means = MEANS.exec(x.textOf(node))?.[1];
    if (means === undefined) return;
    const item = this.#itemBehind(x, x.tree.parents[node]!);
    if (item === NONE) return;
    const name = means === "no_mangle" || means === "export_name" ? "extern" : means;
    if (x.tree.kinds[item] === this.s.K.implItem) return this.#block(x, item, name);
    // A method is offered with its block.
    const block = this.state.implementations.get(x.scope);
    if (block !== undefined && name !== "extern") return;
    this.#item(x, item, name, "");
  }

  #itemBehind(x: Extraction, attribute: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = tree.nextSibling(attribute);
    while (
      at !== NONE &&
      (tree.kinds[at] === this.s.K.attributeItem || this.s.COMMENTS.has(tree.kinds[at]!))
    ) at = tree.nextSibling(at);
    return at;
  }

  /** Offers the functions of an `impl` block as members of its type. */
  #block(x: Extraction, block: NodeIndex, means: string): void {
    const { tree } = x;
    const type = tree.child(block, this.s.F.type);
    const body = tree.child(block, this.s.F.body);
    if (type === NONE || body === NONE) return;
    const owner = /^[A-Za-z_]\w*/.exec(x.textOf(type))?.[0] ?? "";
    for (let item = tree.firstChild(body); item !== NONE; item = tree.nextSibling(item)) {
      if (tree.kinds[item] === this.s.K.functionItem) this.#item(x, item, means, owner);
    }
  }

  #item(x: Extraction, item: NodeIndex, means: string, owner: string): void {
    const symbol = x.symbolAt(item);
    const nameNode = x.tree.child(item, this.s.F.name);
    if (symbol === NONE || nameNode === NONE) return;
    const text = this.#textBefore(x, item);
    const own = x.textOf(nameNode);
    const isConstructor = owner !== "" && CONSTRUCTOR.test(text);
    const given = NAME.exec(text);
    const plain = means === "napi" ? camelCase(own) : own;
    const name = isConstructor ? RUST_CONSTRUCTOR : given?.[1] ?? given?.[2] ?? plain;
    const isType = owner === "" && means !== "extern";
    x.offer(name, x.tree.starts[nameNode]!, x.facts.expression(Op.symbol, symbol), means, {
      symbol,
      // A type is known to its blocks by its own name.
      owner: isType ? own : owner,
    });
  }

  /** The attributes of an item. */
  #textBefore(x: Extraction, item: NodeIndex): string {
    const { first } = this.#attributes.read(x, item);
    return x.text.slice(x.tree.starts[first]!, x.tree.starts[item]!);
  }

  /** `extern "C" { fn f(); }`: functions that are written elsewhere. */
  declared(x: Extraction, block: NodeIndex): void {
    const { tree } = x;
    const body = tree.child(block, this.s.F.body);
    const before = this.#textBefore(x, block);
    if (body === NONE || FROM_JAVASCRIPT.test(before)) return;
    if (RUST_ABI.test(x.textOf(block).slice(0, 40))) return;
    const library = LINK.exec(before)?.[1] ?? "";
    for (let item = tree.firstChild(body); item !== NONE; item = tree.nextSibling(item)) {
      const symbol = x.symbolAt(item);
      const nameNode = symbol === NONE ? NONE : tree.child(item, this.s.F.name);
      if (nameNode === NONE) continue;
      const name = NAME.exec(this.#textBefore(x, item))?.[1] ?? x.textOf(nameNode);
      x.callForeign(name, tree.starts[nameNode]!, "extern", library, symbol);
    }
  }
}

/** As JavaScript writes a name of Rust's. */
function camelCase(name: string): string {
  return name.replace(/(?<=.)_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
