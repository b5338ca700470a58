import assert from "node:assert/strict";
import { partsOf } from "../../../src/scan/documents/code_stretch.ts";
import { markdownCode } from "../../../src/scan/documents/markdown_code.ts";

/** Lines of each language, those with code only, as `number|text`. */
function lines(document: string, plainFences = false): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { language, text } of partsOf(document, markdownCode(document, plainFences))) {
    assert.equal(text.length, document.length);
    found[language] = text.split("\n").map((line, index) => `${index + 1}|${line.trimEnd()}`)
      .filter((line) => !line.endsWith("|"));
  }
  return found;
}

Deno.test("chunks of each language are kept where they stand", () => {
  const document = [
    "# A title with `f(x)`",
    "```{r setup, include=FALSE}",
    "x <- 1",
    "```",
    "prose",
    "```{python}",
    "y = 2",
    "```",
    "  ```{r}",
    "  z <- x",
    "  ```",
  ].join("\n");
  assert.deepEqual(lines(document), { r: ["3|x <- 1", "10|  z <- x"], python: ["7|y = 2"] });
});

Deno.test("what is only shown is no code", () => {
  const document = [
    "```r",
    "a()",
    "```",
    "```{.r}",
    "b()",
    "```",
    "```{{r}}",
    "c()",
    "```",
    "```{mermaid}",
    "d()",
    "```",
  ].join("\n");
  assert.deepEqual(lines(document), {});
});

Deno.test("a chunk ends at a fence as long as its own, or with the document", () => {
  const document = "````{r}\na <- '\n```\n'\n````\nb\n```{r}\nc()\n";
  assert.deepEqual(lines(document), { r: ["2|a <- '", "3|```", "4|'", "8|c()"] });
});

Deno.test("the option engine says what runs a chunk", () => {
  assert.deepEqual(lines("```{r, engine = 'python'}\nx = 1\n```\n"), { python: ["2|x = 1"] });
  assert.deepEqual(lines('```{r cap="{a}"}\nx\n```\n'), { r: ["2|x"] });
});

Deno.test("marks of a quotation and references to chunks are no code", () => {
  assert.deepEqual(lines("> ```{r}\n> f(\n>   1)\n> ```\n"), { r: ["2|  f(", "3|    1)"] });
  assert.deepEqual(lines("```{r}\n<<setup>>\nf()\n```\n"), { r: ["3|f()"] });
});

Deno.test("inline code is a statement of its own", () => {
  assert.deepEqual(lines("There are `r nrow(x)` and `r ncol(x)`.\n"), {
    r: ["1|             nrow(x);        ncol(x);"],
  });
  assert.deepEqual(lines("Now `{python} f(1)` and ``r g()`` and `rm`.\n"), {
    python: ["1|              f(1);"],
  });
});

Deno.test("line breaks of any kind stay where they are", () => {
  assert.deepEqual(lines("a\r\n```{r}\r\nf()\r\n```\r\nb\r\n"), { r: ["3|f()"] });
});

Deno.test("Weave runs plain fences", () => {
  assert.deepEqual(lines("```julia\nf(1)\n```\n", true), { julia: ["2|f(1)"] });
  assert.deepEqual(lines("```julia; echo=false\nf(1)\n```\n", true), { julia: ["2|f(1)"] });
  assert.deepEqual(lines("```{julia}\nf(1)\n```\n", true), { julia: ["2|f(1)"] });
});
