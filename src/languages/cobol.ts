/** COBOL in fixed and in free form: programs, sections and paragraphs, copybooks. */
import { cobolModules } from "../resolve/modules/cobol_modules.ts";
import { cobolReader } from "./cobol/reader.ts";
import { cobolRules } from "./cobol/rules.ts";
import { cobolSemantics } from "./cobol_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** COBOL. */
export const cobol: LanguageImplementation = {
  reader: cobolReader,
  rules: cobolRules,
  modules: cobolModules,
  semantics: cobolSemantics,
};
