import assert from "node:assert/strict";
import { join } from "node:path";
import {
  expandHome,
  isFilesystemRoot,
  ProjectRootError,
  type ProjectRootProblem,
  type ProjectRootSearch,
  resolveProjectRoot,
} from "../../src/project/root.ts";
import { REFUSALS_APPLY, type Tree, withTree } from "../scan/temp_tree.ts";

function search(
  currentDirectory: string,
  variables: Record<string, string> = {},
  more: Partial<ProjectRootSearch> = {},
): ProjectRootSearch {
  return { currentDirectory, environment: (name) => variables[name], ...more };
}

function expectRefusal(
  wanted: ProjectRootSearch,
  code: ProjectRootProblem,
  directory: string,
): ProjectRootError {
  try {
    resolveProjectRoot(wanted);
  } catch (error) {
    assert.ok(error instanceof ProjectRootError, String(error));
    assert.equal(error.code, code);
    assert.equal(error.directory, directory);
    assert.ok(error.message.includes(directory), error.message);
    assert.ok(error.remedy.length > 10);
    return error;
  }
  assert.fail(`${directory} was accepted`);
}

const TREE: Tree = {
  "given/a.py": "",
  "named/a.py": "",
  "marked/.git/HEAD": "",
  "marked/sub/deep/a.py": "",
  "python/pyproject.toml": "",
  "python/src/a.py": "",
  "bio/.biorouter/x": "",
  "bio/marked/.git": "",
  "bio/src/a.py": "",
  "plain/sub/a.py": "",
  "file.py": "",
};

Deno.test("the explicit path comes first, then the environment, then a marker above", () => {
  withTree(TREE, (root) => {
    const deep = join(root, "marked/sub/deep");
    const variables = { BIOROUTER_WORKING_DIR: join(root, "named") };
    const explicit = join(root, "given");
    assert.deepEqual(resolveProjectRoot(search(deep, variables, { explicit })), {
      path: explicit,
      origin: "argument",
    });
    assert.deepEqual(resolveProjectRoot(search(deep, variables)), {
      path: join(root, "named"),
      origin: "environment",
    });
    assert.deepEqual(resolveProjectRoot(search(deep)), {
      path: join(root, "marked"),
      origin: "marker",
    });
  });
});

Deno.test("empty values count as none", () => {
  withTree(TREE, (root) => {
    const here = join(root, "marked");
    const found = resolveProjectRoot(search(here, { BIOROUTER_WORKING_DIR: "" }, { explicit: "" }));
    assert.deepEqual(found, { path: here, origin: "marker" });
  });
});

Deno.test("each marker counts, and the nearest wins", () => {
  withTree(TREE, (root) => {
    const found = (path: string): string => resolveProjectRoot(search(join(root, path))).path;
    assert.equal(found("python/src"), join(root, "python"));
    assert.equal(found("bio/src"), join(root, "bio"));
    assert.equal(found("bio/marked"), join(root, "bio/marked"));
  });
});

Deno.test("without a marker it is the current directory", () => {
  withTree(TREE, (root) => {
    // The home directory ends the way up, whatever lies above this test's directory.
    const here = join(root, "plain/sub");
    assert.deepEqual(resolveProjectRoot(search(here, { HOME: root })), {
      path: here,
      origin: "current-directory",
    });
  });
});

Deno.test("a marker in the home directory does not make it the project", () => {
  withTree({ ...TREE, ".git/HEAD": "" }, (root) => {
    const here = join(root, "plain/sub");
    assert.equal(resolveProjectRoot(search(here, { HOME: root })).path, here);
  });
});

Deno.test("relative paths and ~ are resolved", () => {
  withTree(TREE, (root) => {
    const found = (explicit: string): string =>
      resolveProjectRoot(search(join(root, "plain"), { HOME: root }, { explicit })).path;
    assert.equal(found("../given"), join(root, "given"));
    assert.equal(found("."), join(root, "plain"));
    assert.equal(found("~/given"), join(root, "given"));
  });
});

Deno.test("a missing directory and a file are refused, wherever they were named", () => {
  withTree(TREE, (root) => {
    const gone = join(root, "gone");
    const file = join(root, "file.py");
    expectRefusal(search(root, {}, { explicit: gone }), "missing", gone);
    const named = expectRefusal(search(root, { BIOROUTER_WORKING_DIR: gone }), "missing", gone);
    assert.match(named.remedy, /BIOROUTER_WORKING_DIR/);
    const error = expectRefusal(search(root, {}, { explicit: file }), "not-a-directory", file);
    assert.ok(error.remedy.includes(root));
    expectRefusal(search(gone), "missing", gone);
    const below = join(file, "x");
    assert.throws(
      () => resolveProjectRoot(search(root, {}, { explicit: below })),
      ProjectRootError,
    );
  });
});

Deno.test("the file system's root is refused", () => {
  const top = Deno.build.os === "windows" ? "C:\\" : "/";
  expectRefusal(search(top, {}, { explicit: top }), "filesystem-root", top);
  expectRefusal(search(top, { BIOROUTER_WORKING_DIR: top }), "filesystem-root", top);
  expectRefusal(search(top), "filesystem-root", top);
});

Deno.test("what is a whole file system is known of each system", () => {
  for (const path of ["C:\\", "c:/", "D:\\.\\", "\\\\server\\share\\", "\\\\server\\share"]) {
    assert.equal(isFilesystemRoot(path, "windows"), true, path);
  }
  for (const path of ["C:\\Users", "\\\\server\\share\\project", "C:\\Users\\..\\x"]) {
    assert.equal(isFilesystemRoot(path, "windows"), false, path);
  }
  assert.equal(isFilesystemRoot("/", "linux"), true);
  assert.equal(isFilesystemRoot("/home", "darwin"), false);
});

Deno.test("~ stands for the home directory in either way of writing paths", () => {
  const environment = (name: string): string | undefined =>
    name === "USERPROFILE" ? "/h" : undefined;
  assert.equal(expandHome("~", environment), join("/h", "."));
  assert.equal(expandHome("~/a", environment), join("/h", "a"));
  assert.ok(expandHome("~\\a", environment).startsWith(join("/h", ".")));
  assert.equal(expandHome("~a", environment), "~a");
  assert.equal(expandHome("~/a", () => undefined), "~/a");
});

Deno.test("the home directory is refused, under any name", () => {
  withTree({ "home/a.py": "" }, (root) => {
    const home = join(root, "home");
    expectRefusal(search(home, { HOME: home }), "home-directory", home);
    expectRefusal(search(home, { USERPROFILE: home }), "home-directory", home);
    expectRefusal(search(root, { HOME: home }, { explicit: "~" }), "home-directory", home);
    if (Deno.build.os === "windows") return;
    const link = join(root, "link");
    Deno.symlinkSync(home, link);
    expectRefusal(search(root, { HOME: home }, { explicit: link }), "home-directory", link);
  });
});

Deno.test("the extension's install directory is refused, and what lies in it", () => {
  withTree({ "install/pyproject.toml": "", "install/src/a.py": "", "install-b/a": "" }, (root) => {
    const installDirectory = join(root, "install");
    const more = { installDirectory };
    expectRefusal(search(installDirectory, {}, more), "install-directory", installDirectory);
    const inside = join(installDirectory, "src");
    const explicit = { ...more, explicit: inside };
    expectRefusal(search(root, {}, explicit), "install-directory", inside);
    const beside = join(root, "install-b");
    assert.equal(resolveProjectRoot(search(root, {}, { ...more, explicit: beside })).path, beside);
  });
});

Deno.test({
  name: "a directory that cannot be listed is refused (not as superuser)",
  ignore: !REFUSALS_APPLY,
  fn: () => {
    withTree({ "closed/a.py": "" }, (root) => {
      const closed = join(root, "closed");
      Deno.chmodSync(closed, 0o000);
      try {
        expectRefusal(search(root, {}, { explicit: closed }), "unreadable", closed);
      } finally {
        Deno.chmodSync(closed, 0o755);
      }
    });
  },
});
