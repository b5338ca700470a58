import assert from "node:assert/strict";
import { join } from "node:path";
import { isTarget, linkPlan } from "../../src/project/compatibility_link.ts";
import { LinkDeniedError } from "../../src/project/layout_errors.ts";
import { SHOP } from "../sample_project.ts";
import { withTree } from "../scan/temp_tree.ts";

const MAIN = join(import.meta.dirname!, "..", "..", "src", "main.ts");
const INDEX = "C:\\Work\\shop\\.biorouter\\codegraph";

Deno.test("the link is relative where it can be, and a junction on Windows", () => {
  assert.deepEqual(linkPlan(INDEX, "windows"), { target: INDEX, type: "junction" });
  for (const system of ["linux", "darwin"] as const) {
    assert.deepEqual(linkPlan("/p/.biorouter/codegraph", system), {
      target: ".biorouter/codegraph",
    });
  }
});

Deno.test("a junction is ours in whatever form Windows gives its target", () => {
  const ours = [
    INDEX,
    `\\\\?\\${INDEX}`,
    `\\??\\${INDEX}`,
    "c:/work/SHOP/.biorouter/codegraph/",
    ".biorouter\\codegraph",
    ".\\x\\..\\.biorouter/codegraph",
  ];
  for (const target of ours) {
    assert.equal(isTarget(target, "C:\\Work\\shop", INDEX, "windows"), true, target);
  }
  for (const target of ["D:\\Work\\shop\\.biorouter\\codegraph", `${INDEX}2`, "codegraph", ""]) {
    assert.equal(isTarget(target, "C:\\Work\\shop", INDEX, "windows"), false, target);
  }
});

Deno.test("elsewhere case counts, and a backslash is part of a name", () => {
  const index = "/p/.biorouter/codegraph";
  for (const target of [index, ".biorouter/codegraph", "./.biorouter//codegraph/"]) {
    assert.equal(isTarget(target, "/p", index, "linux"), true, target);
  }
  for (
    const target of [".Biorouter/codegraph", ".biorouter\\codegraph", "/q/.biorouter/codegraph"]
  ) {
    assert.equal(isTarget(target, "/p", index, "linux"), false, target);
  }
});

Deno.test("a link that the system denies is told with what to do, on each system", () => {
  const denied = (system: typeof Deno.build.os): string =>
    new LinkDeniedError("/p/.codegraph", new Error("no"), system).remedy;
  assert.match(denied("windows"), /Developer Mode, or run elevated once/);
  assert.match(denied("linux"), /file system that has symbolic links/);
});

Deno.test("a denied link ends the command with a remedy, and leaves nothing behind", () => {
  withTree(SHOP, (root) => {
    const link = join(root, ".codegraph");
    const { code, stderr } = new Deno.Command(Deno.execPath(), {
      // To make a link, Deno wants the right to write everywhere.
      args: ["run", "-RES", `-W=${root}`, "--no-prompt", "--no-check", MAIN, "index", root],
      env: { BIOROUTER_WORKING_DIR: "" },
    }).outputSync();
    const said = new TextDecoder().decode(stderr);
    assert.equal(code, 1);
    assert.ok(said.includes(`${link} could not be made: `), said);
    assert.match(said, /\n {2}\S.*then restart\.\n/);
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      "README",
      "shop",
      "tests",
    ]);
  });
});
