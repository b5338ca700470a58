/** The rules of COBOL: programs, what runs in them, data, and what is copied. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { COBOL_FUNCTIONS } from "../cobol_builtins.ts";

/** Binds the rules to what the reader makes. */
export function cobolRules(g: Grammar): LanguageRules {
  const name = g.field("name");
  const last = g.field("last");
  const level = g.kind("level");
  const section = g.kind("section");
  return {
    define: {
      program: (x, node) => {
        const nameNode = x.tree.child(node, name);
        if (nameNode === NONE) return;
        x.define(node, {
          kind: Kind.function,
          name: nameOf(x, nameNode),
          nameNode,
          scopeNode: node,
          scopeKind: ScopeKind.namespace,
          bodyNode: x.tree.nextSibling(nameNode),
          flags: Flag.exported,
          bindIn: 0,
        });
      },
      section: (x, node) => void definePart(x, node, x.tree.child(node, name)),
      paragraph: (x, node) => {
        const nameNode = x.tree.child(node, name);
        const symbol = definePart(x, node, nameNode);
        const around = x.tree.parents[node]!;
        if (symbol === NONE || x.tree.kinds[around] !== section) return;
        // All of the program may run it.
        const offset = x.tree.starts[nameNode]!;
        const scope = Math.max(0, x.scopeParent(x.scope));
        x.bind(scope, nameOf(x, nameNode), BindingKind.definition, { symbol, offset });
      },
      data: (x, node) => {
        const nameNode = x.tree.child(node, name);
        const written = x.textOf(x.tree.childOfKind(node, level));
        if (nameNode === NONE) return;
        const number = /^\d/.test(written) ? Number(written) : 1;
        x.define(node, {
          kind: number === 88 || number === 78
            ? Kind.constant
            : number === 1 || number === 77
            ? Kind.variable
            : Kind.field,
          name: nameOf(x, nameNode),
          nameNode,
          flags: Flag.exported,
        });
      },
    },
    refer: {
      perform: (x, node) => {
        for (const nameNode of [x.tree.child(node, name), x.tree.child(node, last)]) {
          refer(x, nameNode);
        }
      },
      call: (x, node) => refer(x, x.tree.child(node, name), 0),
      function_call: (x, node) => {
        const nameNode = x.tree.child(node, name);
        if (nameNode !== NONE && !COBOL_FUNCTIONS.has(nameOf(x, nameNode))) refer(x, nameNode, 0);
      },
      copy: (x, node) => {
        const nameNode = x.tree.child(node, name);
        if (nameNode === NONE) return;
        const offset = x.tree.starts[nameNode]!;
        const line = x.lineAt(offset);
        const at = { scope: 0, line, column: x.columnAt(offset, line) };
        x.facts.import(nameOf(x, nameNode), ImportKind.include, at);
      },
    },
    values: {},
    docs: { line: ["*>", "*", "      *"], block: [] },
  };
}

/** A section or a paragraph. */
function definePart(x: Extraction, node: NodeIndex, nameNode: NodeIndex): number {
  if (nameNode === NONE) return NONE;
  return x.define(node, {
    kind: Kind.function,
    name: nameOf(x, nameNode),
    nameNode,
    scopeNode: node,
    scopeKind: ScopeKind.namespace,
    bodyNode: x.tree.nextSibling(nameNode),
  });
}

/** A name as all places have it: names have no case. */
function nameOf(x: Extraction, node: NodeIndex): string {
  return x.textOf(node).toUpperCase();
}

function refer(x: Extraction, nameNode: NodeIndex, scope: number = x.scope): void {
  if (nameNode === NONE) return;
  const name = nameOf(x, nameNode);
  const offset = x.tree.starts[nameNode]!;
  x.referAt(RefKind.call, name, offset, x.nameExpression(name, offset, scope));
}
