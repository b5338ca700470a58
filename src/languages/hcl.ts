/** HCL: resources, data, variables, locals, outputs and modules of Terraform and its kin. */
import { hclModules } from "../resolve/modules/hcl_modules.ts";
import { hclRules } from "./hcl/rules.ts";
import type { LanguageImplementation } from "./language.ts";

/** HCL. */
export const hcl: LanguageImplementation = {
  rules: hclRules,
  modules: hclModules,
  semantics: {
    family: "hcl",
    separator: ".",
    moduleSeparator: " ",
    classScopeIsLexical: false,
    inheritance: "depth-first",
    constructors: [],
    redefinition: "replace",
    needsImport: true,
    valuesAreUsed: true,
    builtinNames: new Set(),
    builtinTypes: {},
    commonMembers: new Set(),
  },
};
