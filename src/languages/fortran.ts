/** Fortran in free and in fixed form: modules, derived types with what is bound to them, generic names. */
import { fortranModules } from "../resolve/modules/fortran_modules.ts";
import { fortranReader } from "./fortran/reader.ts";
import { fortranRules } from "./fortran/rules.ts";
import { fortranSemantics } from "./fortran_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Fortran. */
export const fortran: LanguageImplementation = {
  reader: fortranReader,
  rules: fortranRules,
  modules: fortranModules,
  semantics: fortranSemantics,
};
