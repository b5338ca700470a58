import assert from "node:assert/strict";
import { isTestPath } from "../../src/resolve/test_path.ts";

Deno.test("tests are known by their paths in every ecosystem", () => {
  const tests = [
    "tests/test_cart.py",
    "pkg/server/handler_test.go",
    "src/__tests__/app.js",
    "src/app.spec.ts",
    "tests/testthat/test-filter.R",
    "t/basic.t",
    "src/FooTest.java",
    "conftest.py",
    "test/runtests.jl",
  ];
  assert.deepEqual(tests.filter((path) => !isTestPath(path)), []);
});

Deno.test("what only sounds like a test is none", () => {
  const others = [
    "src/contest.py",
    "src/latest.go",
    "attest/sign.py",
    "src/testing.py",
    "lib/protest.js",
  ];
  assert.deepEqual(others.filter(isTestPath), []);
});
