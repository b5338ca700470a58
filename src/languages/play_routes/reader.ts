/** Reads the files in which Play is told its routes: `GET /items/:id controllers.Items.show(id: Long)`. */
import type { OwnReader } from "../../extract/tree_builder.ts";

const ROUTE = /^([ \t]*)([A-Z]+|->)([ \t]+)(\S+)([ \t]+)@?([\w.$]+)/;

/** Types: a route with its method (`->` for other routes that are included), path and what serves it. */
export const playRoutesReader: OwnReader = {
  types: ["routes", "route", "method", "path", "served"],
  fields: ["method", "path", "served"],
  read: (text, tree) => {
    tree.open("routes", 0);
    for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
      const [, indent = "", method, gap = "", path, space = "", served] = ROUTE.exec(line) ?? [];
      if (method === undefined || path === undefined || served === undefined) continue;
      const at = index + indent.length;
      const pathAt = at + method.length + gap.length;
      const behind = line.slice(indent.length + method.length + gap.length + path.length);
      const servedAt = pathAt + path.length + space.length +
        (behind.trimStart()[0] === "@" ? 1 : 0);
      tree.open("route", at);
      tree.leaf("method", at, at + method.length, "method");
      tree.leaf("path", pathAt, pathAt + path.length, "path");
      tree.leaf("served", servedAt, servedAt + served.length, "served");
      tree.close(index + line.trimEnd().length);
    }
    tree.close(text.length);
  },
};
