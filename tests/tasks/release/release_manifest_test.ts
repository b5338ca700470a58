import assert from "node:assert/strict";
import { archiveName, PLATFORMS } from "../../../tasks/release/platforms.ts";
import { baseUrlOf, parseReleaseManifest } from "../../../tasks/release/release_manifest.ts";

const DIGEST = "0123456789abcdef".repeat(4);

function complete(): { [field: string]: unknown; platforms: Record<string, unknown> } {
  return {
    engine_version: "1.2.3",
    base_url: baseUrlOf("https://example.org/project", "1.2.3"),
    platforms: Object.fromEntries(
      PLATFORMS.map(({ platform }) => [
        platform,
        { filename: archiveName(platform), sha256: DIGEST, size: 5 },
      ]),
    ),
  };
}

Deno.test("a complete release manifest is read as it is", () => {
  const manifest = complete();
  assert.deepEqual(parseReleaseManifest(JSON.stringify(manifest)), manifest);
  assert.equal(
    manifest.base_url,
    "https://example.org/project/releases/download/engine-v1.2.3/",
  );
});

Deno.test("each platform must be there", () => {
  for (const { platform } of PLATFORMS) {
    const manifest = complete();
    delete manifest.platforms[platform];
    assert.throws(
      () => parseReleaseManifest(JSON.stringify(manifest)),
      new RegExp(`${platform} is missing`),
    );
  }
});

const FAULTS: readonly (readonly [Record<string, unknown>, RegExp])[] = [
  [{ sha256: "0".repeat(64) }, /linux-x64: sha256 is a placeholder/],
  [{ sha256: "f".repeat(64) }, /linux-x64: sha256 is a placeholder/],
  [{ sha256: "TODO" }, /linux-x64: sha256 is no digest/],
  [{ sha256: DIGEST.toUpperCase() }, /linux-x64: sha256 is no digest/],
  [{ size: 0 }, /linux-x64: size is a placeholder/],
  [{ size: "5" }, /linux-x64: size is a placeholder/],
  [{ filename: "../codegraph-linux-x64.tar.gz" }, /linux-x64: filename is not codegraph-linux-x64/],
];

for (const [difference, message] of FAULTS) {
  Deno.test(`an archive with ${JSON.stringify(difference)} is refused`, () => {
    const manifest = complete();
    Object.assign(Object(manifest.platforms["linux-x64"]), difference);
    assert.throws(() => parseReleaseManifest(JSON.stringify(manifest)), message);
  });
}

Deno.test("version and address must be there and go together", () => {
  const text = (difference: object): string => JSON.stringify({ ...complete(), ...difference });
  assert.throws(() => parseReleaseManifest("[]"), /not an object/);
  assert.throws(() => parseReleaseManifest(text({ engine_version: "" })), /no engine_version/);
  assert.throws(() => parseReleaseManifest(text({ base_url: "x" })), /no base_url/);
  assert.throws(
    () => parseReleaseManifest(text({ engine_version: "1.2.4" })),
    /base_url is not that of engine-v1\.2\.4/,
  );
});
