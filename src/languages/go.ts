/** Go: packages, types with methods, embedding, interfaces, generics, closures, several results. */
import { goModules } from "../resolve/modules/go_modules.ts";
import { readGoMod } from "./go/go_mod.ts";
import { goRules } from "./go/rules.ts";
import { goSemantics } from "./go_builtins.ts";
import type { Language } from "./language.ts";

/** Go. */
export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  grammar: "go",
  manifests: { "go.mod": readGoMod },
  rules: goRules,
  modules: goModules,
  semantics: goSemantics,
};
