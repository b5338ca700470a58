/** What COBOL has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Functions of the language. */
export const COBOL_FUNCTIONS: ReadonlySet<string> = new Set(
  ("ABS ACOS ANNUITY ASIN ATAN BYTE-LENGTH CHAR COMBINED-DATETIME CONCATENATE COS CURRENT-DATE DATE-OF-INTEGER " +
    "DATE-TO-YYYYMMDD DAY-OF-INTEGER EXP FACTORIAL FRACTION-PART HEX-OF INTEGER INTEGER-OF-DATE INTEGER-OF-DAY " +
    "INTEGER-PART LENGTH LOG LOG10 LOWER-CASE MAX MEAN MEDIAN MIN MOD NUMVAL NUMVAL-C NUMVAL-F ORD ORD-MAX ORD-MIN PI " +
    "RANDOM RANGE REM REVERSE SECONDS-PAST-MIDNIGHT SIGN SIN SQRT STORED-CHAR-LENGTH SUBSTITUTE SUM TAN TEST-NUMVAL " +
    "TRIM UPPER-CASE VARIANCE WHEN-COMPILED YEAR-TO-YYYY BIT-OF BIT-TO-CHAR HEX-TO-CHAR ALL").split(
      " ",
    ),
);

/** COBOL's semantics. */
export const cobolSemantics: Semantics = {
  ...PLAIN_SEMANTICS,
  family: "cobol",
  redefinition: "overload",
  functionsAreClosed: true,
  builtinNames: COBOL_FUNCTIONS,
};
