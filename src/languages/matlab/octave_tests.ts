/**
 * Tests that Octave keeps in comments at the end of a file: `%!test` with the `%!` lines after it,
 * `%!assert (…)`, `%!error <…> …`. Their code is read for the names that it calls.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, RefKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

const TEST = /^%!(test|testif|xtest|assert|fail|error|warning)\b(.*)/;
/** `%! code`: it belongs to what begins before it. */
const CONTINUED = /^%!(?:[ \t]|$)/;
const CALL = /(?<![\w.@])@?([A-Za-z_]\w*)[ \t]*\(/g;
const ASSIGNED = /(?:^|[;,(])[ \t]*(\w+)(?:\.\w+)*(?:\([^()]*\))?[ \t]*=(?!=)/gm;
const ASSIGNED_LIST = /\[([\w~, \t]+)\][ \t]*=(?!=)/g;
const STRINGS_AND_NOTES =
  /"(?:\\.|[^"\\\n])*"|(?<![\w)\]}'.])'(?:''|[^'\n])*'|<[^<>\n]*>|[%#][^!\n].*/g;
const KEYWORDS: ReadonlySet<string> = new Set(
  "if elseif while until switch case for parfor return test testif xtest fail error warning assert"
    .split(" "),
);

interface TestBlock {
  readonly symbol: number;
  /** Offset of its text. */
  readonly start: number;
  readonly text: string;
}

/** The tests in the comments of one file after another. */
export class OctaveTests {
  readonly #blocks = new Map<NodeIndex, TestBlock[]>();
  #count = 0;

  /** Forgets the file before. */
  reset(): void {
    this.#blocks.clear();
    this.#count = 0;
  }

  /** First pass, for a comment. */
  define(x: Extraction, node: NodeIndex): void {
    const start = x.tree.starts[node]!;
    if (x.text[start + 1] !== "!") return;
    const blocks: TestBlock[] = [];
    let from = -1;
    let at = start;
    const end = (): void => {
      if (from >= 0) blocks.push(this.#define(x, node, from, at));
      from = -1;
    };
    for (const line of x.textOf(node).split("\n")) {
      if (TEST.test(line)) {
        end();
        from = at;
      } else if (!CONTINUED.test(line)) end();
      at += line.length + 1;
    }
    end();
    if (blocks.length > 0) this.#blocks.set(node, blocks);
  }

  #define(x: Extraction, node: NodeIndex, start: number, end: number): TestBlock {
    const text = x.text.slice(start, end).trimEnd();
    const [, keyword = "", rest = ""] = TEST.exec(text) ?? [];
    this.#count++;
    const title = rest.trim() === "" ? `${keyword} ${this.#count}` : `${keyword}${rest.trimEnd()}`;
    const symbol = x.define(node, {
      kind: Kind.test,
      name: title.slice(0, 120),
      container: NONE,
      bindIn: "nowhere",
      doc: "",
      flags: Flag.test,
    });
    const { symbols } = x.facts.tables;
    const line = x.lineAt(start);
    symbols.set(symbol, Sym.FLAGS, symbols.get(symbol, Sym.FLAGS) & ~Flag.local);
    symbols.set(symbol, Sym.START, start);
    symbols.set(symbol, Sym.START_LINE, line);
    symbols.set(symbol, Sym.NAME_LINE, line);
    symbols.set(symbol, Sym.NAME_COLUMN, x.columnAt(start + 2, line));
    symbols.set(symbol, Sym.END, start + text.length);
    symbols.set(symbol, Sym.END_LINE, x.lineAt(start + text.length - 1));
    symbols.set(symbol, Sym.SIGNATURE, x.facts.prose(title.slice(0, 120)));
    return { symbol, start, text };
  }

  /** Second pass, for a comment. */
  refer(x: Extraction, node: NodeIndex): void {
    for (const { symbol, start, text } of this.#blocks.get(node) ?? []) {
      const code = text.replace(STRINGS_AND_NOTES, (written) => " ".repeat(written.length))
        .replace(/^%!/gm, "  ");
      const variables = assignedIn(code);
      for (const { 0: whole, 1: name = "", index } of code.matchAll(CALL)) {
        if (KEYWORDS.has(name) || variables.has(name)) continue;
        const offset = start + index + whole.indexOf(name);
        x.referAt(RefKind.call, name, offset, x.nameExpression(name, offset, 0), { symbol });
      }
    }
  }
}

function assignedIn(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name = ""] of code.matchAll(ASSIGNED)) names.add(name);
  for (const [, list = ""] of code.matchAll(ASSIGNED_LIST)) {
    for (const name of list.split(/[^\w]+/)) names.add(name);
  }
  return names;
}
