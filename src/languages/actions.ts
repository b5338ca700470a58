/** GitHub Actions: jobs, what they need, what their steps run and use. */
import type { Extraction } from "../extract/extraction.ts";
import { Flag, Kind, RefKind } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import type { Expansion } from "./shell/literal_word.ts";
import { type ProgramCall, programCallsIn } from "./shell/program_calls.ts";
import { YamlNodes } from "./yaml/yaml_nodes.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** What the runner knows as the folder of the checkout. */
const WORKSPACE: Expansion = (inner) =>
  /^(?:GITHUB_WORKSPACE|\{\{?\s*github\.workspace\s*\}?)/.test(inner) ? "." : undefined;

function rules(g: Grammar): LanguageRules {
  const yaml = new YamlNodes(g);

  const defineJobs = (x: Extraction, root: NodeIndex): void => {
    for (const job of yaml.pairs(x, yaml.get(x, root, "jobs"))) {
      const title = yaml.text(x, yaml.get(x, job.value, "name"))?.text ?? "";
      x.define(job.node, {
        kind: Kind.rule,
        name: job.key,
        nameNode: job.keyNode,
        scopeNode: job.node,
        bodyNode: job.value,
        flags: Flag.exported,
        ...(title === "" ? {} : { doc: title }),
      });
    }
  };

  const referJob = (x: Extraction, job: NodeIndex, symbol: number, around: string): void => {
    for (const need of yaml.items(x, yaml.get(x, job, "needs"))) {
      const name = yaml.text(x, need);
      if (name === undefined) continue;
      const expression = x.nameExpression(name.text, name.start, 0);
      x.referAt(RefKind.call, name.text, name.start, expression, { symbol });
    }
    use(x, yaml.get(x, job, "uses"), symbol);
    const folder = folderOf(x, job) || around;
    for (const step of yaml.items(x, yaml.get(x, job, "steps"))) referStep(x, step, symbol, folder);
  };

  const folderOf = (x: Extraction, node: NodeIndex): string => {
    const run = yaml.get(x, yaml.get(x, node, "defaults"), "run");
    return yaml.text(x, yaml.get(x, run, "working-directory"))?.text ?? "";
  };

  const referStep = (x: Extraction, step: NodeIndex, symbol: number, around: string): void => {
    use(x, yaml.get(x, step, "uses"), symbol);
    const run = yaml.text(x, yaml.get(x, step, "run"));
    const shell = yaml.text(x, yaml.get(x, step, "shell"))?.text ?? "bash";
    if (run === undefined || !/^(?:ba)?sh\b|^(?:pwsh|powershell|cmd)/.test(shell)) return;
    const own = yaml.text(x, yaml.get(x, step, "working-directory"))?.text;
    const folder = (own ?? around).replace(/^\.\/?/, "").replace(/\/+$/, "");
    const known = folder.includes("$") ? "" : folder;
    for (const call of programCallsIn(run.text, run.start, WORKSPACE, known)) {
      callIn(x, symbol, call);
    }
  };

  /** What an action is that is no list of steps: scripts of Node, or an image. */
  const referFiles = (x: Extraction, runs: NodeIndex): void => {
    for (const key of ["pre", "main", "post", "image"]) {
      const file = yaml.text(x, yaml.get(x, runs, key));
      if (file === undefined || /^\w+:\/\//.test(file.text)) continue;
      callIn(x, NONE, { name: `@/${file.text}`, start: file.start, means: "location" });
    }
  };

  const use = (x: Extraction, node: NodeIndex, symbol: number): void => {
    const used = yaml.text(x, node);
    if (used?.text.startsWith("./") !== true) return;
    callIn(x, symbol, { name: used.text, start: used.start, means: "uses" });
  };

  const callIn = (x: Extraction, symbol: number, call: ProgramCall): void => {
    const before = x.symbol;
    x.symbol = symbol;
    x.callForeign(call.name || call.means, call.start, call.means, call.folder);
    x.symbol = before;
  };

  return {
    define: { stream: defineJobs },
    refer: {
      stream: (x, root) => {
        const folder = folderOf(x, root);
        for (const job of yaml.pairs(x, yaml.get(x, root, "jobs"))) {
          referJob(x, job.value, x.symbolAt(job.node), folder);
        }
        // An action has steps of its own.
        const own = yaml.get(x, root, "runs");
        if (own !== NONE) {
          referJob(x, own, NONE, "");
          referFiles(x, own);
        }
      },
    },
    values: {},
    docs: { line: ["#"], block: [] },
  };
}

/** GitHub Actions. */
export const actions: LanguageImplementation = {
  rules,
  modules: sessionModules({ language: "actions", kinds: new Set() }),
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "actions",
    separator: ":",
  },
};
