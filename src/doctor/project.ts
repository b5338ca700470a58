/** Whether a project can be indexed, and the state of its index. */
import { join } from "node:path";
import { pendingFiles } from "../answers/pending_files.ts";
import { IndexBusyError, takeWriteLock } from "../index/write_lock.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { checkLayout, type Layout, locateIndex } from "../project/layout.ts";
import { readSettings, settingsPath } from "../project/settings.ts";
import { IndexStore } from "../store/index_store.ts";
import { type Finding, note, ok, problemOf } from "./finding.ts";
import { pathExists } from "../project/path_exists.ts";

/** Looks at the project at `root`. */
export function checkProject(root: string): Finding[] {
  return [
    ok("directory", root),
    checkSettings(root),
    checkPlaces(root),
    checkWriting(root),
    ...checkIndex(root),
  ];
}

function checkSettings(root: string): Finding {
  try {
    readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
    return ok("settings", pathExists(settingsPath(root)) ? settingsPath(root) : "the defaults");
  } catch (error) {
    return problemOf("settings", error);
  }
}

function checkPlaces(root: string): Finding {
  try {
    checkLayout(root);
    return ok(
      "link",
      pathExists(join(root, ".codegraph")) ? ".codegraph leads to the index" : "free",
    );
  } catch (error) {
    return problemOf("link", error);
  }
}

function checkWriting(root: string): Finding {
  const directory = locateIndex(root)?.indexDirectory ?? root;
  try {
    Deno.removeSync(Deno.makeTempFileSync({ dir: directory, suffix: ".lock" }));
    return ok("rights", `${directory} can be written to`);
  } catch (error) {
    const detail = `${directory} cannot be written to: ${messageOf(error)}`;
    return note(
      "rights",
      detail,
      "The index goes to your cache; to have it here, change the rights.",
    );
  }
}

function checkIndex(root: string): Finding[] {
  const layout = locateIndex(root);
  if (layout === undefined) {
    return [note("index", "there is none yet", `Run: codegraph index ${root}`)];
  }
  try {
    using store = IndexStore.open(layout.databasePath, root, true);
    store.check();
    return [
      ok("index", `${layout.databasePath}, whole, made by ${store.meta.get("engineVersion")}`),
      freshness(store, root),
      writer(layout),
    ];
  } catch (error) {
    return [problemOf("index", error)];
  }
}

function freshness(store: IndexStore, root: string): Finding {
  const { length } = pendingFiles(root, store.files.each());
  if (length === 0) return ok("freshness", "no indexed file has changed since");
  const files = `${length} indexed ${length === 1 ? "file has" : "files have"} changed since`;
  return note("freshness", files, "Run: codegraph sync. A server does it by itself.");
}

function writer({ lockPath }: Layout): Finding {
  try {
    takeWriteLock(lockPath)[Symbol.dispose]();
    return ok("lock", "nobody is writing the index");
  } catch (error) {
    if (error instanceof IndexBusyError) return note("lock", error.message, error.remedy);
    return note("lock", messageOf(error), "Check the rights of that file.");
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
