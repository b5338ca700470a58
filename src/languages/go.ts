/** Go: packages, types with methods, embedding, interfaces, generics, closures, several results. */
import { goModules } from "../resolve/modules/go_modules.ts";
import { readGoMod } from "./go/go_mod.ts";
import { goRules } from "./go/rules.ts";
import { goSemantics } from "./go_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Go. */
export const go: LanguageImplementation = {
  manifests: { "go.mod": readGoMod },
  rules: goRules,
  modules: goModules,
  semantics: goSemantics,
};
