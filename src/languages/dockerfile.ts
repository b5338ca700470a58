/** Dockerfiles: stages, the scripts that they copy and run. */
import type { LanguageImplementation } from "./language.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import { dockerfileReader } from "./dockerfile/reader.ts";
import { dockerfileRules } from "./dockerfile/rules.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Dockerfile. */
export const dockerfile: LanguageImplementation = {
  reader: dockerfileReader,
  rules: dockerfileRules,
  modules: sessionModules({
    language: "dockerfile",
    kinds: new Set(),
    unknownIsOutside: true,
  }),
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "dockerfile",
    separator: ":",
    declaredBeforeUse: true,
  },
};
