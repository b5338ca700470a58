/**
 * Documents that are a component each (Vue, Svelte, Astro): the component itself, which the file offers
 * as its default, and the components that its template names.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { Export, Flag, Kind, Op, RefKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

const COMPONENT = /([^/]+)\.(?:vue|svelte|astro)$/;
const FILE = 0;
/** Columns of where a symbol stands: a component stands where its file does. */
const PLACE = [
  Sym.START_LINE,
  Sym.END_LINE,
  Sym.NAME_LINE,
  Sym.NAME_COLUMN,
  Sym.START,
  Sym.END,
];
/** A component named with hyphens: `<user-card>`. */
const HYPHENATED = /^[a-z]\w*(?:-\w+)+$/;

/** First pass: the component. */
export function defineComponent(x: Extraction, node: NodeIndex): void {
  const name = COMPONENT.exec(x.fileName)?.[1];
  if (name === undefined) return;
  const component = x.define(node, {
    kind: Kind.function,
    name,
    bodyNode: node,
    doc: "",
    flags: Flag.exported | Flag.defaultExport,
    bindIn: "nowhere",
  });
  const { symbols } = x.facts.tables;
  for (const column of PLACE) symbols.set(component, column, symbols.get(FILE, column));
}

/** What a template names alone: a component that it uses, or a function that handles an event. */
export function referComponent(s: Syntax, x: Extraction, node: NodeIndex): void {
  if (!COMPONENT.test(x.fileName)) return;
  const inner = x.tree.namedChild(node);
  if (inner === NONE) return;
  if (x.tree.kinds[inner] === s.K.identifier) {
    const isComponent = /^\p{Lu}/u.test(x.textOf(inner));
    x.refer(isComponent ? RefKind.call : RefKind.value, inner, x.value(inner));
    return;
  }
  const text = x.textOf(inner);
  if (text.length > 80 || !HYPHENATED.test(text)) return;
  const name = text.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const offset = x.tree.starts[inner]!;
  x.referAt(RefKind.call, name, offset, x.nameExpression(name, offset));
}

/** Offers the component as what the file exports by default: options that a script exports are no more than its make. */
export function exportComponent(x: Extraction): void {
  if (!COMPONENT.test(x.fileName)) return;
  const symbol = x.symbolAt(0);
  if (symbol === NONE) return;
  const expression = x.facts.expression(Op.symbol, symbol);
  const { exports } = x.facts.tables;
  const name = x.facts.text("default");
  for (let row = 0; row < exports.count; row++) {
    if (exports.get(row, Export.NAME) !== name) continue;
    exports.set(row, Export.EXPR, expression);
    return;
  }
  x.facts.export("default", { expression, line: 1 });
}
