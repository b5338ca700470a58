import assert from "node:assert/strict";
import { join } from "node:path";
import { userIndexDirectory } from "../../src/project/user_cache.ts";
import { withTree } from "../scan/temp_tree.ts";

const HOME_VARIABLE = Deno.build.os === "windows" ? "LOCALAPPDATA" : "HOME";

Deno.test("each real path has its own directory, under any name of it", () => {
  withTree({ "one/proj/a": "", "two/proj/a": "" }, (root) => {
    const environment = (name: string): string | undefined =>
      name === HOME_VARIABLE ? root : undefined;
    const one = userIndexDirectory(join(root, "one/proj"), environment);
    assert.ok(one?.startsWith(root));
    assert.notEqual(userIndexDirectory(join(root, "two/proj"), environment), one);
    Deno.symlinkSync(join(root, "one/proj"), join(root, "link"), { type: "dir" });
    assert.equal(userIndexDirectory(join(root, "link"), environment), one);
  });
});

Deno.test({
  name: "XDG_CACHE_HOME is followed when it is absolute",
  ignore: Deno.build.os !== "linux",
  fn: () => {
    withTree({ "proj/a": "" }, (root) => {
      const directory = (variables: Record<string, string>): string | undefined =>
        userIndexDirectory(join(root, "proj"), (name) => variables[name]);
      assert.ok(directory({ XDG_CACHE_HOME: "/c", HOME: "/h" })?.startsWith("/c/codegraphagent/"));
      assert.ok(directory({ XDG_CACHE_HOME: "c", HOME: "/h" })?.startsWith("/h/.cache/"));
      assert.equal(directory({}), undefined);
    });
  },
});
