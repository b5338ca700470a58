import assert from "node:assert/strict";
import { type Zippable, zipSync } from "fflate";
import type { ArchiveFile } from "../../../tasks/archives/archive_file.ts";
import { zip } from "../../../tasks/archives/zip.ts";
import { bundleFiles } from "../../../tasks/brxt/bundle_files.ts";
import { checkBundle } from "../../../tasks/brxt/check_bundle.ts";
import { encode, manifestFor } from "../../launcher/test_engine.ts";

const RELEASE = JSON.stringify(manifestFor("https://example.org", "0.1.0", encode("archive")));
const FILES = bundleFiles(RELEASE);

/** The bundle with one file's text changed. */
function changed(path: string, change: (text: string) => string): Uint8Array {
  assert.ok(FILES.some((file) => file.path === path));
  return zip(FILES.map((file) => {
    if (file.path !== path) return file;
    const text = new TextDecoder().decode(file.bytes);
    assert.notEqual(change(text), text);
    return { path, bytes: encode(change(text)) };
  }));
}

function manifestWith(difference: object): Uint8Array {
  return changed("manifest.json", (text) => JSON.stringify({ ...JSON.parse(text), ...difference }));
}

function withFile(path: string, text = "x"): Uint8Array {
  return zip([...FILES, { path, bytes: encode(text) }]);
}

function without(path: string): Uint8Array {
  return zip(FILES.filter((file) => !file.path.startsWith(path)));
}

/** The bundle with an entry of some Unix kind. */
function withKind(kind: number): Uint8Array {
  const entries: Zippable = { "src/odd": [encode("x"), { os: 3, attrs: kind * 0x10000 }] };
  for (const { path, bytes } of FILES) entries[path] = bytes;
  return zipSync(entries);
}

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  }
  return bytes;
}

Deno.test("what we build is as the host wants it", () => {
  assert.deepEqual(checkBundle(zip(FILES)), []);
});

Deno.test("a bundle for a release that is not complete is not built", () => {
  assert.throws(
    () => bundleFiles(RELEASE.replace(/"sha256":"\w+"/, '"sha256":"…"')),
    /darwin-arm64/,
  );
  const { platforms: _, ...rest } = JSON.parse(RELEASE);
  assert.throws(() => bundleFiles(JSON.stringify(rest)), /darwin-arm64 is missing/);
});

const REFUSED: Readonly<Record<string, readonly [() => Uint8Array, RegExp]>> = {
  "text in place of a ZIP": [() => encode("hello"), /it is no ZIP/],
  "a large bundle": [
    () => zip([...FILES, { path: "src/big.bin", bytes: noise(200_000) }] as ArchiveFile[]),
    /^it has \d+ bytes; 200000 are allowed/,
  ],
  "no manifest": [() => without("manifest.json"), /^manifest\.json is missing/],
  "no README": [() => without("README.md"), /^README\.md is missing/],
  "no project": [() => without("pyproject.toml"), /^pyproject\.toml is missing/],
  "no sources": [() => without("src/"), /^src\/ is missing/],
  "something else at the root": [() => withFile("setup.py"), /^setup\.py does not belong/],
  "a path that climbs": [() => withFile("src/../../x"), /leads out of the install directory/],
  "an absolute path": [() => withFile("/etc/x"), /leads out of the install directory/],
  "a backslash": [() => withFile("src\\x"), /leads out of the install directory/],
  "a drive": [() => withFile("c:x"), /leads out of the install directory/],
  "a name outside ASCII": [() => withFile("src/é.py"), /not every system has/],
  "a reserved name": [() => withFile("src/aux.py"), /not every system has/],
  "names that differ in case": [() => withFile("src/codegraphagent/ENGINE.py"), /is there twice/],
  "a link": [() => withKind(0o120777), /^src\/odd is a link/],
  "a device": [() => withKind(0o020666), /^src\/odd is a special file/],
  "a manifest that is no JSON": [
    () => changed("manifest.json", (text) => text.slice(1)),
    /no JSON object/,
  ],
  "an empty name": [() => manifestWith({ name: " " }), /manifest\.json: "name" must be a text/],
  "a name that is a path": [() => manifestWith({ name: "../x" }), /usable as a directory/],
  "a number for a text": [() => manifestWith({ version: 1 }), /"version" must be a text/],
  "another number of tools": [() => manifestWith({ tools_count: 8 }), /"tools_count" must be 9/],
  "no list of variables": [() => manifestWith({ env_vars: {} }), /"env_vars" must be a list/],
  "a default that is no text": [
    () => changed("manifest.json", (text) => text.replace('"default": ""', '"default": 1')),
    /CODEGRAPH_NO_WATCH: "default" must be a text/,
  ],
  "a required variable": [
    () => changed("manifest.json", (text) => text.replace('"required": false', '"required": true')),
    /CODEGRAPH_NO_WATCH: must not be required/,
  ],
  "a variable of the host's": [
    () => changed("manifest.json", (text) => text.replace("CODEGRAPH_NO_WATCH", "BIOROUTER_X")),
    /BIOROUTER_X: takes a name that is the host's own/,
  ],
  "an entry point that is not there": [
    () => manifestWith({ entry_point: "other" }),
    /pyproject\.toml: no script is called other/,
  ],
  "a script without its module": [
    () => without("src/codegraphagent/launcher.py"),
    /module src\/codegraphagent\/launcher\.py is missing/,
  ],
  "dependencies": [
    () => changed("pyproject.toml", (text) => text.replace("encies = []", 'encies = ["x"]')),
    /there must be no dependencies/,
  ],
  "a build that requires something": [
    () => changed("pyproject.toml", (text) => text.replace("requires = []", 'requires = ["x"]')),
    /building must require nothing/,
  ],
  "two versions": [() => manifestWith({ version: "9.9.9" }), /version is not 9\.9\.9/],
  "no release": [
    () => without("src/codegraphagent/release-manifest.json"),
    /release-manifest\.json is missing/,
  ],
  "a placeholder for a release": [
    () =>
      changed(
        "src/codegraphagent/release-manifest.json",
        (text) => text.replace(/"sha256":"\w+"/, `"sha256":"${"0".repeat(64)}"`),
      ),
    /darwin-arm64: sha256 is a placeholder/,
  ],
  "a skill without its name": [
    () => changed("skills/codegraph/SKILL.md", (text) => text.replace("name:", "title:")),
    /does not begin with its name/,
  ],
  "a skill at the wrong place": [() => withFile("skills/x.md"), /is no skills\/NAME\/SKILL\.md/],
};

for (const [name, [bundle, fault]] of Object.entries(REFUSED)) {
  Deno.test(`refused: ${name}`, () => {
    const faults = checkBundle(bundle());
    assert.ok(faults.some((found) => fault.test(found)), faults.join("\n") || "nothing found");
  });
}
