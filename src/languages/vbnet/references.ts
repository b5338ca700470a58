/** What the table of VB.NET does not say of references. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { annotationCall } from "../class_family/annotations.ts";
import { bindLocal, importQualified } from "../class_family/bindings.ts";
import { namedChildren, outside, referCall } from "../class_family/calls.ts";

const NO_KIND = -1;
const MEMBER = /(?:^|\.)\s*([\p{L}_]\w*)\s*$/u;

/** `Imports A.B`, `Imports X = A.B` */
export function readImports(x: Extraction, node: NodeIndex): void {
  const parts = namedChildren(x, node);
  const path = parts.at(-1);
  if (path === undefined) return;
  const whole = x.textOf(path).replace(/\s+|\(.*$/g, "");
  const alias = parts.length > 1 ? parts[0] : undefined;
  if (alias === undefined) {
    importQualified(x, { node: path, from: whole, name: "" });
    return;
  }
  const at = whole.lastIndexOf(".");
  if (at > 0) {
    const from = whole.slice(0, at);
    importQualified(x, { node: path, from, name: whole.slice(at + 1), alias: x.textOf(alias) });
    return;
  }
  const offset = x.tree.starts[path]!;
  const line = x.lineAt(offset);
  const place = { scope: x.scope, line, column: x.columnAt(offset, line) };
  const index = x.facts.import(whole, ImportKind.module, place);
  x.bind(x.scope, x.textOf(alias), BindingKind.import, { index, offset });
}

/** Node of the last name in a type. */
function nameOfType(x: Extraction, type: NodeIndex): NodeIndex {
  let at = type;
  for (let depth = 0; depth < 6; depth++) {
    const children = namedChildren(x, at);
    if (children.length === 0) return at;
    // Of a generic type what it is given stands behind its name.
    const isGeneric = /\(\s*Of\b/i.test(x.textOf(at)) && children.length > 1;
    const last = children.findLast((one) => /[\p{L}_]/u.test(x.textOf(one)));
    at = isGeneric ? children[0]! : last ?? children[0]!;
  }
  return NONE;
}

/** `Inherits A`, `Implements B, C` of a type; of a method it says nothing new. */
export function referBases(x: Extraction, node: NodeIndex): void {
  const owner = x.symbolOfScope(x.scope);
  if (owner === NONE || x.scopeKind() !== ScopeKind.class) return;
  const kind = /^\s*Implements\b/i.test(x.textOf(node)) ? RefKind.implement : RefKind.inherit;
  for (const type of namedChildren(x, node)) {
    const nameNode = nameOfType(x, type);
    if (nameNode !== NONE) x.refer(kind, nameNode, x.type(type), -1, -1, owner);
  }
}

/** `<Obsolete("x")>` is short for `<ObsoleteAttribute("x")>`. */
export function referAttribute(x: Extraction, node: NodeIndex): void {
  const [whole, list = NONE] = namedChildren(x, node);
  const nameNode = whole === undefined ? NONE : nameOfType(x, whole);
  if (nameNode === NONE) return;
  const offset = x.tree.starts[nameNode]!;
  const long = x.nameExpression(`${x.textOf(nameNode)}Attribute`, offset);
  const type = x.either(long, x.nameExpression(x.textOf(nameNode), offset));
  const block = x.tree.parents[node]!;
  const around = block === NONE ? NONE : x.tree.parents[block]!;
  const symbol = around === NONE ? NONE : x.symbolAt(around);
  const call = annotationCall(x, nameNode, type, list, NO_KIND);
  x.refer(RefKind.decorate, nameNode, type, -1, call, symbol === NONE ? x.symbol : symbol);
}

/** A method may be called by its name alone: `Save`, `x.Save`. */
export function referStatement(x: Extraction, node: NodeIndex): void {
  const [expression] = namedChildren(x, node);
  const [inner] = expression === undefined ? [] : namedChildren(x, expression);
  if (inner === undefined || !MEMBER.test(x.textOf(inner)) || /[(=\s]/.test(x.textOf(inner))) {
    return;
  }
  const nameNode = nameOfType(x, inner);
  if (nameNode !== NONE) referCall(x, RefKind.call, nameNode, x.value(inner), []);
}

/** `As New T(…)` constructs what is declared. */
export function referMade(x: Extraction, node: NodeIndex): void {
  const [type, list = NONE] = namedChildren(x, node);
  if (type === undefined || !/^\s*As\s+New\b/i.test(x.textOf(node))) return;
  const nameNode = nameOfType(x, type);
  const args = namedChildren(x, list).map((one) => x.value(one));
  if (nameNode !== NONE) referCall(x, RefKind.construct, nameNode, x.type(type), args);
}

/** `For Each one As T In list` */
export function bindEach(x: Extraction, node: NodeIndex): void {
  const parts = namedChildren(x, node);
  const [nameNode] = parts;
  const clause = parts.find((one) => /^As\b/i.test(x.textOf(one)));
  const list = parts.find((one) => one !== nameNode && one !== clause);
  if (nameNode === undefined) return;
  const typeNode = clause === undefined ? NONE : namedChildren(x, clause)[0] ?? NONE;
  const held = list === undefined ? -1 : outside(x, () => x.value(list));
  const element = held < 0 ? -1 : x.facts.expression(Op.element, held);
  bindLocal(x, nameNode, x.type(typeNode), element, x.tree.starts[node]!);
}

/** A value of an enumeration is one of it. */
export function typeConstant(x: Extraction, node: NodeIndex): void {
  const owner = x.symbolOfScope(x.scope);
  const symbol = x.symbolAt(x.tree.namedChild(node));
  if (owner !== NONE && symbol !== NONE) x.setType(symbol, x.facts.expression(Op.symbol, owner));
}
