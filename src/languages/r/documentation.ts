/** What the comments above a definition say: roxygen blocks, or plain comments in scripts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag } from "../../extract/facts.ts";
import type { NodeIndex } from "../../extract/syntax_tree.ts";

/** Documentation of a definition. */
export interface Documentation {
  /** Title and description, parameters and value, the first lines of the examples, without tags. */
  readonly text: string;
  /** `Flag.exported` when the block says so. */
  readonly flags: number;
}

const NO_DOCUMENTATION: Documentation = { text: "", flags: 0 };
const TAG = /^@(\w+)\s*(.*)$/;
const TEXT_TAGS = new Set(["title", "description", "details"]);
const DETAIL_TAGS = new Set(["param", "return", "returns"]);
/** Tags of examples; the second has a condition behind it. */
const EXAMPLES = "examples";
const CONDITIONAL_EXAMPLES = "examplesIf";
/** Some blocks have a hundred lines of examples, which are no longer about the one function. */
const MOST_EXAMPLE_LINES = 15;
const RULER = /^[-=#*~_+\s]*$/;
/** The title of a section, as editors fold it: `# Plots ----`. */
const SECTION = /[-=#]{4,}\s*$/;

/** Documentation above a node that stands first on its line. */
export function documentationOf(x: Extraction, node: NodeIndex): Documentation {
  const start = x.tree.starts[node]!;
  const line = x.lineAt(start);
  if (line === 1 || x.lineText(line).slice(0, x.columnAt(start, line) - 1).trim() !== "") {
    return NO_DOCUMENTATION;
  }
  const comment = x.docBefore(node);
  if (comment === "") return NO_DOCUMENTATION;
  return { text: untagged(comment), flags: /(^|\n)@export\b/.test(comment) ? Flag.exported : 0 };
}

/**
 * The text of a block that belongs to no tag but those that hold text, then what it says of parameters and
 * of the value, then its examples.
 */
function untagged(comment: string): string {
  const text: string[] = [];
  const details: string[] = [];
  const examples: string[] = [];
  let lines: string[] | undefined = text;
  for (const line of comment.split("\n")) {
    const tag = TAG.exec(line);
    if (tag !== null) {
      lines = linesOf(tag[1]!, text, details, examples);
      const rest = restOf(tag[1]!, tag[2]!);
      if (rest !== "") lines?.push(rest);
    } else if (lines !== examples && line !== "" && RULER.test(line)) continue;
    else if (lines === text && SECTION.test(line)) text.length = 0;
    else if (lines === text || line !== "") lines?.push(line);
  }
  const shown = examples.length === 0
    ? []
    : ["Examples:", ...examples.slice(0, MOST_EXAMPLE_LINES)];
  return [text.join("\n").trim(), details.join("\n"), shown.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Where what stands under a tag belongs. */
function linesOf(
  tag: string,
  text: string[],
  details: string[],
  examples: string[],
): string[] | undefined {
  if (TEXT_TAGS.has(tag)) return text;
  if (DETAIL_TAGS.has(tag)) return details;
  return tag === EXAMPLES || tag === CONDITIONAL_EXAMPLES ? examples : undefined;
}

/** What to tell of the rest of a tag's line. */
function restOf(tag: string, rest: string): string {
  if (tag === "param") return rest.replace(/\s+/, ": ");
  if (tag === CONDITIONAL_EXAMPLES) return "";
  return DETAIL_TAGS.has(tag) && rest !== "" ? `Returns: ${rest}` : rest;
}
