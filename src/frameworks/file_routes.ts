/** Routes by where files lie: what a file exports serves the path that its folders spell. */
import { Export, Flag, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { LinkPlace, Links } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { filesUsing } from "./package_evidence.ts";
import { type Handler, Routes } from "./routes.ts";

const ENDING = /\.(?:[cm]?[jt]sx?|svelte|vue)$/;
const LANGUAGES = ["javascript", "typescript", "tsx"];

/** What a file serves. */
export interface FileRoute {
  readonly path: string;
  /** Methods by the name of the export that serves each: `{ GET: "GET", default: "ANY" }`. */
  readonly serves: Readonly<Record<string, string>>;
}

/** How a framework reads paths of files. */
export interface FileRouteRules {
  /** For people. */
  readonly framework: string;
  /** Packages of which a file's own package must use one. */
  readonly packages: RegExp;
  /** What a file serves, by its path without the ending, and that; undefined for all others. */
  readonly routeOf: (path: string, ending: string) => FileRoute | undefined;
  /** Functions of which each file must call one: where nothing needs to be imported. */
  readonly calls?: readonly string[];
}

/** What is exported, and where. */
interface Exported {
  readonly place: LinkPlace;
  readonly handlers: readonly Handler[];
}

/** Adds the routes of one such framework. */
export function addFileRoutes(links: Links, rules: FileRouteRules): void {
  const files = filesUsing(links, rules.packages);
  if (files.length === 0) return;
  // Whatever a file of routes defines may be what it exports as its default.
  links.questions.noteWhole("definitions", LANGUAGES);
  const calling = rules.calls === undefined ? undefined : new Set(
    Array.from(
      links.referencesTo(new Set([RefKind.call]), LANGUAGES, rules.calls),
      ({ file }) => file,
    ),
  );
  const routes = new Routes(links, rules.framework);
  for (const file of files) {
    const ending = ENDING.exec(file.path)?.[0] ?? "";
    const route = rules.routeOf(file.path.slice(0, file.path.length - ending.length), ending);
    if (route === undefined || calling?.has(file) === false) continue;
    for (const [name, method] of Object.entries(route.serves)) {
      const exported = exportedAs(routes, file, name);
      if (exported === undefined) continue;
      routes.add({
        methods: [method],
        path: route.path,
        ...exported,
        confidence: Certainty.exact,
      });
    }
  }
}

/**
 * Segments of a path of files, folders that only group left out: `(shop)`.
 * @param others further ones that are left out
 */
export function segmentsOf(path: string, others = /^index$/): string {
  return path.split("/").filter((part) => !/^\(.*\)$/.test(part) && !others.test(part)).join("/");
}

/** What a file exports under a name. */
export function exportedAs(routes: Routes, file: ProjectFile, name: string): Exported | undefined {
  const symbol = exportedSymbol(file, name);
  if (symbol >= 0) {
    const line = file.symbol(symbol, Sym.NAME_LINE);
    const column = file.symbol(symbol, Sym.NAME_COLUMN);
    const itself = { symbol: file.firstSymbol + symbol, confidence: 0, candidates: 1 };
    return { place: { file, line, column }, handlers: [itself] };
  }
  const table = file.table("exports");
  for (let at = 0; at < table.length; at += Export.STRIDE) {
    const exported = table[at + Export.NAME]!;
    if (exported < 0 || file.text(exported) !== name) continue;
    const place = { file, line: table[at + Export.LINE]!, column: 1 };
    return { place, handlers: routes.handlersOf(file, table[at + Export.EXPR]!) };
  }
  return undefined;
}

/** The definition that a file exports under a name; -1 if none. */
function exportedSymbol(file: ProjectFile, name: string): number {
  const count = file.count("symbols");
  for (let row = 1; row < count; row++) {
    const flags = file.symbol(row, Sym.FLAGS);
    const isMeant = name === "default"
      ? (flags & Flag.defaultExport) !== 0
      : (flags & Flag.exported) !== 0 && file.symbol(row, Sym.CONTAINER) < 0 &&
        file.nameOf(row) === name;
    if (isMeant) return row;
  }
  return -1;
}
