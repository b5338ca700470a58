/** Values as expressions: names with their modules, objects and their methods. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { OcamlName } from "../../resolve/modules/ocaml_modules.ts";
import type { FileState } from "./file_state.ts";
import type { Path, Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    return {
      value_path: (x, node) => this.value(x, node, this.s.path(x, node)),
      constructor_path: (x, node) => this.#named(x, this.s.path(x, node), OcamlName.constructor),
      type_constructor_path: (x, node) => this.#named(x, this.s.path(x, node), OcamlName.type),
      class_path: (x, node) => this.#named(x, this.s.path(x, node), OcamlName.class),
      parenthesized_expression: inner,
      typed_expression: inner,
      new_expression: (x, node) => {
        const made = x.value(x.tree.namedChild(node));
        return made < 0 ? -1 : x.callExpression(made, [], Op.construct);
      },
      application_expression: (x, node) => this.#applied(x, node),
      method_invocation: (x, node) => this.#method(x, node),
      object_expression: (x, node) => {
        const scope = x.scopeAt(node);
        return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
      },
    };
  }

  /** A value by its name; where a module is opened for it alone, that comes before the file's own names. */
  value(x: Extraction, node: NodeIndex, path: Path | undefined): number {
    if (path === undefined) return -1;
    const { modules, name } = path;
    const isOpened = modules === "" && node < this.state.openEnd;
    const text = isOpened ? OcamlName.opened(name) : modules + name;
    return x.nameExpression(text, x.tree.starts[path.node]!);
  }

  #named(x: Extraction, path: Path | undefined, of: (path: string) => string): number {
    return path === undefined
      ? -1
      : x.nameExpression(of(path.modules + path.name), x.tree.starts[path.node]!);
  }

  /** `new point 3` gives what `new point` does; what other calls give is not told. */
  #applied(x: Extraction, node: NodeIndex): number {
    const callee = x.value(x.tree.child(node, this.s.F.function));
    const isMade = callee >= 0 && x.facts.tables.expressions.get(callee, 0) === Op.construct;
    return isMade ? callee : callee < 0 ? -1 : x.callExpression(callee, []);
  }

  #method(x: Extraction, node: NodeIndex): number {
    const of = x.value(x.tree.child(node, this.s.F.object));
    const name = x.tree.child(node, this.s.F.method);
    return of < 0 || name === NONE ? -1 : x.memberExpression(of, x.textOf(name));
  }

  /** The object in whose methods the walk is, or its parent's view of it. */
  around(x: Extraction, op: number): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }
}
