/** All frameworks. Adding one: its file, and one entry here. */
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every framework. */
export const FRAMEWORKS: readonly LinkerEntry[] = [
  {
    id: "flask",
    languages: [["python"]],
    names: ["flask", "quart"],
    reads: [
      "add_url_rule",
      "Blueprint",
      "delete",
      "get",
      "head",
      "methods",
      "options",
      "patch",
      "post",
      "put",
      "register_blueprint",
      "route",
      "websocket",
    ],
    load: async () => (await import("./flask.ts")).flask,
  },
];
