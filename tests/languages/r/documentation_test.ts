/** Documentation and signatures of R functions. */
import { equal } from "node:assert/strict";
import { Extractor } from "../../../src/extract/extractor.ts";
import { Flag, rowCount, Sym } from "../../../src/extract/facts.ts";
import { readGrammar } from "../../../src/index/grammar_files.ts";
import { loadLanguage } from "../../../src/languages/registry.ts";

const extractor = await Extractor.create(readGrammar);
await extractor.prepare(await loadLanguage("r"));

interface Described {
  doc: string;
  signature: string;
  isExported: boolean;
}

/** What is kept of a symbol by its name. */
function describe(text: string, name: string): Described {
  const facts = extractor.extract("R/a.R", text, "r");
  const { tables: { symbols }, strings, prose } = facts;
  for (let row = 1; row < rowCount(facts, "symbols"); row++) {
    const column = (c: number): number => symbols[row * Sym.STRIDE + c]!;
    if (strings[column(Sym.NAME)] !== name) continue;
    return {
      doc: prose[column(Sym.DOC)] ?? "",
      signature: prose[column(Sym.SIGNATURE)]!,
      isExported: (column(Sym.FLAGS) & Flag.exported) !== 0,
    };
  }
  throw new Error(`no symbol ${name}`);
}

const SOURCE = `#' Add numbers
#'
#' @description
#' Adds two of them.
#' @param a,b numbers,
#'   as many as you like
#' @return a number
#' @export
#' @examples
#' # In a pipe -----------
#' add(1, 2)
add <- function(a,
                b = c(1, 2)) {
  a + b
}

# ---- Old things --------
# Kept for scripts.
# ------------------------
old = \\(x) x

Thing <- R6Class("Thing", public = list(
  # What it does.
  run = function(n) n, stop = function() 1
))
`;

Deno.test("a roxygen block gives title, description, parameters, value and examples, no other tags", () => {
  const { doc, isExported } = describe(SOURCE, "add");
  const details = "a,b: numbers,\nas many as you like\nReturns: a number";
  const examples = "Examples:\n# In a pipe -----------\nadd(1, 2)";
  equal(doc, `Add numbers\n\nAdds two of them.\n\n${details}\n\n${examples}`);
  equal(isExported, true);
});

Deno.test("of examples the first lines are told, without the condition under which they run", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `#' f(${at})`).join("\n");
  const source =
    `x <- 1\n#' Twice\n#' @examplesIf interactive()\n${lines}\nf <- function(n) 2 * n\n`;
  const shown = Array.from({ length: 15 }, (_, at) => `f(${at})`).join("\n");
  equal(describe(source, "f").doc, `Twice\n\nExamples:\n${shown}`);
});

Deno.test("a signature is what stands before the body, on one line", () => {
  equal(describe(SOURCE, "add").signature, "add <- function(a, b = c(1, 2))");
  equal(describe(SOURCE, "old").signature, "old = \\(x)");
});

Deno.test("plain comments document, their rulers do not", () => {
  equal(describe(SOURCE, "old").doc, "Kept for scripts.");
});

Deno.test("a comment belongs to what stands first on the line below it", () => {
  equal(describe(SOURCE, "run").doc, "What it does.");
  equal(describe(SOURCE, "stop").doc, "");
});
