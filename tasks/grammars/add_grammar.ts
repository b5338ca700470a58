import { join, relative, sep } from "node:path";
import { buildGrammar } from "./build_grammar.ts";
import { examineModule } from "./examine_grammar.ts";
import type { GrammarFolder } from "./grammar_folder.ts";
import type { GrammarRuntime } from "./grammar_runtime.ts";
import { type GrammarSource, isGrammarName } from "./grammar_source.ts";
import { packageLicence } from "./package_licence.ts";
import { formatOrigin, type PackageOrigin } from "./package_origin.ts";
import type { PackageShelf, UnpackedPackage } from "./package_shelf.ts";
import { sha256 } from "./sha256.ts";
import type { SourceEdit } from "./source_edits.ts";
import { findToolchain } from "./toolchain.ts";

/** What the caller says about a grammar; what is left out comes from the record or the package. */
export interface GrammarRequest {
  readonly name: string;
  readonly origin: PackageOrigin | undefined;
  readonly path: string | undefined;
  readonly licence: string | undefined;
  readonly sample: string | undefined;
}

/**
 * Adds a grammar, or makes a recorded one anew, and writes its module, licence and record.
 *
 * @returns the new record
 * @throws {Error} saying what is missing or what is wrong with the package; nothing is written then
 */
export async function addGrammar(
  request: GrammarRequest,
  folder: GrammarFolder,
  runtime: GrammarRuntime,
  shelf: PackageShelf,
): Promise<GrammarSource> {
  if (!isGrammarName(request.name)) throw new Error("a name is lower case letters, digits and _");
  const recorded = (await folder.sources()).find((source) => source.name === request.name);
  const origin = request.origin ?? recorded;
  if (origin === undefined) throw new Error("not recorded yet: say where it comes from, --from");
  const taken = await shelf.take(origin);
  const samePackage = recorded !== undefined && formatOrigin(recorded) === formatOrigin(origin);
  if (samePackage && taken.archiveSha256 !== recorded.archiveSha256) {
    throw new Error(`${formatOrigin(origin)} is not the archive that was recorded for it`);
  }
  const sample = request.sample ?? recorded?.sample;
  if (!sample) throw new Error("say a few lines that it must parse, --sample");
  const path = request.path ?? (samePackage ? recorded.path : await onlyPath(taken.directory));
  const edits = samePackage ? recorded.edits : undefined;
  const made = await makeModule(join(taken.directory, path), shelf, edits);
  const faults = await examineModule(made.wasm, { sample }, runtime);
  if (faults.length > 0) throw new Error(faults.join("; "));
  const licence = await licenceFor(request, recorded, taken, folder);
  const source: GrammarSource = {
    name: request.name,
    registry: origin.registry,
    package: origin.package,
    version: origin.version,
    archiveSha256: taken.archiveSha256,
    path,
    wasmSha256: sha256(made.wasm),
    abi: (await runtime.try(made.wasm, sample)).abi,
    licence: licence.expression,
    sample,
    ...made.route,
  };
  await folder.put(source, made.wasm, licence.text);
  return source;
}

interface MadeModule {
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly route: Pick<GrammarSource, "route" | "toolchain" | "edits">;
}

async function makeModule(
  path: string,
  shelf: PackageShelf,
  edits: readonly SourceEdit[] | undefined,
): Promise<MadeModule> {
  if (path.endsWith(".wasm")) {
    return { wasm: await Deno.readFile(path), route: { route: "prebuilt" } };
  }
  const toolchain = await findToolchain();
  const wasm = await buildGrammar(toolchain, path, await shelf.scratch(), edits);
  const made = { route: "build", toolchain: toolchain.description } as const;
  return { wasm, route: edits === undefined ? made : { ...made, edits } };
}

/** The module that the package ships, or else its parser's folder, when there is just one. */
async function onlyPath(directory: string): Promise<string> {
  const modules: string[] = [];
  const parsers: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for await (const entry of Deno.readDir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory) await visit(path);
      if (entry.name.endsWith(".wasm")) modules.push(path);
      if (entry.name === "parser.c") parsers.push(folder);
    }
  };
  await visit(directory);
  const choices = (modules.length > 0 ? modules : parsers)
    .map((path) => relative(directory, path).replaceAll(sep, "/") || ".")
    .sort();
  if (choices.length === 1) return choices[0]!;
  if (choices.length === 0) throw new Error("the package holds neither a .wasm nor a parser.c");
  throw new Error(`the package holds several, choose with --path: ${choices.join(", ")}`);
}

async function licenceFor(
  request: GrammarRequest,
  recorded: GrammarSource | undefined,
  taken: UnpackedPackage,
  folder: GrammarFolder,
): Promise<{ readonly expression: string; readonly text: string }> {
  const found = await packageLicence(taken.directory);
  const expression = request.licence ?? recorded?.licence ?? found.expression;
  if (!expression) throw new Error("the package states no licence: say it, --licence");
  const text = found.text ?? await folder.licence(request.name);
  if (!text) {
    throw new Error(
      `the package holds no licence text: put it into grammars/licenses/${request.name}.txt first`,
    );
  }
  return { expression, text };
}
