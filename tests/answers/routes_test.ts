import assert from "node:assert/strict";
import type { CallersAnswer } from "../../src/answers/callers.ts";
import type { SearchAnswer } from "../../src/answers/search.ts";
import type { TraceAnswer } from "../../src/answers/trace.ts";
import { indexedProject } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  "app.js": `const express = require("express");
const items = require("./items");
const app = express();
app.use("/api/items", items);
`,
  "items.js": `const { Router } = require("express");
const { load, save } = require("./store");
const router = Router();
router.get("/:id", (req, res) => res.json([1].map(() => load(req.params.id))));
router.post("/:id", create);
router.get("/files/*", create);
function create(req) {
  save(req.body);
}
module.exports = router;
`,
  "store.js": `exports.load = function load(id) {};
exports.save = function save(item) {};
`,
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function found(query: string): string[] {
  const { results } = asked<SearchAnswer>(project, "search", { query, kind: "route" }).value;
  return results.map(({ symbol }) => symbol.qualifiedName);
}

Deno.test("a route is found by an example of the URL that it serves", () => {
  assert.deepEqual(found("/api/items/42"), ["GET /api/items/{id}", "POST /api/items/{id}"]);
  assert.deepEqual(found("POST /api/items/42/"), ["POST /api/items/{id}"]);
  assert.deepEqual(found("https://shop.example/api/items/files/a/b.txt?x=1"), [
    "GET /api/items/files/{rest*}",
  ]);
  assert.deepEqual(found("DELETE /api/items/42"), []);
});

Deno.test("a route is found by any part of its path", () => {
  assert.deepEqual(found("items files"), ["GET /api/items/files/{rest*}"]);
  assert.equal(found("api/items").length, 3);
});

Deno.test("callers of a handler are its routes, each with its site", () => {
  const { groups } = asked<CallersAnswer>(project, "callers", { symbol: "create" }).value;
  const routes = groups[0]!.callers.filter(({ symbol }) => symbol.kind === "route");
  assert.deepEqual(
    routes.map(({ symbol, sites }) => [symbol.qualifiedName, sites[0]!.line]),
    [["POST /api/items/{id}", 5], ["GET /api/items/files/{rest*}", 6]],
  );
  const [site] = routes[0]!.sites;
  assert.equal(`${site!.evidence} by ${site!.mechanism}`, "framework by Express");
});

Deno.test("a handler without a name is part of its route", () => {
  const { groups } = asked<CallersAnswer>(project, "callers", { symbol: "load" }).value;
  assert.deepEqual(groups[0]!.callers.map(({ symbol }) => symbol.qualifiedName), [
    "GET /api/items/{id}",
  ]);
  const { paths } = asked<TraceAnswer>(project, "trace", {
    from: "GET /api/items/7",
    to: "load",
  }).value;
  assert.deepEqual(paths[0]!.steps.map(({ symbol }) => symbol.qualifiedName), [
    "GET /api/items/{id}",
    "load",
  ]);
});
