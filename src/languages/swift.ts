/** Swift: modules, protocols and extensions, argument labels, closures, implicit members. */
import { swiftModules } from "../resolve/modules/swift_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { maskSwift } from "./swift/mask.ts";
import { swiftRules } from "./swift/rules.ts";
import { swiftSemantics } from "./swift_builtins.ts";

/** Swift. */
export const swift: LanguageImplementation = {
  mask: maskSwift,
  rules: swiftRules,
  modules: swiftModules,
  semantics: swiftSemantics,
};
