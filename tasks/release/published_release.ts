import { createHash } from "node:crypto";
import { PLATFORMS } from "./platforms.ts";
import type { ReleaseManifest } from "./release_manifest.ts";

/**
 * Compares a release as it is published with what a manifest says of it: the published manifest, and
 * every archive's size and digest.
 *
 * @returns what differs or cannot be had
 */
export async function publishedFaults(manifest: ReleaseManifest): Promise<string[]> {
  const faults: string[] = [];
  const published = await fetchBytes(`${manifest.base_url}release-manifest.json`);
  if (typeof published === "string") faults.push(published);
  else if (!isSame(published, manifest)) faults.push("another release-manifest.json is published");
  for (const { platform } of PLATFORMS) {
    const { filename, sha256, size } = manifest.platforms[platform];
    const bytes = await fetchBytes(manifest.base_url + filename);
    if (typeof bytes === "string") faults.push(bytes);
    else if (bytes.length !== size) faults.push(`${filename} has ${bytes.length} bytes`);
    else if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
      faults.push(`${filename} has another digest`);
    }
  }
  return faults;
}

/** What is at an address, or why it cannot be had. */
async function fetchBytes(url: string): Promise<Uint8Array | string> {
  try {
    const response = await fetch(url);
    if (response.ok) return await response.bytes();
    await response.body?.cancel();
    return `${url}: HTTP ${response.status}`;
  } catch (error) {
    return `${url}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isSame(published: Uint8Array, manifest: ReleaseManifest): boolean {
  try {
    const found = JSON.parse(new TextDecoder().decode(published));
    return JSON.stringify(found) === JSON.stringify(manifest);
  } catch {
    return false;
  }
}
