/** `use`, `extern crate` and `mod name;`: how a file reaches others. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { MODULE_FORM } from "../../resolve/modules/rust_forms.ts";
import { AttributeReader } from "./attributes.ts";
import type { FileState } from "./file_state.ts";
import type { Paths } from "./paths.ts";
import type { Syntax } from "./syntax.ts";

/** Readers of imports, for one grammar. */
export class Uses {
  readonly #attributes: AttributeReader;

  constructor(readonly s: Syntax, readonly state: FileState, readonly paths: Paths) {
    this.#attributes = new AttributeReader(s);
  }

  /** `use a::{b::{self, C as D}, e::*};` */
  readUse(x: Extraction, node: NodeIndex): void {
    const argument = x.tree.child(node, this.s.F.argument);
    if (argument === NONE) return;
    const isPublic = x.tree.childOfKind(node, this.s.K.visibility) !== NONE;
    this.#read(x, argument, [], isPublic, 0);
  }

  #read(
    x: Extraction,
    node: NodeIndex,
    prefix: readonly string[],
    isPublic: boolean,
    depth: number,
  ): void {
    if (depth > 50) return;
    const { tree } = x;
    const { K, F } = this.s;
    switch (tree.kinds[node]) {
      case K.scopedUseList: {
        const path = tree.child(node, F.path);
        const list = tree.child(node, F.list);
        const inner = path === NONE ? prefix : [...prefix, ...segmentsOf(x.textOf(path))];
        if (list !== NONE) this.#read(x, list, inner, isPublic, depth + 1);
        return;
      }
      case K.useList:
        for (let each = tree.firstChild(node); each !== NONE; each = tree.nextSibling(each)) {
          if (!tree.isNamed(each) || tree.isExtra(each)) continue;
          this.#read(x, each, prefix, isPublic, depth + 1);
        }
        return;
      case K.useWildcard: {
        const path = tree.namedChild(node);
        const inner = path === NONE ? prefix : [...prefix, ...segmentsOf(x.textOf(path))];
        return this.#importAll(x, node, inner, isPublic);
      }
      case K.useAsClause: {
        const path = tree.child(node, F.path);
        const alias = tree.child(node, F.alias);
        if (path === NONE || alias === NONE) return;
        const segments = [...prefix, ...segmentsOf(x.textOf(path))];
        return this.#importName(x, path, segments, x.textOf(alias), isPublic);
      }
      default: {
        const segments = [...prefix, ...segmentsOf(x.textOf(node))];
        this.#importName(x, node, segments, "", isPublic);
      }
    }
  }

  #importName(
    x: Extraction,
    node: NodeIndex,
    written: readonly string[],
    alias: string,
    isPublic: boolean,
  ): void {
    const whole = written.at(-1) === "self" && written.length > 1 ? written.slice(0, -1) : written;
    const segments = this.paths.fromFile(x, whole);
    const name = segments.at(-1) ?? "";
    if (name === "") return;
    const bound = alias === "" ? whole.at(-1)! : alias;
    const specifier = segments.slice(0, -1).join("::");
    const nameNode = this.#lastSegment(x, node);
    const offset = x.tree.starts[nameNode]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    // A path of one segment names a crate or something of the module itself.
    const row = specifier === ""
      ? x.facts.import(name, ImportKind.module, at)
      : x.facts.import(specifier, ImportKind.name, { ...at, name });
    if (bound !== "_") x.bind(x.scope, bound, BindingKind.import, { index: row, offset });
    if (isPublic) x.facts.export(bound, { specifier, imported: name, line });
  }

  #importAll(x: Extraction, node: NodeIndex, written: readonly string[], isPublic: boolean): void {
    const specifier = this.paths.fromFile(x, written).join("::");
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    x.facts.import(specifier, ImportKind.all, at);
    if (isPublic) x.facts.export("*", { specifier, line });
  }

  #lastSegment(x: Extraction, node: NodeIndex): NodeIndex {
    const name = this.paths.lastName(x, node);
    return name === NONE ? node : name;
  }

  /** `extern crate a as b;` */
  readExternCrate(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const alias = tree.child(node, this.s.F.alias);
    const offset = tree.starts[nameNode]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    const name = x.textOf(nameNode);
    const row = x.facts.import(name === "self" ? "crate" : name, ImportKind.module, at);
    const bound = x.textOf(alias === NONE ? nameNode : alias);
    if (bound !== "_") x.bind(x.scope, bound, BindingKind.import, { index: row, offset });
  }

  /** `mod name;` leads to the file of that name, or to the one that `#[path]` gives. */
  readModule(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (tree.child(node, this.s.F.body) !== NONE) return;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const offset = tree.starts[nameNode]!;
    const line = x.lineAt(offset);
    const name = x.textOf(nameNode);
    const segments = ["self", ...this.state.inlinePath(x, x.scope), name];
    const { path } = this.#attributes.read(x, node);
    const row = x.facts.import(segments.join("::"), ImportKind.module, {
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
      form: MODULE_FORM,
      ...(path === "" ? {} : { name: path }),
    });
    x.bind(x.scope, name, BindingKind.import, { index: row, offset });
    if (tree.childOfKind(node, this.s.K.visibility) !== NONE) {
      x.facts.export(name, { specifier: "self", imported: name, line });
    }
  }
}

/** Segments of a path as written. */
function segmentsOf(path: string): string[] {
  return path.replace(/\s+|\/\*[^]*?\*\//g, "").split("::");
}
