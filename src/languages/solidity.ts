/** Solidity: contracts, interfaces and libraries, inheritance, modifiers, events, errors, attached libraries. */
import { solidityModules } from "../resolve/modules/solidity_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { readRemappings } from "./solidity/remappings.ts";
import { solidityRules } from "./solidity/rules.ts";
import { soliditySemantics } from "./solidity_builtins.ts";

/** Solidity. */
export const solidity: LanguageImplementation = {
  manifests: { "remappings.txt": readRemappings },
  rules: solidityRules,
  modules: solidityModules,
  semantics: soliditySemantics,
};
