/** Attributes and documentation before an item. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** What the lines before an item say of it. */
export interface Attributes {
  /** Run by the test runner: `#[test]`, `#[tokio::test]`, `#[rstest]`, `#[bench]`. */
  readonly isTest: boolean;
  /** Built for tests only: `#[cfg(test)]`. */
  readonly isForTests: boolean;
  readonly isDeprecated: boolean;
  /** File that `#[path = "…"]` gives; "" when there is none. */
  readonly path: string;
  /** First node of the attributes, or the item itself. */
  readonly first: NodeIndex;
}

const TEST_ATTRIBUTE = /^(?:\w+::)*(?:test|bench|rstest|test_case|proptest|quickcheck)\b/;

/** Reads the attributes before items, for one grammar. */
export class AttributeReader {
  constructor(readonly s: Syntax) {}

  /** What stands before an item. */
  read(x: Extraction, item: NodeIndex): Attributes {
    const found = { isTest: false, isForTests: false, isDeprecated: false, path: "", first: item };
    const parent = x.tree.parents[item]!;
    if (parent === NONE) return found;
    // Attributes are the items' elder siblings: those that nothing else stands after.
    for (let at = this.#before(x, parent, item); at !== NONE; at = this.#before(x, parent, at)) {
      if (x.tree.kinds[at] !== this.s.K.attributeItem) break;
      found.first = at;
      this.#note(x, at, found);
    }
    return found;
  }

  /** Sibling before a node, comments passed over; -1 if there is none. */
  #before(x: Extraction, parent: NodeIndex, node: NodeIndex): NodeIndex {
    const { tree } = x;
    // The nearest node before is the end of the sibling's subtree.
    let at = node - 1;
    while (at > parent) {
      while (at > parent && tree.parents[at] !== parent) at = tree.parents[at]!;
      if (at <= parent) return NONE;
      if (!this.s.COMMENTS.has(tree.kinds[at]!)) return at;
      at--;
    }
    return NONE;
  }

  #note(
    x: Extraction,
    item: NodeIndex,
    found: { isTest: boolean; isForTests: boolean; isDeprecated: boolean; path: string },
  ): void {
    const attribute = x.tree.childOfKind(item, this.s.K.attribute);
    if (attribute === NONE) return;
    const text = x.textOf(attribute);
    if (TEST_ATTRIBUTE.test(text)) found.isTest = true;
    else if (text.startsWith("cfg") && /^cfg\s*\(\s*(?:all\(\s*)?test\b/.test(text)) {
      found.isForTests = true;
    } else if (text.startsWith("deprecated")) found.isDeprecated = true;
    else if (text.startsWith("path")) found.path = /"([^"]*)"/.exec(text)?.[1] ?? "";
  }
}
