/** What flows from one process to another, as a workflow says it. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Marks a reference to what a process takes. */
const FLOW_INPUT = "flow input";

/** A process or workflow as it is called: its name, behind that of the file that it comes from. */
export type CalledName = readonly string[];

/** What a process takes, and where that stands. */
export interface FlowInput {
  readonly name: string;
  readonly at: number;
}

/** What one process gives and another takes. */
export interface Flow {
  readonly from: CalledName;
  readonly to: CalledName;
  /** Input by which it is taken. */
  readonly input: string;
  /** Where what is given is named. */
  readonly at: number;
}

/** How a workflow language says what flows where. Offsets are those of the text that is read. */
export interface FlowForm {
  /** How the edges are shown: `channel`. */
  readonly means: string;
  /** What a process or workflow takes, by its text. */
  readonly inputs: (text: string) => readonly FlowInput[];
  /** What flows in a workflow, by its text. @param known processes and workflows that the file can call */
  readonly flows: (text: string, known: ReadonlySet<string>) => readonly Flow[];
}

/** How a called name is written in facts: namespaces have names of their own. */
export function calledPath(name: CalledName): string {
  return name.map((part, at) => at < name.length - 1 ? `${part}.` : part).join(".");
}

/** Records what a process or workflow takes. */
export function recordInputs(x: Extraction, node: NodeIndex, form: FlowForm): void {
  const symbol = x.symbolAt(node);
  const start = x.tree.starts[node]!;
  for (const { name, at } of form.inputs(x.textOf(node))) {
    x.callForeign(name, start + at, FLOW_INPUT, "", symbol);
  }
}

/** Records what flows in a workflow. */
export function recordFlows(
  x: Extraction,
  node: NodeIndex,
  form: FlowForm,
  known: ReadonlySet<string>,
): void {
  const symbol = x.symbolAt(node);
  const start = x.tree.starts[node]!;
  const scope = x.scopeAt(node);
  for (const { from, to, input, at } of form.flows(x.textOf(node), known)) {
    const offset = start + at;
    const [first = "", second] = from;
    const expression = second === undefined
      ? x.nameExpression(first, offset, scope)
      : x.memberExpression(x.nameExpression(`${first}.`, offset, scope), second);
    x.offer(second ?? first, offset, expression, form.means, {
      symbol: symbol === NONE ? 0 : symbol,
      owner: `${calledPath(to)} ${input}`,
    });
  }
}
