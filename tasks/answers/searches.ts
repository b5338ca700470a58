/** Searches for definitions that the questions need: whole names, parts of them, words, and slips. */
import { join } from "node:path";
import { ASKED } from "./questions.ts";
import { locateNeed } from "./needs.ts";

/** How a query is made from a name. */
export const QUERY_KINDS = ["name", "part", "words", "slip", "two slips"] as const;
export type QueryKind = typeof QUERY_KINDS[number];

/** One search and the definition that it is for. */
export interface Search {
  readonly project: string;
  readonly kind: QueryKind;
  readonly query: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** Searches in all. */
const MOST_SEARCHES = 200;
/** Shortest name that a slip leaves recognizable, and one that two do. */
const SHORTEST_SLIPPED = 5;
const SHORTEST_TWICE_SLIPPED = 9;

/**
 * Searches for names that a project defines once only: of others nobody could say which is meant.
 *
 * @param folderOf the folder of a project; `undefined` leaves the project out
 */
export function searches(folderOf: (project: string) => string | undefined): Search[] {
  const found: Search[] = [];
  const seen = new Set<string>();
  const projects = Map.groupBy(ASKED, ({ project }) => project);
  for (const [project, asked] of projects) {
    const folder = folderOf(project);
    if (folder === undefined) continue;
    const definitions = definedNames(folder);
    for (const written of asked.flatMap(({ needs }) => needs)) {
      const name = nameIn(written);
      if (name === undefined || definitions.get(name) !== 1 || seen.has(`${project} ${name}`)) {
        continue;
      }
      seen.add(`${project} ${name}`);
      const { file, line } = locateNeed(folder, written);
      const { kind, query } = queryFor(name, found.length, definitions);
      found.push({ project, kind, query, name, file, line });
    }
  }
  return found.slice(0, MOST_SEARCHES);
}

/** A query of the kind whose turn it is; of the next one where a name is too short for it. */
function queryFor(
  name: string,
  turn: number,
  definitions: ReadonlyMap<string, number>,
): { kind: QueryKind; query: string } {
  for (let step = 0;; step++) {
    const kind = QUERY_KINDS[(turn + step) % QUERY_KINDS.length]!;
    const query = queryOf(kind, name);
    // A part that is the whole name of something else means that.
    const isOther = query !== name && query !== undefined && definitions.has(query);
    if (query !== undefined && !isOther) return { kind, query };
  }
}

function queryOf(kind: QueryKind, name: string): string | undefined {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [];
  switch (kind) {
    case "name":
      return name;
    case "part":
      return words.length < 3 ? undefined : name.slice(name.indexOf(words[1]!, words[0]!.length));
    case "words":
      return words.length < 2 ? undefined : words.join(" ").toLowerCase();
    case "slip":
      return name.length < SHORTEST_SLIPPED ? undefined : swapped(name, name.length >> 1);
    case "two slips":
      return name.length < SHORTEST_TWICE_SLIPPED
        ? undefined
        : swapped(without(name, name.length - 3), 2);
  }
}

function swapped(text: string, at: number): string {
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

function without(text: string, at: number): string {
  return text.slice(0, at) + text.slice(at + 1);
}

/** Forms of definitions, in all the projects' languages; the name is the first group. */
const DEFINITIONS: readonly RegExp[] = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|function|sub|interface)\s+(?:[\w\s,[\]]*=\s*)?([\w.]+)/,
  /^func\s+(?:\([^)]*\)\s*)?(\w+)/,
  /^\s*(?:exports|module\.exports|[a-z]\w*)(?:\.prototype)?\.(\w+)\s*=\s*(?:async\s+)?function/,
  /^([\w.]+)\s*<-\s*(?:function|R6Class|ggproto)/,
  /^[A-Za-z_][\w\s*]*?\b(\w+)\([^;]*$/,
  /^ {2}(\w+)\([^;]*\)\s*\{$/,
];
const SOURCE = /\.(?:py|js|ts|go|c|h|R|r|pm|pl|m)$/;

/** The name that a definition's text gives. */
function nameIn(written: string): string | undefined {
  const text = written.replace(/^.*? \| /, "").replace(/ #\d$/, "");
  return definedIn(text) ?? definedIn(`  ${text}`);
}

function definedIn(line: string): string | undefined {
  for (const form of DEFINITIONS) {
    const name = form.exec(line)?.[1];
    if (name !== undefined && name.length > 2) return name;
  }
  return undefined;
}

/** How often each name is defined. */
function definedNames(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of sourceFiles(folder)) {
    for (const line of Deno.readTextFileSync(path).split("\n")) {
      const name = definedIn(line);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

function* sourceFiles(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory, isFile } of entries) {
    const path = join(folder, name);
    if (isDirectory && !name.startsWith(".") && name !== "node_modules") yield* sourceFiles(path);
    else if (isFile && SOURCE.test(name)) yield path;
  }
}
