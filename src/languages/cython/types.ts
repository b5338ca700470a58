/** Types of Cython as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, RefKind } from "../../extract/facts.ts";
import type { Span } from "./declarators.ts";

const QUALIFIED = /^(?:(?:const|volatile|struct|union|enum)\s+)*/;
const SIZED = /^(?:unsigned|signed|long|short)\b/;
const NAME = /^[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*/;
/** Nested deeper than people write. */
const DEEPEST = 6;

/** Built-in type that each of C's numbers and Python's containers is to resolution. */
const BUILTINS: ReadonlyMap<string, string> = new Map(
  ([
    ["int", "int char size_t ssize_t Py_ssize_t Py_hash_t Py_UCS4 ptrdiff_t"],
    ["float", "float double"],
    ["bool", "bint bool"],
    ["list", "list"],
    ["dict", "dict"],
    ["set", "set frozenset"],
    ["tuple", "tuple"],
    ["str", "str unicode basestring"],
    ["bytes", "bytes bytearray"],
  ] as const).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);
/** Types that say nothing of a value. */
const EMPTY: ReadonlySet<string> = new Set(["object", "void", "type", "auto", "slice", "complex"]);

/** A type that is written, taken apart. */
interface Written {
  readonly name: string;
  readonly start: number;
  /** What stands in its brackets. */
  readonly args: readonly Span[];
  /** What stands behind it: pointers, or what makes an array of it. */
  readonly isPlain: boolean;
}

/** What a type is of which values are declared; -1 when it says nothing of them. */
export function typeExpression(x: Extraction, span: Span, scope: number, depth = 0): number {
  const written = taken(x, span);
  if (written === undefined || depth > DEEPEST) return -1;
  const { name, start, args, isPlain } = written;
  const builtin = BUILTINS.get(name);
  if (builtin !== undefined) return isPlain ? x.literal(builtin) : -1;
  if (EMPTY.has(name)) return -1;
  const base = nameOf(x, name, start, scope);
  const given = args.map((arg) => typeExpression(x, arg, scope, depth + 1));
  return given.length === 0
    ? base
    : x.facts.expression(Op.apply, base, x.facts.list(given), given.length);
}

/** Refers to the types that a type names. */
export function referTypes(
  x: Extraction,
  span: Span,
  scope: number,
  symbol: number,
  depth = 0,
): void {
  const written = taken(x, span);
  if (written === undefined || depth > DEEPEST) return;
  const { name, start, args } = written;
  for (const arg of args) referTypes(x, arg, scope, symbol, depth + 1);
  if (BUILTINS.has(name) || EMPTY.has(name)) return;
  const last = /\w+$/.exec(name)![0];
  const offset = start + name.length - last.length;
  if (x.hasReferenceAt(offset)) return;
  x.referAt(RefKind.type, last, offset, nameOf(x, name, start, scope), { symbol });
}

function nameOf(x: Extraction, name: string, start: number, scope: number): number {
  const [first, ...members] = name.split(/\s*\.\s*/) as [string, ...string[]];
  let expression = x.nameExpression(first, start, scope);
  for (const member of members) expression = x.memberExpression(expression, member);
  return expression;
}

function taken(x: Extraction, { start, end }: Span): Written | undefined {
  const text = x.text.slice(start, end);
  const before = QUALIFIED.exec(text)![0].length;
  const rest = text.slice(before);
  if (SIZED.test(rest)) {
    return { name: "int", start: start + before, args: [], isPlain: !/[*&[]/.test(rest) };
  }
  const name = NAME.exec(rest)?.[0];
  if (name === undefined) return undefined;
  const at = start + before + name.length;
  const behind = x.text.slice(at, end).trimStart();
  const isView = /^\[[^\]]*:/.test(behind);
  const args = behind.startsWith("[") && !isView
    ? argumentsOf(x.text, x.text.indexOf("[", at), end)
    : [];
  return { name, start: start + before, args, isPlain: behind === "" || args.length > 0 };
}

/** `[A, vector[B]]`; values by name (`ndim=2`) are no types. */
function argumentsOf(text: string, open: number, end: number): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < end; at++) {
    const c = text[at];
    if (c === "[" || c === "(") depth++;
    const closes = c === "]" || c === ")";
    if (closes) depth--;
    if ((c === "," && depth === 1) || (closes && depth === 0)) {
      const own = text.slice(start, at);
      const lead = own.length - own.trimStart().length;
      if (/^\s*[A-Za-z_][^=]*$/.test(own)) {
        spans.push({ start: start + lead, end: start + own.trimEnd().length });
      }
      start = at + 1;
    }
    if (closes && depth === 0) break;
  }
  return spans;
}
