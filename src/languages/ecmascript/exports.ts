/** Imports and exports: of ES modules, of CommonJS, and TypeScript's own forms. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Export, Flag, ImportKind, Op, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { fileState } from "./file_state.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";

/** Value of an import's `FORM` when it imports types only. */
const TYPES_ONLY = 1;

/** Rules for imports and exports. */
export class Exports {
  constructor(readonly s: Syntax, readonly names: Names) {}

  rules(): Record<string, NodeRule> {
    return {
      import_statement: (x, node) => this.#import(x, node),
      import_alias: (x, node) => this.#alias(x, node),
      export_statement: (x, node) => this.#export(x, node),
    };
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  #import(x: Extraction, node: NodeIndex): void {
    const { F, K, T } = this.s;
    const { tree } = x;
    const required = tree.childOfKind(node, K.importRequire);
    if (required !== NONE) {
      const source = tree.child(required, F.source);
      const bound = tree.namedChild(required);
      if (source !== NONE && bound !== NONE) this.#bind(x, this.#text(x, source), "=", bound, 0);
      return;
    }
    const source = tree.child(node, F.source);
    if (source === NONE) return;
    const specifier = this.#text(x, source);
    const clause = tree.childOfKind(node, K.importClause);
    if (clause === NONE) return void this.#row(x, specifier, ImportKind.effect, source, 0);
    let form = 0;
    for (let c = tree.firstChild(node); c !== NONE && c !== clause; c = tree.nextSibling(c)) {
      if (tree.kinds[c] === T.type && !tree.isNamed(c)) form = TYPES_ONLY;
    }
    for (let c = tree.firstChild(clause); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.kinds[c] === K.identifier) this.#bind(x, specifier, "default", c, form);
      else if (tree.kinds[c] === K.namespaceImport) this.#namespace(x, specifier, c, form);
      else if (tree.kinds[c] === K.namedImports) this.#named(x, specifier, c, form);
    }
  }

  #text(x: Extraction, source: NodeIndex): string {
    return this.names.stringText(x, source);
  }

  #row(
    x: Extraction,
    specifier: string,
    kind: number,
    at: NodeIndex,
    form: number,
    name?: string,
  ): number {
    const line = x.lineAt(x.tree.starts[at]!);
    const column = x.columnAt(x.tree.starts[at]!, line);
    return x.facts.import(specifier, kind, {
      scope: x.scope,
      line,
      column,
      form,
      ...(name === undefined ? {} : { name }),
    });
  }

  #bind(x: Extraction, specifier: string, name: string, bound: NodeIndex, form: number): void {
    const index = this.#row(x, specifier, ImportKind.name, bound, form, name);
    const offset = x.tree.starts[bound]!;
    x.bind(x.scope, x.textOf(bound), BindingKind.import, { index, offset });
  }

  #namespace(x: Extraction, specifier: string, node: NodeIndex, form: number): void {
    const bound = x.tree.namedChild(node);
    if (bound === NONE) return;
    const index = this.#row(x, specifier, ImportKind.module, bound, form);
    const offset = x.tree.starts[bound]!;
    x.bind(x.scope, x.textOf(bound), BindingKind.import, { index, offset });
  }

  #named(x: Extraction, specifier: string, list: NodeIndex, form: number): void {
    const { F, K } = this.s;
    const { tree } = x;
    for (let c = tree.firstChild(list); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.kinds[c] !== K.importSpecifier) continue;
      const name = tree.child(c, F.name);
      const alias = tree.child(c, F.alias);
      if (name === NONE) continue;
      this.#bind(x, specifier, this.names.keyText(x, name), alias === NONE ? name : alias, form);
    }
  }

  /** `import a = ns.b`. */
  #alias(x: Extraction, node: NodeIndex): void {
    const bound = x.tree.namedChild(node, 0);
    const target = x.tree.namedChild(node, 1);
    if (bound === NONE || target === NONE) return;
    const value = x.type(target);
    const offset = x.tree.starts[bound]!;
    x.bind(x.scope, x.textOf(bound), BindingKind.variable, { value, offset });
  }

  // ── exports ─────────────────────────────────────────────────────────────────────────────────

  #export(x: Extraction, node: NodeIndex): void {
    const { F, K, T } = this.s;
    const { tree } = x;
    const line = x.lineAt(tree.starts[node]!);
    const source = tree.child(node, F.source);
    const clause = tree.childOfKind(node, K.exportClause);
    if (source !== NONE) return this.#reexport(x, node, clause, this.#text(x, source), line);
    if (clause !== NONE) return this.#list(x, clause, line);
    const declaration = tree.child(node, F.declaration);
    const isDefault = this.#has(x, node, T.default);
    if (declaration !== NONE) {
      const symbol = x.symbolAt(declaration);
      if (!isDefault || symbol === NONE) return;
      x.facts.export("default", { expression: x.facts.expression(Op.symbol, symbol), line });
      return;
    }
    const value = tree.child(node, F.value);
    if (value !== NONE) {
      this.#offer(x, "default", value, line);
      return;
    }
    if (this.#has(x, node, T.equals)) this.#offer(x, "=", tree.namedChild(node), line);
  }

  #has(x: Extraction, node: NodeIndex, token: number): boolean {
    const { tree } = x;
    for (let c = tree.firstChild(node); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.kinds[c] === token && !tree.isNamed(c)) return true;
    }
    return false;
  }

  #offer(x: Extraction, name: string, value: NodeIndex, line: number): void {
    const expression = value === NONE ? -1 : x.value(value);
    if (expression < 0) return;
    x.facts.export(name, { expression, line });
    const bare = this.names.unwrap(x, value);
    if (bare !== NONE && x.tree.kinds[bare] === this.s.K.identifier) {
      x.mention(bare, expression);
      this.#flag(x, x.textOf(bare), Flag.exported | Flag.defaultExport);
    }
  }

  #flag(x: Extraction, name: string, flags: number): void {
    const state = fileState(x);
    for (const symbol of [state.symbolNamed(x.scope, name), state.typeNamed(x.scope, name)]) {
      if (symbol !== NONE) x.facts.flag(symbol, flags);
    }
  }

  #list(x: Extraction, clause: NodeIndex, line: number): void {
    const { F, K } = this.s;
    const { tree } = x;
    for (let c = tree.firstChild(clause); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.kinds[c] !== K.exportSpecifier) continue;
      const name = tree.child(c, F.name);
      const alias = tree.child(c, F.alias);
      if (name === NONE) continue;
      const text = this.names.keyText(x, name);
      const offered = alias === NONE ? text : this.names.keyText(x, alias);
      const expression = x.nameExpression(text, tree.starts[name]!);
      x.facts.export(offered, { expression, line });
      this.#flag(x, text, Flag.exported | (offered === "default" ? Flag.defaultExport : 0));
    }
  }

  /** `export { a as b } from "x"`, `export * from "x"`, `export * as ns from "x"`. */
  #reexport(
    x: Extraction,
    node: NodeIndex,
    clause: NodeIndex,
    specifier: string,
    line: number,
  ): void {
    const { F, K } = this.s;
    const { tree } = x;
    this.#row(x, specifier, ImportKind.effect, tree.child(node, F.source), 0);
    const namespace = tree.childOfKind(node, K.namespaceExport);
    if (namespace !== NONE) {
      const name = tree.namedChild(namespace);
      if (name !== NONE) x.facts.export(this.names.keyText(x, name), { specifier, line });
      return;
    }
    if (clause === NONE) {
      x.facts.export("*", { specifier, imported: "*", line });
      return;
    }
    for (let c = tree.firstChild(clause); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.kinds[c] !== K.exportSpecifier) continue;
      const name = tree.child(c, F.name);
      const alias = tree.child(c, F.alias);
      if (name === NONE) continue;
      const imported = this.names.keyText(x, name);
      const offered = alias === NONE ? imported : this.names.keyText(x, alias);
      x.facts.export(offered, { specifier, imported, line });
    }
  }

  // ── CommonJS ────────────────────────────────────────────────────────────────────────────────

  /** `exports.x = …`, `module.exports = …`, `module.exports.x = …`. */
  assigned(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE || right === NONE) return;
    const line = x.lineAt(tree.starts[node]!);
    if (this.names.isExports(x, left)) {
      // `exports = …` alone changes nothing; in a chain the `module.exports` counts.
      if (tree.kinds[left] !== K.member) return;
      return this.#whole(x, right, line);
    }
    if (tree.kinds[left] !== K.member) return;
    const object = tree.child(left, F.object);
    if (!this.names.isExports(x, object)) return;
    const name = x.textOf(tree.child(left, F.property));
    const symbol = x.symbolAt(node);
    const expression = symbol !== NONE ? x.facts.expression(Op.symbol, symbol) : x.value(right);
    if (expression >= 0) x.facts.export(name, { expression, line });
  }

  #whole(x: Extraction, right: NodeIndex, line: number): void {
    const { K, F } = this.s;
    let value = this.names.unwrap(x, right);
    while (value !== NONE && x.tree.kinds[value] === K.assignment) {
      value = this.names.unwrap(x, x.tree.child(value, F.right));
    }
    const expression = value === NONE ? -1 : x.value(value);
    if (expression < 0) return;
    // `module.exports = require("x")` offers all that the other module does.
    const required = this.names.required(x, value);
    if (required !== undefined) x.facts.export("=", { specifier: required, imported: "=", line });
    else x.facts.export("=", { expression, line });
    if (x.tree.kinds[value] === K.identifier) {
      this.#flag(x, x.textOf(value), Flag.exported | Flag.defaultExport);
    }
  }

  /** `Object.assign(exports, { … })`, `__exportStar(require("x"), exports)`. */
  called(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    if (callee === NONE || args === NONE) return;
    const first = tree.namedChild(args, 0);
    const second = tree.namedChild(args, 1);
    if (first === NONE || second === NONE) return;
    const line = x.lineAt(tree.starts[node]!);
    if (x.textOf(callee) === "Object.assign" && this.names.isExports(x, first)) {
      const expression = x.value(second);
      if (expression >= 0) x.facts.export("=", { expression, line });
    } else if (this.names.isExports(x, second) && /(^|\.)__exportStar$/.test(x.textOf(callee))) {
      const specifier = this.names.required(x, first);
      if (specifier !== undefined) x.facts.export("*", { specifier, imported: "*", line });
    }
  }

  /** Marks what the file's lists of exports name, wherever those stand. */
  finish(x: Extraction): void {
    const { exports, symbols } = x.facts.tables;
    for (let row = 0; row < exports.count; row++) {
      const expression = exports.get(row, Export.EXPR);
      if (expression < 0) continue;
      const { expressions } = x.facts.tables;
      if (expressions.get(expression, 0) !== Op.symbol) continue;
      const symbol = expressions.get(expression, 1);
      if (symbol >= 0 && symbols.get(symbol, Sym.NAME) >= 0) x.facts.flag(symbol, Flag.exported);
    }
  }
}
