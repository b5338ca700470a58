import { Buffer } from "node:buffer";
import { join } from "node:path";
import { type EmbeddedSection, readEmbeddedSection } from "./embedded_section.ts";
import { EXPECTED_RECORD } from "./permissions.ts";
import { ENTRY_POINT } from "./stage.ts";

/** How many bytes an executable may embed, for all languages together. */
export const LARGEST_EMBEDDED = 100e6;

/**
 * Reads an executable's contents back and compares them with what was staged.
 *
 * @param staged what it was made from
 * @returns what is wrong; nothing when it is right
 */
export async function checkExecutable(executable: Uint8Array, staged: string): Promise<string[]> {
  let section: EmbeddedSection;
  try {
    section = readEmbeddedSection(executable);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const { metadata, files } = section;
  const faults: string[] = [];
  if (metadata.entrypoint_key !== ENTRY_POINT) {
    faults.push(`starts with ${metadata.entrypoint_key}`);
  }
  const recorded = Object(metadata.permissions);
  for (const [name, expected] of Object.entries(EXPECTED_RECORD)) {
    const found = JSON.stringify(recorded[name]);
    if (found !== JSON.stringify(expected)) faults.push(`permission ${name} is ${found}`);
  }
  for (const name of Object.keys(recorded)) {
    if (!(name in EXPECTED_RECORD) && name !== "allow_import") faults.push(`permission ${name}`);
  }
  const expected = await stagedFiles(staged);
  for (const [path, bytes] of expected) {
    const found = files.get(path);
    if (found === undefined) faults.push(`${path} is not embedded`);
    else if (!Buffer.from(bytes).equals(found)) faults.push(`${path} is not what was staged`);
  }
  for (const path of files.keys()) {
    if (!expected.has(path)) faults.push(`${path} does not belong in it`);
  }
  const bytes = embeddedBytes(files);
  if (bytes > LARGEST_EMBEDDED) faults.push(`${bytes} bytes are embedded in it`);
  return faults;
}

/** Size of all that is embedded, uncompressed as it lies there. */
export function embeddedBytes(files: EmbeddedSection["files"]): number {
  return files.values().reduce((total, { length }) => total + length, 0);
}

/** Writes an executable's embedded files into a directory, to be run by a plain deno. */
export async function extract(executable: Uint8Array, directory: string): Promise<void> {
  for (const [path, bytes] of readEmbeddedSection(executable).files) {
    const target = join(directory, path);
    await Deno.mkdir(join(target, ".."), { recursive: true });
    await Deno.writeFile(target, bytes);
  }
}

async function stagedFiles(directory: string, prefix = ""): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = join(directory, name);
    if (!isDirectory) files.set(prefix + name, await Deno.readFile(path));
    else for (const file of await stagedFiles(path, `${prefix}${name}/`)) files.set(...file);
  }
  return files;
}
