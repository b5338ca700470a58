/** HCL: resources, data, variables, locals, outputs and modules of Terraform and its kin. */
import { hclModules } from "../resolve/modules/hcl_modules.ts";
import { hclRules } from "./hcl/rules.ts";
import type { LanguageImplementation } from "./language.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** HCL. */
export const hcl: LanguageImplementation = {
  rules: hclRules,
  modules: hclModules,
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "hcl",
    moduleSeparator: " ",
    valuesAreUsed: true,
  },
};
