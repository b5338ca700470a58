/**
 * Blanks macros that stand where the grammar knows nothing of them: before the type of a function
 * (`API int f();`), behind its parameters (`int f() NORETURN;`), before the name of a class
 * (`class API C {`). Only what the grammar reads is changed, and no offset.
 */
import { withoutInnerConditionals } from "./masked_conditionals.ts";

const MACRO = "[A-Z_][A-Z0-9_]{2,}";
const ARGUMENTS = '(?:\\((?:"[^"\\n]*"|[^()"\\n])*\\))?';
const MACROS = `${MACRO}${ARGUMENTS}(?:\\s+${MACRO}${ARGUMENTS})*`;
const KEYWORDS =
  "(?:static|extern|inline|const|struct|union|enum|class|typedef|return|else|goto|case|unsigned|signed|define|new)\\b";
/** Words that stand before a type by themselves. */
const NO_MACRO =
  "static|extern|inline|const|constexpr|volatile|register|unsigned|signed|long|short|struct|union|enum|class|typedef|" +
  "return|else|goto|case|new|delete|throw|typename|virtual|explicit|friend|mutable|using|namespace|template|operator|" +
  "public|private|protected|auto|thread_local|co_return|co_yield|co_await|int|char|float|double|void|bool|do|sizeof";
const QUALIFIERS =
  "(?:(?:static|inline|extern|const|constexpr|volatile|unsigned|signed|long|short|struct|union|enum|virtual)\\s+)*";

// Matched at the start of a line only; the first group of each is kept, the others are blanked.

/** A type and a name that a declarator follows, and perhaps a macro between the two. */
const TYPED_NAME = `(?=\\s+${QUALIFIERS}[A-Za-z_][\\w:]*(?:<[^<>\\n;]*>)?[*&\\s]+` +
  `(?:(${MACRO})\\s+[*&]*)?\\(?[*& \\t]*[A-Za-z_~][\\w:]*(?:<[^<>\\n;]*>::~?\\w+)?\\)?\\s*[(;=\\[])`;

/** Before a type and a name. */
const BEFORE_TYPE = new RegExp(
  `((?:(?:static|extern|inline)[ \\t]+)*)(${MACROS})${TYPED_NAME}`,
  "dy",
);

/** Before a constructor or destructor that is written outside its class. */
const BEFORE_MEMBER = new RegExp(
  `(?=${MACROS}\\s+([A-Za-z_]\\w*)(?:<[^<>\\n;]*>)?::~?\\1\\s*\\()(${MACROS})`,
  "dy",
);

/** Before a template, a type or a name space. */
const BEFORE_TEMPLATE = new RegExp(
  `()(${MACROS})(?=\\s+(?:template\\s*<|(?:inline\\s+)?namespace\\b|(?:class|struct|enum|union)\\s+[A-Za-z_]))`,
  "dy",
);

/** Before a constructor in its class, which initializes members. */
const BEFORE_CONSTRUCTOR = new RegExp(
  `()(${MACROS})(?=\\s+(?:explicit\\s+)?[A-Za-z_]\\w*\\s*\\((?:[^;{}()]|\\([^;{}()]*\\)){0,300}\\)\\s*(?:noexcept\\s*)?:\\s*\\w)`,
  "dy",
);

/** A condition among the parameters of a template: `template <typename T, ENABLE_IF(is_int<T>::value)>`. */
const TEMPLATE_CONDITION = new RegExp(
  `(\\btemplate\\s*<[^;{}()]*?)(,\\s*${MACRO}\\((?:[^()]|\\([^()]*\\))*\\))(?=\\s*[,>])`,
  "g",
);

/** In small letters, before the type of a function or variable: `static my_inline int f(`. */
const SMALL_BEFORE_TYPE = new RegExp(
  `((?:static|extern|inline)\\s+(?:inline\\s+)?)(?!(?:${NO_MACRO})\\b)([a-z_]\\w*)` +
    `(?=\\s+(?:(?:unsigned|signed|const|struct)\\s+)?[A-Za-z_]\\w*[*\\s]+[A-Za-z_]\\w*\\s*[(;=\\[])`,
  "dy",
);

/** A pointer among what a macro is given: `va_arg(ap, const char *)`, `expand(char*, n)`. */
const POINTER_ARGUMENT =
  /(\bva_arg[ \t]*\([^;,{}]*,[ \t]*)((?:(?:const|unsigned|long|struct|signed)[ \t]+)*)(\w+)([ \t]*\**)(?=[ \t]*\))/g;
/** As a statement up to its first comma. */
const POINTER_STATEMENT =
  /^([ \t]+(?!return\b|sizeof\b)\w+\([ \t]*)((?:const[ \t]+)?)(\w+)([ \t]*\*+)$/;

/**
 * As {@link BEFORE_TYPE}, in an indented line: within `extern "C" {`. In the body of a function a
 * macro with arguments is a statement.
 */
const INDENTED_BEFORE_TYPE = new RegExp(`()(${MACRO}(?:\\s+${MACROS})?)${TYPED_NAME}`, "dy");

/** Behind the parameters of a function that is declared or defined. */
const AFTER_PARAMETERS = new RegExp(
  `((?!return\\b)[A-Za-z_][^;{}=#"']{2,400}?\\)\\s+)(${MACROS})(?=\\s*[;{])`,
  "dy",
);

/** Between the type of a function and its name: `int WINAPI f(`. */
const AFTER_TYPE = new RegExp(
  `((?:(?:static|extern|inline|const|struct)\\s+)*(?!${KEYWORDS})[A-Za-z_]\\w*[ \\t*]+)(${MACROS})` +
    `(?=\\s+[*]*[A-Za-z_]\\w*\\s*\\()`,
  "dy",
);

/**
 * Alone in its line, with a word for a bracket in its name or a blank line behind it. With a name
 * and parameters in the next line it would be a function's type, and one of these is none.
 */
const ALONE = new RegExp(
  `()((?:\\w*(?:BEGIN|END|NAMESPACE|DECLS|PUSH|POP)_?\\w*)|${MACRO}(?=[ \\t]*\\r?\\n[ \\t]*\\r?\\n))` +
    `(?=[ \\t]*\\r?\\n\\s*[^}\\s])`,
  "dy",
);

/** Arguments with types among them, of a macro that stands alone. */
const TYPED_ARGUMENTS = new RegExp(
  `(${MACRO}\\()([^;{}"]{0,300}?\\b(?:int|bool|char|float|double|unsigned|long|short|const|void|struct|u?int\\d+_t|size_t)\\b` +
    `[^;{}]{0,300})(?=\\)\\s*;)`,
  "dy",
);

/** Parameters that only compilers with prototypes should see: `int f OF((int a));`. */
const PROTOTYPE =
  /\b((?:_?OF|_?PROTO(?:TYPE)?|PARAMS|ARGS|__P|P_))([ \t]*\()(\([^;{}]*?\))(\))(?=\s*;)/g;

/** Between `class` and the name. */
const BEFORE_CLASS_NAME = new RegExp(
  `\\b((?:class|struct|union)\\s+)(${MACRO}${ARGUMENTS})` +
    `(?=\\s+[A-Za-z_]\\w*(?:\\s+final)?\\s*[:{]|(?<=class\\s+${MACRO})\\s+[A-Za-z_]\\w*;)`,
  "g",
);

/** A macro with arguments at the end of a declaration, as behind the name of a field. */
const AT_END = new RegExp(`\\b${MACRO}\\([^()\\n]*\\)(?=\\s*[;={])`, "g");

/** What stands before it, if that is a type and a name: `T* x GUARDED_BY(mutex);`. */
const TYPE_AND_NAME = /[\w>*&][ \t]+[*&]*([A-Za-z_]\w*)[ \t]+$/;

const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  "return else do throw goto case new delete typedef co_return co_yield co_await not and or".split(
    " ",
  ),
);

/** Annotations of common systems, wherever they stand. */
const ANNOTATIONS =
  /\b(__(?:unused|maybe_unused|init|exit|initdata|user|iomem|kernel|force|must_check|read_mostly|cold|hot|weak|pure|noreturn|always_inline|forceinline|ref|percpu|rcu|nonnull|deprecated))\b(?![ \t]*\()/g;

/** A comment with code behind it, or at the end of a line that goes on. */
const INNER_COMMENT = /\/\*[^\n]*?\*\/(?=[ \t]*\S)/g;
const MACRO_LINE = /^[ \t]*#[ \t]*define\b/;

/** Modules of C++20, of which the grammar knows nothing: `import std;` reads like a variable. */
const MODULE_LINE = /^(?:export[ \t]+)?(?:import|module)[ \t]+[\w.:<"][^;(={\n]*;/gm;

/** What R's libraries for C++ put into the code that they write. */
const GLUE = /\b(?:RcppExport|(?:BEGIN|END|VOID_END)_(?:RCPP|CPP11)(?:_RETURN_ERROR)?)\b/g;

/** Characters before a place that can hold a type and a name. */
const LONGEST_BEFORE = 200;

/** C as the grammar should read it, of the same length. */
export function withoutMacros(text: string): string {
  let masked = text.includes("((") ? text.replace(PROTOTYPE, withBareParameters) : text;
  masked = masked.replace(INNER_COMMENT, blankInMacro);
  if (masked.includes("va_arg")) masked = masked.replace(POINTER_ARGUMENT, withoutPointer);
  masked = withoutPointerStatements(masked);
  masked = withoutMacrosAtLines(withoutInnerConditionals(masked));
  return masked.includes("__") ? masked.replace(ANNOTATIONS, blank) : masked;
}

/** C++ as the grammar should read it, of the same length. */
export function withoutMacrosOfCpp(text: string): string {
  const hasGlue = text.includes("BEGIN_") || text.includes("RcppExport");
  const plain = hasGlue ? text.replace(GLUE, blank) : text;
  const known = /\b(?:import|module)[ \t]/.test(plain) ? plain.replace(MODULE_LINE, blank) : plain;
  const conditioned = known.includes("template")
    ? known.replace(TEMPLATE_CONDITION, (_, kept, macro) => kept + blank(macro))
    : known;
  return withoutMacros(conditioned).replace(
    BEFORE_CLASS_NAME,
    (_, kept, macro) => kept + blank(macro),
  )
    .replace(AT_END, (macro, at, all) => isBehindName(all, at) ? blank(macro) : macro);
}

function isBehindName(text: string, at: number): boolean {
  const name = TYPE_AND_NAME.exec(text.slice(Math.max(0, at - LONGEST_BEFORE), at))?.[1];
  return name !== undefined && !STATEMENT_WORDS.has(name);
}

/** Blanks at the starts of lines, outside of the bodies of macros. */
function withoutMacrosAtLines(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  const blankGroups = (pattern: RegExp, at: number): boolean => {
    pattern.lastIndex = at;
    const indices = pattern.exec(text)?.indices;
    if (indices === undefined) return false;
    for (const group of indices.slice(2)) {
      if (group === undefined || group[0] < done) continue;
      pieces.push(text.slice(done, group[0]), blank(text.slice(group[0], group[1])));
      done = group[1];
    }
    return true;
  };
  for (let at = 0; at >= 0 && at < text.length; at = nextLine(text, at)) {
    if (at < done) continue;
    if (isBlank(text.charCodeAt(at))) {
      const start = indentationEnd(text, at);
      if (!isUpper(text.charCodeAt(start)) || isContinued(text, at)) continue;
      if (blankGroups(BEFORE_TEMPLATE, start) || blankGroups(BEFORE_CONSTRUCTOR, start)) continue;
      if (blankGroups(INDENTED_BEFORE_TYPE, start)) blankGroups(AFTER_PARAMETERS, start);
      continue;
    }
    if (!startsName(text.charCodeAt(at)) || isContinued(text, at)) continue;
    if (blankGroups(BEFORE_TEMPLATE, at) || blankGroups(ALONE, at)) continue;
    if (!blankGroups(BEFORE_TYPE, at) && !blankGroups(BEFORE_MEMBER, at)) {
      if (!blankGroups(AFTER_TYPE, at)) blankGroups(SMALL_BEFORE_TYPE, at);
    }
    blankGroups(AFTER_PARAMETERS, at);
    if (text.charCodeAt(at) < LOWER_A) blankGroups(TYPED_ARGUMENTS, at);
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

const LOWER_A = 97;
const UNDERSCORE = 95;
const BACKSLASH = 92;

function startsName(code: number): boolean {
  return code >= LOWER_A && code <= 122 || isUpper(code) || code === UNDERSCORE;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function indentationEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? -1 : end + 1;
}

/** A comment in a macro, whose body would end there for the grammar, is blanked; any other stays. */
function blankInMacro(comment: string, at: number, text: string): string {
  const start = text.lastIndexOf("\n", at) + 1;
  const isInMacro = isContinued(text, start) || MACRO_LINE.test(text.slice(start, at));
  return isInMacro ? blank(comment) : comment;
}

/** Whether a line goes on with the one before it, as lines of macros do. */
function isContinued(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 2);
  return last === BACKSLASH || text[at - 2] === "\r" && text.charCodeAt(at - 3) === BACKSLASH;
}

function withBareParameters(_: string, macro: string, open: string, parameters: string): string {
  return " ".repeat(macro.length + open.length) + parameters + " ";
}

/** Statements whose first argument is a pointer's type. */
function withoutPointerStatements(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = text.indexOf("*,"); at >= 0; at = text.indexOf("*,", at + 2)) {
    const start = text.lastIndexOf("\n", at) + 1;
    if (start < done || !isBlank(text.charCodeAt(start))) continue;
    const statement = text.slice(start, at + 1);
    const plain = statement.replace(POINTER_STATEMENT, withoutPointer);
    if (plain === statement) continue;
    pieces.push(text.slice(done, start), plain);
    done = at + 1;
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

function withoutPointer(
  _: string,
  before: string,
  words: string,
  type: string,
  stars: string,
): string {
  return before + blank(words) + type + blank(stars);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
