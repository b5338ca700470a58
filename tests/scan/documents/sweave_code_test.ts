import assert from "node:assert/strict";
import { partsOf } from "../../../src/scan/documents/code_stretch.ts";
import { sweaveCode } from "../../../src/scan/documents/sweave_code.ts";

function lines(document: string): string[] {
  const [part] = partsOf(document, sweaveCode(document));
  assert.equal(part?.text.length ?? document.length, document.length);
  return (part?.text ?? "").split("\n").map((line, index) => `${index + 1}|${line.trimEnd()}`)
    .filter((line) => !line.endsWith("|"));
}

Deno.test("chunks end at @, at the next chunk, or with the document", () => {
  const document = [
    "\\section{A}",
    "<<setup, echo=FALSE>>=",
    "x <- 1",
    "@ % done",
    "f(x) is prose",
    "<<>>=",
    "y <- 2",
    "<<fig=TRUE>>=",
    "<<setup>>",
    "z@slot",
  ].join("\n");
  assert.deepEqual(lines(document), ["3|x <- 1", "7|y <- 2", "10|z@slot"]);
});

Deno.test("expressions in prose are statements", () => {
  assert.deepEqual(lines("There are \\Sexpr{nrow(x)} and \\Sexpr{if (a) {b}}.\n"), [
    "1|                 nrow(x);            if (a) {b};",
  ]);
});

Deno.test("the option engine says what runs a chunk", () => {
  const document = "<<engine='python'>>=\nx = 1\n@\n<<>>=\ny\n@\n";
  const languages = partsOf(document, sweaveCode(document)).map(({ language }) => language);
  assert.deepEqual(languages, ["python", "r"]);
});
