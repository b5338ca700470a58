/** The rules of SQL: tables with columns, views, routines, and who uses them. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { SQL_WORDS } from "./library_names.ts";

const ROUTINE = /^(?:proc|function|trigger|package)/;

/** Binds the rules to what the reader makes. */
export function sqlRules(g: Grammar): LanguageRules {
  const word = g.field("word");
  const name = g.field("name");
  return {
    define: {
      creation: (x, node) => {
        const nameNode = x.tree.child(node, name);
        const kind = x.textOf(x.tree.child(node, word)).toLowerCase();
        const isRoutine = ROUTINE.test(kind);
        if (nameNode === NONE) return;
        x.define(node, {
          kind: isRoutine ? Kind.function : kind === "type" ? Kind.type : Kind.table,
          name: lastPart(x.textOf(nameNode)),
          nameNode,
          scopeNode: node,
          scopeKind: isRoutine ? ScopeKind.function : ScopeKind.class,
          bodyNode: x.tree.nextSibling(nameNode),
          flags: Flag.exported,
          bindIn: 0,
        });
      },
      column: (x, node) => {
        x.define(node, { kind: Kind.field, name: lastPart(x.textOf(node)), nameNode: node });
      },
    },
    refer: {
      common_table: (x, node) => {
        const at = lastPart(x.textOf(node));
        x.bind(x.scope, at, BindingKind.variable, { offset: x.tree.starts[node]! });
      },
      table: (x, node) => refer(x, node, RefKind.value),
      routine: (x, node) => refer(x, node, RefKind.call),
    },
    values: {},
    docs: { line: ["--"], block: [["/*", "*/"]] },
  };

  function refer(x: Extraction, node: NodeIndex, kind: number): void {
    if (x.tree.fields[node] !== 0) return;
    const written = x.textOf(node);
    const last = lastPart(written);
    if (SQL_WORDS.has(last)) return;
    const offset = x.tree.starts[node]! + written.lastIndexOf(writtenLast(written));
    x.referAt(kind, last, offset, x.nameExpression(last, offset));
  }
}

/** The last part of a qualified name, as it is written. */
function writtenLast(name: string): string {
  return /(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^.\s]+)$/.exec(name)?.[0] ?? name;
}

/** The last part of a qualified name, without what quotes it and in small letters. */
function lastPart(name: string): string {
  return writtenLast(name).replace(/^[\["`]|[\]"`]$/g, "").toLowerCase();
}
