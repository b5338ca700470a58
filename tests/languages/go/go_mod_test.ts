import assert from "node:assert/strict";
import { readGoMod } from "../../../src/languages/go/go_mod.ts";

Deno.test("a module's path and the directories that stand in for others", () => {
  const text = [
    "// The shop.",
    'module "example.com/shop" // quoted',
    "",
    "go 1.22",
    "require (",
    "\texample.com/lib v1.2.3",
    ")",
    "replace example.com/lib v1.2.3 => ../lib",
    "replace (",
    "\texample.com/near => ./near // here",
    "\texample.com/far => example.com/fork v1.0.0",
    ")",
  ].join("\n");
  assert.deepEqual(readGoMod(text), {
    module: "example.com/shop",
    replaced: [["example.com/lib", "../lib"], ["example.com/near", "./near"]],
  });
});

Deno.test("a module in a block, with Windows line ends", () => {
  assert.deepEqual(readGoMod("module (\r\n\texample.com/a\r\n)\r\n"), {
    module: "example.com/a",
    replaced: [],
  });
});

Deno.test("a file without a module is of no use", () => {
  assert.equal(readGoMod("go 1.22\n"), undefined);
  assert.equal(readGoMod(""), undefined);
});
