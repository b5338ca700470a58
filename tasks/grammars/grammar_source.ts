import { areEdits, type SourceEdit } from "./source_edits.ts";

/** Where an archive comes from; each is asked through its own ordinary client. */
export type Registry = "npm" | "cargo" | "pypi";

/** One entry of `grammars/sources.json`: how a committed grammar came to be. */
export interface GrammarSource {
  /** Name of the grammar; its module is `grammars/<name>.wasm`. */
  readonly name: string;
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  /** SHA-256 of the package archive as the registry serves it, in hexadecimal. */
  readonly archiveSha256: string;
  /** `prebuilt`: the package ships the module; `build`: it ships C that becomes one. */
  readonly route: "prebuilt" | "build";
  /** Within the package: the module (`prebuilt`), or the folder of `parser.c` (`build`). */
  readonly path: string;
  /** SHA-256 of `grammars/<name>.wasm`, in hexadecimal. */
  readonly wasmSha256: string;
  /** Version of the tree-sitter language interface that the module speaks. */
  readonly abi: number;
  /** SPDX expression; the text is `grammars/licenses/<name>.txt`. */
  readonly licence: string;
  /** Only for `build`: the tools, with versions, that gave these bytes. */
  readonly toolchain?: string;
  /** Only for `build`: what is changed in the package's C before it is built. */
  readonly edits?: readonly SourceEdit[];
  /** A few lines of the language that must parse without an error. */
  readonly sample: string;
}

const HEX_DIGEST = /^[0-9a-f]{64}$/;
const TEXT_FIELDS = [
  "name",
  "registry",
  "package",
  "version",
  "archiveSha256",
  "route",
  "path",
  "wasmSha256",
  "licence",
  "sample",
] as const;

/**
 * Reads the list of grammars.
 *
 * @param text content of `sources.json`
 * @throws {Error} naming the entry and the field that is missing or malformed
 */
export function parseSources(text: string): GrammarSource[] {
  const document: unknown = JSON.parse(text);
  if (!isRecord(document) || !Array.isArray(document.grammars)) {
    throw new Error('sources.json: expected an object with a "grammars" list');
  }
  const sources = document.grammars.map(toSource);
  const names = new Set(sources.map((source) => source.name));
  if (names.size !== sources.length) throw new Error("sources.json: a name is listed twice");
  return sources;
}

/** Whether a grammar may bear this name; it becomes a file name. */
export function isGrammarName(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name);
}

/** The text of `sources.json` for these grammars, sorted by name. */
export function formatSources(sources: readonly GrammarSource[]): string {
  return JSON.stringify({ grammars: byName(sources) }, null, 2) + "\n";
}

/** A copy of the list in the order in which it is written everywhere. */
export function byName(sources: readonly GrammarSource[]): GrammarSource[] {
  return [...sources].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toSource(entry: unknown, index: number): GrammarSource {
  if (!isRecord(entry)) throw new Error(`sources.json: entry ${index + 1} is not an object`);
  const label = typeof entry.name === "string" ? entry.name : `entry ${index + 1}`;
  const fail = (what: string): never => {
    throw new Error(`sources.json: ${label}: ${what}`);
  };
  for (const field of TEXT_FIELDS) {
    const value = entry[field];
    if (typeof value !== "string" || value === "") fail(`"${field}" must be a non-empty text`);
  }
  if (!isGrammarName(label)) fail('"name" must be lower case letters, digits and _');
  if (!["npm", "cargo", "pypi"].includes(String(entry.registry))) fail('unknown "registry"');
  if (entry.route !== "prebuilt" && entry.route !== "build") fail('unknown "route"');
  for (const field of ["archiveSha256", "wasmSha256"]) {
    if (!HEX_DIGEST.test(String(entry[field]))) fail(`"${field}" must be 64 hexadecimal digits`);
  }
  if (!Number.isInteger(entry.abi)) fail('"abi" must be a whole number');
  if ((entry.route === "build") !== (typeof entry.toolchain === "string")) {
    fail('"toolchain" belongs to built grammars, and to those alone');
  }
  if (entry.edits !== undefined && (entry.route !== "build" || !areEdits(entry.edits))) {
    fail('"edits" belongs to built grammars: texts "file", "from", "to" and "why" for each');
  }
  return entry as unknown as GrammarSource;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
