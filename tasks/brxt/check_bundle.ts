import { unzipSync } from "fflate";
import { parseReleaseManifest } from "../release/release_manifest.ts";
import { zipEntries, type ZipEntry } from "./zip_entries.ts";

/** Bytes that a bundle may have: it is to be fetched and looked into in no time. */
const LARGEST_BUNDLE = 200_000;
const REQUIRED_FIELDS = [
  "name",
  "display_name",
  "description",
  "version",
  "entry_point",
  "repository",
];
const ROOT_ENTRIES = ["manifest.json", "README.md", "pyproject.toml", "LICENSE", "src", "skills"];
const RELEASE_MANIFEST = "src/codegraphagent/release-manifest.json";
/** Names that Windows does not give to files. */
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]$/i;

/**
 * Holds an extension's file to the strictest rules of its host.
 *
 * @returns what is wrong with it; nothing when it may be published
 */
export function checkBundle(bundle: Uint8Array): string[] {
  if (bundle.length > LARGEST_BUNDLE) {
    return [`it has ${bundle.length} bytes; ${LARGEST_BUNDLE} are allowed`];
  }
  let files: Record<string, Uint8Array>;
  let entries: ZipEntry[];
  try {
    entries = zipEntries(bundle);
    files = unzipSync(bundle);
  } catch (error) {
    return [`it is no ZIP: ${error instanceof Error ? error.message : String(error)}`];
  }
  const texts = new Map(
    Object.entries(files).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  );
  return [
    ...entries.flatMap(entryFaults),
    ...duplicateFaults(entries),
    ...rootFaults(entries),
    ...hostManifestFaults(texts),
    ...projectFaults(texts),
    ...engineFaults(texts),
    ...skillFaults(texts),
  ];
}

function entryFaults({ path, kind, isEncrypted }: ZipEntry): string[] {
  const parts = path.split("/");
  const faults: string[] = [];
  if (path.startsWith("/") || path.includes("\\") || path.includes(":") || parts.includes("..")) {
    faults.push("leads out of the install directory");
  }
  if (!/^[\x20-\x7e]+$/.test(path) || parts.some((part) => RESERVED_NAME.test(part))) {
    faults.push("is a name that not every system has");
  }
  if (kind !== "file" && kind !== "directory") faults.push(`is a ${kind}`);
  if (isEncrypted) faults.push("is encrypted");
  return faults.map((fault) => `${path} ${fault}`);
}

function duplicateFaults(entries: readonly ZipEntry[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ path }) => {
    const key = path.toLowerCase();
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown ? [`${path} is there twice, on systems that ignore case`] : [];
  });
}

function rootFaults(entries: readonly ZipEntry[]): string[] {
  const paths = entries.map(({ path }) => path);
  const missing = ["manifest.json", "README.md", "pyproject.toml"]
    .filter((path) => !paths.includes(path));
  if (!paths.some((path) => path.startsWith("src/"))) missing.push("src/");
  const strangers = new Set(paths.map((path) => path.split("/")[0]!));
  for (const known of ROOT_ENTRIES) strangers.delete(known);
  return [
    ...missing.map((path) => `${path} is missing`),
    ...[...strangers].map((name) => `${name} does not belong at the root`),
  ];
}

function hostManifestFaults(texts: ReadonlyMap<string, string>): string[] {
  const manifest = parseObject(texts.get("manifest.json"));
  if (manifest === undefined) return ["manifest.json is no JSON object"];
  const faults = REQUIRED_FIELDS
    .filter((field) => typeof manifest[field] !== "string" || manifest[field].trim() === "")
    .map((field) => `"${field}" must be a text`);
  const { name, tools_count: tools, env_vars: variables } = manifest;
  if (!/^[a-z][a-z0-9]*$/.test(String(name))) faults.push(`"name" must be usable as a directory`);
  if (tools !== 9) faults.push('"tools_count" must be 9');
  if (!Array.isArray(variables)) return [...faults, '"env_vars" must be a list'].map(inManifest);
  return [...faults, ...variables.flatMap(variableFaults)].map(inManifest);
}

function inManifest(fault: string): string {
  return `manifest.json: ${fault}`;
}

function variableFaults(variable: unknown, index: number): string[] {
  const fields: Record<string, unknown> = Object(variable);
  const label = typeof fields.key === "string" ? fields.key : `variable ${index + 1}`;
  const wrong = (["key", "default", "description"] as const)
    .filter((field) => typeof fields[field] !== "string")
    .map((field) => `"${field}" must be a text`);
  for (const field of ["required", "auto_propagate", "secret"]) {
    if (typeof fields[field] !== "boolean") wrong.push(`"${field}" must be true or false`);
  }
  if (fields.required === true) wrong.push("must not be required");
  if (fields.secret === true) wrong.push("must not be secret");
  if (label.startsWith("BIOROUTER_")) wrong.push("takes a name that is the host's own");
  return wrong.map((fault) => `${label}: ${fault}`);
}

/** The Python project must have the entry point that the host starts, and need nothing else. */
function projectFaults(texts: ReadonlyMap<string, string>): string[] {
  const project = texts.get("pyproject.toml") ?? "";
  const manifest = parseObject(texts.get("manifest.json")) ?? {};
  const entry = new RegExp(`^${manifest.entry_point} = "([\\w.]+):\\w+"$`, "m").exec(project);
  const faults: string[] = [];
  const module = `src/${entry?.[1]?.replaceAll(".", "/")}.py`;
  if (entry === null) faults.push(`no script is called ${manifest.entry_point}`);
  else if (!texts.has(module)) faults.push(`the script's module ${module} is missing`);
  if (!/^dependencies = \[\]$/m.test(project)) faults.push("there must be no dependencies");
  if (!/^requires = \[\]$/m.test(project)) faults.push("building must require nothing");
  if (!project.includes(`\nversion = "${manifest.version}"\n`)) {
    faults.push(`its version is not ${manifest.version}, the one in manifest.json`);
  }
  return faults.map((fault) => `pyproject.toml: ${fault}`);
}

function engineFaults(texts: ReadonlyMap<string, string>): string[] {
  const text = texts.get(RELEASE_MANIFEST);
  if (text === undefined) return [`${RELEASE_MANIFEST} is missing`];
  try {
    parseReleaseManifest(text);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function skillFaults(texts: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  for (const [path, text] of texts) {
    if (!path.startsWith("skills/")) continue;
    if (!/^skills\/[^/]+\/SKILL\.md$/.test(path)) faults.push(`${path} is no skills/NAME/SKILL.md`);
    else if (
      !/^---\n(?:.*\n)*?name: \S.*\n(?:.*\n)*?description: \S.*\n(?:.*\n)*?---\n/.test(text)
    ) {
      faults.push(`${path} does not begin with its name and description`);
    }
  }
  return faults;
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Record<string, unknown>
      : undefined;
  } catch {
    return undefined;
  }
}
