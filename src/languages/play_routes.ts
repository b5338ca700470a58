/** The files in which Play (Scala, Java) is told its routes: `conf/routes`, `posts.routes`. */
import type { LanguageImplementation } from "./language.ts";
import { sessionModules } from "../resolve/modules/session_modules.ts";
import { NONE } from "../extract/syntax_tree.ts";
import { playRoutesReader } from "./play_routes/reader.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Play's routes. */
export const playRoutes: LanguageImplementation = {
  reader: playRoutesReader,
  rules: (g) => {
    const [method, path, served] = ["method", "path", "served"].map((name) => g.field(name));
    return {
      define: {},
      refer: {
        route: (x, node) => {
          const [verb = NONE, at = NONE, by = NONE] = [method, path, served].map((field) =>
            x.tree.child(node, field!)
          );
          const { starts } = x.tree;
          x.callForeign(x.textOf(by), starts[at]!, `play ${x.textOf(verb)}`, x.textOf(at));
        },
      },
      values: {},
      docs: { line: ["#"], block: [] },
    };
  },
  modules: sessionModules({ language: "play-routes", kinds: new Set(), unknownIsOutside: true }),
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "play-routes",
    declaredBeforeUse: true,
  },
};
