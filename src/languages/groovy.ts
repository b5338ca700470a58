/** Groovy: classes, traits, closures, scripts; builds of Gradle, pipelines of Jenkins, tests of Spock. */
import { groovyModules } from "../resolve/modules/groovy_modules.ts";
import { groovyReader } from "./groovy/reader.ts";
import { groovyRules } from "./groovy/rules.ts";
import { groovySemantics } from "./groovy_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Groovy. */
export const groovy: LanguageImplementation = {
  reader: groovyReader,
  rules: groovyRules,
  modules: groovyModules,
  semantics: groovySemantics,
};
