/** C#: name spaces, partial types, properties, extension methods, LINQ, patterns, delegates. */
import { csharpModules } from "../resolve/modules/csharp_modules.ts";
import { maskConditionals } from "./csharp/conditionals.ts";
import { csharpRules } from "./csharp/rules.ts";
import { csharpSemantics } from "./csharp_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** C#. */
export const csharp: LanguageImplementation = {
  mask: maskConditionals,
  rules: csharpRules,
  modules: csharpModules,
  semantics: csharpSemantics,
};
