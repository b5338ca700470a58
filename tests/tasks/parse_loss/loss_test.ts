import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { filesOf } from "../../../tasks/parse_loss/corpus.ts";
import { measureLoss, missing } from "../../../tasks/parse_loss/loss.ts";
import { lossTable, mergedTable } from "../../../tasks/parse_loss/loss_table.ts";
import { readLines } from "../../../tasks/parse_loss/program_means.ts";
import type { SeenDefinition } from "../../../tasks/parse_loss/subject.ts";

function corpusOf(files: Readonly<Record<string, string>>): string {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(folder, name), text);
  }
  return folder;
}

Deno.test("a definition is missing unless a symbol of its name stands around its line", () => {
  const found = new Map([["f", [[1, 3], [9, 9]] as const]]);
  const seen = [2, 5, 9, 0].map((line) => ({ name: "f", line }));
  deepEqual(missing([...seen, { name: "g", line: 1 }], found), [
    { name: "f", line: 5 },
    { name: "g", line: 1 },
  ]);
});

Deno.test("what a program prints is read by path, also of files without definitions", () => {
  deepEqual(
    readLines("a.R\tread\na.R\t3\tf\nb.R\tread\nc.R\t1\tnot read\n"),
    new Map<string, SeenDefinition[]>([["a.R", [{ name: "f", line: 3 }]], ["b.R", []]]),
  );
});

Deno.test("a corpus holds the files of one language", () => {
  const folder = corpusOf({ "a.R": "f <- function() 1\n", "b.py": "x = 1\n", "c.txt": "f\n" });
  deepEqual([...filesOf("r", folder)].map(({ path }) => path), [join(folder, "a.R")]);
});

Deno.test("losses are measured on real files and shown in a table", async () => {
  const corpus = corpusOf({
    "a.R": "f <- function() 1\ng <- function() 2\n",
    "b.R": "broken <- function( {\n",
  });
  const seen = [{ name: "f", line: 1 }, { name: "h", line: 2 }];
  const loss = await measureLoss({
    language: "r",
    packages: [],
    means: {
      name: "a list",
      definitions: (paths) => Promise.resolve(new Map([[paths[0]!, seen]])),
    },
  }, corpus);
  deepEqual(
    [loss.files, loss.clean, loss.judged, loss.definitions, loss.lost],
    [2, 1, 1, 2, ["a.R:2 h"]],
  );
  const row = lossTable([{ ...loss, bytes: 2e6, seconds: 0.5 }]).split("\n").at(-1);
  equal(row, "| R | 2 | 2.0 | 50.00 % | a list | 1 | 2 | 50.00 % | 4.00 |");
});

Deno.test("a table keeps the lines of languages that were not measured again", () => {
  const old =
    "| language | files |\n| -------- | ----: |\n| R        |     1 |\n| Perl     |     2 |";
  const fresh = "| language | files |\n|---|--:|\n| R | 3 |\n| Julia | 4 |";
  deepEqual(mergedTable(old, fresh).split("\n"), [
    "| language | files |",
    "|---|--:|",
    "| R | 3 |",
    "| Perl     |     2 |",
    "| Julia | 4 |",
  ]);
  equal(mergedTable("", fresh), fresh);
});
