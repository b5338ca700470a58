/** Makefiles: targets, what they need, the commands that make them. */
import { Kind } from "../extract/facts.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { makeReader } from "./make/reader.ts";
import { makeRules } from "./make/rules.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Make. */
export const make: LanguageImplementation = {
  reader: makeReader,
  rules: makeRules,
  modules: sessionModules({
    language: "make",
    kinds: new Set([Kind.rule, Kind.macro]),
    matches: (pattern, name) => {
      const [before = "", after = ""] = pattern.split("%");
      return name.length > before.length + after.length && name.startsWith(before) &&
        name.endsWith(after);
    },
  }),
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "make",
    separator: ":",
    redefinition: "overload",
  },
};
