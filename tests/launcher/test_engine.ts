/** An engine small enough to see through: it answers with how it was started. */
import { createHash } from "node:crypto";
import type { ArchiveFile } from "../../tasks/archives/archive_file.ts";
import { tarGz } from "../../tasks/archives/tar_gz.ts";
import { archiveName, PLATFORMS } from "../../tasks/release/platforms.ts";
import type { ReleaseManifest } from "../../tasks/release/release_manifest.ts";
import type { ReleaseServer } from "../../tasks/smoke/release_server.ts";

const PROGRAM = `#!/usr/bin/env python3
import json, os, signal, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method = message["method"]
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"],
                  "capabilities": {"tools": {}},
                  "serverInfo": {"name": "test-engine", "version": "VERSION"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "codegraph_status", "inputSchema": {"type": "object"}}]}
    elif message["params"]["name"] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    else:
        result = {"content": [], "structuredContent": {
            "version": "VERSION",
            "process": os.getpid(),
            "arguments": sys.argv,
            "workingDirectory": os.environ.get("BIOROUTER_WORKING_DIR"),
            "installDirectory": os.environ.get("CODEGRAPH_INSTALL_DIR")}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;

/** Files of an engine archive whose executable is the small one. */
export function engineFiles(version: string): ArchiveFile[] {
  return [
    { path: "bin/codegraph", bytes: encode(PROGRAM.replaceAll("VERSION", version)) },
    { path: "VERSION", bytes: encode(`${version}\n`) },
    { path: "LICENSE", bytes: encode("MIT") },
  ];
}

/** Text as bytes. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A release's manifest in which every platform has the same archive. */
export function manifestFor(
  base: string,
  version: string,
  archive: Uint8Array,
  differences: { sha256?: string; size?: number } = {},
): ReleaseManifest {
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const entries = PLATFORMS.map(({ platform }) => {
    const filename = archiveName(platform);
    return [platform, { filename, sha256, size: archive.length, ...differences }] as const;
  });
  return {
    engine_version: version,
    base_url: `${base}/engine-v${version}/`,
    platforms: Object.fromEntries(entries) as ReleaseManifest["platforms"],
  };
}

/** Publishes an archive as a release; returns its manifest's text. */
export function publishRelease(
  server: ReleaseServer,
  version: string,
  archive: Uint8Array<ArrayBuffer> = tarGz(engineFiles(version)),
): string {
  const text = JSON.stringify(manifestFor(server.base, version, archive));
  for (const { platform } of PLATFORMS) {
    server.publish(`/engine-v${version}/${archiveName(platform)}`, archive);
  }
  server.publish(`/engine-v${version}/release-manifest.json`, encode(text));
  return text;
}
