import assert from "node:assert/strict";
import type { ContextAnswer } from "../../src/answers/context.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function context(task: string, more: Readonly<Record<string, unknown>> = {}): ContextAnswer {
  return asked<ContextAnswer>(project, "context", { task, ...more }).value;
}

Deno.test("entry points come with their source, surroundings with how they are connected", () => {
  const { entryPoints, surroundings, code } = context("give friends a larger discount");
  const names = entryPoints.map(({ symbol }) => symbol);
  assert.ok(names.includes("Discount"), names.join(", "));
  assert.match(code.map(({ code }) => code).join("\n"), /class Discount\(Pricing\):/);
  const related = [...entryPoints, ...surroundings].flatMap(({ symbol, relations }) =>
    relations.map(({ kind, to, isUser }) => isUser ? `${symbol} ${kind} ${to}` : "")
  );
  assert.ok(related.includes("Discount inherits Pricing"), related.join(", "));
});

Deno.test("tests that reach the entry points are told, with their distance", () => {
  const { tests } = context("change how Cart.total is computed");
  assert.deepEqual(tests.map(({ symbol, distance }) => [symbol, distance]), [["test_total", 1]]);
});

Deno.test("nodes are no more than asked for, and the rest is counted", () => {
  const few = context("price cart", { maxNodes: 3 });
  assert.equal(few.entryPoints.length + few.surroundings.length, 3);
  assert.ok(few.leftOut > 0);
});

Deno.test("source is left out on request", () => {
  assert.deepEqual(context("price cart", { includeCode: false }).code, []);
});

Deno.test("an answer keeps to its size", () => {
  const given = { task: "price cart pricing discount checkout", maxChars: 2500 };
  const { value, text } = asked<ContextAnswer>(project, "context", given);
  assert.ok(text.length <= 2500 && JSON.stringify(value).length <= 2500);
});

Deno.test("a task about nothing here says so", () => {
  const { text } = asked<ContextAnswer>(project, "context", { task: "zxqv wvut" });
  assert.match(text, /Nothing in this project matches/);
});
