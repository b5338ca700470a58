/** What the reader's table does not say of references: imports, `it`, loops, annotations, tasks. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, RefKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { annotationCall } from "../class_family/annotations.ts";
import { bindLocal, importQualified } from "../class_family/bindings.ts";
import { callbackGiven, namedChildren, outside } from "../class_family/calls.ts";
import { isBuild, taskName } from "./definitions.ts";

const NEEDS_TASKS = /^(?:dependsOn|finalizedBy|mustRunAfter|shouldRunAfter)$/;
/** No node type has this number. */
const NO_KIND = -1;

/** `import a.b.C`, `import static a.b.C.f as g`, `import a.b.*` */
export function readImport(x: Extraction, node: NodeIndex): void {
  const [path, alias] = namedChildren(x, node);
  if (path === undefined) return;
  const whole = x.textOf(path);
  const at = whole.lastIndexOf(".");
  if (at < 0) return;
  const [from, name] = [whole.slice(0, at), whole.slice(at + 1)];
  if (name === "*") importQualified(x, { node: path, from, name: "" });
  else {
    importQualified(x, {
      node: path,
      from,
      name,
      ...(alias === undefined ? {} : { alias: x.textOf(alias) }),
    });
  }
}

/** `@Test`, with what it is given. */
export function referAnnotation(x: Extraction, node: NodeIndex): void {
  const [nameNode, list = NONE] = namedChildren(x, node);
  if (nameNode === undefined) return;
  const type = x.nameExpression(x.textOf(nameNode), x.tree.starts[nameNode]!);
  const modifiers = x.tree.parents[node]!;
  const around = modifiers === NONE ? NONE : x.tree.parents[modifiers]!;
  const symbol = around === NONE ? NONE : x.symbolAt(around);
  const call = annotationCall(x, nameNode, type, list, NO_KIND);
  x.refer(RefKind.decorate, nameNode, type, -1, call, symbol === NONE ? x.symbol : symbol);
}

/** The base of a class without a name. */
export function referAnonymous(x: Extraction, node: NodeIndex): void {
  const around = x.tree.parents[node]!;
  const type = x.tree.namedChild(around);
  const inner = type === NONE ? NONE : x.tree.namedChild(type);
  const nameNode = inner === NONE ? type : inner;
  if (nameNode === NONE) return;
  if (x.symbolAt(type) !== NONE) {
    // The body of a case of an enum.
    const owner = x.symbolOfScope(x.scopeParent(x.scope));
    const base = owner === NONE ? -1 : x.facts.expression(Op.symbol, owner);
    x.refer(RefKind.inherit, nameNode, base, -1, -1, x.symbolAt(node));
    return;
  }
  x.refer(RefKind.inherit, nameNode, x.type(type), -1, -1, x.symbolAt(node));
}

/** A case of an enum is an instance of it. */
export function typeConstant(x: Extraction, node: NodeIndex): void {
  const owner = x.symbolOfScope(x.scope);
  const symbol = x.symbolAt(x.tree.namedChild(node));
  if (owner !== NONE && symbol !== NONE) x.setType(symbol, x.facts.expression(Op.symbol, owner));
}

/** A closure that names no parameter has one of the name `it`. */
export function bindImplicit(x: Extraction, node: NodeIndex): void {
  const { tree } = x;
  const hasList = /^\{\s*(?:[\w\s,.<>[\]='"]*)->/.test(
    x.text.slice(tree.starts[node]!, tree.starts[node]! + 200),
  );
  if (hasList) return;
  const list = tree.parents[node]!;
  const call = list === NONE ? NONE : tree.parents[list]!;
  const position = list === NONE ? -1 : namedChildren(x, list).indexOf(node);
  const value = position < 0 ? -1 : callbackGiven(x, call, position);
  x.bind(x.scope, "it", BindingKind.parameter, { value, index: 0, offset: 0 });
}

/** `for (a in list)` */
export function bindLoop(x: Extraction, node: NodeIndex): void {
  const parts = namedChildren(x, node);
  const value = parts.at(-1);
  const nameNode = parts.at(-2);
  const typeNode = parts.at(-3);
  if (value === undefined || nameNode === undefined) return;
  const held = x.value(value);
  const element = held < 0 ? -1 : x.facts.expression(Op.element, held);
  const type = typeNode === undefined ? -1 : x.type(typeNode);
  bindLocal(x, nameNode, type, type < 0 ? element : -1, x.tree.starts[node]!);
}

/** What a method without a declared type gives: the value of its last statement. */
export function referValue(x: Extraction, node: NodeIndex): void {
  const symbol = x.symbolAt(node);
  const body = namedChildren(x, node).at(-1);
  if (symbol === NONE || body === undefined || x.scopeAt(body) === NONE) return;
  if (x.facts.tables.symbols.get(symbol, Sym.TYPE) >= 0) return;
  const last = namedChildren(x, body).at(-1);
  if (last === undefined) return;
  const scope = x.scope;
  x.scope = x.scopeAt(body);
  x.addValue(symbol, x.value(last));
  x.scope = scope;
}

/** `dependsOn hello`, `dependsOn 'hello', tests` in a build. */
export function referTasks(x: Extraction, node: NodeIndex): void {
  if (!isBuild(x)) return;
  const [callee, args] = namedChildren(x, node);
  if (callee === undefined || args === undefined) return;
  if (!NEEDS_TASKS.test(x.textOf(callee).replace(/^.*\./, ""))) return;
  for (const one of namedChildren(x, args)) {
    if (!/^["'][\w:.-]+["']$/.test(x.textOf(one))) continue;
    const name = taskName(x, one).replace(/^:/, "");
    const offset = x.tree.starts[one]!;
    const expression = outside(x, () => x.nameExpression(name, offset, 0));
    x.referAt(RefKind.call, name, offset, expression, { argumentCount: 0 });
  }
}
