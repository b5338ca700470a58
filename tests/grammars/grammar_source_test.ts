import assert from "node:assert/strict";
import {
  formatSources,
  type GrammarSource,
  isGrammarName,
  parseSources,
} from "../../tasks/grammars/grammar_source.ts";
import { formatOrigin, parseOrigin } from "../../tasks/grammars/package_origin.ts";
import { sourcesPage } from "../../tasks/grammars/sources_page.ts";

const PREBUILT: GrammarSource = {
  name: "zed",
  registry: "npm",
  package: "@scope/zed",
  version: "1.2.3",
  archiveSha256: "a".repeat(64),
  route: "prebuilt",
  path: "zed.wasm",
  wasmSha256: "b".repeat(64),
  abi: 15,
  licence: "MIT",
  sample: "z = 1\n",
};

const BUILT: GrammarSource = {
  ...PREBUILT,
  name: "abc",
  registry: "cargo",
  package: "abc",
  route: "build",
  path: "src",
  toolchain: "clang 1, lld 2, wasm-opt 3",
};

/** The record of one grammar with some fields replaced; `undefined` drops a field. */
function recordWith(fields: Record<string, unknown>): string {
  return JSON.stringify({ grammars: [{ ...PREBUILT, ...fields }] });
}

Deno.test("a record is read back as written, sorted by name", () => {
  const text = formatSources([PREBUILT, BUILT]);
  assert.deepEqual(parseSources(text), [BUILT, PREBUILT]);
  assert.equal(formatSources(parseSources(text)), text);
});

Deno.test("a malformed record is refused with the entry and the field", () => {
  assert.throws(() => parseSources("[]"), /"grammars" list/);
  assert.throws(() => parseSources('{"grammars":[1]}'), /entry 1 is not an object/);
  assert.throws(() => parseSources(recordWith({ sample: undefined })), /zed: "sample"/);
  assert.throws(() => parseSources(recordWith({ registry: "web" })), /zed: unknown "registry"/);
  assert.throws(() => parseSources(recordWith({ route: "copy" })), /zed: unknown "route"/);
  assert.throws(() => parseSources(recordWith({ wasmSha256: "12" })), /zed: "wasmSha256"/);
  assert.throws(() => parseSources(recordWith({ abi: "15" })), /zed: "abi"/);
  assert.throws(() => parseSources(recordWith({ name: "../zed" })), /"name" must be/);
  assert.throws(() => parseSources(recordWith({ toolchain: "clang 1" })), /"toolchain" belongs/);
  assert.throws(() => parseSources(recordWith({ route: "build" })), /"toolchain" belongs/);
  const twice = JSON.stringify({ grammars: [PREBUILT, PREBUILT] });
  assert.throws(() => parseSources(twice), /listed twice/);
});

Deno.test("the page has a row for each grammar and the toolchains of built ones", () => {
  const page = sourcesPage([PREBUILT, BUILT]);
  assert.ok(page.indexOf("| abc | cargo `abc` 1.2.3 | build |") > 0);
  assert.ok(page.indexOf("| zed | npm `@scope/zed` 1.2.3 |") > page.indexOf("| abc |"));
  assert.ok(page.endsWith("\n- abc: clang 1, lld 2, wasm-opt 3\n"));
  assert.ok(!sourcesPage([PREBUILT]).includes("Toolchains"));
});

Deno.test("an origin names a registry, a package and an exact version", () => {
  const origin = parseOrigin("npm:@scope/zed@1.2.3-rc.1");
  assert.deepEqual(origin, { registry: "npm", package: "@scope/zed", version: "1.2.3-rc.1" });
  assert.equal(formatOrigin(origin), "npm:@scope/zed@1.2.3-rc.1");
  assert.equal(parseOrigin("pypi:zed_x@2").package, "zed_x");
  for (const wrong of ["zed@1.0.0", "npm:zed", "npm:zed@latest", "web:zed@1", "npm:a b@1"]) {
    assert.throws(() => parseOrigin(wrong), /exact version/, wrong);
  }
});

Deno.test("a name that becomes a file name cannot leave the folder", () => {
  assert.ok(isGrammarName("c_sharp"));
  for (const wrong of ["", "C", "../c", "a/b", "1a", "a.b"]) assert.ok(!isGrammarName(wrong));
});

Deno.test("what is changed in a built grammar's C is recorded, with the reason, and shown", () => {
  const edit = { file: "scanner.c", from: "a", to: "b", why: "it reads too far" };
  const text = formatSources([{ ...BUILT, edits: [edit] }]);
  assert.deepEqual(parseSources(text)[0]?.edits, [edit]);
  assert.ok(sourcesPage(parseSources(text)).endsWith("\n- abc, `scanner.c`: it reads too far\n"));
  assert.throws(() => parseSources(recordWith({ edits: [edit] })), /"edits" belongs/);
  const nameless = formatSources([{ ...BUILT, edits: [{ ...edit, why: "" }] }]);
  assert.throws(() => parseSources(nameless), /abc: "edits" belongs/);
});
