import assert from "node:assert/strict";
import { ipythonCode, withoutCommands } from "../../../src/scan/documents/ipython_code.ts";

Deno.test("commands become numbers of the same length", () => {
  const cases: [string, string][] = [
    ["%matplotlib inline\nx = 1", "0                 \nx = 1"],
    ["!pip install y\nx = 1", "0             \nx = 1"],
    ["if a:\n    !ls\n", "if a:\n    0  \n"],
    ["files = !ls *.py\n", "files = 0       \n"],
    ["obj.method?\n?obj\nobj??", "0          \n0   \n0    "],
    ["%time f(x)\n", "0;    f(x)\n"],
    ["r = %timeit -o f(x)\n", "r = 0              \n"],
    ["%timeit -n 10 -r3 f(x)\n", "0;                f(x)\n"],
    ["!a \\\n  b\nx = 1\n", "0   \n   \nx = 1\n"],
  ];
  for (const [code, expected] of cases) {
    assert.equal(withoutCommands(code), expected, code);
    assert.equal(expected.length, code.length, code);
  }
});

Deno.test("what stands inside a statement is no command", () => {
  const codes = [
    "x = (a\n  % b)\n",
    'text = """\n%time\n!ls\n"""\n',
    "x = 'it''s' \\\n  % y\n",
    "x = a % b\nassert x != 1\n",
    "d = {\n  'a': 1,\n!}",
    "# don't\n",
    "s = 'a\\'b'\ny = ''\n",
  ];
  for (const code of codes) assert.equal(withoutCommands(code), code);
  assert.equal(withoutCommands("# don't\n%x\n"), "# don't\n0 \n");
  assert.equal(withoutCommands('a = """x"""\n%x\n'), 'a = """x"""\n0 \n');
  assert.equal(withoutCommands("a = '''it's'''\n%x\n"), "a = '''it's'''\n0 \n");
});

Deno.test("a cell magic says what the cell is", () => {
  const found = (cell: string): [string, number, string][] =>
    ipythonCode(cell, 10).map(({ language, start, text }) => [language, start, text]);
  assert.deepEqual(found("%%time\nf()\n"), [["python", 10, "      \nf()\n"]]);
  assert.deepEqual(found("%%R -i df\nf(df)\n"), [["r", 20, "f(df)\n"]]);
  assert.deepEqual(found("%%bash\nls\n"), [["bash", 17, "ls\n"]]);
  assert.deepEqual(found("%%script perl\nf();\n"), [["perl", 24, "f();\n"]]);
  assert.deepEqual(found("%%html\n<b>\n"), []);
  assert.deepEqual(found("%%writefile a.py\nx = 1\n"), []);
  assert.deepEqual(found("\n%%capture out\n%time f()\n"), [
    ["python", 10, "\n             \n0;    f()\n"],
  ]);
});
