import assert from "node:assert/strict";
import { join } from "node:path";
import { userCacheDirectory, userIndexDirectory } from "../../src/project/user_cache.ts";
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

Deno.test("each system has its place for what may be lost", () => {
  const variables: Record<string, string> = {
    LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
    HOME: "/home/me",
    XDG_CACHE_HOME: "/var/me",
  };
  const directory = (system: typeof Deno.build.os, ...without: string[]): string | undefined =>
    userCacheDirectory((name) => without.includes(name) ? undefined : variables[name], system);
  assert.equal(directory("windows"), "C:\\Users\\me\\AppData\\Local");
  assert.equal(directory("windows", "LOCALAPPDATA"), undefined);
  assert.equal(directory("darwin"), "/home/me/Library/Caches");
  assert.equal(directory("darwin", "HOME"), undefined);
  assert.equal(directory("linux"), "/var/me");
  assert.equal(directory("linux", "XDG_CACHE_HOME"), "/home/me/.cache");
  assert.equal(userCacheDirectory(() => "AppData", "windows"), undefined);
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
