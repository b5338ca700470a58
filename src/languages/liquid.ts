/** Liquid: templates of Shopify and Jekyll, what they take in, and the variables that they make. */
import type { Extraction } from "../extract/extraction.ts";
import { ImportKind, Kind } from "../extract/facts.ts";
import type { NodeRule, RulesFactory } from "../extract/rules.ts";
import { ASSET, liquidModules } from "../resolve/modules/liquid_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { liquidReader } from "./liquid/reader.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** A template that is taken in, by the kind of folder that it lies in. */
const taken = (kind: string): NodeRule => (x, node) => {
  const start = x.tree.starts[node]!;
  const line = x.lineAt(start);
  const at = { scope: 0, line, column: x.columnAt(start, line) };
  x.facts.import(`${kind}:${x.textOf(node)}`, ImportKind.effect, at);
};

const rules: RulesFactory = () => {
  const known = new Set<string>();
  return {
    begin: () => known.clear(),
    define: {
      variable: (x: Extraction, node) => {
        const name = x.textOf(node);
        if (known.has(name)) return;
        known.add(name);
        x.define(node, { kind: Kind.variable, name, nameNode: node });
      },
    },
    refer: {
      snippet: taken("snippet"),
      relative: taken("relative"),
      section: taken("section"),
      layout: taken("layout"),
      block: taken("block"),
      asset: taken(ASSET),
    },
    values: {},
    docs: { line: [], block: [] },
  };
};

/** Liquid. */
export const liquid: LanguageImplementation = {
  reader: liquidReader,
  rules,
  modules: liquidModules,
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "liquid",
  },
};
