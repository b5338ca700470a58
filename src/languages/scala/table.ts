/** The syntax of Scala. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { bindLocal, declarePackage, importQualified } from "../class_family/bindings.ts";
import { instance, namedChildren } from "../class_family/calls.ts";
import { offerSirdRoute } from "./sird.ts";
import type { Slots } from "../plain_family/slots.ts";
import { isAppliedAlone, scalaTypes, scalaValues } from "./expressions.ts";
import { Patterns } from "./patterns.ts";
import type { SyntaxTable } from "../plain_family/syntax_table.ts";

const BASES = ["type_identifier", "generic_type", "stable_type_identifier", "projected_type"];
const CLASS = {
  name: ".name",
  body: ".body",
  bases: BASES,
  typeParameters: ".type_parameters",
} as const;
const FUNCTION = {
  name: ".name",
  parameters: ["parameters", "class_parameters"],
  result: ".return_type",
  body: ".body",
  givesBody: true,
  typeParameters: "type_parameters",
} as const;
const VALUE = { name: ".pattern", type: ".type", value: ".value", kind: Kind.property } as const;

/** What Scala looks like. */
export const scalaTable: SyntaxTable = {
  types: {
    class_definition: { kind: Kind.class, ...CLASS },
    trait_definition: { kind: Kind.trait, ...CLASS, firstIsParent: true },
    enum_definition: { kind: Kind.enum, ...CLASS },
    object_definition: { kind: Kind.object, ...CLASS },
    package_object: { kind: Kind.namespace, ...CLASS },
    type_definition: { kind: Kind.type, name: ".name", typeParameters: ".type_parameters" },
  },
  functions: {
    function_definition: FUNCTION,
    function_declaration: FUNCTION,
  },
  parameters: {
    parameter: { name: ".name", type: ".type", value: ".default_value" },
    class_parameter: { name: ".name", type: ".type", value: ".default_value" },
    binding: { name: ".name", type: ".type" },
  },
  variables: {
    val_definition: VALUE,
    var_definition: VALUE,
    val_declaration: { ...VALUE, name: ".name" },
    var_declaration: { ...VALUE, name: ".name" },
    given_definition: { name: ".name", type: ".return_type", kind: Kind.property },
    class_parameter: { name: ".name", type: ".type", kind: Kind.property },
    simple_enum_case: { name: ".name", kind: Kind.enumMember },
    full_enum_case: { name: ".name", kind: Kind.enumMember },
    typed_pattern: { name: ".pattern", type: ".type" },
  },
  calls: {
    call_expression: { callee: ".function", arguments: ".arguments" },
    instance_expression: {
      callee: ["generic_type", "type_identifier", "stable_type_identifier"],
      arguments: ".arguments",
      constructs: true,
    },
    infix_expression: { callee: ".operator", object: ".left" },
  },
  members: {
    field_expression: { object: ".value", name: ".field" },
    stable_identifier: { object: "identifier", name: "identifier" },
    stable_type_identifier: {
      object: ["stable_identifier", "identifier"],
      name: "type_identifier",
    },
  },
  names: ["identifier", "type_identifier"],
  typeNodes: {
    generic_type: { name: ".type", arguments: ".type_arguments" },
    lazy_parameter_type: { name: ".type" },
    annotated_type: { name: ["generic_type", "type_identifier"] },
  },
  standsFor: { generic_function: ".function" },
  wrappers: ["parenthesized_expression", "block", "interpolation"],
  literals: {
    string: "java.lang.String",
    interpolated_string_expression: "java.lang.String",
    integer_literal: "Int",
    floating_point_literal: "Double",
    boolean_literal: "Boolean",
    character_literal: "Char",
  },
  self: ["this"],
  super: ["super"],
  lambdas: { lambda_expression: { parameters: ".parameters" } },
  blocks: ["block", "case_clause", "for_expression", "case_block"],
  constructors: { names: new Set(["this"]) },
  define: {
    package_clause: (x, node) => addPackage(x, node),
    compilation_unit: (x) => void packagesOf.delete(x),
  },
  refer: {
    import_declaration: (x, node) => readImports(x, node),
    object_definition: (x, node) =>
      x.addValue(x.symbolAt(node), x.facts.expression(Op.self, x.scope)),
    simple_enum_case: (x, node) => typeCase(x, node),
    full_enum_case: (x, node) => typeCase(x, node),
    enumerator: (x, node) => bindEnumerator(x, node),
    field_expression: (x, node) => referMember(x, node),
    case_clause: (x, node) => offerSirdRoute(x, node, namedChildren(x, node).at(-1) ?? NONE),
  },
  beyond: (slots) => ({
    define: {
      instance_expression: (x, node) => defineAnonymous(x, node, slots),
    },
    refer: {
      type_definition: (x, node) =>
        x.setType(
          x.symbolAt(node),
          x.type(slots.find(x, node, [".type", "upper_bound/.type"])),
        ),
      instance_expression: (x, node) => referAnonymous(x, node, slots),
      class_definition: (x, node) => bindMakers(x, node, slots),
      self_type: (x, node) => bindSelf(x, node),
      generic_function: (x, node) => {
        if (isAppliedAlone(x, node, slots)) {
          const name = slots.find(x, node, ".function");
          x.refer(RefKind.call, name, x.value(name), 0, x.value(node));
        }
      },
      case_clause: (x, node) => new Patterns(slots).bindCase(x, node),
      val_definition: (x, node) => new Patterns(slots).bindValue(x, node),
    },
    values: scalaValues(slots),
    types: scalaTypes(slots),
  }),
  wholeArguments: ["case_block"],
  givenByItself: (x, list) =>
    /^\(\s*(?:implicit|using)\b/.test(
      x.text.slice(x.tree.starts[list]!, x.tree.starts[list]! + 24),
    ),
  leavesOut: (x, node) =>
    /^_\s*\./.test(x.text.slice(x.tree.starts[node]!, x.tree.starts[node]! + 8)),
  flags: (x, node, name) => flagsOf(x, node, name),
  docs: { line: [], block: [["/**", "*/"]] },
};

/** Words before the name of a class, and its name. */
const LONGEST_HEAD = 200;

/** Clauses of packages met so far in the file at work: one continues the one before. */
const packagesOf = new WeakMap<Extraction, string>();

function addPackage(x: Extraction, node: NodeIndex): void {
  const name = namedChildren(x, node)[0];
  if (name === undefined) return;
  const around = packagesOf.get(x);
  const whole = (around === undefined ? "" : `${around}.`) + x.textOf(name).replace(/\s+/g, "");
  packagesOf.set(x, whole);
  declarePackage(x, whole);
}

/** `import a.b.{C, D => E, _}, f.g` */
function readImports(x: Extraction, declaration: NodeIndex): void {
  const node = namedChildren(x, declaration)[0] ?? declaration;
  const text = x.textOf(declaration).replace(/^\s*import\s+/, "").replace(
    /\/\*[\s\S]*?\*\/|\/\/.*$/gm,
    "",
  );
  for (const one of text.split(/,(?![^{]*\})/)) {
    const path = one.replace(/\s*(?:=>|\bas\b)\s*/g, "=>").replace(/\s+/g, "").replaceAll("`", "");
    const selected = /^(.*)\.\{(.*)\}$/.exec(path);
    if (selected !== null) {
      for (const name of selected[2]!.split(",")) importOne(x, node, selected[1]!, name);
      continue;
    }
    const at = path.lastIndexOf(".");
    if (at > 0) importOne(x, node, path.slice(0, at), path.slice(at + 1));
  }
}

function importOne(x: Extraction, node: NodeIndex, from: string, selector: string): void {
  const [name = "", alias] = selector.split("=>");
  if (alias === "_" || name === "") return;
  if (name === "_" || name === "*" || name === "given") {
    importQualified(x, { node, from, name: "" });
  } else importQualified(x, { node, from, name, ...(alias === undefined ? {} : { alias }) });
}

/** A case of an enum is an instance of it. */
function typeCase(x: Extraction, node: NodeIndex): void {
  const owner = x.symbolOfScope(x.scope);
  const symbol = x.symbolAt(namedChildren(x, node)[0] ?? NONE);
  if (owner !== NONE && symbol !== NONE) x.setType(symbol, x.facts.expression(Op.symbol, owner));
}

/** `x <- xs` holds elements, `y = f(x)` the value. */
function bindEnumerator(x: Extraction, node: NodeIndex): void {
  const [name, value] = namedChildren(x, node);
  if (name === undefined || value === undefined || !/^\w+$/.test(x.textOf(name))) return;
  const held = x.value(value);
  const isLoop = x.text.slice(x.tree.ends[name]!, x.tree.starts[value]!).includes("<-");
  const element = isLoop && held >= 0 ? x.facts.expression(Op.element, held) : held;
  bindLocal(x, name, -1, element, x.tree.starts[node]!);
}

/** A method without parameters is called by its name alone: `xs.head`. */
function referMember(x: Extraction, node: NodeIndex): void {
  const around = x.tree.parents[node]!;
  const [first, name] = [namedChildren(x, node)[0], namedChildren(x, node).at(-1)];
  if (around === NONE || name === undefined || first === undefined) return;
  if (/^\p{Lu}\w*$/u.test(x.textOf(first))) x.refer(RefKind.type, first, x.value(first));
  const isCallee = x.tree.firstChild(around) === node &&
    /^\s*[({[]/.test(x.text.slice(x.tree.ends[node]!, x.tree.ends[node]! + 4));
  if (!isCallee) x.refer(RefKind.call, name, x.value(node));
}

/** `new Listener { … }`: a class without a name. */
function defineAnonymous(x: Extraction, node: NodeIndex, slots: Slots): void {
  const body = slots.find(x, node, "template_body");
  const [type] = namedChildren(x, node);
  if (body === NONE || type === undefined || type === body) return;
  x.define(body, {
    kind: Kind.class,
    name: `<${x.textOf(type).replace(/[\[(][\s\S]*$/, "")}>`,
    scopeNode: body,
    scopeKind: ScopeKind.class,
    bodyNode: body,
    signatureNode: node,
    doc: "",
    flags: Flag.anonymous,
    bindIn: "nowhere",
  });
}

function referAnonymous(x: Extraction, node: NodeIndex, slots: Slots): void {
  const symbol = x.symbolAt(slots.find(x, node, "template_body"));
  const [type] = namedChildren(x, node);
  if (symbol === NONE || type === undefined) return;
  const named = x.type(type);
  const plain = slots.find(x, type, ".type");
  const nameNode = namedChildren(x, plain === NONE ? type : plain).at(-1) ?? plain;
  if (named >= 0) {
    x.refer(RefKind.inherit, nameNode === NONE ? type : nameNode, named, -1, -1, symbol);
  }
}

/** What a class takes to be made, under names that no code can have: their members are the properties. */
function bindMakers(x: Extraction, node: NodeIndex, slots: Slots): void {
  let index = 0;
  const isCase = /\bcase\s+class\b/.test(x.textOf(node).slice(0, LONGEST_HEAD));
  if (isCase) setMakers(x, node, slots);
  for (const list of slots.all(x, node, "class_parameters")) {
    for (const one of namedChildren(x, list)) {
      const name = slots.find(x, one, ".name");
      const type = x.type(slots.find(x, one, ".type"));
      if (name === NONE) continue;
      const offset = x.tree.starts[one]!;
      x.bind(x.scope, `<${x.textOf(name)}>`, BindingKind.parameter, {
        type,
        index: index++,
        offset,
      });
    }
  }
}

/** How many arguments a class of cases takes: others are not made by calling their names. */
function setMakers(x: Extraction, node: NodeIndex, slots: Slots): void {
  const given = namedChildren(x, slots.find(x, node, "class_parameters"));
  const least = given.filter((one) => slots.find(x, one, ".default_value") === NONE).length;
  const isRest = /\*\s*$/.test(x.textOf(given.at(-1) ?? NONE));
  x.setArity(x.symbolAt(node), isRest ? least - 1 : least, isRest ? 255 : given.length);
}

/** `self: Other =>` */
function bindSelf(x: Extraction, node: NodeIndex): void {
  const [name, type] = namedChildren(x, node);
  const scope = x.enclosing(ScopeKind.class);
  if (name === undefined || scope === NONE || x.textOf(name) === "this") return;
  const self = x.facts.expression(Op.self, scope);
  const value = type === undefined ? self : x.either(self, instance(x, x.type(type)));
  x.bind(scope, x.textOf(name), BindingKind.variable, { value, offset: x.tree.starts[node]! });
}

function flagsOf(x: Extraction, node: NodeIndex, name: string): number {
  const text = x.textOf(node).slice(0, 300);
  const head = text.slice(
    0,
    Math.max(0, text.search(/\b(?:class|object|trait|def|val|var|enum|type)\b/)),
  );
  const isPrivate = /\bprivate\b/.test(head);
  const isProtected = /\bprotected\b/.test(head);
  // What has no list of parameters is read like a value.
  const isGetter = new RegExp(
    `^[\\s\\S]*?\\bdef\\s+${
      name.replace(/[^\w]/g, "\\$&")
    }\\s*(?:\\[(?:[^\\[\\]]|\\[[^\\]]*\\])*\\]\\s*)?(?:\\(\\s*(?:implicit|using)\\b[^()]*\\)\\s*)?[:=]`,
  )
    .test(text);
  return (isPrivate ? Flag.private : isProtected ? Flag.protected : Flag.exported) |
    (/\babstract\b/.test(head) ? Flag.abstract : 0) |
    (/@deprecated\b/.test(head) ? Flag.deprecated : 0) |
    (/@Test\b/.test(head) ? Flag.test : 0) |
    (isGetter ? Flag.getter : 0);
}
