import assert from "node:assert/strict";
import { annotate } from "../case_project.ts";

const FUNCTIONS = 50;

/** Functions each of which returns a pair of what the one before returns, and calls of them all. */
function doubling(define: (index: number) => string, ask: (index: number) => string): string {
  const numbers = Array.from({ length: FUNCTIONS }, (_, index) => index);
  return [...numbers.map(define), ...numbers.map(ask)].join("\n") + "\n";
}

const PROJECTS = {
  "app.py": doubling(
    (i) => `def f${i}(x):\n    return ${i === 0 ? "(x, x)" : `(f${i - 1}(x), f${i - 1}(x))`}`,
    (i) => `f${i}(1)[0].run()`,
  ),
  "app.ts": doubling(
    (i) =>
      `function f${i}(x: Item) { return ${
        i === 0 ? "[x, x]" : `[f${i - 1}(x), f${i - 1}(x)]`
      } as const; }`,
    (i) => `f${i}(item)[0].run();`,
  ),
  "app.jl": doubling(
    (i) => `f${i}(x) = ${i === 0 ? "(x, x)" : `(f${i - 1}(x), f${i - 1}(x))`}`,
    (i) => `f${i}(1)[1].run()`,
  ),
};

for (const [path, text] of Object.entries(PROJECTS)) {
  Deno.test(`values that double from function to function are given up: ${path}`, async () => {
    const [file] = await annotate([{ path, text, annotations: [] }]);
    const start = `calls -> f${FUNCTIONS - 1} (exact, `;
    assert.ok(file!.annotations.some(({ text }) => text.startsWith(start)));
  });
}
