/** First pass: what a Zig file defines. A file with fields is a struct itself, as is what some functions return. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { childrenFrom, declaredVariable, nameOf, type ZigSyntax } from "./syntax.ts";

/** Name under which a file that is a struct is kept. */
export const WHOLE = "=";

/** Definitions of one file. */
export class ZigDefinitions {
  constructor(readonly s: ZigSyntax) {}

  /** A file with fields is a struct of the file's name. */
  defineFile(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    if (x.tree.childOfKind(node, K["container_field"]!) === NONE) return;
    const first = x.tree.firstChild(node);
    const symbol = x.define(node, {
      kind: Kind.struct,
      name: x.fileName.replace(/\.\w+$/, ""),
      nameNode: first,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: first,
      bindIn: "nowhere",
      flags: Flag.exported,
    });
    x.bind(0, WHOLE, BindingKind.definition, { symbol });
  }

  defineVariable(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const declared = declaredVariable(x, this.s, node);
    if (declared === undefined) return;
    const { name, value } = declared;
    const valueKind = value === NONE ? NONE : x.tree.kinds[value]!;
    if (this.s.containers.has(valueKind)) {
      const symbol = x.define(node, {
        kind: valueKind === K["enum_declaration"] || valueKind === K["error_set_declaration"]
          ? Kind.enum
          : Kind.struct,
        name: nameOf(x, name),
        nameNode: name,
        scopeNode: value,
        scopeKind: ScopeKind.class,
        bodyNode: x.tree.firstChild(value),
        flags: this.#visibility(x, node),
      });
      if (valueKind === K["error_set_declaration"]) this.#defineErrors(x, value, symbol);
      return;
    }
    // What is imported stands for itself.
    if (x.isInFunction() || this.#isImport(x, value)) return;
    const isConstant = /\bconst\s+$/.test(x.text.slice(x.tree.starts[node]!, x.tree.starts[name]!));
    x.define(node, {
      kind: isConstant ? Kind.constant : Kind.variable,
      name: nameOf(x, name),
      nameNode: name,
      flags: this.#visibility(x, node),
    });
  }

  #isImport(x: Extraction, value: NodeIndex): boolean {
    return value !== NONE && x.textOf(value).startsWith("@import(") &&
      x.tree.kinds[value] === this.s.K["builtin_function"];
  }

  /** Names in `error{ A, B }`. */
  #defineErrors(x: Extraction, set: NodeIndex, owner: number): void {
    const scope = x.scopeAt(set);
    for (const node of childrenFrom(x, this.s, x.tree.firstChild(set))) {
      if (x.tree.kinds[node] !== this.s.K["identifier"]) continue;
      x.define(node, {
        kind: Kind.enumMember,
        name: x.textOf(node),
        nameNode: node,
        container: owner,
        bindIn: scope,
        flags: Flag.exported,
      });
    }
  }

  defineFunction(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F["name"]!);
    if (nameNode === NONE) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    const body = x.tree.child(node, F["body"]!);
    const returned = this.returnedType(x, node);
    const flags = this.#visibility(x, node) | (body === NONE ? Flag.declaration : 0);
    const inType = x.scopeKind() === ScopeKind.class;
    const common = { name: nameOf(x, nameNode), nameNode, scopeNode: node, bodyNode: body, flags };
    if (returned !== undefined && returned !== NONE) {
      // A function that makes a type is that type, with parameters.
      x.define(node, { ...common, kind: Kind.struct, scopeKind: ScopeKind.class });
    } else if (returned === NONE) {
      x.define(node, { ...common, kind: Kind.type, scopeKind: ScopeKind.function });
    } else {
      x.define(node, {
        ...common,
        kind: inType && this.#hasReceiver(x, node) ? Kind.method : Kind.function,
        scopeKind: ScopeKind.function,
      });
    }
  }

  /**
   * The declaration of the type that a function returns; -1 when it returns a type that is declared
   * elsewhere; undefined when it returns no type.
   */
  returnedType(x: Extraction, node: NodeIndex): NodeIndex | undefined {
    const { F, K } = this.s;
    const result = x.tree.child(node, F["type"]!);
    const body = x.tree.child(node, F["body"]!);
    if (result === NONE || body === NONE || x.textOf(result) !== "type") return undefined;
    const value = this.returnedValue(x, node);
    if (value === NONE) return undefined;
    if (this.s.containers.has(x.tree.kinds[value]!)) return value;
    return x.tree.kinds[value] === K["call_expression"] ? NONE : undefined;
  }

  /** What the last statement of a function returns; -1 when it is no return. */
  returnedValue(x: Extraction, node: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const body = x.tree.child(node, F["body"]!);
    const statement = body === NONE
      ? NONE
      : childrenFrom(x, this.s, x.tree.firstChild(body)).at(-1) ?? NONE;
    const returned = statement === NONE ? NONE : x.tree.namedChild(statement);
    return returned !== NONE && x.tree.kinds[returned] === K["return_expression"]
      ? x.tree.namedChild(returned)
      : NONE;
  }

  /** Whether the first parameter is one of the type around: `self: *Self`. */
  #hasReceiver(x: Extraction, node: NodeIndex): boolean {
    const { F, K } = this.s;
    const list = x.tree.childOfKind(node, K["parameters"]!);
    const first = list === NONE ? NONE : x.tree.childOfKind(list, K["parameter"]!);
    if (first === NONE) return false;
    const type = x.tree.child(first, F["type"]!);
    const written = type === NONE ? "" : x.textOf(type).replace(/^[*?\s]*(?:const\s+)?/, "");
    const owner = x.symbolOfScope(x.scope);
    const own = owner === NONE ? "" : x.facts.textAt(x.facts.tables.symbols.get(owner, 1));
    return written === own || /^(?:Self|@This\(\))$/.test(written) || written === "anytype" ||
      /^self\b/.test(x.textOf(first));
  }

  defineField(x: Extraction, node: NodeIndex): void {
    const name = x.tree.child(node, this.s.F["name"]!);
    if (name === NONE || x.textOf(name) === "" || x.scopeKind() !== ScopeKind.class) return;
    const isChoice = x.tree.kinds[x.tree.parents[node]!] === this.s.K["enum_declaration"];
    x.define(node, {
      kind: isChoice ? Kind.enumMember : Kind.field,
      name: nameOf(x, name),
      nameNode: name,
      flags: Flag.exported,
    });
  }

  /** `test "what it is" { … }`, `test name { … }` */
  defineTest(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const string = x.tree.childOfKind(node, K["string"]!);
    const name = string === NONE ? x.tree.childOfKind(node, K["identifier"]!) : string;
    x.define(node, {
      kind: Kind.test,
      name: name === NONE ? "test" : x.textOf(name).replace(/^"|"$/g, ""),
      ...(name === NONE ? {} : { nameNode: name }),
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.childOfKind(node, K["block"]!),
      bindIn: "nowhere",
      flags: Flag.test,
    });
  }

  /** What is not `pub` is of its file alone. */
  #visibility(x: Extraction, node: NodeIndex): number {
    const head = x.text.slice(x.tree.starts[node]!, x.tree.starts[node]! + 40);
    return /^\s*(?:pub|export)\b/.test(head) ? Flag.exported : Flag.fileLocal;
  }
}
