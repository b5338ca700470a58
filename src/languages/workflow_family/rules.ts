/** The rules that workflow languages share: processes, workflows, what they include, call and run. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { bashSemantics } from "../bash_builtins.ts";
import { type Expansion, literalWord } from "../shell/literal_word.ts";
import { programCallsIn } from "../shell/program_calls.ts";
import { shellCommands } from "../shell/shell_words.ts";
import { type FlowForm, recordFlows, recordInputs } from "./data_flow.ts";

/** How a workflow language differs from others. */
export interface WorkflowForm {
  /** What names that are put into commands come to. */
  readonly expand: Expansion;
  /** How scripts beside the workflow are run by their bare names; undefined when they are not. */
  readonly bin?: string;
  /** Name that an included file gets when none is given; undefined when it gets none. */
  readonly namespaceOf?: (path: string) => string;
  /** How it says what flows from one process to another; undefined when it does not. */
  readonly flow?: FlowForm;
}

/** Binds the rules to the node types. */
export function workflowRules(g: Grammar, form: WorkflowForm): LanguageRules {
  const F = {
    name: g.field("name"),
    alias: g.field("alias"),
    path: g.field("path"),
    namespace: g.field("namespace"),
  };
  const K = {
    item: g.kind("item"),
    include: g.kind("include"),
    process: g.kind("process"),
    workflow: g.kind("workflow"),
  };

  const define = (kind: number): NodeRule => (x, node) => {
    const nameNode = x.tree.child(node, F.name);
    // A workflow without a name is the one that is run.
    const name = nameNode === NONE ? "workflow" : x.textOf(nameNode);
    x.define(node, {
      kind,
      name: name.replace(/^["']|["']$/g, ""),
      ...(nameNode === NONE ? { bindIn: "nowhere" as const } : { nameNode }),
      scopeNode: node,
      bodyNode: nameNode === NONE ? x.tree.firstChild(node) : x.tree.nextSibling(nameNode),
      flags: Flag.exported,
    });
  };

  const include: NodeRule = (x, node) => {
    const pathNode = x.tree.child(node, F.path);
    if (pathNode === NONE) return;
    const path = x.textOf(pathNode);
    let hasItems = false;
    for (let child = x.tree.firstChild(node); child !== NONE; child = x.tree.nextSibling(child)) {
      if (x.tree.kinds[child] !== K.item) continue;
      hasItems = true;
      includeItem(x, child, path);
    }
    if (hasItems && form.namespaceOf === undefined) return;
    const aliasNode = x.tree.child(node, F.alias);
    const alias = aliasNode === NONE ? form.namespaceOf?.(path) ?? "" : x.textOf(aliasNode);
    const offset = x.tree.starts[pathNode]!;
    const row = x.facts.import(path, ImportKind.module, placeOf(x, offset));
    if (alias !== "") x.bind(0, namespaceName(alias), BindingKind.import, { index: row, offset });
  };

  const includeItem = (x: Extraction, item: NodeIndex, path: string): void => {
    const nameNode = x.tree.child(item, F.name);
    const aliasNode = x.tree.child(item, F.alias);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const offset = x.tree.starts[nameNode]!;
    const row = x.facts.import(path, ImportKind.name, { ...placeOf(x, offset), name });
    const alias = aliasNode === NONE ? name : x.textOf(aliasNode);
    x.bind(0, alias, BindingKind.import, { index: row, offset });
  };

  const refer = (kind: number): NodeRule => (x, node) => {
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const offset = x.tree.starts[nameNode]!;
    const namespaceNode = x.tree.child(node, F.namespace);
    const expression = namespaceNode === NONE ? x.nameExpression(name, offset) : x.memberExpression(
      x.nameExpression(namespaceName(x.textOf(namespaceNode)), x.tree.starts[namespaceNode]!),
      name,
    );
    x.referAt(kind, name, offset, expression);
  };

  const command: NodeRule = (x, node) => {
    const start = x.tree.starts[node]!;
    const text = x.textOf(node);
    for (const { name, start: at, means, folder } of programCallsIn(text, start, form.expand)) {
      const isBare = means === "script" && !name.includes("/");
      if (!isBare || form.bin === undefined) x.callForeign(name || means, at, means, folder);
    }
    if (form.bin === undefined) return;
    for (const [first] of shellCommands(text, start)) {
      const name = first!.raw;
      if (!/^[A-Za-z][\w.-]*$/.test(name) || bashSemantics.builtinNames.has(name)) continue;
      x.callForeign(name, first!.start, form.bin);
    }
  };

  const template: NodeRule = (x, node) => {
    const name = literalWord(x.textOf(node), form.expand);
    if (name !== undefined) x.callForeign(name, x.tree.starts[node]!, "template");
  };

  /** Names that a file can call: what it defines, and what it includes by name. */
  const calledNames = (x: Extraction, file: NodeIndex): ReadonlySet<string> => {
    const names = new Set<string>();
    for (let node = x.tree.firstChild(file); node !== NONE; node = x.tree.nextSibling(node)) {
      const kind = x.tree.kinds[node];
      if (kind === K.process || kind === K.workflow) names.add(nameIn(x, node));
      if (kind !== K.include) continue;
      for (let item = x.tree.firstChild(node); item !== NONE; item = x.tree.nextSibling(item)) {
        const isItem = x.tree.kinds[item] === K.item;
        if (isItem) names.add(nameIn(x, item));
      }
    }
    return names;
  };

  /** Name that a node has in its file, without quotes; "" for none. */
  const nameIn = (x: Extraction, node: NodeIndex): string => {
    const alias = x.tree.child(node, F.alias);
    const nameNode = alias === NONE ? x.tree.child(node, F.name) : alias;
    return nameNode === NONE ? "" : x.textOf(nameNode).replace(/^["']|["']$/g, "");
  };

  const flow: NodeRule = (x, node) => {
    if (form.flow === undefined) return;
    recordInputs(x, node, form.flow);
    if (x.tree.kinds[node] !== K.workflow) return;
    recordFlows(x, node, form.flow, calledNames(x, x.tree.parents[node]!));
  };

  return {
    define: {
      process: define(Kind.rule),
      workflow: define(Kind.rule),
      function: define(Kind.function),
      struct: define(Kind.struct),
    },
    refer: {
      include,
      process: flow,
      workflow: flow,
      call: refer(RefKind.call),
      use: refer(RefKind.value),
      command,
      template,
    },
    values: {},
    docs: { line: ["##", "//", "#"], block: [["/*", "*/"]] },
  };
}

/** Name spaces have names apart: a workflow may be called as what it includes is. */
function namespaceName(alias: string): string {
  return `${alias}.`;
}

function placeOf(x: Extraction, offset: number): { scope: number; line: number; column: number } {
  const line = x.lineAt(offset);
  return { scope: 0, line, column: x.columnAt(offset, line) };
}
