import type { ArchiveFile } from "../archives/archive_file.ts";
import { tarGz } from "../archives/tar_gz.ts";
import { zip } from "../archives/zip.ts";
import { thirdPartyNotices } from "../notices/third_party_notices.ts";
import { archiveName, executableName, type Platform } from "../release/platforms.ts";
import { inRepository } from "../release/repository.ts";
import { VERSION } from "../../src/version.ts";

/** The engine archive of a platform. The same executable gives the same bytes. */
export async function engineArchive(
  platform: Platform,
  executable: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const files: ArchiveFile[] = [
    { path: `bin/${executableName(platform)}`, bytes: executable, isExecutable: true },
    { path: "LICENSE", bytes: await Deno.readFile(inRepository("LICENSE")) },
    text("THIRD_PARTY_NOTICES", await thirdPartyNotices()),
    text("VERSION", `${VERSION}\n`),
  ];
  return archiveName(platform).endsWith(".zip") ? zip(files) : tarGz(files);
}

function text(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}
