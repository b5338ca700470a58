import { TaskFailure } from "../measure/task.ts";
import { archiveName, type Platform, PLATFORMS } from "./platforms.ts";

/** One engine archive of a release. */
export interface ReleasedArchive {
  readonly filename: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** What `release-manifest.json` says of a release. */
export interface ReleaseManifest {
  readonly engine_version: string;
  /** Where the archives are; ends with a slash. */
  readonly base_url: string;
  readonly platforms: Readonly<Record<Platform, ReleasedArchive>>;
}

/** Where the archives of an engine release are published. */
export function baseUrlOf(repository: string, engineVersion: string): string {
  return `${repository}/releases/download/engine-v${engineVersion}/`;
}

/**
 * Reads a release manifest and requires that it is complete: each platform's archive with its own
 * name, a digest and a size that can be real.
 *
 * @throws {TaskFailure} that names what is missing or a placeholder
 */
export function parseReleaseManifest(text: string): ReleaseManifest {
  const manifest: unknown = JSON.parse(text);
  const fail = (what: string): never => {
    throw new TaskFailure(`release manifest: ${what}`);
  };
  if (!isRecord(manifest)) return fail("not an object");
  const { engine_version: version, base_url: baseUrl, platforms } = manifest;
  if (typeof version !== "string" || !/^\d+\.\d+\.\d+/.test(version)) {
    return fail("no engine_version");
  }
  if (typeof baseUrl !== "string" || !/^https?:\/\/.*\/$/.test(baseUrl)) return fail("no base_url");
  if (!baseUrl.endsWith(`/engine-v${version}/`)) {
    return fail(`base_url is not that of engine-v${version}`);
  }
  for (const { platform } of PLATFORMS) {
    const archive = isRecord(platforms) ? platforms[platform] : undefined;
    if (!isRecord(archive)) return fail(`${platform} is missing`);
    const fault = faultOf(archive, platform);
    if (fault !== undefined) return fail(`${platform}: ${fault}`);
  }
  return manifest as unknown as ReleaseManifest;
}

function faultOf(archive: Record<string, unknown>, platform: Platform): string | undefined {
  const { filename, sha256, size } = archive;
  if (filename !== archiveName(platform)) return `filename is not ${archiveName(platform)}`;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return "sha256 is no digest";
  if (/^(.)\1*$/.test(sha256)) return "sha256 is a placeholder";
  if (!Number.isInteger(size) || Number(size) <= 0) return "size is a placeholder";
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
