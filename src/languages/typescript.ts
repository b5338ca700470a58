/** TypeScript. */
import { ecmascriptModules } from "../resolve/modules/ecmascript_modules.ts";
import { ecmascriptSemantics } from "./ecmascript/builtins.ts";
import { MANIFESTS } from "./ecmascript/manifests.ts";
import { maskTypeScript } from "./ecmascript/mask.ts";
import { ecmascriptRules } from "./ecmascript/rules.ts";
import type { Language } from "./language.ts";

/** TypeScript without JSX; the manifests of the whole family are read here. */
export const typescript: Language = {
  id: "typescript",
  name: "TypeScript",
  extensions: [".ts", ".mts", ".cts"],
  interpreters: ["ts-node", "tsx", "deno"],
  grammar: "typescript",
  manifests: MANIFESTS,
  mask: maskTypeScript,
  rules: ecmascriptRules,
  modules: ecmascriptModules,
  semantics: ecmascriptSemantics,
};
