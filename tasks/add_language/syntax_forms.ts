import { Language, Parser } from "web-tree-sitter";

/** A node type that defines something under a name. */
export interface DefinitionForm {
  readonly type: string;
  /** Kind of symbol, as in `Kind`. */
  readonly kind: string;
  readonly nameField: string;
  readonly bodyField: string | undefined;
}

/** A node type that calls something. */
export interface CallForm {
  readonly type: string;
  /** Field of what is called. */
  readonly calleeField: string;
}

/** What a sample shows of a grammar: enough to begin a language with. */
export interface SyntaxForms {
  readonly definitions: readonly DefinitionForm[];
  readonly calls: readonly CallForm[];
  /** Node types of the names of what is defined and called. */
  readonly names: readonly string[];
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/method/, "method"],
  [/func|procedure|subroutine|\bsub/, "function"],
  [/class/, "class"],
  [/struct|record/, "struct"],
  [/interface|protocol/, "interface"],
  [/trait/, "trait"],
  [/enum/, "enum"],
  [/module|namespace|package/, "module"],
];
const DEFINES = /def|decl|statement|spec|item/;
const CALLS = /call|invocation/;
const CALLEE_FIELDS = ["function", "name", "method", "callee", "target"];
const BODY_FIELDS = ["body", "block"];

type SyntaxNode = NonNullable<ReturnType<Parser["parse"]>>["rootNode"];

/**
 * Reads from a sample's tree which node types define and call.
 *
 * @param grammar the grammar's module
 * @throws {Error} when the grammar cannot be loaded or parses nothing
 */
export async function syntaxForms(grammar: Uint8Array, sample: string): Promise<SyntaxForms> {
  await Parser.init();
  const parser = new Parser().setLanguage(await Language.load(grammar));
  const tree = parser.parse(sample);
  if (tree === null) throw new Error("the sample cannot be parsed");
  try {
    return collect(tree.rootNode);
  } finally {
    tree.delete();
    parser.delete();
  }
}

function collect(root: SyntaxNode): SyntaxForms {
  const definitions = new Map<string, DefinitionForm>();
  const calls = new Map<string, CallForm>();
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    const definition = definitionForm(node);
    const call = callForm(node);
    const name = definition !== undefined
      ? node.childForFieldName(definition.nameField)
      : call && node.childForFieldName(call.calleeField);
    if (definition !== undefined) definitions.set(node.type, definition);
    else if (call !== undefined) calls.set(node.type, call);
    if (name?.namedChildCount === 0) names.add(name.type);
    for (const child of node.namedChildren) visit(child);
  };
  visit(root);
  return {
    definitions: [...definitions.values()],
    calls: [...calls.values()],
    names: [...names],
  };
}

function definitionForm(node: SyntaxNode): DefinitionForm | undefined {
  const kind = KINDS.find(([pattern]) => pattern.test(node.type))?.[1];
  const name = node.childForFieldName("name");
  if (kind === undefined || name === null || !DEFINES.test(node.type)) return undefined;
  const bodyField = BODY_FIELDS.find((field) => node.childForFieldName(field) !== null);
  return { type: node.type, kind, nameField: "name", bodyField };
}

function callForm(node: SyntaxNode): CallForm | undefined {
  if (!CALLS.test(node.type)) return undefined;
  const calleeField = CALLEE_FIELDS.find((field) => node.childForFieldName(field) !== null);
  return calleeField === undefined ? undefined : { type: node.type, calleeField };
}
