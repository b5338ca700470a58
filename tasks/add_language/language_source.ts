import type { LanguageNames } from "./names.ts";
import type { SyntaxForms } from "./syntax_forms.ts";

/** What a new language's file is written from. */
export interface LanguageDescription {
  readonly names: LanguageNames;
  readonly grammar: string;
  /** With the dot. */
  readonly extensions: readonly string[];
  readonly forms: SyntaxForms;
}

/** The text of a new language's file: tables of what the sample showed, and what reads them. */
export function languageSource({ names, forms }: LanguageDescription): string {
  const definitions = forms.definitions.map(({ type, kind, nameField, bodyField }) => {
    const body = bodyField === undefined ? "" : `, body: ${quoted(bodyField)}`;
    return `  ${type}: { kind: Kind.${kind}, name: ${quoted(nameField)}${body} },\n`;
  });
  const calls = forms.calls.map(({ type, calleeField }) => `  ${type}: ${quoted(calleeField)},\n`);
  return `/** ${names.title}: definitions and calls, by table. */
import { ${definitions.length > 0 ? "Kind, " : ""}RefKind } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { ExpressionRule, LanguageRules, NodeRule } from "../extract/rules.ts";
import { NONE } from "../extract/syntax_tree.ts";
import type { ModuleSystem } from "../resolve/module_system.ts";
import type { LanguageImplementation } from "./language.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** How a node type defines something: as what, and the fields of its name and body. */
interface DefinitionForm {
  readonly kind: number;
  readonly name: string;
  readonly body?: string;
}

const DEFINITIONS: Readonly<Record<string, DefinitionForm>> = {
${definitions.join("")}};

/** Node types that call, with the field of what is called. */
const CALLS: Readonly<Record<string, string>> = {
${calls.join("")}};

/** Node types that are names. */
const NAMES: readonly string[] = [${forms.names.map(quoted).join(", ")}];

function rules(g: Grammar): LanguageRules {
  const isName = g.kinds(...NAMES);

  const definition = ({ kind, name, body }: DefinitionForm): NodeRule => {
    const nameField = g.field(name);
    const bodyField = body === undefined ? undefined : g.field(body);
    return (x, node) => {
      const nameNode = x.tree.child(node, nameField);
      if (nameNode === NONE) return;
      const bodyNode = bodyField === undefined ? NONE : x.tree.child(node, bodyField);
      x.define(node, { kind, name: x.textOf(nameNode), nameNode, bodyNode, scopeNode: node });
    };
  };

  const call = (field: string): NodeRule => {
    const calleeField = g.field(field);
    return (x, node) => {
      const callee = x.tree.child(node, calleeField);
      if (callee === NONE || !isName.has(x.tree.kinds[callee]!)) return;
      x.refer(RefKind.call, callee, x.value(callee));
    };
  };

  const name: ExpressionRule = (x, node) =>
    x.nameExpression(x.textOf(node), x.tree.starts[node]!);

  return {
    define: mapped(DEFINITIONS, definition),
    refer: mapped(CALLS, call),
    values: Object.fromEntries(NAMES.map((type) => [type, name])),
    docs: { line: ["#", "//", "--", "%", ";"], block: [["/**", "*/"]] },
  };
}

function mapped<Form, Rule>(
  forms: Readonly<Record<string, Form>>,
  rule: (form: Form) => Rule,
): Record<string, Rule> {
  return Object.fromEntries(Object.entries(forms).map(([type, form]) => [type, rule(form)]));
}

/** Files reach each other's names by the names alone. */
const modules: ModuleSystem = {
  open: () => ({ locate: () => undefined, exported: () => [], ambient: () => [] }),
};

/** ${names.title}. */
export const ${names.constant}: LanguageImplementation = {
  rules,
  modules,
  semantics: { ...PLAIN_SEMANTICS, family: ${
    quoted(names.id)
  }, classScopeIsLexical: true, needsImport: false },
};
`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
