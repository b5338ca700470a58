/** Ruby: reopened classes, mixins, accessors, blocks, class methods, suites of tests. */
import { rubyModules } from "../resolve/modules/ruby_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { rubyRules } from "./ruby/rules.ts";
import { rubySemantics } from "./ruby_builtins.ts";

/** Ruby. */
export const ruby: LanguageImplementation = {
  rules: rubyRules,
  modules: rubyModules,
  semantics: rubySemantics,
};
