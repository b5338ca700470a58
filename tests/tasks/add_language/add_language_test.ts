/** Adds a language to a copy of the repository, holds it to the rules, and takes it out again. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { languageSource } from "../../../tasks/add_language/language_source.ts";
import { languageNames } from "../../../tasks/add_language/names.ts";
import { withLanguage, withoutLanguage } from "../../../tasks/add_language/registry_lines.ts";
import { syntaxForms } from "../../../tasks/add_language/syntax_forms.ts";
import { inRepository } from "../../../tasks/release/repository.ts";

const COPIED = ["src", "tasks", "grammars", "tests", "deno.json", "deno.lock", ".github"];
const SAMPLE = `def greet(name):
    return polish(name)


def polish(text):
    return text.strip()


class Greeter:
    def run(self):
        return greet("you")
`;

Deno.test("a language is added, passes what it must, and is removed without a trace", async (test) => {
  const copy = await Deno.makeTempDir({ prefix: "codegraph-copy-" });
  try {
    for (const name of COPIED) await copyInto(inRepository(name), join(copy, name));
    const before = await contents(copy);
    const sample = join(copy, "sample.txt");
    await Deno.writeTextFile(sample, SAMPLE);
    const deno = (...args: string[]): Promise<string> => run(copy, args);
    const added = await deno(
      ...["task", "--quiet", "add-language", "made_up", "--grammar", "python"],
      ...["--extension", ".madeup", "--sample", sample],
    );
    await Deno.remove(sample);

    await test.step("it says what to do next", () => {
      assert.match(added, /Made up is there: 2 node types define, 1 call\. Next:/);
    });

    await test.step("three files have changed", async () => {
      const after = await contents(copy);
      const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
      assert.deepEqual(changed.sort(), [
        "src/languages/made_up.ts",
        "src/languages/registry.ts",
        "tests/cases/made_up/sample.case",
      ]);
    });

    await test.step("its case says what the sample defines and calls", async () => {
      const text = await Deno.readTextFile(join(copy, "tests/cases/made_up/sample.case"));
      assert.match(text, /definition function greet/);
      assert.match(text, /definition class Greeter/);
      assert.match(text, /calls -> polish \(exact, scope\)/);
      assert.match(text, /calls -> greet \(exact, scope\)/);
    });

    await test.step("format, lint and types are as they must be", async () => {
      const files = ["src/languages/made_up.ts", "src/languages/registry.ts"];
      await deno("fmt", "--check", ...files);
      await deno("lint", ...files);
      await deno("check", ...files);
    });

    await test.step("its case passes, and the architecture has nothing against it", async () => {
      const options = ["test", "-A", "--no-check", "--quiet"];
      const cases = await deno(...options, "tests/cases_test.ts", "--filter", "cases of made_up");
      assert.match(cases, /1 passed/);
      const said = await deno(...options, "tests/architecture_test.ts").catch(String);
      assert.match(said, /folders import only what the architecture lets them/);
      assert.doesNotMatch(said, /made_up/);
    });

    await test.step("it is not added twice", async () => {
      await assert.rejects(
        deno(
          ...["task", "--quiet", "add-language", "made_up", "--grammar", "python"],
          ...["--extension", ".madeup", "--sample", join(copy, "deno.json")],
        ),
        /made_up is there already/,
      );
    });

    await test.step("removed, everything is as before", async () => {
      await deno("task", "--quiet", "add-language", "made_up", "--remove");
      assert.deepEqual(await contents(copy), before);
    });
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});

Deno.test("a grammar in which definitions are calls is taken, too", async () => {
  const grammar = await Deno.readFile(inRepository("grammars/elixir.wasm"));
  const forms = await syntaxForms(grammar, "def greet(name) do\n  polish(name)\nend\n");
  assert.deepEqual(forms.calls, [{ type: "call", calleeField: "target" }]);
  const names = languageNames("of_calls", undefined);
  const source = languageSource({ names, grammar: "elixir", extensions: [".ofcalls"], forms });
  assert.match(source, /import \{ RefKind \} from/);
});

Deno.test("the registry gets an entry at its end, and loses it again", () => {
  const registry = `export const LANGUAGES: readonly LanguageEntry[] = [
  {
    id: "a",
    load: async () => (await import("./a.ts")).a,
  },
];
`;
  const names = languageNames("my_own", "My own");
  const described = { names, grammar: "own", extensions: [".own"] };
  const added = withLanguage(registry, described);
  assert.match(added, /\(await import\("\.\/my_own\.ts"\)\)\.myOwn,\n {2}\},\n\];/);
  assert.equal(withoutLanguage(added, names), registry);
  assert.throws(() => withLanguage(added, described), /in the registry already/);
});

async function run(directory: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: directory,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const said = decoder.decode(stdout);
  if (!success) throw new Error(decoder.decode(stderr) + said);
  return said;
}

async function copyInto(source: string, target: string): Promise<void> {
  const { isDirectory } = await Deno.stat(source);
  if (!isDirectory) {
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.copyFile(source, target);
    return;
  }
  for await (const { name } of Deno.readDir(source)) {
    await copyInto(join(source, name), join(target, name));
  }
}

/** Texts of the files that adding a language may touch. */
async function contents(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(join(root, folder))) {
      const path = `${folder}/${name}`;
      if (isDirectory) await visit(path);
      else if (!name.endsWith(".wasm")) found.set(path, await Deno.readTextFile(join(root, path)));
    }
  };
  for (const folder of ["src", "tasks", "grammars", "tests"]) await visit(folder);
  return found;
}
