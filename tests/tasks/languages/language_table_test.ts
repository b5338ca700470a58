import assert from "node:assert/strict";
import { LANGUAGES } from "../../../src/languages/registry.ts";
import { archiveSizes } from "../../../tasks/languages/archive_sizes.ts";
import { languageTable, measuredProjects } from "../../../tasks/languages/language_table.ts";

const README = new URL("../../../README.md", import.meta.url);

Deno.test("what was measured is of known languages and holds together", () => {
  const known = new Set(LANGUAGES.map(({ id }) => id));
  for (const one of measuredProjects()) {
    assert.ok(known.has(one.language), one.language);
    assert.ok(
      one.readable <= one.files && (one.found ?? 0) <= (one.sites ?? 0) &&
        (one.right ?? 0) <= (one.edges ?? 0),
    );
    if (one.ctags !== undefined) assert.ok(one.ctags > 0 && one.ctags <= 1);
  }
});

Deno.test("the README's table of languages is that of the registry", () => {
  const readme = Deno.readTextFileSync(README);
  const section = readme.slice(
    readme.indexOf("<!-- languages:start -->"),
    readme.indexOf("<!-- languages:end -->"),
  );
  // The formatter pads the columns.
  const cells = (text: string): string[] =>
    text.split("\n").filter((line) => line.startsWith("|") && !/^\|[\s:-]*-/.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()).join("|"));
  assert.deepEqual(cells(section), cells(languageTable(measuredProjects(), archiveSizes())));
});
