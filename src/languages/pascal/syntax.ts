/** Node types and fields of the Pascal grammar, and names as all places have them. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Ids of the grammar. */
export type Syntax = ReturnType<typeof syntaxOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
export function syntaxOf(g: Grammar) {
  return {
    F: {
      args: g.field("args"),
      body: g.field("body"),
      defaultValue: g.field("defaultValue"),
      end: g.field("end"),
      entity: g.field("entity"),
      exception: g.field("exception"),
      getter: g.field("getter"),
      header: g.field("header"),
      iterable: g.field("iterable"),
      iterator: g.field("iterator"),
      lhs: g.field("lhs"),
      name: g.field("name"),
      operand: g.field("operand"),
      operator: g.field("operator"),
      parent: g.field("parent"),
      rhs: g.field("rhs"),
      setter: g.field("setter"),
      type: g.field("type"),
      variable: g.field("variable"),
    },
    K: {
      arg: g.kind("declArg"),
      as: g.kind("kAs"),
      assignment: g.kind("assignment"),
      at: g.kind("kAt"),
      attributes: g.kind("rttiAttributes"),
      binary: g.kind("exprBinary"),
      call: g.kind("exprCall"),
      class: g.kind("kClass"),
      classType: g.kind("declClass"),
      constructor: g.kind("kConstructor"),
      defProc: g.kind("defProc"),
      dot: g.kind("exprDot"),
      enum: g.kind("declEnum"),
      enumValue: g.kind("declEnumValue"),
      end: g.kind("kEnd"),
      exprTpl: g.kind("exprTpl"),
      external: g.kind("procExternal"),
      genericArg: g.kind("genericArg"),
      genericDot: g.kind("genericDot"),
      genericTpl: g.kind("genericTpl"),
      helper: g.kind("declHelper"),
      identifier: g.kind("identifier"),
      implementation: g.kind("implementation"),
      inherited: g.kind("inherited"),
      interfaceType: g.kind("declIntf"),
      is: g.kind("kIs"),
      lambda: g.kind("lambda"),
      moduleName: g.kind("moduleName"),
      pointer: g.kind("typerefPtr"),
      private: g.kind("kPrivate"),
      procRef: g.kind("declProcRef"),
      procAttribute: g.kind("procAttribute"),
      program: g.kind("program"),
      protected: g.kind("kProtected"),
      record: g.kind("kRecord"),
      section: g.kind("declSection"),
      statement: g.kind("statement"),
      subscript: g.kind("exprSubscript"),
      type: g.kind("type"),
      typeref: g.kind("typeref"),
      typerefDot: g.kind("typerefDot"),
      typerefTpl: g.kind("typerefTpl"),
      unit: g.kind("unit"),
      with: g.kind("with"),
    },
    /** Nodes whose children, but for names, are values that are read. */
    READS: g.kinds(
      "statement",
      "exprArgs",
      "exprUnary",
      "exprParens",
      "exprBrackets",
      "if",
      "ifElse",
      "while",
      "repeat",
      "case",
      "for",
      "foreach",
      "raise",
      "with",
      "defaultValue",
      "arrInitializer",
      "recInitializerField",
    ),
    COMPARISONS: g.kinds("kEq", "kNeq", "kLt", "kGt", "kLte", "kGte", "kIn"),
  };
}

/** A name as all places have it: names have no case. */
export function nameText(x: Extraction, node: NodeIndex): string {
  return node === NONE ? "" : x.textOf(node).toLowerCase().replace(/^&|\s+/g, "");
}

/** Node of the last name in `A`, `A<T>`, `A.B`, `A.B<T>`; -1 when there is none. */
export function lastName(s: Syntax, x: Extraction, from: NodeIndex): NodeIndex {
  const { F, K } = s;
  let at = from;
  for (let depth = 0; at !== NONE && depth < 8; depth++) {
    switch (x.tree.kinds[at]) {
      case K.identifier:
        return at;
      case K.genericDot:
      case K.dot:
      case K.typerefDot:
        at = x.tree.child(at, F.rhs);
        break;
      case K.genericTpl:
      case K.exprTpl:
      case K.typerefTpl:
        at = x.tree.child(at, F.entity);
        break;
      case K.pointer:
        at = x.tree.child(at, F.operand);
        break;
      case K.typeref:
      case K.type:
      case K.inherited:
        at = lastNamed(x, at);
        break;
      default:
        return NONE;
    }
  }
  return NONE;
}

/** The last named child of a node; -1 if none. */
function lastNamed(x: Extraction, node: NodeIndex): NodeIndex {
  let last = NONE;
  for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) {
    if (x.tree.isNamed(at)) last = at;
  }
  return last;
}

/** Named children of a node in a field. */
export function inField(x: Extraction, node: NodeIndex, field: number): NodeIndex[] {
  const found: NodeIndex[] = [];
  if (node === NONE) return found;
  for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) {
    if (x.tree.fields[at] === field && x.tree.isNamed(at)) found.push(at);
  }
  return found;
}

/** Qualified name of a routine as it is written in its head, without type parameters. */
export function headName(x: Extraction, nameNode: NodeIndex): string {
  return nameText(x, nameNode).replace(/<[^>]*>|&/g, "");
}
