/** What the comments above a definition say: roxygen blocks, or plain comments in scripts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag } from "../../extract/facts.ts";
import type { NodeIndex } from "../../extract/syntax_tree.ts";

/** Documentation of a definition. */
export interface Documentation {
  /** Title and description, parameters and value, without tags. */
  readonly text: string;
  /** `Flag.exported` when the block says so. */
  readonly flags: number;
}

const NO_DOCUMENTATION: Documentation = { text: "", flags: 0 };
const TAG = /^@(\w+)\s*(.*)$/;
const TEXT_TAGS = new Set(["title", "description", "details"]);
const DETAIL_TAGS = new Set(["param", "return", "returns"]);
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
 * of the value.
 */
function untagged(comment: string): string {
  const text: string[] = [];
  const details: string[] = [];
  let lines: string[] | undefined = text;
  for (const line of comment.split("\n")) {
    const tag = TAG.exec(line);
    if (tag !== null) {
      lines = TEXT_TAGS.has(tag[1]!) ? text : DETAIL_TAGS.has(tag[1]!) ? details : undefined;
      const rest = tag[1] === "param" ? tag[2]!.replace(/\s+/, ": ") : tag[2]!;
      if (rest !== "") {
        lines?.push(lines === details && tag[1] !== "param" ? `Returns: ${rest}` : rest);
      }
    } else if (line !== "" && RULER.test(line)) continue;
    else if (lines === text && SECTION.test(line)) text.length = 0;
    else if (lines === text || line !== "") lines?.push(line);
  }
  return `${text.join("\n").trim()}\n\n${details.join("\n")}`.trim();
}
