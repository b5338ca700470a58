/** Ruby: reopened classes, mixins, accessors, blocks, class methods, suites of tests. */
import { rubyModules } from "../resolve/modules/ruby_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";
import { rubyRules } from "./ruby/rules.ts";
import { rubySemantics } from "./ruby_builtins.ts";

/** Functions of Ruby that run commands. */
const RUBY_COMMANDS: CommandForm = {
  calls: ["call"],
  names: ["system", "exec", "spawn", "popen", "capture2", "capture2e", "capture3", "sh"],
  strings: ["string"],
  lists: ["argument_list", "array"],
  commands: ["subshell"],
};

/** Ruby. */
export const ruby: LanguageImplementation = {
  rules: withCommands(rubyRules, RUBY_COMMANDS),
  modules: rubyModules,
  semantics: rubySemantics,
};
