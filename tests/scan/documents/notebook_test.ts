import assert from "node:assert/strict";
import { cellLine, cellsOf, cellsText } from "../../../src/scan/documents/cells.ts";
import { partsOf } from "../../../src/scan/documents/code_stretch.ts";
import { notebookCode } from "../../../src/scan/documents/notebook.ts";
import { readNotebook } from "../../../src/scan/documents/read_notebook.ts";
import { withTree } from "../temp_tree.ts";

/** A source that gives a text in pieces of so many characters. */
function inPieces(text: string, length: number): () => string | undefined {
  let at = 0;
  return () => at < text.length ? text.slice(at, at += length) : undefined;
}

const NOTEBOOK = {
  cells: [
    { cell_type: "markdown", metadata: {}, source: ['# Title "x"\n', "f(x)"] },
    {
      cell_type: "code",
      execution_count: 1,
      metadata: { collapsed: true, tags: ["a", { b: [1, -2.5e3, null] }] },
      outputs: [{ data: { "image/png": 'iVBOR\\n"w0KGgo', "text/plain": ["f(out)\n"] } }],
      source: ["x = 1\n", 'y = "a\\n\u00e4"'],
    },
    { cell_type: "raw", metadata: {}, source: "raw()" },
    { cell_type: "code", metadata: {}, outputs: [], source: "" },
    { cell_type: "code", metadata: {}, outputs: [], source: "%%R\nf <- 1\n" },
    { cell_type: "code", metadata: { vscode: { languageId: "julia" } }, source: ";ls\ng(1)" },
  ],
  metadata: { kernelspec: { display_name: "P", language: "python", name: "python3" } },
  nbformat: 4,
};

Deno.test("only the source of code cells is read, in pieces of any length", () => {
  for (const indent of [0, 1, 4]) {
    const json = JSON.stringify(NOTEBOOK, null, indent);
    for (const length of [1, 2, 3, 7, 64, 100_000]) {
      const { text, cells, stretches } = notebookCode(inPieces(json, length));
      assert.equal(text, 'x = 1\ny = "a\\n\u00e4"\n\n%%R\nf <- 1\n;ls\ng(1)\n');
      assert.deepEqual([...cells], [2, 1, 4, 3, 5, 4, 6, 6]);
      const parts = partsOf(text, stretches).map((part) => [part.language, part.text.trim()]);
      assert.deepEqual(parts, [
        ["python", 'x = 1\ny = "a\\n\u00e4"'],
        ["r", "f <- 1"],
        ["julia", "g(1)"],
      ]);
    }
  }
});

Deno.test("lines are those of cells", () => {
  const cells = Int32Array.of(2, 1, 4, 3, 5, 4);
  assert.deepEqual(cellLine(cells, 1), { cell: 2, line: 1 });
  assert.deepEqual(cellLine(cells, 2), { cell: 2, line: 2 });
  assert.deepEqual(cellLine(cells, 3), { cell: 4, line: 1 });
  assert.deepEqual(cellLine(cells, 9), { cell: 5, line: 6 });
  assert.equal(cellsText(cells), "2:1,4:3,5:4");
  assert.deepEqual(cellsOf("2:1,4:3,5:4"), cells);
  assert.deepEqual(cellsOf(cellsText(new Int32Array(0))), new Int32Array(0));
});

Deno.test("the kernel is told by its language, or else by its name", () => {
  const languageOf = (metadata: unknown): string | undefined => {
    const cells = [{ cell_type: "code", source: "f(1)" }];
    const json = JSON.stringify({ metadata, cells });
    return notebookCode(inPieces(json, 50)).stretches[0]?.language;
  };
  assert.equal(languageOf({ kernelspec: { name: "ir", language: "R" } }), "r");
  assert.equal(languageOf({ kernelspec: { name: "julia-1.9" } }), "julia");
  assert.equal(languageOf({ language_info: { name: "octave" } }), "matlab");
  const both = { kernelspec: { name: "x", language: "R" }, language_info: { name: "python" } };
  assert.equal(languageOf(both), "r");
  assert.equal(languageOf({}), "python");
  assert.equal(languageOf({ kernelspec: { name: "wolfram", language: "Wolfram" } }), undefined);
});

Deno.test("notebooks of format 3 have worksheets", () => {
  const cell = { cell_type: "code", language: "python", input: ["f(1)\n"], outputs: [] };
  const json = JSON.stringify({ metadata: { name: "" }, worksheets: [{ cells: [cell] }] });
  assert.equal(notebookCode(inPieces(json, 9)).text, "f(1)\n");
});

Deno.test("what is no notebook is told", () => {
  const texts = ["", "[]", "{", '{"cells": [', '{"a": 1}', "<<<<<<< HEAD\n{}", '{"cells": [}'];
  for (const text of texts) {
    assert.throws(() => notebookCode(inPieces(text, 4)), SyntaxError, text);
  }
  assert.throws(() => notebookCode(inPieces(JSON.stringify(NOTEBOOK), 9), 20), RangeError);
});

Deno.test("readNotebook never throws", () => {
  const tree = {
    "a.ipynb": JSON.stringify(NOTEBOOK),
    "b.ipynb": "{",
    "c.ipynb": `{"cells": [], "outputs": "${"x".repeat(1000)}"}`,
  };
  withTree(tree, (root) => {
    const read = readNotebook(`${root}/a.ipynb`);
    assert.ok("text" in read && read.size > 100 && read.hash.length === 32);
    assert.deepEqual(readNotebook(`${root}/b.ipynb`), {
      reason: "failed",
      detail: 'not a notebook: """ is missing',
    });
    assert.ok("text" in readNotebook(`${root}/c.ipynb`, 100));
    const large = readNotebook(`${root}/c.ipynb`, 10);
    assert.equal("reason" in large && large.reason, "too-large");
    const gone = readNotebook(`${root}/d.ipynb`);
    assert.equal("reason" in gone && gone.reason, "unreadable");
  });
});
