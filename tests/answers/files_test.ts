import assert from "node:assert/strict";
import { files, type FilesAnswer } from "../../src/answers/files.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  ...SHOP,
  "web/src/lib/a.ts": "export const a = 1;\n",
  "package.json": '{ "name": "shop" }\n',
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function paths(given: Readonly<Record<string, unknown>>): string[] {
  return asked<FilesAnswer>(project, files, given).value.files.map(({ path }) => path);
}

function text(given: Readonly<Record<string, unknown>>): string {
  return asked(project, files, given).text;
}

Deno.test("files come with their language, and how many symbols they define", () => {
  const { value } = asked<FilesAnswer>(project, files, {});
  assert.deepEqual(value.files.map(({ path, traits }) => [path, traits]), [
    ["package.json", ["manifest"]],
    ["shop/__init__.py", undefined],
    ["shop/cart.py", undefined],
    ["shop/pricing.py", undefined],
    ["tests/test_cart.py", ["test"]],
    ["web/src/lib/a.ts", undefined],
  ]);
  const { language, symbols, lines } = value.files[2]!;
  assert.deepEqual([language, symbols, lines], ["python", 9, 25]);
});

Deno.test("files can be narrowed down by path and language", () => {
  assert.deepEqual(paths({ path: "shop/cart.py" }), ["shop/cart.py"]);
  assert.equal(paths({ path: "shop" }).length, 3);
  assert.deepEqual(paths({ path: "sho" }), []);
  assert.deepEqual(paths({ language: "TypeScript" }), ["package.json", "web/src/lib/a.ts"]);
  assert.equal(text({ path: "sho" }), "No indexed file at or under sho.");
});

Deno.test("files are a tree or a list, with sums", () => {
  const tree = text({});
  assert.match(tree, /^shop\/ {2}3 files, 17 symbols\n {2}__init__\.py {2}python, 1 line, 0 symb/);
  assert.match(tree, /\nweb\/src\/lib\/ {2}1 file, 1 symbol\n {2}a\.ts {2}typescript/);
  assert.match(tree, /\npackage\.json .*, manifest\n\n6 files, 19 symbols$/);
  assert.doesNotMatch(text({ depth: 1 }), /cart\.py/);
  assert.match(text({ depth: 2, format: "list" }), /\nshop\/cart\.py {2}python, 25 lines/);
});
