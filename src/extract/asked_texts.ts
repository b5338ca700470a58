/**
 * Which string literals keep their text. Most say nothing about a program's structure and are known
 * by their type alone; linkers read those that are given to functions of certain names (`route`,
 * `include`), and those that routes may be put together from: constants, and what looks like a path
 * of a URL.
 */
import { UNKNOWN_TEXT } from "./facts.ts";
import { type NodeIndex, NONE, type SyntaxTree } from "./syntax_tree.ts";

/** From a literal to the call that it is given to, through lists and keyword arguments. */
const MOST_LEVELS = 8;
/** Longer literals are no paths, names or methods. */
const LONGEST = 200;
const LONGEST_PATH = 80;
/** Longer type arguments are not looked through. */
const LONGEST_TYPES = 120;
const PATH = /^\/[\w\-./{}<>:*$@~()]*$/;
/** Node types that a string is made of, beside what is put into it. */
const PLAIN = /content|fragment|start|end$|escape|quot|delimit|string|str_text/;
/** Names of values that paths may be put together from: `USERS`, `usersPath`. */
const CONSTANT = /^[A-Z][A-Z\d_]+$|[a-z](?:Path|Prefix|Route)$/;
const OPENING = /^[A-Za-z]{0,3}?(?:"""|'''|"|'|`|@"|\$"|r?#*")/;

/** Whether a literal keeps its text. @param asked names of functions whose texts are read */
export function isAsked(tree: SyntaxTree, node: NodeIndex, asked: ReadonlySet<string>): boolean {
  if (asked.size === 0) return false;
  const start = tree.starts[node]!;
  const length = tree.ends[node]! - start;
  if (length > LONGEST) return false;
  return length <= LONGEST_PATH && tree.text.charCodeAt(start + 1) === 47 /* / */ &&
      PATH.test(tree.text.slice(start + 1, start + length - 1)) ||
    isGivenTo(tree, node, asked) || isConstant(tree.text, start);
}

/** Whether what begins at an offset is the value of a constant: `USERS = "users"`. */
function isConstant(text: string, start: number): boolean {
  const sign = spacesBefore(text, start) - 1;
  return text.charCodeAt(sign) === 61 /* = */ && CONSTANT.test(wordBefore(text, sign, false));
}

/** Whether a node is given, perhaps in a list, to a function or a variable of one of some names. */
export function isGivenTo(tree: SyntaxTree, node: NodeIndex, asked: ReadonlySet<string>): boolean {
  const { text, starts, parents } = tree;
  for (let at = node, level = 0; at !== NONE && level < MOST_LEVELS; level++, at = parents[at]!) {
    const start = starts[at]!;
    const isList = text.charCodeAt(start) === 40 /* ( */;
    const word = wordBefore(text, start, isList);
    if (word === "") continue;
    if (asked.has(word)) return true;
    if (isList && at !== node) return false;
  }
  return false;
}

/**
 * The word that ends before an offset, an equals sign or a colon between; "" if none does.
 * @param throughTypes past type arguments
 */
function wordBefore(text: string, offset: number, throughTypes: boolean): string {
  let end = spacesBefore(text, offset);
  const sign = text.charCodeAt(end - 1);
  if (sign === 61 /* = */ || sign === 58 /* : */) end = spacesBefore(text, end - 1);
  if (throughTypes && text.charCodeAt(end - 1) === 62 /* > */) end = beforeTypes(text, end);
  let start = end;
  while (start > 0 && isWordUnit(text.charCodeAt(start - 1))) start--;
  return start === end ? "" : text.slice(start, end);
}

/** Where the spaces before an offset begin. */
function spacesBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text.charCodeAt(at - 1) === 32) at--;
  return at;
}

/** Where type arguments that end at an offset begin; the offset itself when none do. */
function beforeTypes(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0 && at > end - LONGEST_TYPES; at--) {
    const unit = text.charCodeAt(at);
    if (unit === 62) depth++;
    else if (unit === 60 && --depth === 0) return at;
  }
  return end;
}

function isWordUnit(unit: number): boolean {
  return unit >= 97 && unit <= 122 || unit >= 65 && unit <= 90 || unit >= 48 && unit <= 57 ||
    unit === 95 || unit === 36;
}

/** A text that is put together: `…` in it stands for each of the nodes, in order. */
export interface PiecedText {
  readonly text: string;
  readonly unknown: readonly NodeIndex[];
}

/**
 * What a string literal says, without its quotes.
 * @param typeName name of a node type
 */
export function literalText(
  tree: SyntaxTree,
  node: NodeIndex,
  typeName: (kind: number) => string,
): PiecedText {
  const start = tree.starts[node]!;
  const plain = (from: number, to: number): string =>
    tree.text.slice(from, to).replaceAll(UNKNOWN_TEXT, "...");
  const unknown: NodeIndex[] = [];
  let raw = "";
  let from = start;
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child) || PLAIN.test(typeName(tree.kinds[child]!))) continue;
    raw += plain(from, tree.starts[child]!) + UNKNOWN_TEXT;
    from = tree.ends[child]!;
    unknown.push(child);
  }
  raw += plain(from, tree.ends[node]!);
  const opening = OPENING.exec(raw)?.[0] ?? "";
  const quotes = opening.replace(/^[A-Za-z@$]+/, "");
  const body = raw.slice(opening.length);
  return {
    text: quotes !== "" && body.endsWith(quotes) ? body.slice(0, -quotes.length) : body,
    unknown,
  };
}
