/** WDL: tasks, workflows, what they import, call and run. */
import { Kind } from "../extract/facts.ts";
import { workflowModules } from "../resolve/modules/workflow_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { callInputs } from "./wdl/call_inputs.ts";
import { wdlReader } from "./wdl/reader.ts";
import { workflowRules } from "./workflow_family/rules.ts";
import { workflowSemantics } from "./workflow_family/semantics.ts";

/** WDL. */
export const wdl: LanguageImplementation = {
  reader: wdlReader,
  rules: (g) =>
    workflowRules(g, {
      expand: () => undefined,
      namespaceOf: (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.wdl$/, ""),
      flow: callInputs,
    }),
  modules: workflowModules({
    language: "wdl",
    paths: (path) => [path],
    isOutside: (path) => /^\w+:\/\//.test(path),
    shared: Kind.struct,
  }),
  semantics: workflowSemantics("wdl", ""),
};
