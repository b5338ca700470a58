/** Nextflow: processes, workflows, functions, what they include, call and run. */
import { workflowModules } from "../resolve/modules/workflow_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { channels } from "./nextflow/channels.ts";
import { nextflowReader } from "./nextflow/reader.ts";
import { workflowSemantics } from "./workflow_family/semantics.ts";
import { workflowRules } from "./workflow_family/rules.ts";

/** Functions and operators that every script sees. */
const BUILTINS =
  "file files path tuple val env stdin stdout each channel Channel error exit print println sleep sendMail branchCriteria " +
  "multiMapCriteria groupKey params workflow branch buffer collate collect collectFile combine concat count countBy " +
  "countFasta cross distinct dump filter first flatMap flatten groupTuple ifEmpty join last map max merge min mix " +
  "multiMap randomSample reduce set splitCsv splitFasta splitFastq splitText splitJson subscribe sum take tap toInteger " +
  "toList toSortedList transpose unique until view emit publish main";

/** Folders that a command can name. */
const FOLDERS: Readonly<Record<string, string>> = {
  moduleDir: "@",
  projectDir: ".",
  baseDir: ".",
  "workflow.projectDir": ".",
};

/** Nextflow. */
export const nextflow: LanguageImplementation = {
  reader: nextflowReader,
  rules: (g) =>
    workflowRules(g, {
      expand: (inner) => Object.hasOwn(FOLDERS, inner) ? FOLDERS[inner] : undefined,
      bin: "nextflow bin",
      flow: channels,
    }),
  modules: workflowModules({
    language: "nextflow",
    paths: (path) => path.endsWith(".nf") ? [path] : [`${path}.nf`, `${path}/main.nf`],
    isOutside: (path) => path.startsWith("plugin/"),
  }),
  semantics: workflowSemantics("nextflow", BUILTINS),
};
