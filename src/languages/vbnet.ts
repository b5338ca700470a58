/** VB.NET: what C# has, and modules, calls without brackets, `Handles`, `With`. */
import { csharpModules } from "../resolve/modules/csharp_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { maskVbNet } from "./vbnet/mask.ts";
import { vbNetRules } from "./vbnet/rules.ts";
import { vbNetSemantics } from "./vbnet_builtins.ts";

/** VB.NET. */
export const vbnet: LanguageImplementation = {
  mask: maskVbNet,
  rules: vbNetRules,
  modules: csharpModules,
  semantics: vbNetSemantics,
};
