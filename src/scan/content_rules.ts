import { headerLanguage } from "./header_language.ts";
import { shebangInterpreter } from "./shebang.ts";

/** Tells the language of a file whose extension several languages share. */
export type ContentRule = (head: string) => string | undefined;

/** The shared extensions, as a language table writes them, and what decides. */
export const CONTENT_RULES: ReadonlyMap<string, ContentRule> = new Map<string, ContentRule>([
  [".h", headerLanguage],
  [".m", mLanguage],
  [".pl", plLanguage],
  [".PL", plLanguage],
  [".pm", pmLanguage],
  [".t", tLanguage],
  [".r", rLanguage],
  [".R", rLanguage],
  [".lua", luaLanguage],
  [".inc", incLanguage],
  [".pp", ppLanguage],
]);

const OBJC_START =
  /^(?:@(?:interface|implementation|protocol|class|import)|#\s*(?:import|include|define|pragma))\b/;

/** MATLAB (and Octave), unless the first line of code can only be Objective-C. */
function mLanguage(head: string): string | undefined {
  const line = firstCodeLineOfM(head);
  if (OBJC_START.test(line)) return "objc";
  // A Mathematica package starts with a comment, a Mercury module with a declaration.
  return line.startsWith("(*") || line.startsWith(":-") ? undefined : "matlab";
}

const M_SKIPPED = [
  /^[ \t\r\n\f\uFEFF]+/,
  /^%\{[ \t]*\r?\n[^]*?(?:\n[ \t]*%\}[^\n]*|$)/,
  /^\/\*[^]*?(?:\*\/|$)/,
  /^(?:%|\/\/)[^\n]*/,
  // Conditions around the first import say nothing of the language.
  /^#[ \t]*(?:ifdef|ifndef|if|endif|else)\b[^\n]*/,
];

function firstCodeLineOfM(head: string): string {
  let rest = head;
  for (;;) {
    const skipped = M_SKIPPED.map((pattern) => pattern.exec(rest)?.[0] ?? "")
      .find((match) => match !== "");
    if (skipped === undefined) break;
    rest = rest.slice(skipped.length);
  }
  const end = rest.indexOf("\n");
  return end < 0 ? rest : rest.slice(0, end);
}

const PERL = new RegExp(
  [
    "^[ \\t]*(?:use|no)[ \\t]+(?:strict|warnings|utf8|lib|parent|base|[A-Z]\\w*(?:::\\w+)*|v?5[.\\d_]*)\\b",
    "^[ \\t]*package[ \\t]+\\w[\\w:]*[ \\t]*[;{\\d]",
    "^[ \\t]*(?:my|our|local)[ \\t]*[($@%]",
    "^[ \\t]*sub[ \\t]+\\w+",
    "^[ \\t]*(?:require|do)[ \\t]+[\"'\\w]",
    "^=(?:pod|head1|encoding|cut)\\b",
    "^[ \\t]*[$@%]\\w+[ \\t]*(?:[.+|]?=|->|\\[)",
    "^[ \\t]*(?:BEGIN|END)[ \\t]*\\{",
    "^[ \\t]*__(?:END|DATA)__",
    "^[ \\t]*print(?:f)?[ \\t]*\\(?[ \\t]*(?:[\"']|STDERR|STDOUT)",
  ].join("|"),
  "m",
);
const RAKU = /^[ \t]*use[ \t]+v6\b/m;
const PROLOG = /^:-[ \t]*\w|^[a-z]\w*(?:\([^\n]*\))?[ \t]*(?::-|-->)/m;

function isPerl(head: string): boolean {
  const interpreter = shebangInterpreter(head);
  if (interpreter !== undefined) return interpreter === "perl";
  return PERL.test(head) && !RAKU.test(head);
}

/** A `.pl` file is Perl unless it reads as Prolog. */
function plLanguage(head: string): string | undefined {
  if (isPerl(head)) return "perl";
  const isOther = shebangInterpreter(head) !== undefined || PROLOG.test(head) || RAKU.test(head);
  return isOther ? undefined : "perl";
}

/** A `.pm` file is a Perl module unless it is Raku's, or an X pixmap. */
function pmLanguage(head: string): string | undefined {
  return RAKU.test(head) || head.startsWith("/* XPM */") ? undefined : "perl";
}

/** Many tools name their tests `.t`: Perl's show it. */
function tLanguage(head: string): string | undefined {
  return isPerl(head) ? "perl" : undefined;
}

/** R, unless the file has Rebol's header or is an old Macintosh resource description. */
function rLanguage(head: string): string | undefined {
  if (/^\s*(?:;[^\n]*\s*)*(?:REBOL|Red)\s*\[/i.test(head)) return undefined;
  return /^\s*(?:resource|type|data)\s+'[^'\n]{4}'/m.test(head) ? undefined : "r";
}

const LUAU = new RegExp(
  [
    "^--!(?:strict|nonstrict|nocheck|native|optimize)\\b",
    "^(?:export )?type \\w+(?:<[^>\\n]*>)? = ",
    "\\bscript(?:\\.Parent\\b|:(?:WaitForChild|FindFirst))",
    ":GetService\\(",
    "^[ \\t]*local \\w+: [\\w{(]",
    "\\bfunction [\\w.:]*\\([^()\\n]*\\w: \\w",
    "^[ \\t]*[\\w.]+ [-+*/]= ",
  ].join("|"),
  "m",
);

/** Roblox's own Lua has types, and files of it may be named as those of Lua are. */
function luaLanguage(head: string): string {
  return LUAU.test(head) ? "luau" : "lua";
}

/** Fragments to be included: PHP, Pascal or C; anything else is not guessed at. */
function incLanguage(head: string): string | undefined {
  if (/<\?(?:php\b|=|\s)/.test(head)) return "php";
  if (/^\s*\{\$|^\s*(?:procedure|function)\s+\w[\w.]*\s*[(;:]/im.test(head)) return "pascal";
  if (/^\s*#\s*(?:include|define|ifdef|ifndef|if|pragma)\b/m.test(head)) {
    return headerLanguage(head);
  }
  return undefined;
}

/** Pascal says what a file is; Puppet does not use those words. */
function ppLanguage(head: string): string | undefined {
  return /^\s*(?:unit|program|library)\s+\w[\w.]*\s*;|^\s*\{\$/im.test(head) ? "pascal" : undefined;
}
