/** Second pass: which node types make references, and subs themselves. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Attributes } from "./attributes.ts";
import { Calls } from "./calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import { Relations } from "./relations.ts";
import { referReplacement } from "./replacement_code.ts";
import { INVOCANTS, type Syntax } from "./syntax.ts";
import { Variables } from "./variables.ts";

/** Rules of the second pass. */
export class References {
  readonly relations: Relations;
  readonly #variables: Variables;
  readonly #calls: Calls;

  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly attributes: Attributes,
  ) {
    this.relations = new Relations(s, state, expressions, attributes);
    this.#variables = new Variables(s, state, expressions, attributes, this.relations);
    this.#calls = new Calls(s, state, expressions, attributes, this.relations, this.#variables);
  }

  rules(): Record<string, NodeRule> {
    const sub: NodeRule = (x, node) => this.#sub(x, node);
    const call: NodeRule = (x, node) => this.#calls.call(x, node);
    return {
      class_statement: (x, node) => this.relations.declaredClass(x, node),
      subroutine_declaration_statement: sub,
      method_declaration_statement: sub,
      anonymous_subroutine_expression: sub,
      anonymous_method_expression: sub,
      use_statement: (x, node) => this.relations.use(x, node),
      require_expression: (x, node) => this.relations.require(x, node),
      do_expression: (x, node) => this.relations.include(x, x.tree.namedChild(node)),
      function_call_expression: call,
      ambiguous_function_call_expression: call,
      method_call_expression: (x, node) => this.#calls.methodCall(x, node),
      coderef_call_expression: (x, node) => this.#calls.codeCall(x, x.tree.namedChild(node)),
      bareword: (x, node) => this.#calls.bareword(x, node),
      boolean: (x, node) => this.#calls.bareword(x, node),
      refgen_expression: (x, node) => this.#calls.mentioned(x, x.tree.namedChild(node)),
      scalar: (x, node) => this.#calls.handedOn(x, node),
      sort_expression: (x, node) => this.#calls.sort(x, node),
      variable_declaration: (x, node) => this.#variables.declared(x, node),
      assignment_expression: (x, node) => this.#variables.assigned(x, node),
      for_statement: (x, node) => this.#variables.loop(x, node),
      class_phaser_statement: (x, node) => this.#phaser(x, node),
      eval_expression: (x, node) => this.#eval(x, node),
      substitution_regexp: (x, node) => referReplacement(x, node, this.expressions),
      return_expression: (x, node) => x.addValue(x.symbol, x.value(x.tree.namedChild(node))),
    };
  }

  /** `sub list : Chained('root') Args(0)`: what a framework is told of a sub. */
  #offerAttributes(x: Extraction, node: NodeIndex, symbol: number): void {
    const list = x.tree.child(node, this.s.F.attributes);
    if (list === NONE || symbol === NONE || !x.asks("Chained")) return;
    const itself = x.facts.expression(Op.symbol, symbol);
    for (const attribute of namedChildren(x, list)) {
      const said = x.textOf(attribute).replace(/\s+/g, " ");
      x.offer(said, x.tree.starts[attribute]!, itself, "sub attribute", { symbol });
    }
  }

  #sub(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const symbol = x.symbolOfScope(x.scope);
    const modifier = this.state.modifierOf.get(node);
    if (modifier !== undefined) this.state.modifierOfScope.set(x.scope, modifier);
    const signature = x.tree.childOfKind(node, K.signature);
    if (signature !== NONE) this.#bindSignature(x, signature, symbol);
    this.#offerAttributes(x, node, symbol);
    if (x.tree.kinds[node] === K.methodDeclaration || x.tree.kinds[node] === K.anonymousMethod) {
      const invocant = this.#isOfClass(x, node) ? "$class" : "$self";
      this.#variables.bind(
        x,
        x.scope,
        invocant,
        this.expressions.self(x),
        -1,
        x.tree.starts[node]!,
      );
    }
    x.addValue(symbol, this.expressions.ofBlock(x, x.tree.child(node, F.body)));
  }

  /** `method name :common {…}`. */
  #isOfClass(x: Extraction, node: NodeIndex): boolean {
    const list = x.tree.child(node, this.s.F.attributes);
    return list !== NONE && /\bcommon\b/.test(x.textOf(list));
  }

  /** `ADJUST {…}`, `BUILD {…}`: run on the new object. */
  #phaser(x: Extraction, node: NodeIndex): void {
    const scope = x.scopeAt(x.tree.childOfKind(node, this.s.K.block));
    if (scope === NONE) return;
    this.#variables.bind(x, scope, "$self", this.expressions.self(x), -1, x.tree.starts[node]!);
  }

  /** `eval $text`: what it runs is written nowhere, which is said. */
  #eval(x: Extraction, node: NodeIndex): void {
    const of = x.tree.namedChild(node);
    if (of === NONE || x.tree.kinds[of] === this.s.K.block) return;
    const callee = x.facts.expression(Op.external, x.facts.text("CORE::eval"));
    x.referAt(RefKind.call, "eval", x.tree.starts[node]!, callee, { argumentCount: 1 });
  }

  #bindSignature(x: Extraction, signature: NodeIndex, symbol: number): void {
    const { F, K } = this.s;
    let index = 0;
    let least = 0;
    let most = 0;
    const end = x.tree.nexts[signature]!;
    for (let child = signature + 1; child < end; child = x.tree.nexts[child]!) {
      const variable = x.tree.isNamed(child) ? x.tree.namedChild(child) : NONE;
      if (variable === NONE) continue;
      const name = this.s.variable(x, variable);
      const given = x.tree.child(child, F.default);
      const isInvocant = index === 0 && INVOCANTS.has(name);
      x.bind(x.scope, name, BindingKind.parameter, {
        type: isInvocant || name === "$self" ? this.expressions.self(x) : -1,
        value: given === NONE ? this.#variables.changed(x, name, index) : x.value(given),
        offset: x.tree.starts[variable]!,
        index: index++,
      });
      this.state.declare(x.scope, name, -1);
      if (x.tree.kinds[child] === K.slurpyParameter) most = 255;
      else if (most < 255) most++;
      if (x.tree.kinds[child] === K.mandatoryParameter) least++;
    }
    x.setArity(symbol, least, most);
  }
}
