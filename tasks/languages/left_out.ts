import { Binding, BindingKind, Kind, Sym } from "../../src/extract/facts.ts";
import type { ProjectFile } from "../../src/resolve/project.ts";
import type { Tag } from "./ctags_agreement.ts";

/** Kinds of universal-ctags that are no definitions to us, and what they are. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["package", "packages"],
  ["packageName", "imports"],
  ["alias", "imports"],
  ["namespace of Python", "imports"],
  ["unknown of Python", "imports"],
  ["anonMember", "embedded types"],
  ["label", "labels"],
  ["format", "formats of Perl"],
  ["nameattr", "elements of lists"],
  ["variable of MatLab", "variables of scripts"],
]);
const NAMELESS = /^(?:_+|(?:__anon|Anonymous|anon(?:Func|Vec|List|DataFrame))\w*)$/;
const GUARD = /_(?:H|HH|HPP|HXX|INC|INCLUDED)_*$/i;
const EMPTY_MACRO = /^\/\^\s*#\s*define\s+\w+\s*(?:\/[/*].*)?\$?\/?$/;
/** Kinds of what may be local. */
const VALUES = new Set([
  "variable",
  "constant",
  "property",
  "field",
  "functionVar",
  "globalVar",
  "vector",
  "list",
  "dataframe",
  "local",
]);
const CALLABLES: ReadonlySet<number> = new Set([
  Kind.function,
  Kind.method,
  Kind.constructor,
  Kind.test,
  Kind.macro,
]);

/**
 * Why a tag is no definition to us; undefined when we lack it.
 * @param file what we know of the tag's file
 */
export function leftOutBecause(tag: Tag, file: ProjectFile | undefined): string | undefined {
  if (NAMELESS.test(tag.name)) return "without a name";
  if (tag.language === "HTML") return "markup";
  const ofKind = KINDS.get(tag.kind) ?? KINDS.get(`${tag.kind} of ${tag.language}`);
  if (ofKind !== undefined) return ofKind;
  if (tag.kind === "macro" && GUARD.test(tag.name)) return "include guards";
  if (tag.kind === "macro" && EMPTY_MACRO.test(tag.pattern)) return "macros that stand for nothing";
  if (file === undefined) return undefined;
  if (VALUES.has(tag.kind) && isInside(file, tag.line)) return "local variables";
  return isImport(file, tag.name) ? "imports" : undefined;
}

/** Whether a name is bound by an import at the top of a file. */
function isImport(file: ProjectFile, name: string): boolean {
  for (let b = 0; b < file.count("bindings"); b++) {
    const isTop = file.binding(b, Binding.SCOPE) === 0;
    const isImported = file.binding(b, Binding.KIND) === BindingKind.import;
    if (isTop && isImported && file.text(file.binding(b, Binding.NAME)) === name) return true;
  }
  return false;
}

/** Whether a line lies in a function. */
function isInside(file: ProjectFile, line: number): boolean {
  for (let row = 1; row < file.count("symbols"); row++) {
    if (
      CALLABLES.has(file.symbol(row, Sym.KIND)) && file.symbol(row, Sym.START_LINE) <= line &&
      file.symbol(row, Sym.END_LINE) >= line
    ) return true;
  }
  return false;
}
