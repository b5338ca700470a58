/**
 * Blanks what the grammar does not know or reads wrongly: directives of conditional compilation (of
 * which all branches are read), the sign before macros, raw strings, empty arguments of attributes,
 * types of errors. Only what the grammar reads is changed, and no offset.
 */

/** `#if os(iOS)`, `#else`, `#endif`, … */
const DIRECTIVE = /^[ \t]*#(?:if|elseif|else|endif|sourceLocation|warning|error)\b.*$/gm;
/** `#available(iOS 13, *)`: a condition. */
const AVAILABLE = /#(?:un)?available\s*\([^()\n]*\)/g;
/** `#"…"#` */
const RAW_STRING = /(#+)"[^\n"](?:.*?[^"\n])??"\1/g;
/** `#selector(f)`, `#expect(x)`, `#file`: what is left is read as a call, or a name. */
const SIGN = /#(?=[A-Za-z_])/g;
/** `@Flag() var`, `nonisolated(unsafe)`, `throws(E)`. */
const ARGUMENTS =
  /(?<=@[A-Z]\w*|\bnonisolated|\bthrows)\((?:|unsafe|[\w.]+)\)(?=\s*(?:var|let|func|->|\{|@|in\b|static|private|public|fileprivate))/g;
/** Says nothing of what is called, and confuses the grammar behind `try?`. */
const AWAIT = /\bawait(?=\s)/g;
/** `.success(())` */
const EMPTY_TUPLE = /\(\(\)\)/g;

/** The text as the grammar should read it. */
export function maskSwift(text: string): string {
  const masked = text.replace(ARGUMENTS, blanked).replace(EMPTY_TUPLE, "(0 )").replace(
    AWAIT,
    blanked,
  );
  if (!masked.includes("#")) return masked;
  return masked
    .replace(DIRECTIVE, blanked)
    .replace(AVAILABLE, (found) => "true".padEnd(found.length))
    .replace(RAW_STRING, (found) => `"${" ".repeat(found.length - 2)}"`)
    .replace(SIGN, " ");
}

function blanked(found: string): string {
  return " ".repeat(found.length);
}
