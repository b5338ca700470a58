/** SQL: tables, views and routines, and the statements that use them, in all dialects. */
import { sqlModules } from "../resolve/modules/sql_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { SQL_WORDS } from "./sql/library_names.ts";
import { sqlReader } from "./sql/reader.ts";
import { sqlRules } from "./sql/rules.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** SQL. */
export const sql: LanguageImplementation = {
  reader: sqlReader,
  rules: sqlRules,
  modules: sqlModules,
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "sql",
    classScopeIsLexical: "never",
    redefinition: "overload",
    typesAreNotRead: true,
    builtinNames: SQL_WORDS,
  },
};
