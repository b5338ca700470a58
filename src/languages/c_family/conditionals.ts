/**
 * Tells code that hardly any reader's build takes: in `#if 0`, or for systems and compilers that are
 * not Unix. It is read all the same, but where there is another definition, that one is meant.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** Macros that only compilers for other systems define. */
const UNUSUAL: ReadonlySet<string> = new Set(
  ("_WIN32 WIN32 _WIN64 WIN64 __WIN32__ WINDOWS _WINDOWS _MSC_VER __MINGW32__ __MINGW64__ __BORLANDC__ __WATCOMC__ " +
    "__TURBOC__ MSDOS __MSDOS__ _MSDOS DOS OS2 __OS2__ VMS __VMS _WIN32_WCE WINCE UNDER_CE __CYGWIN__ __sun sun " +
    "__SVR4 __svr4__ _AIX __hpux hpux sgi __sgi __osf__ ultrix AMIGA __amigaos__ RISCOS __riscos MACOS TOPS20 " +
    "__MVS__ __BEOS__ __HAIKU__ __EMSCRIPTEN__ NETWARE __NETWARE__ __QNX__ __MWERKS__").split(" "),
);

/** Deeper nesting than people write. */
const DEEPEST = 64;

/** Whether a node stands in a branch that ordinary builds leave out. */
export function isLeftOut(x: Extraction, s: Syntax, node: NodeIndex): boolean {
  const { tree } = x;
  const { K, F, CONDITIONALS } = s;
  let depth = 0;
  for (let child = node; child !== NONE && depth < DEEPEST; depth++) {
    const parent = tree.parents[child]!;
    if (parent === NONE) return false;
    const kind = tree.kinds[parent]!;
    if (CONDITIONALS.has(kind)) {
      const inAlternative = tree.fields[child] === F.alternative;
      const holds = kind === K.preprocIfdef
        ? ifdefHolds(x, s, parent)
        : conditionHolds(x.textOf(tree.child(parent, F.condition)));
      if (holds !== undefined && holds === inAlternative) return true;
    }
    child = parent;
  }
  return false;
}

/** Whether an ordinary build takes the branch of `#ifdef` or `#ifndef`; undefined when that depends. */
function ifdefHolds(x: Extraction, s: Syntax, node: NodeIndex): boolean | undefined {
  const name = x.tree.child(node, s.F.name);
  if (name === NONE || !UNUSUAL.has(x.textOf(name))) return undefined;
  return x.text.startsWith("ndef", x.text.indexOf("if", x.tree.starts[node]) + 2);
}

function conditionHolds(condition: string): boolean | undefined {
  const text = condition.trim();
  if (text === "0" || text === "1") return text === "1";
  const names = text.match(/[A-Za-z_]\w*/g)?.filter((name) => name !== "defined") ?? [];
  if (names.length === 0 || !names.every((name) => UNUSUAL.has(name))) return undefined;
  if (!text.includes("!")) return text.includes("==") ? undefined : false;
  return names.length === 1 || !text.includes("||") && text.match(/!/g)!.length === names.length
    ? true
    : undefined;
}
