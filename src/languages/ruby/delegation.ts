/** Methods that hand on to another object, by what declares them: `delegate`, `def_delegators`, `def_delegator`. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** A method that hands on. */
export interface Delegated {
  /** Where it is named. */
  readonly node: NodeIndex;
  readonly name: string;
  /** What gives the object that it hands on to: a method, or a variable of the instance. */
  readonly to: string;
  /** Name of that object's method. */
  readonly original: string;
}

const NOTHING: readonly Delegated[] = [];

/** The methods that a call in a class body defines so. @param name what is called */
export function delegatedBy(
  x: Extraction,
  s: Syntax,
  name: string,
  args: readonly NodeIndex[],
): readonly Delegated[] {
  const symbols = args.filter((one) => x.tree.kinds[one] === s.K.simpleSymbol);
  const textOf = (node: NodeIndex): string => x.textOf(node).replace(/^:/, "");
  const [first, second, third] = symbols;
  switch (name) {
    case "delegate": {
      const to = receiverOf(x, s, args);
      return to === "" ? NOTHING : symbols.map((node) => {
        const own = textOf(node);
        return { node, name: own, to, original: own };
      });
    }
    case "def_delegators":
    case "def_instance_delegators":
      return first === undefined ? NOTHING : symbols.slice(1).map((node) => {
        const own = textOf(node);
        return { node, name: own, to: textOf(first), original: own };
      });
    case "def_delegator":
    case "def_instance_delegator": {
      if (first === undefined || second === undefined) return NOTHING;
      const node = third ?? second;
      return [{ node, name: textOf(node), to: textOf(first), original: textOf(second) }];
    }
    default:
      return NOTHING;
  }
}

/** What `to: :owner` says; "" when it says nothing, or another name is given to what is defined. */
function receiverOf(x: Extraction, s: Syntax, args: readonly NodeIndex[]): string {
  let to = "";
  for (const pair of args) {
    if (x.tree.kinds[pair] !== s.K.pair) continue;
    const key = x.tree.child(pair, s.F.key);
    const value = x.tree.child(pair, s.F.value);
    if (key === NONE || value === NONE) continue;
    if (x.textOf(key) === "prefix") return "";
    if (x.textOf(key) === "to" && x.tree.kinds[value] === s.K.simpleSymbol) {
      to = x.textOf(value).replace(/^:/, "");
    }
  }
  return to;
}
