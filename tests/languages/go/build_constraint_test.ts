import assert from "node:assert/strict";
import { excludesFile } from "../../../src/languages/go/build_constraint.ts";

Deno.test("build constraints that ordinary builds meet or may meet keep a file", () => {
  const kept = [
    "//go:build linux",
    "//go:build !windows && amd64",
    "//go:build go1.18",
    "//go:build debug || linux",
    "//go:build !debug",
    "// +build linux darwin",
    "// +build !appengine,linux",
    "// a comment about //go:build ignore",
    "//go:generate stringer",
  ];
  for (const comment of kept) assert.equal(excludesFile(comment), false, comment);
});

Deno.test("tags of the project's own and old releases take a file out", () => {
  const left = [
    "//go:build ignore",
    "//go:build !go1.22",
    "//go:build debug && linux",
    "//go:build !(linux || !debug)",
    "//go:build (debug)",
    "// +build ignore",
    "// +build appengine,linux js,safe",
  ];
  for (const comment of left) assert.equal(excludesFile(comment), true, comment);
});

Deno.test("broken constraints take nothing out", () => {
  for (const comment of ["//go:build ", "//go:build &&", "//go:build ((linux", "//go:build !"]) {
    assert.equal(excludesFile(comment), false, comment);
  }
});
