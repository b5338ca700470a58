import assert from "node:assert/strict";
import { publishedFaults } from "../../../tasks/release/published_release.ts";
import { parseReleaseManifest } from "../../../tasks/release/release_manifest.ts";
import { ReleaseServer } from "../../../tasks/smoke/release_server.ts";
import { encode, publishRelease } from "../../launcher/test_engine.ts";

Deno.test("a release is held to its manifest as it is published", async () => {
  await using server = new ReleaseServer();
  const manifest = parseReleaseManifest(publishRelease(server, "0.1.0", encode("archive")));
  const folder = "/engine-v0.1.0/";
  assert.deepEqual(await publishedFaults(manifest), []);

  server.publish(`${folder}codegraph-linux-x64.tar.gz`, encode("ARCHIVE"));
  server.publish(`${folder}codegraph-linux-arm64.tar.gz`, encode("longer archive"));
  server.answer(`${folder}codegraph-win32-x64.zip`, () => new Response("no", { status: 404 }));
  server.publish(`${folder}release-manifest.json`, encode("{}"));
  assert.deepEqual(await publishedFaults(manifest), [
    "another release-manifest.json is published",
    "codegraph-linux-arm64.tar.gz has 14 bytes",
    "codegraph-linux-x64.tar.gz has another digest",
    `${server.base}${folder}codegraph-win32-x64.zip: HTTP 404`,
  ]);
});

Deno.test("of a release that cannot be reached, nothing is there", async () => {
  let text: string;
  {
    await using server = new ReleaseServer();
    text = publishRelease(server, "0.1.0", encode("archive"));
  }
  const faults = await publishedFaults(parseReleaseManifest(text));
  assert.equal(faults.length, 7);
  assert.match(faults[0]!, /^http:.*release-manifest\.json: /);
});
