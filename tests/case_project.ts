/** Runs the files of a case through extraction and resolution, and says the result as annotations. */
import { Extractor } from "../src/extract/extractor.ts";
import { Flag, Ref, REFERENCE_KINDS, Sym, SYMBOL_KINDS } from "../src/extract/facts.ts";
import { manifestFacts } from "../src/extract/manifest_facts.ts";
import { readGrammar } from "../src/index/grammar_files.ts";
import { neededLinkers, textsAsked } from "../src/index/linkers.ts";
import { manifestLanguage, manifestReader } from "../src/index/manifests.ts";
import { languageOf, LANGUAGES, loadLanguage } from "../src/languages/registry.ts";
import {
  CONFIDENCES,
  Edge,
  EDGE_KINDS,
  evidenceOf,
  EVIDENCES,
  mechanismOf,
  Possible,
} from "../src/resolve/edges.ts";
import { Project, type ProjectFile } from "../src/resolve/project.ts";
import { type Resolution, resolveProject } from "../src/resolve/resolver.ts";
import { LanguageTable } from "../src/scan/detect.ts";
import { cellLine } from "../src/scan/documents/cells.ts";
import { type DocumentPart, partsOf } from "../src/scan/documents/code_stretch.ts";
import { isDocument } from "../src/scan/load_source.ts";
import { embeddedCode } from "../src/scan/embedded_code.ts";
import { hasCells } from "../src/scan/documents/document_formats.ts";
import type { Annotation, CaseFile } from "./annotated_case.ts";
import { caseNotebook } from "./case_notebook.ts";

const table = new LanguageTable(LANGUAGES);
let extractor: Extractor | undefined;

/** Comment marker for annotations in a file of that name. */
export function markerOf(path: string): string {
  if (/\.(?:m|erl|hrl)$/.test(path)) return "%";
  if (/\.(?:cob|cbl|cpy)$/.test(path)) return "*>";
  if (/\.f(?:90|or)$/.test(path)) return "!";
  if (/\.vb$/.test(path)) return "'";
  if (/\.(?:pas|dpr|groovy|gradle)$/.test(path)) return "//";
  if (/\.(?:luau?|sql|hs)$/.test(path)) return "--";
  if (/\.mli?$/.test(path)) return "(*";
  return /\.([cm]?[jt]sx?|c|h|cc|cpp|hpp|cuh?|go|rs|java|cs|swift|kt|scala|dart|php)$/.test(path)
    ? "//"
    : "#";
}

/** The files with the annotations that the product gives them. */
export async function annotate(files: readonly CaseFile[]): Promise<CaseFile[]> {
  const project = new Project();
  for (const file of files) await addFile(project, file);
  project.seal();
  const found = new Map<number, Annotation[]>();
  const linkers = await neededLinkers(project);
  const resolution = resolveProject(project, languageOf, linkers);
  for (const file of project.files) {
    found.set(file.id, definitionsOf(project, file, resolution.offered));
  }
  addEdges(project, resolution, found);
  return files.map((file) => {
    const parts = project.files.filter(({ path }) => path === file.path);
    const annotations = parts.flatMap(({ id }) => found.get(id)!);
    return { ...file, annotations: hasCells(file.path) ? inCells(file, annotations) : annotations };
  });
}

/** Annotations of a notebook, at the lines of the case's text. */
function inCells({ text }: CaseFile, annotations: readonly Annotation[]): Annotation[] {
  const { cells, cellStarts } = caseNotebook(text);
  return annotations.map((annotation) => {
    const { cell, line } = cellLine(cells, annotation.line);
    return { ...annotation, line: cellStarts[cell - 1]! + line - 1 };
  });
}

async function addFile(project: Project, { path, text }: CaseFile): Promise<void> {
  const owner = manifestLanguage(path);
  if (owner !== undefined) {
    const manifest = (await manifestReader(path))(text, path);
    const lines = text.split("\n").length;
    if (manifest !== undefined) project.add(path, manifestFacts(path, owner, lines, manifest));
    return;
  }
  for (const part of partsIn(path, text)) {
    extractor ??= await Extractor.create(readGrammar);
    await extractor.prepare(await loadLanguage(part.language), textsAsked(part.language));
    project.add(path, extractor.extract(path, part.text, part.language));
  }
}

/** The text of each language in a file. */
function partsIn(path: string, text: string): DocumentPart[] {
  const format = isDocument(path, table);
  if (format === undefined) {
    const language = table.detect(path, text);
    if (language === undefined) throw new Error(`no language for ${path}`);
    return [{ language, text }, ...embeddedCode(language, text)];
  }
  const document = format.code === undefined
    ? caseNotebook(text)
    : { text, stretches: format.code(text) };
  const known = document.stretches.filter(({ language }) => table.knows(language));
  return partsOf(document.text, known);
}

// ── definitions ───────────────────────────────────────────────────────────────────────────────

function definitionsOf(
  project: Project,
  file: ProjectFile,
  offered: ReadonlySet<number>,
): Annotation[] {
  const annotations: Annotation[] = [];
  for (let row = 1; row < file.count("symbols"); row++) {
    const kind = SYMBOL_KINDS[file.symbol(row, Sym.KIND)]!;
    const flags = flagNames(file.symbol(row, Sym.FLAGS));
    if (offered.has(file.firstSymbol + row)) flags.push("exported");
    const shown = flags.length === 0 ? "" : ` [${flags.join(" ")}]`;
    annotations.push({
      line: file.symbol(row, Sym.NAME_LINE),
      column: file.symbol(row, Sym.NAME_COLUMN),
      length: isAnonymous(file, row) ? 1 : Math.max(1, file.nameOf(row).length),
      text: `definition ${kind} ${qualifiedName(project, file.firstSymbol + row)}${shown}`,
    });
  }
  return annotations;
}

function isAnonymous(file: ProjectFile, symbol: number): boolean {
  return (file.symbol(symbol, Sym.FLAGS) & Flag.anonymous) !== 0;
}

/**
 * Flags by name. `exported` and `local` say what the place of most definitions says already; the first is
 * shown where a list apart from the definition says it.
 */
function flagNames(flags: number): string[] {
  return Object.entries(Flag)
    .filter(([name, bit]) => (flags & bit) !== 0 && name !== "exported" && name !== "local")
    .map(([name]) => name);
}

/** Containers' names and the symbol's own, joined as its language does. */
function qualifiedName(project: Project, symbol: number): string {
  const file = project.fileOfSymbol(symbol);
  const names: string[] = [];
  for (let row = symbol - file.firstSymbol; row > 0; row = file.symbol(row, Sym.CONTAINER)) {
    names.unshift(file.nameOf(row));
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier >= 0) names.unshift(file.text(qualifier));
  }
  return names.join(languageOf(file.language).semantics.separator);
}

// ── edges ─────────────────────────────────────────────────────────────────────────────────────

function addEdges(
  project: Project,
  resolution: Resolution,
  found: ReadonlyMap<number, Annotation[]>,
): void {
  const lengths = referenceLengths(project);
  const { edges, possible, externals, links } = resolution;
  for (const { kind, name, file, line, column } of links.symbols) {
    const place = placeOf(file.id, line, column, lengths);
    const text = `definition ${SYMBOL_KINDS[kind]!} ${name}`;
    found.get(file.id)!.push({ ...place, text });
  }
  for (let at = 0; at < links.edges.length; at += Edge.STRIDE) {
    addLink(project, links, at, lengths, found);
  }
  for (let at = 0; at < edges.length; at += Edge.STRIDE) {
    const file = edges[at + Edge.FILE]!;
    const to = edges[at + Edge.TO]!;
    const target = to >= 0
      ? symbolName(project, to, file)
      : `external ${externals[edges[at + Edge.EXTERNAL]!]}`;
    const how = `${CONFIDENCES[edges[at + Edge.CONFIDENCE]!]}, ${
      EVIDENCES[edges[at + Edge.EVIDENCE]!]
    }`;
    const place = placeOf(file, edges[at + Edge.LINE]!, edges[at + Edge.COLUMN]!, lengths);
    const text = `${EDGE_KINDS[edges[at + Edge.KIND]!]} -> ${target} (${how})`;
    found.get(file)!.push({ ...place, text });
  }
  for (let at = 0; at < possible.length; at += Possible.STRIDE) {
    const file = possible[at + Possible.FILE]!;
    const place = placeOf(
      file,
      possible[at + Possible.LINE]!,
      possible[at + Possible.COLUMN]!,
      lengths,
    );
    found.get(file)!.push({
      ...place,
      text: `possible ${REFERENCE_KINDS[possible[at + Possible.KIND]!]}`,
    });
  }
}

function addLink(
  project: Project,
  { symbols, edges, mechanisms }: Resolution["links"],
  at: number,
  lengths: ReadonlyMap<string, number>,
  found: ReadonlyMap<number, Annotation[]>,
): void {
  const file = edges[at + Edge.FILE]!;
  const code = edges[at + Edge.EVIDENCE]!;
  const from = edges[at + Edge.FROM]! - project.symbolCount;
  const source = from < 0 ? "" : ` from ${symbols[from]!.name}`;
  const target = symbolName(project, edges[at + Edge.TO]!, file);
  const mechanism = mechanisms[mechanismOf(code)];
  const evidence = EVIDENCES[evidenceOf(code)]! +
    (mechanism === undefined ? "" : ` by ${mechanism}`);
  const how = `${CONFIDENCES[edges[at + Edge.CONFIDENCE]!]}, ${evidence}`;
  found.get(file)!.push({
    ...placeOf(file, edges[at + Edge.LINE]!, edges[at + Edge.COLUMN]!, lengths),
    text: `${EDGE_KINDS[edges[at + Edge.KIND]!]} -> ${target} (${how}${source})`,
  });
}

/** Qualified name, with the path before it when the symbol is of another file. */
function symbolName(project: Project, symbol: number, from: number): string {
  const file = project.fileOfSymbol(symbol);
  const name = qualifiedName(project, symbol);
  if (file.id === from && name !== "") return name;
  return name === "" ? file.path : `${file.path}:${name}`;
}

function placeOf(
  file: number,
  line: number,
  column: number,
  lengths: ReadonlyMap<string, number>,
): Omit<Annotation, "text"> {
  return { line, column, length: lengths.get(`${file}:${line}:${column}`) ?? 1 };
}

/** Length of the name at each reference's place. */
function referenceLengths(project: Project): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const file of project.files) {
    for (let row = 0; row < file.count("references"); row++) {
      const place = `${file.id}:${file.reference(row, Ref.LINE)}:${
        file.reference(row, Ref.COLUMN)
      }`;
      lengths.set(place, Math.max(1, file.text(file.reference(row, Ref.NAME)).length));
    }
  }
  return lengths;
}
