/** Objective-C: classes with categories and extensions, protocols, properties, messages, blocks, and all that C has. */
import { cFamilyModules } from "./c_family/modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { withoutMacrosOfObjc } from "./objc/mask.ts";
import { objcRules } from "./objc/rules.ts";
import { objcSemantics } from "./objc_builtins.ts";

/** Objective-C. */
export const objc: LanguageImplementation = {
  mask: withoutMacrosOfObjc,
  rules: objcRules,
  modules: cFamilyModules,
  semantics: objcSemantics,
};
