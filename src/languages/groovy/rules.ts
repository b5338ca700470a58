/** The rules of Groovy: those of its table, and values that a table cannot tell. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionValue, instance, namedChildren } from "../class_family/calls.ts";
import { plainRules } from "../plain_family/rules.ts";
import { groovyTable } from "./table.ts";

/** Binds the rules to what the reader makes. */
export function groovyRules(g: Grammar): LanguageRules {
  const rules = plainRules(groovyTable)(g);
  const F = {
    left: g.field("left"),
    name: g.field("name"),
    object: g.field("object"),
    right: g.field("right"),
    type: g.field("type"),
    value: g.field("value"),
  };
  const part = (x: Extraction, node: NodeIndex, field: number): number =>
    x.value(x.tree.child(node, field));
  return {
    ...rules,
    values: {
      ...rules.values,
      cast: (x, node) => instance(x, x.type(x.tree.child(node, F.type))),
      assignment: (x, node) => part(x, node, F.right),
      conditional: (x, node) => x.either(part(x, node, F.left), part(x, node, F.right)),
      binary: (x, node) => part(x, node, F.left),
      index: (x, node) => {
        const of = part(x, node, F.value);
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      list: (x, node) => x.listed(namedChildren(x, node).map((one) => x.value(one))),
      string: (x, node) => x.string(node, "String"),
      // `list*.name`: of each element.
      spread_member: (x, node) => {
        const of = part(x, node, F.object);
        const name = x.tree.child(node, F.name);
        if (of < 0 || name === NONE) return -1;
        return x.memberExpression(x.facts.expression(Op.element, of), x.textOf(name));
      },
      // What a closure gives is the value of its last statement.
      closure: (x, node) => {
        const last = namedChildren(x, node).at(-1);
        const value = last === undefined ? -1 : x.value(last);
        return functionValue(x, [], value < 0 ? -1 : x.facts.expression(Op.typeOf, value));
      },
    },
  };
}
