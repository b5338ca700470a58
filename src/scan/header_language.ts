/** The language of a `.h` file, told by its content. */
export type HeaderLanguage = "c" | "cpp" | "objc";

/** Characters looked at: what a header is shows early, and patterns must not meet megabytes. */
const MAX_LENGTH = 65_536;

const OBJC = new RegExp(
  "^[ \\t]*(?:" + [
    "@(?:interface|protocol|class|import|property|end|optional|required)\\b",
    '#[ \\t]*import[ \\t]*[<"]',
    "NS_ASSUME_NONNULL_BEGIN\\b",
    "typedef[ \\t]+NS_(?:ENUM|OPTIONS|CLOSED_ENUM|ERROR_ENUM)\\b",
  ].join("|") + ")",
  "m",
);

/** What no C compiler takes. Comments, literals and `__cplusplus` parts are gone before. */
const CPP = new RegExp(
  [
    "^[ \\t]*(?:inline[ \\t]+)?namespace\\b[^;(]*\\{",
    "^[ \\t]*template[ \\t]*<",
    "^[ \\t]*(?:public|private|protected)[ \\t]*:",
    "^[ \\t]*(?:enum[ \\t]+)?class[ \\t]+[\\w:<> \\t]+(?:[;{]|:[^:]|$)",
    "^[ \\t]*(?:struct|union)[ \\t]+[\\w: \\t]+:[ \\t]*(?:public|private|protected|virtual|\\w+[\\w:<>, \\t]*[\\n{])",
    "^[ \\t]*using[ \\t]+[\\w:]",
    "^[ \\t]*#[ \\t]*include[ \\t]*<(?:[a-z_]+|c(?:std\\w+|math|string|assert))>",
    "^[ \\t]*virtual[ \\t]+",
    "\\b(?:std|boost|Rcpp|cpp11|pybind11|Eigen|arma)::",
    "\\b(?:static|dynamic|const|reinterpret)_cast[ \\t]*<",
    "\\bconstexpr[ \\t]|\\bnoexcept\\b|\\bnullptr\\b|\\bdecltype[ \\t]*\\(|\\bmutable[ \\t]+\\w",
    '\\boperator[ \\t]*(?:[-+*/%<>=!&|^~\\[(]+|new\\b|delete\\b|"")',
    "\\bconst[ \\t]+[\\w:]+[ \\t]*&{1,2}[ \\t]*\\w*[ \\t]*[,)]",
    "\\)[ \\t]*(?:const[ \\t]*)?=[ \\t]*(?:default|delete)[ \\t]*;",
    "\\)[ \\t]*const[ \\t]*[;{]",
    "\\b[A-Za-z_]\\w*::[A-Za-z_~]",
  ].join("|"),
  "m",
);

/**
 * Tells C, C++ and Objective-C headers apart by constructs that only one of them has. A header in
 * plain C is `c` even in a C++ project: its declarations read the same.
 */
export function headerLanguage(text: string): HeaderLanguage {
  const code = withoutCommentsAndLiterals(text.slice(0, MAX_LENGTH));
  if (OBJC.test(code)) return "objc";
  return CPP.test(withoutCplusplusParts(code)) ? "cpp" : "c";
}

const COMMENT_OR_LITERAL =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g;

function withoutCommentsAndLiterals(text: string): string {
  return text.replace(COMMENT_OR_LITERAL, (match) => {
    if (match.startsWith("/")) return match.startsWith("//") ? "" : " ";
    return match.charAt(0).repeat(2);
  });
}

/** C headers show their few C++ lines (`extern "C" {`) to C++ compilers only. */
function withoutCplusplusParts(code: string): string {
  if (!code.includes("__cplusplus")) return code;
  const kept: string[] = [];
  let depth = 0;
  for (const line of code.split("\n")) {
    const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)/.exec(line);
    if (depth > 0) depth = depthAfter(depth, directive);
    else if (opensCplusplus(directive)) depth = 1;
    else kept.push(line);
  }
  return kept.join("\n");
}

function opensCplusplus(directive: RegExpExecArray | null): boolean {
  if (directive === null) return false;
  const [, word, condition = ""] = directive;
  if (word === "ifdef") return condition.trim().startsWith("__cplusplus");
  return word === "if" && /^\s*(?:defined\s*\(?\s*)?__cplusplus\b/.test(condition);
}

function depthAfter(depth: number, directive: RegExpExecArray | null): number {
  const word = directive?.[1];
  if (word === "endif") return depth - 1;
  if (word === "if" || word === "ifdef" || word === "ifndef") return depth + 1;
  // The other branch of the outermost condition is C again.
  return depth === 1 && (word === "else" || word === "elif") ? 0 : depth;
}
