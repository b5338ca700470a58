/** The syntax of Groovy, as its reader gives it. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { SyntaxTable } from "../plain_family/syntax_table.ts";
import { defineAnonymous, defineTask } from "./definitions.ts";
import {
  bindImplicit,
  bindLoop,
  readImport,
  referAnnotation,
  referAnonymous,
  referTasks,
  referValue,
  typeConstant,
} from "./references.ts";

const TYPE = {
  name: ".name",
  body: ".body",
  bases: ["type_name", "generic_type"],
  typeParameters: ".typeParameters",
} as const;
const FUNCTION = {
  name: ".name",
  parameters: ".parameters",
  result: ".result",
  body: ".body",
  typeParameters: ".typeParameters",
} as const;
const VALUE = { name: ".name", type: ".type", value: ".value" } as const;
const TEST_ANNOTATION = /@(?:Test|ParameterizedTest|RepeatedTest)\b/;
/** What a feature of Spock is made of. */
const FEATURE = /^\s*(?:expect|then)\s*:/m;

/** What Groovy looks like. */
export const groovyTable: SyntaxTable = {
  types: {
    class: { kind: Kind.class, ...TYPE },
    implementing_class: { kind: Kind.class, ...TYPE, firstIsParent: false },
    interface: { kind: Kind.interface, ...TYPE },
    trait: { kind: Kind.trait, ...TYPE },
    enum: { kind: Kind.enum, ...TYPE, firstIsParent: false },
  },
  functions: { method: FUNCTION, constructor_declaration: FUNCTION },
  parameters: { parameter: VALUE },
  variables: {
    field: { ...VALUE, kind: Kind.field },
    local: VALUE,
    enum_constant: { name: ".name", kind: Kind.enumMember },
  },
  calls: {
    call: { callee: ".callee", arguments: ".arguments" },
    construct: { callee: ".type", arguments: ".arguments", constructs: true },
  },
  members: {
    member: { object: ".object", name: ".name" },
    spread_member: { object: ".object", name: ".name" },
    method_pointer: { object: ".object", name: ".name" },
  },
  names: ["name", "type_name"],
  namesHaveBlanks: true,
  typeNodes: {
    generic_type: { name: ".name", arguments: ".arguments" },
    array_type: { name: ".type" },
  },
  wrappers: ["argument", "return"],
  literals: { string: "String", number: "int", boolean: "boolean", map: "Map" },
  self: ["this"],
  super: ["super"],
  lambdas: { closure: { parameters: ".parameters" } },
  blocks: ["block"],
  constructors: { names: new Set(), own: true },
  define: {
    package: (x, node) => {
      const [name] = namedChildren(x, node);
      if (name !== undefined) declarePackage(x, x.textOf(name));
    },
    anonymous: defineAnonymous,
    call: defineTask,
  },
  refer: {
    import: readImport,
    annotation: referAnnotation,
    anonymous: referAnonymous,
    closure: bindImplicit,
    loop: bindLoop,
    method: referValue,
    call: referTasks,
    enum_constant: typeConstant,
  },
  flags: (x, node) => flagsOf(x, node),
  docs: { line: [], block: [["/**", "*/"]] },
};

function flagsOf(x: Extraction, node: NodeIndex): number {
  const { tree } = x;
  const first = tree.namedChild(node);
  const words = first === NONE ? "" : x.textOf(first);
  const isTop = tree.parents[node] === 0;
  const body = namedChildren(x, node).at(-1);
  const isFeature = body !== undefined && x.scopeAt(node) === NONE && FEATURE.test(x.textOf(body));
  const isPrivate = /\bprivate\b/.test(words);
  const isProtected = /\bprotected\b/.test(words);
  return (isPrivate ? Flag.private : isProtected ? Flag.protected : Flag.exported) |
    (/\bstatic\b/.test(words) ? Flag.static : 0) |
    (/\babstract\b/.test(words) ? Flag.abstract : 0) |
    (/@Deprecated\b/.test(words) ? Flag.deprecated : 0) |
    (TEST_ANNOTATION.test(words) || isFeature && !isType(x, node) ? Flag.test : 0) |
    // What a script defines is known to it alone.
    (isTop && !isType(x, node) ? Flag.fileLocal : 0);
}

/** Whether a definition is that of a type. */
function isType(x: Extraction, node: NodeIndex): boolean {
  const head = x.textOf(node).slice(0, 400).replace(/@\w[\w.]*(?:\([^()]*\))?/g, "");
  return /^\s*(?:\w+\s+)*?(?:class|interface|trait|enum|record|@interface)\s+\w/.test(head);
}
