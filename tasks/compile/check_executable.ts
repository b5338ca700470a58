import { join } from "node:path";
import { type EmbeddedSection, readEmbeddedSection } from "./embedded_section.ts";
import { EXPECTED_RECORD } from "./permissions.ts";
import { ENTRY_POINT } from "./stage.ts";

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
    else if (!equal(found, bytes)) faults.push(`${path} is not what was staged`);
  }
  for (const path of files.keys()) {
    if (!expected.has(path)) faults.push(`${path} does not belong in it`);
  }
  return faults;
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

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
