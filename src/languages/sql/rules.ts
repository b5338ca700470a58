/** The rules of SQL: tables with columns, views, routines, and who uses them. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { SQL_WORDS } from "./library_names.ts";

const ROUTINE = /^(?:proc|function|trigger)/;
const HAS_MEMBERS = /^(?:package|type)/;
const HAS_DEFAULT = /\bdefault\b|:=|=/i;
const LONGEST_ARGUMENTS = 4000;
/** What a method of an object type calls the object. */
const SELF = "self";
/** What a package's or a type's body adds to what was declared of it. */
const BODY = /\bbody$/;

/** Binds the rules to what the reader makes. */
export function sqlRules(g: Grammar): LanguageRules {
  const word = g.field("word");
  const name = g.field("name");
  const body = g.field("body");
  return {
    define: {
      creation: (x, node) => define(x, node, 0),
      // What is altered was made elsewhere, as a rule by a text that is run.
      alteration: (x, node) => define(x, node, Flag.extension),
      member: (x, node) => {
        const nameNode = x.tree.child(node, name);
        const symbol = x.define(node, {
          kind: Kind.function,
          name: lastPart(x.textOf(nameNode)),
          nameNode,
          scopeNode: node,
          flags: Flag.exported | (x.tree.child(node, body) === NONE ? Flag.declaration : 0),
        });
        setArity(x, symbol, nameNode);
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
      base: (x, node) => {
        const at = lastPart(x.textOf(node));
        x.refer(RefKind.inherit, node, x.nameExpression(at, x.tree.starts[node]!));
      },
      table: (x, node) => refer(x, node, RefKind.value),
      routine: (x, node) => refer(x, node, RefKind.call),
    },
    values: {},
    docs: { line: ["--"], block: [["/*", "*/"]] },
  };

  function define(x: Extraction, node: NodeIndex, flags: number): void {
    const nameNode = x.tree.child(node, name);
    const kind = x.textOf(x.tree.child(node, word)).toLowerCase();
    if (nameNode === NONE) return;
    const isRoutine = ROUTINE.test(kind);
    const symbol = x.define(node, {
      kind: isRoutine ? Kind.function : kindOf(kind),
      name: lastPart(x.textOf(nameNode)),
      nameNode,
      scopeNode: node,
      scopeKind: isRoutine
        ? ScopeKind.function
        : HAS_MEMBERS.test(kind)
        ? ScopeKind.namespace
        : ScopeKind.class,
      bodyNode: x.tree.nextSibling(nameNode),
      flags: flags | Flag.exported | (BODY.test(kind) ? Flag.extension : 0),
      bindIn: 0,
    });
    if (isRoutine) setArity(x, symbol, nameNode);
  }

  function refer(x: Extraction, node: NodeIndex, kind: number): void {
    if (x.tree.fields[node] !== 0) return;
    const written = x.textOf(node);
    const last = lastPart(written);
    if (SQL_WORDS.has(last) && !(kind === RefKind.call && qualifierOf(written) === SELF)) return;
    const offset = x.tree.starts[node]! + written.lastIndexOf(writtenLast(written));
    const before = kind === RefKind.call ? qualifierOf(written) : "";
    const owner = before === SELF ? typeAround(x) : before;
    // What is called may be a package's: whether there is one of that name, the project knows.
    const name = owner === "" ? last : `${owner}.${last}`;
    const given = kind === RefKind.call ? argumentsBehind(x.text, x.tree.ends[node]!) : undefined;
    x.referAt(kind, last, offset, x.nameExpression(name, offset), {
      argumentCount: given?.most ?? -1,
    });
  }
}

function kindOf(word: string): number {
  if (word.startsWith("package")) return Kind.module;
  return word.startsWith("type") ? Kind.type : Kind.table;
}

/** Name of the object type whose body the walk is in. */
function typeAround(x: Extraction): string {
  const { symbols } = x.facts.tables;
  for (let at = x.symbol; at >= 0; at = symbols.get(at, Sym.CONTAINER)) {
    if (symbols.get(at, Sym.KIND) === Kind.type) return x.facts.textAt(symbols.get(at, Sym.NAME));
  }
  return "";
}

/** Says how many parameters a routine takes, if they stand in parentheses. */
function setArity(x: Extraction, symbol: number, nameNode: NodeIndex): void {
  const taken = argumentsBehind(x.text, x.tree.ends[nameNode]!);
  if (taken !== undefined) x.setArity(symbol, taken.least, taken.most);
}

/**
 * How many arguments or parameters stand in parentheses behind a place, and how many without those that
 * have a default; undefined where there are no parentheses, or they do not end soon.
 */
function argumentsBehind(text: string, from: number): { least: number; most: number } | undefined {
  const open = /^\s*\(/.exec(text.slice(from, from + 40));
  if (open === null) return undefined;
  const start = from + open[0].length;
  const inside = text.slice(start, start + LONGEST_ARGUMENTS)
    .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (found) => "x".repeat(found.length));
  let depth = 1;
  let most = 0;
  let least = 0;
  let begin = 0;
  for (let at = 0; at < inside.length; at++) {
    const sign = inside[at];
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    if (depth > 0 && (depth > 1 || sign !== ",")) continue;
    const one = inside.slice(begin, at);
    if (one.trim() !== "") {
      most++;
      if (!HAS_DEFAULT.test(one)) least++;
    }
    if (depth === 0) return { least, most };
    begin = at + 1;
  }
  return undefined;
}

/** The last part of a qualified name, as it is written. */
function writtenLast(name: string): string {
  return /(?:"[^"]*"|`[^`]*`|\[[^\]]*\]|[^.\s]+)$/.exec(name)?.[0] ?? name;
}

/** The part before the last one, in small letters; "" where there is none. */
function qualifierOf(name: string): string {
  const before = name.slice(0, name.length - writtenLast(name).length).trimEnd();
  return before.endsWith(".") ? lastPart(before.slice(0, -1).trimEnd()) : "";
}

/** The last part of a qualified name, without what quotes it and in small letters. */
function lastPart(name: string): string {
  return writtenLast(name).replace(/^[\["`]|[\]"`]$/g, "").toLowerCase();
}
