/** Holds the invariants of `.github/ARCHITECTURE.md` against the imports and the text of the sources. */
import assert from "node:assert/strict";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname!, "..");
const SOURCES = join(ROOT, "src");

/** For each folder under `src/`, the folders whose modules it may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  extract: ["languages/language.ts"],
  languages: ["extract", "resolve/modules", "resolve/semantics.ts", "resolve/module_system.ts"],
  resolve: ["extract/facts.ts", "extract/facts_builder.ts", "languages/language.ts"],
  frameworks: ["extract/facts.ts", "resolve"],
  bridges: ["extract/facts.ts", "extract/foreign_modules.ts", "resolve"],
  dispatch: ["extract/facts.ts", "resolve"],
  scan: [],
  project: ["scan"],
  graph: ["resolve/edges.ts"],
  store: [
    "extract/facts.ts",
    "resolve/edges.ts",
    "resolve/project.ts",
    "scan",
    "languages/registry.ts",
  ],
  index: [
    "extract",
    "frameworks",
    "bridges",
    "dispatch",
    "languages",
    "project",
    "resolve",
    "scan",
    "store",
  ],
  answers: [
    "extract/facts.ts",
    "graph",
    "index",
    "languages",
    "project",
    "resolve/edges.ts",
    "scan",
    "store",
  ],
  doctor: ["answers", "index", "languages/registry.ts", "mcp", "project", "store"],
  cli: [
    "answers",
    "doctor",
    "index",
    "languages",
    "mcp",
    "project",
    "resolve/edges.ts",
    "scan",
    "store",
  ],
  mcp: ["answers", "index", "project", "store"],
};

/** Folders that get text or values and give values: no file system, no process, no network. */
const PURE = ["extract", "languages", "resolve", "frameworks", "bridges", "dispatch", "graph"];

interface SourceFile {
  /** Path relative to `src/`. */
  path: string;
  folder: string;
  text: string;
}

function* sourceFiles(directory = SOURCES): Generator<SourceFile> {
  for (const entry of Deno.readDirSync(directory)) {
    const full = join(directory, entry.name);
    if (entry.isDirectory) yield* sourceFiles(full);
    else if (entry.name.endsWith(".ts")) {
      const path = relative(SOURCES, full).replaceAll("\\", "/");
      yield { path, folder: path.split("/")[0]!, text: Deno.readTextFileSync(full) };
    }
  }
}

/** Modules that a file imports by a relative path, as paths relative to `src/`. */
function importsOf(file: SourceFile): string[] {
  const paths: string[] = [];
  for (const match of file.text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
    const target = resolve(dirname(join(SOURCES, file.path)), match[1]!);
    paths.push(relative(SOURCES, target).replaceAll("\\", "/"));
  }
  return paths;
}

const FILES = [...sourceFiles()];

Deno.test("folders import only what the architecture lets them", () => {
  const faults: string[] = [];
  for (const file of FILES) {
    const allowed = MAY_IMPORT[file.folder];
    if (allowed === undefined) continue;
    for (const target of importsOf(file)) {
      const own = target.startsWith(`${file.folder}/`);
      if (target === "version.ts") continue;
      // A module system is the other half of its language, and may know the language's own data.
      const isModuleSystem = file.path.startsWith("resolve/modules/");
      if (isModuleSystem && target.startsWith("languages/") && target !== "languages/registry.ts") {
        continue;
      }
      const permitted = allowed.some((rule) => target === rule || target.startsWith(`${rule}/`));
      if (!own && !permitted) faults.push(`${file.path} imports ${target}`);
    }
  }
  assert.deepEqual(faults, []);
});

Deno.test("every folder under src/ has a rule", () => {
  const folders = new Set(FILES.map((file) => file.folder).filter((name) => !name.endsWith(".ts")));
  assert.deepEqual([...folders].filter((name) => !(name in MAY_IMPORT)), []);
});

Deno.test("pure folders use no file system, process or network", () => {
  const faults = FILES.filter((file) => PURE.includes(file.folder))
    .filter((file) => /\bDeno\.|from "node:(?!path|assert)|\bfetch\(/.test(file.text))
    .map((file) => file.path);
  assert.deepEqual(faults, []);
});

Deno.test("SQL stands in store/ only", () => {
  const sql =
    /\b(SELECT\s+[\w*("]|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX|VIRTUAL)|PRAGMA\s+\w)/;
  const faults = FILES.filter((file) => file.folder !== "store")
    .filter((file) => sql.test(file.text) || file.text.includes('"node:sqlite"'))
    .map((file) => file.path);
  assert.deepEqual(faults, []);
});

Deno.test("nothing runs programs or reaches the network", () => {
  const faults = FILES.filter((file) =>
    /Deno\.(Command|connect|listen|dlopen)|\bfetch\(|node:child_process|node:http/.test(file.text)
  )
    .map((file) => file.path);
  assert.deepEqual(faults, []);
});

Deno.test("one language or framework does not know another's file by path", () => {
  const registry = FILES.find((file) => file.path === "languages/registry.ts")!;
  for (
    const file of FILES.filter((file) =>
      file.path.startsWith("resolve/") && !file.path.includes("/modules/")
    )
  ) {
    const faults = importsOf(file).filter((target) =>
      target.startsWith("languages/") && target !== "languages/language.ts"
    );
    assert.deepEqual(faults, [], `${file.path} reaches into a language`);
  }
  assert.ok(registry.text.includes("LANGUAGES"));
});

Deno.test("a language is loaded only when a project has it", () => {
  const shared = ["languages/registry.ts", "languages/language.ts"];
  const ofLanguage = (path: string): boolean =>
    (path.startsWith("languages/") && !shared.includes(path)) ||
    path.startsWith("resolve/modules/");
  const faults = FILES.filter((file) => !ofLanguage(file.path)).flatMap((file) =>
    [...file.text.matchAll(/^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"/gms)]
      .filter((match) => !/^(?:import|export)\s+type\s/.test(match[0]))
      .map((match) => relative(SOURCES, resolve(dirname(join(SOURCES, file.path)), match[1]!)))
      .filter((target) => ofLanguage(target.replaceAll("\\", "/")))
      .map((target) => `${file.path} loads ${target} at once`)
  );
  assert.deepEqual(faults, []);
});
