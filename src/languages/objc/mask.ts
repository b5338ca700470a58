/**
 * Blanks macros of Apple's headers, and of libraries in their style, where the grammar knows nothing of
 * them, and writes enumerations that are declared by macro as plain ones. No offset changes.
 */
import { withoutMacros } from "../c_family/masked_macros.ts";
import { withoutConditions } from "./conditions.ts";

const MACRO = "\\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\\b";
const ARGUMENTS = "(?:[ \\t]*\\((?:[^()\\n]|\\([^()\\n]*(?:\\([^()\\n]*\\))?[^()\\n]*\\))*\\))?";

/** `typedef NS_ENUM(NSInteger, Kind) {` is read as `enum Kind {`. */
const ENUMERATION =
  /(?:\btypedef\s+)?\b(?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)\s*\(\s*[\w ]+\s*,\s*(\w+)\s*\)/g;

/** At the start of a line, with nothing else in it: `NS_ASSUME_NONNULL_BEGIN`. */
const ALONE = new RegExp(`^(?:${MACRO}${ARGUMENTS}[ \\t]*)+(?=\\r?$)`, "gm");

/** Before a declaration: `NS_SWIFT_NAME(Tool) @interface …`, `UIKIT_EXTERN NSString *…`. */
const BEFORE = new RegExp(`^(?:${MACRO}${ARGUMENTS}[ \\t]+)+(?=@|[A-Za-z_])`, "gm");

/** Behind a method, a property, a function or a constant of an enumeration, perhaps in the next line. */
const BEHIND = new RegExp(
  `(?<=^(?![ \\t]*#)(?![^\\n]*//)[^\\n]*[\\w)>*\\]](?:[ \\t]|[ \\t]*\\n[ \\t]+))(?:${MACRO}${ARGUMENTS}\\s*)+` +
    `(?=[;,=]|\\{[ \\t]*\\r?$)`,
  "gm",
);

/** The variables of a class. */
const VARIABLES = /(?<=^@(?:interface|implementation)\b[^\n{;]*\{)[^}]*/gm;

/** A variable that a macro declares. */
const DECLARING = new RegExp(`^[ \\t]*${MACRO}${ARGUMENTS}[ \\t]*;`, "gm");

/** `__attribute__((…))` and the like. */
const ATTRIBUTES = /\b__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)/g;

/** Words for what may be nil, who owns it and who sets it, which the grammar takes for types or not everywhere. */
const NULLABILITY =
  /\b(?:IBOutlet|IBInspectable|_Nullable|_Nonnull|_Null_unspecified|_Nullable_result|__nullable|__nonnull|__kindof|__unused|NS_NOESCAPE|CF_NOESCAPE|NS_REFINED_FOR_SWIFT)\b/g;

/** Objective-C as the grammar should read it, of the same length. */
export function withoutMacrosOfObjc(text: string): string {
  const plain = text
    .replace(ENUMERATION, asEnum)
    .replace(NULLABILITY, blank)
    .replace(ATTRIBUTES, blank)
    .replace(ALONE, blank)
    .replace(BEFORE, blank)
    .replace(BEHIND, blank)
    .replace(VARIABLES, (variables) => variables.replace(DECLARING, blank));
  return withoutMacros(withoutConditions(plain));
}

/** The same length, with the name where it stands. */
function asEnum(whole: string, name: string): string {
  const at = whole.lastIndexOf(name);
  return `enum${blank(whole.slice(4, at))}${name}${blank(whole.slice(at + name.length))}`;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
