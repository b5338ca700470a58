import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import {
  parseSettings,
  readSettings,
  type Settings,
  SettingsError,
  settingsPath,
} from "../../src/project/settings.ts";
import { withTree } from "../scan/temp_tree.ts";

const LANGUAGES = new Set(["c", "php", "python"]);
const DEFAULTS: Settings = {
  extensions: new Map(),
  include: [],
  exclude: [],
  deprioritize: [],
  maxFileBytes: undefined,
};

function parse(text: string): Settings {
  return parseSettings(text, "/p/codegraph.json", LANGUAGES);
}

Deno.test("without a file there are the defaults", () => {
  withTree({}, (root) => assert.deepEqual(readSettings(root, LANGUAGES), DEFAULTS));
});

Deno.test("every setting is read", () => {
  const settings = {
    extensions: { ".inc": "php", "h": "c" },
    include: ["vendor/ours/"],
    exclude: ["gen/", "!node_modules/mine/"],
    deprioritize: ["legacy/**"],
    maxFileBytes: 1000,
  };
  withTree({ ".biorouter/codegraph.json": "\uFEFF" + JSON.stringify(settings) }, (root) => {
    assert.equal(settingsPath(root), join(root, ".biorouter", "codegraph.json"));
    assert.deepEqual(readSettings(root, LANGUAGES), {
      ...settings,
      extensions: new Map([[".inc", "php"], [".h", "c"]]),
    });
  });
});

Deno.test("an empty object is the defaults", () => assert.deepEqual(parse("{}"), DEFAULTS));

Deno.test("each mistake is told with its line and a remedy", () => {
  const cases: [string, number, RegExp][] = [
    ["", 1, /ends too early/],
    ["{\n", 2, /ends too early/],
    ['{\n  "include": ["a",]\n}', 2, /unexpected \]/],
    ['{\n  "include": [],\n}', 3, /expected a key/],
    ['{\n  "include" []\n}', 2, /colon/],
    ['{\n  "include": ["a"\n  "b"]\n}', 3, /comma/],
    ["{\n// a comment\n}", 2, /unexpected \/\/ a comment/],
    ["{}\n{}", 2, /more after the end/],
    ["[]", 1, /not an object/],
    ['{\n\n  "excludes": []\n}', 3, /unknown setting "excludes"/],
    ['{\n  "include": "a"\n}', 2, /"include" is not a list/],
    ['{\n  "exclude": [\n    "a",\n    7\n  ]\n}', 4, /rule in "exclude" is not a text/],
    ['{\n  "exclude": [\n    " "\n  ]\n}', 3, /empty/],
    ['{"exclude": ["a\\nb"]}', 1, /line break/],
    ['{\n"include": ["../other/"]}', 2, /leads out of the project/],
    ['{"extensions": {\n".x": "cobol"}}', 2, /unknown language "cobol"/],
    ['{"extensions": {\n"a/b": "c"}}', 2, /not an extension/],
    ['{"extensions": {\n".x": 3}}', 2, /not a text/],
    ['{"extensions": []}', 1, /not an object/],
    ['{"include": [],\n"include": []}', 2, /stands there twice/],
    ['{\n"maxFileBytes": 1.5}', 2, /whole number/],
    ['{\n"maxFileBytes": 0}', 2, /whole number/],
    ['{\n"maxFileBytes": "1"}', 2, /whole number/],
    ["[".repeat(1000), 1, /nested/],
  ];
  for (const [text, line, message] of cases) {
    assert.throws(() => parse(text), (error) => {
      assert.ok(error instanceof SettingsError, `${text}: ${error}`);
      assert.equal(error.line, line, text);
      assert.match(error.message, message);
      assert.ok(error.message.startsWith(`/p/codegraph.json:${line}: `), error.message);
      assert.ok(error.remedy.length > 5);
      return true;
    });
  }
});

Deno.test("a settings file that is a directory is an error with its path", () => {
  withTree({ ".biorouter/codegraph.json": null }, (root) => {
    assert.throws(() => readSettings(root, LANGUAGES), SettingsError);
  });
});

Deno.test("what JSON.parse takes is taken, what it refuses is refused with a line", () => {
  const text = fc.oneof(
    fc.json(),
    fc.json().chain((json) =>
      fc.nat({ max: json.length }).map((at) => json.slice(0, at) + "," + json.slice(at))
    ),
    fc.string(),
  );
  fc.assert(fc.property(text, (wanted) => {
    // A value of an unknown setting is only parsed: the complaint shows that parsing went well.
    const inside = `{"other": ${wanted}\n}`;
    let valid = true;
    try {
      JSON.parse(inside);
    } catch {
      valid = false;
    }
    assert.throws(() => parse(inside), (error) => {
      assert.ok(error instanceof SettingsError, String(error));
      if (valid) assert.match(error.message, /unknown setting|stands there twice/);
      else assert.doesNotMatch(error.message, /unknown setting|stands there twice/);
      return true;
    });
  }));
});
