/** Go: packages, types with methods, embedding, interfaces, generics, closures, several results. */
import { goModules } from "../resolve/modules/go_modules.ts";
import { readGoMod } from "./go/go_mod.ts";
import { goRules } from "./go/rules.ts";
import { goSemantics } from "./go_builtins.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";

/** Functions of Go that run commands. */
const GO_COMMANDS: CommandForm = {
  calls: ["call_expression"],
  names: ["Command", "CommandContext"],
  strings: ["interpreted_string_literal", "raw_string_literal"],
  lists: ["argument_list"],
  others: ["identifier"],
};

/** Go. */
export const go: LanguageImplementation = {
  manifests: { "go.mod": readGoMod },
  rules: withCommands(goRules, GO_COMMANDS),
  modules: goModules,
  semantics: goSemantics,
};
