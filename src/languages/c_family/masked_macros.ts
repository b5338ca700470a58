/**
 * Blanks macros that stand where the grammar knows nothing of them: before the type of a function
 * (`API int f();`), behind its parameters (`int f() NORETURN;`), before the name of a class
 * (`class API C {`). Only what the grammar reads is changed, and no offset.
 */

const MACRO = "[A-Z_][A-Z0-9_]{2,}";
const ARGUMENTS = "(?:\\([^()\\n]*\\))?";
const KEYWORDS =
  "(?:static|extern|inline|const|struct|union|enum|class|typedef|return|else|goto|case|unsigned|signed|define|new)\\b";
const QUALIFIERS =
  "(?:(?:static|inline|extern|const|constexpr|volatile|unsigned|signed|long|short|struct|union|enum|virtual)\\s+)*";

/** At the start of a line, before a type and a name that a declarator follows. */
const BEFORE_TYPE = new RegExp(
  `^((?:(?:static|extern|inline)[ \\t]+)*)(${MACRO}${ARGUMENTS})` +
    `(?=\\s+${QUALIFIERS}[A-Za-z_][\\w:]*(?:<[^<>\\n;]*>)?(?:[ \\t*&]+|\\s*\\n[*& \\t]*)\\(?[*& \\t]*[A-Za-z_~][\\w:]*\\)?\\s*[(;=\\[])`,
  "gm",
);

/** Behind the parameters of a function that is declared or defined at the start of a line. */
const AFTER_PARAMETERS = new RegExp(
  `^((?!return\\b)[A-Za-z_][^;{}=#"']{2,400}?\\)\\s+)(${MACRO}${ARGUMENTS})(?=\\s*[;{])`,
  "gm",
);

/** Behind the name of a field: `T* x GUARDED_BY(mutex);`. */
const AFTER_FIELD = new RegExp(
  `((?<=[\\w>*&][ \\t]+[*&]*)[A-Za-z_]\\w*[ \\t]+)(${MACRO}\\([^()\\n]*\\))(?=\\s*[;={])`,
  "g",
);

/** Between `class` and the name. */
const BEFORE_CLASS_NAME = new RegExp(
  `\\b((?:class|struct|union)\\s+)(${MACRO}${ARGUMENTS})(?=\\s+[A-Za-z_]\\w*(?:\\s+final)?\\s*[:{]|(?<=class\\s+${MACRO})\\s+[A-Za-z_]\\w*;)`,
  "g",
);

/** Annotations of common systems, wherever they stand. */
const ANNOTATIONS =
  /\b()(__(?:unused|maybe_unused|init|exit|initdata|user|iomem|kernel|force|must_check|read_mostly|cold|hot|weak|pure|noreturn|always_inline|forceinline|ref|percpu|rcu|nonnull|deprecated))\b(?![ \t]*\()/g;

/** Between the type of a function and its name: `int WINAPI f(`. */
const AFTER_TYPE = new RegExp(
  `^((?:(?:static|extern|inline|const|struct)\\s+)*(?!${KEYWORDS})[A-Za-z_]\\w*[ \\t*]+)(${MACRO})` +
    `(?=\\s+[*]*[A-Za-z_]\\w*\\s*\\()`,
  "gm",
);

/** Arguments with types among them, of a macro that stands alone at the start of a line. */
const TYPED_ARGUMENTS = new RegExp(
  `^((?:${MACRO})\\()([^;{}"]*\\b(?:int|bool|char|float|double|unsigned|long|short|const|void|struct|u?int\\d+_t|size_t)\\b[^;{}]*)(?=\\)\\s*;)`,
  "gm",
);

/** Parameters that only compilers with prototypes should see: `int f OF((int a));`. */
const PROTOTYPE =
  /\b((?:_?OF|_?PROTO(?:TYPE)?|PARAMS|ARGS|__P|P_))([ \t]*\()(\([^;{}]*?\))(\))(?=\s*;)/g;

/** The text as the grammar should read it, of the same length. */
export function withoutMacros(text: string): string {
  const plain = text.includes("((") ? text.replace(PROTOTYPE, bare) : text;
  let masked = plain.replace(AFTER_PARAMETERS, blank).replace(AFTER_TYPE, blank)
    .replace(BEFORE_TYPE, blank);
  if (BEFORE_CLASS_NAME.test(masked)) masked = masked.replace(BEFORE_CLASS_NAME, blank);
  BEFORE_CLASS_NAME.lastIndex = 0;
  masked = masked.replace(AFTER_FIELD, blankField).replace(TYPED_ARGUMENTS, blank);
  return masked.includes("__") ? masked.replace(ANNOTATIONS, blank) : masked;
}

function bare(_match: string, macro: string, open: string, parameters: string): string {
  return " ".repeat(macro.length + open.length) + parameters + " ";
}

function blankField(match: string, kept: string, macro: string): string {
  return STATEMENT_WORDS.has(kept.trim()) ? match : blank(match, kept, macro);
}

const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  "return else do throw goto case new delete typedef co_return co_yield co_await not and or".split(
    " ",
  ),
);

function blank(_match: string, kept: string, macro: string): string {
  return kept + macro.replace(/[^\n]/g, " ");
}
