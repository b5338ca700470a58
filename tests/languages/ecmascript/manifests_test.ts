import { deepEqual, equal } from "node:assert/strict";
import { MANIFESTS } from "../../../src/languages/ecmascript/manifests.ts";

const read = (name: string, text: string): unknown => MANIFESTS[name]!(text, name);

Deno.test("compiler settings may hold comments and trailing commas", () => {
  const text = `{
    // the base
    "extends": "./base.json",
    "compilerOptions": {
      "baseUrl": ".", /* from here */
      "paths": { "@/*": ["./src/*", 1], "url": ["http://x/*",], },
    },
  }`;
  deepEqual(read("tsconfig.json", text), {
    kind: "compiler",
    extends: ["./base.json"],
    baseUrl: ".",
    paths: { "@/*": ["./src/*"], url: ["http://x/*"] },
  });
});

Deno.test("a package says where it starts, sources first", () => {
  const text =
    `{ "name": "a", "main": "./m.js", "source": "./s.ts", "types": 3, "exports": "./e.js" }`;
  deepEqual(read("package.json", text), {
    kind: "package",
    name: "a",
    entries: ["./s.ts", "./m.js"],
    exports: "./e.js",
  });
});

Deno.test("a package says what it depends on", () => {
  const text = `{ "dependencies": { "next": "16" }, "devDependencies": { "vite": "8" }, "x": 1 }`;
  deepEqual(read("package.json", text), {
    kind: "package",
    entries: [],
    dependencies: ["next", "vite"],
  });
});

Deno.test("what is no JSON object says nothing", () => {
  for (const text of ["", "[]", "{", "null", '"a"']) equal(read("package.json", text), undefined);
});
