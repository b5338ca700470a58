import type { ArchiveFile } from "../archives/archive_file.ts";
import { parseReleaseManifest } from "../release/release_manifest.ts";
import { inRepository } from "../release/repository.ts";
import { extensionVersion } from "./extension_version.ts";
import { engineTools } from "./engine_tools.ts";

/** Files that go to the same place in the bundle. */
const AS_THEY_ARE = ["manifest.json", "README.md", "LICENSE", "skills/codegraph/SKILL.md"];
const LAUNCHER = "src/launcher";
const PACKAGE = "src/codegraphagent";

/**
 * What the extension's file holds: the launcher, what the host reads, and which engine to fetch.
 *
 * @param releaseManifest text of the release manifest that the extension pins
 * @throws {TaskFailure} when that is incomplete, or the extension's version is not the same everywhere
 */
export function bundleFiles(releaseManifest: string): ArchiveFile[] {
  parseReleaseManifest(releaseManifest);
  extensionVersion();
  return [
    ...AS_THEY_ARE.map((path) => file(path, path)),
    file(`${LAUNCHER}/pyproject.toml`, "pyproject.toml"),
    ...packageFiles(),
    text(`${PACKAGE}/release-manifest.json`, releaseManifest),
    text(`${PACKAGE}/engine-tools.json`, JSON.stringify(engineTools())),
  ];
}

function packageFiles(): ArchiveFile[] {
  return [...Deno.readDirSync(inRepository(LAUNCHER, PACKAGE))]
    .filter(({ name }) => name.endsWith(".py") || name === "fault-tool.json")
    .map(({ name }) => file(`${LAUNCHER}/${PACKAGE}/${name}`, `${PACKAGE}/${name}`));
}

function file(source: string, path: string): ArchiveFile {
  return { path, bytes: Deno.readFileSync(inRepository(source)) };
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}
