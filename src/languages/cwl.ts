/** CWL: tools and workflows, the steps of workflows, what they run and take from each other. */
import type { Extraction } from "../extract/extraction.ts";
import { BindingKind, Flag, Kind, RefKind, ScopeKind } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { workflowModules } from "../resolve/modules/workflow_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { programCalls, programCallsIn } from "./shell/program_calls.ts";
import type { ShellWord } from "./shell/shell_words.ts";
import { workflowSemantics } from "./workflow_family/semantics.ts";
import { YamlNodes } from "./yaml/yaml_nodes.ts";

const CLASSES: ReadonlySet<string> = new Set([
  "CommandLineTool",
  "Workflow",
  "ExpressionTool",
  "Operation",
]);
/** Keys of which the value may name what another step gives. */
const SOURCES: ReadonlySet<string> = new Set(["source", "outputSource"]);

const WORK_DIR = "InitialWorkDirRequirement";

/** A step of a workflow. */
interface Step {
  /** Node of the whole entry, of its name, and of what it says. */
  readonly node: NodeIndex;
  readonly nameNode: NodeIndex;
  readonly name: string;
  readonly body: NodeIndex;
}

function rules(g: Grammar): LanguageRules {
  return new CwlRules(g).rules();
}

class CwlRules {
  readonly #yaml: YamlNodes;

  constructor(g: Grammar) {
    this.#yaml = new YamlNodes(g);
  }

  rules(): LanguageRules {
    return {
      define: { stream: (x, root) => this.#each(x, root, (process) => this.#define(x, process)) },
      refer: { stream: (x, root) => this.#each(x, root, (process) => this.#refer(x, process)) },
      values: {},
      docs: { line: ["#"], block: [] },
    };
  }

  /** The process of a file, or those of its graph. */
  #each(x: Extraction, root: NodeIndex, then: (process: NodeIndex) => void): void {
    const content = this.#yaml.content(x, root);
    if (content === NONE) return;
    if (this.#isProcess(x, content)) then(content);
    for (const item of this.#yaml.items(x, this.#yaml.get(x, content, "$graph"))) {
      const process = this.#yaml.content(x, item);
      if (process !== NONE && this.#isProcess(x, process)) then(process);
    }
  }

  #isProcess(x: Extraction, node: NodeIndex): boolean {
    return CLASSES.has(this.#textOf(x, node, "class"));
  }

  #textOf(x: Extraction, node: NodeIndex, key: string): string {
    return this.#yaml.text(x, this.#yaml.get(x, node, key))?.text ?? "";
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #define(x: Extraction, process: NodeIndex): void {
    const id = this.#yaml.get(x, process, "id");
    const given = this.#yaml.text(x, id)?.text.replace(/^.*#/, "") ?? "";
    const base = x.fileName.replace(/\.\w+$/, "");
    const symbol = x.define(process, {
      kind: Kind.rule,
      name: given || base,
      ...(given === "" ? {} : { nameNode: this.#yaml.content(x, id) }),
      scopeNode: process,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.firstChild(process),
      doc: this.#textOf(x, process, "doc") || this.#textOf(x, process, "label"),
      flags: Flag.exported,
    });
    const scope = x.scopeAt(process);
    for (const { node, nameNode, name } of this.#steps(x, process)) {
      const step = x.define(node, {
        kind: Kind.rule,
        name,
        nameNode,
        container: symbol,
        bindIn: "nowhere",
        doc: "",
      });
      x.bind(scope, name, BindingKind.definition, { symbol: step, offset: x.tree.starts[node]! });
    }
  }

  /** Steps are entries by name, or items with an `id`. */
  *#steps(x: Extraction, process: NodeIndex): Generator<Step> {
    const steps = this.#yaml.get(x, process, "steps");
    if (steps === NONE) return;
    for (const { node, keyNode, key, value } of this.#yaml.pairs(x, steps)) {
      const name = key.replace(/^#/, "");
      yield { node, nameNode: this.#yaml.content(x, keyNode), name, body: value };
    }
    for (const item of this.#yaml.items(x, steps)) {
      const id = this.#yaml.get(x, item, "id");
      const name = this.#yaml.text(x, id)?.text.replace(/^#/, "");
      if (name === undefined) continue;
      yield { node: item, nameNode: this.#yaml.content(x, id), name, body: item };
    }
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #refer(x: Extraction, process: NodeIndex): void {
    const symbol = x.symbolAt(process);
    this.#command(x, process, symbol);
    for (const { node, body } of this.#steps(x, process)) {
      const step = x.symbolAt(node);
      this.#run(x, this.#yaml.get(x, body, "run"), step);
      for (const input of this.#inputs(x, this.#yaml.get(x, body, "in"))) {
        this.#source(x, input, process, step);
      }
    }
    for (const output of this.#inputs(x, this.#yaml.get(x, process, "outputs"))) {
      this.#source(x, output, process, symbol);
    }
  }

  #run(x: Extraction, node: NodeIndex, symbol: number): void {
    const run = this.#yaml.text(x, node);
    if (run === undefined) {
      const inner = node === NONE ? NONE : this.#yaml.content(x, node);
      if (inner !== NONE && this.#isProcess(x, inner)) this.#command(x, inner, symbol);
      return;
    }
    const [path = "", id = ""] = run.text.split("#");
    if (path === "" && id !== "") {
      const expression = x.nameExpression(id, run.start, 0);
      x.referAt(RefKind.call, id, run.start, expression, { symbol });
    } else if (!/^\w+:\/\//.test(path)) {
      this.#foreign(x, symbol, `@/${path}`, run.start, "cwl run", id);
    }
  }

  /** Nodes that may say where an input or output comes from. */
  *#inputs(x: Extraction, node: NodeIndex): Generator<NodeIndex> {
    if (node === NONE) return;
    const pairs = [...this.#yaml.pairs(x, node)];
    for (const { value } of pairs) {
      const given = [...this.#yaml.pairs(x, value)].find(({ key }) => SOURCES.has(key));
      yield given?.value ?? value;
    }
    if (pairs.length > 0) return;
    for (const item of this.#yaml.items(x, node)) {
      const given = [...this.#yaml.pairs(x, item)].find(({ key }) => SOURCES.has(key));
      if (given !== undefined) yield given.value;
    }
  }

  /** `step/output`: that step. */
  #source(x: Extraction, node: NodeIndex, process: NodeIndex, symbol: number): void {
    if (node === NONE) return;
    for (const item of this.#yaml.items(x, node)) {
      const source = this.#yaml.text(x, item);
      const name = /^#?(?:main\/)?([\w.-]+)\/[\w.-]+$/.exec(source?.text ?? "")?.[1];
      if (source === undefined || name === undefined) continue;
      const start = source.start + source.text.indexOf(name);
      const expression = x.nameExpression(name, start, x.scopeAt(process));
      x.referAt(RefKind.call, name, start, expression, { symbol });
    }
  }

  /** What a tool runs, and the scripts that it is given as files. */
  #command(x: Extraction, tool: NodeIndex, symbol: number): void {
    const words = [
      ...this.#words(x, this.#yaml.get(x, tool, "baseCommand")),
      ...this.#words(x, this.#yaml.get(x, tool, "arguments")),
    ];
    for (const { name, start, means } of programCalls(words)) {
      this.#foreign(x, symbol, name || means, start, means);
    }
    for (const { value } of this.#yaml.pairs(x, this.#yaml.get(x, tool, "inputs"))) {
      this.#file(x, this.#yaml.get(x, value, "default"), symbol);
    }
    for (const item of this.#listing(x, tool)) {
      this.#file(x, item, symbol);
      this.#script(x, item, symbol);
    }
  }

  /** What a tool is given in its working directory. */
  *#listing(x: Extraction, tool: NodeIndex): Generator<NodeIndex> {
    for (const key of ["requirements", "hints"]) {
      const requirements = this.#yaml.get(x, tool, key);
      if (requirements === NONE) continue;
      const named = this.#yaml.get(x, requirements, WORK_DIR);
      const listed = [...this.#yaml.items(x, requirements)]
        .filter((item) => this.#textOf(x, item, "class") === WORK_DIR);
      for (const requirement of named === NONE ? listed : [named]) {
        const listing = this.#yaml.get(x, requirement, "listing");
        if (listing !== NONE) yield* this.#yaml.items(x, listing);
      }
    }
  }

  /** A file of the project that a tool is given. */
  #file(x: Extraction, file: NodeIndex, symbol: number): void {
    const location = this.#yaml.text(x, this.#yaml.get(x, file, "location")) ??
      this.#yaml.text(x, this.#yaml.get(x, file, "path"));
    if (location === undefined || /^\w+:/.test(location.text)) return;
    this.#foreign(x, symbol, `@/${location.text}`, location.start, "location");
  }

  /** A script that is written where it is to be run. */
  #script(x: Extraction, item: NodeIndex, symbol: number): void {
    const entry = this.#yaml.text(x, this.#yaml.get(x, item, "entry"));
    if (entry === undefined || !/\.(?:ba)?sh$/.test(this.#textOf(x, item, "entryname"))) return;
    for (const { name, start, means, folder } of programCallsIn(entry.text, entry.start)) {
      this.#foreign(x, symbol, name || means, start, means, folder);
    }
  }

  *#words(x: Extraction, node: NodeIndex): Generator<ShellWord> {
    if (node === NONE) return;
    for (const item of this.#yaml.items(x, node)) {
      const word = this.#yaml.text(x, item) ??
        this.#yaml.text(x, this.#yaml.get(x, item, "valueFrom"));
      if (word === undefined || word.text.startsWith("$(")) continue;
      yield { raw: `'${word.text}'`, start: word.start - 1 };
    }
  }

  #foreign(
    x: Extraction,
    symbol: number,
    name: string,
    start: number,
    means: string,
    library = "",
  ): void {
    const before = x.symbol;
    x.symbol = symbol;
    x.callForeign(name, start, means, library);
    x.symbol = before;
  }
}

/** CWL. */
export const cwl: LanguageImplementation = {
  rules,
  modules: workflowModules({
    language: "cwl",
    paths: (path) => [path],
    isOutside: (path) => /^\w+:\/\//.test(path),
  }),
  semantics: workflowSemantics("cwl", ""),
};
