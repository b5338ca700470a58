import assert from "node:assert/strict";
import { inRepository } from "../../../tasks/release/repository.ts";
import { lockedPackages } from "../../../tasks/notices/locked_packages.ts";
import { thirdPartyNotices } from "../../../tasks/notices/third_party_notices.ts";

const LOCK = JSON.stringify({
  specifiers: { "npm:a@1": "1.0.0_p@2.0.0", "npm:test-only@1": "1.0.0" },
  npm: {
    "a@1.0.0_p@2.0.0": { dependencies: ["@s/b", "c@2.0.0", "p"] },
    "@s/b@3.1.0": { dependencies: ["c@1.0.0"] },
    "c@1.0.0": {},
    "c@2.0.0": { dependencies: ["@s/b"] },
    "p@2.0.0": {},
    "test-only@1.0.0": {},
  },
});

Deno.test("packages are followed to all that they need, and no further", () => {
  const found = lockedPackages(LOCK, ["a"]).map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual(found, ["@s/b@3.1.0", "a@1.0.0", "c@1.0.0", "c@2.0.0", "p@2.0.0"]);
});

Deno.test("a package that the lock file does not have is an error", () => {
  assert.throws(() => lockedPackages(LOCK, ["z"]), /deno\.lock does not pin z/);
});

Deno.test("the notices have a licence text for the runtime, each package and each grammar", async () => {
  const [, ...notices] = (await thirdPartyNotices()).split(/\n={70,}\n\n/);
  const titles = notices.map((notice) => notice.split("\n")[0]!);
  for (const expected of [`Deno ${Deno.version.deno}`, "commander 15.", "web-tree-sitter 0."]) {
    assert.ok(titles.some((title) => title.startsWith(expected)), expected);
  }
  for (const { name } of Deno.readDirSync(inRepository("grammars"))) {
    const grammar = /^(.*)\.wasm$/.exec(name)?.[1];
    if (grammar === undefined) continue;
    assert.ok(titles.some((title) => title.startsWith(`Grammar ${grammar}, from `)), grammar);
  }
  assert.ok(!titles.some((title) => /^(fast-check|fflate|nanotar) /.test(title)));
  for (const notice of notices) {
    assert.match(notice, /^.+\nLicence: \S.*\n\n/);
    assert.match(notice, /permission|redistribut|licen[cs]e/i);
    assert.ok(notice.length > 300, notice);
  }
});
