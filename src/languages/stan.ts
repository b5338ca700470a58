/** Stan: user functions with their densities, the variables of a model, and what is included. */
import { Kind } from "../extract/facts.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { stanReader } from "./stan/reader.ts";
import { DISTRIBUTION_PREFIX, stanRules } from "./stan/rules.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Stan. */
export const stan: LanguageImplementation = {
  reader: stanReader,
  rules: stanRules,
  modules: sessionModules({
    language: "stan",
    kinds: new Set([Kind.function]),
    unknownIsOutside: true,
    outsideName: (name) => name.startsWith(DISTRIBUTION_PREFIX) ? name.slice(1) : name,
  }),
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "stan",
    redefinition: "overload",
    choosesByTypes: true,
  },
};
