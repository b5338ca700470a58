/** Subs that XS gives to Perl: under which names, in which packages. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, Sym } from "../../extract/facts.ts";

const MODULE = /^MODULE\s*=.*$/gm;
const PACKAGE = /\bPACKAGE\s*=\s*([\w:]+)/;
const PREFIX = /\bPREFIX\s*=\s*(\w+)/;
const NAME = /^MODULE\s*=\s*([\w:]+)/;
/** Keywords under which other names stand, up to the next keyword. */
const SECTION = /^[ \t]*(ALIAS|INTERFACE)\s*:([^]*?)(?=^[ \t]*[A-Z_]+\s*:|$(?![^]))/gm;
const ALIAS = /([A-Za-z_][\w:]*)\s*=>?\s*\w+/g;
const WORD = /[A-Za-z_]\w*/g;
const HAS_CODE = /^[ \t]*(?:CODE|PPCODE|INTERFACE)\s*:/m;

/** A stretch of a file that belongs to one package. */
interface Stretch {
  readonly start: number;
  readonly package: string;
  readonly prefix: string;
}

/** Records them for one file after the other. */
export class ExtensionOffers {
  #text = "";
  #stretches: readonly Stretch[] = [];

  /** A function; nothing unless it stands where XS has its subs. */
  sub(x: Extraction, symbol: number): void {
    this.#readText(x);
    if (this.#stretches.length === 0) return;
    const { symbols } = x.facts.tables;
    const start = symbols.get(symbol, Sym.START);
    const stretch = this.#stretches.findLast((one) => one.start <= start);
    if (stretch === undefined) return;
    const own = x.facts.textAt(symbols.get(symbol, Sym.NAME));
    const body = x.text.slice(start, symbols.get(symbol, Sym.END));
    const aliases = namesUnder("ALIAS", ALIAS, body);
    const called = namesUnder("INTERFACE", WORD, body);
    for (const name of new Set([own, ...aliases, ...called])) {
      this.#offer(x, symbol, name, stretch, start);
    }
    // Without code of its own a sub calls the function of its name.
    if (!HAS_CODE.test(body)) called.push(own);
    for (const name of called) {
      x.callForeign(name, start + Math.max(0, body.indexOf(name)), "XS", "", symbol);
    }
  }

  #offer(x: Extraction, symbol: number, name: string, stretch: Stretch, offset: number): void {
    const split = name.lastIndexOf("::");
    const owner = split < 0 ? stretch.package : name.slice(0, split);
    const last = split < 0 ? name : name.slice(split + 2);
    const offered = last.startsWith(stretch.prefix) ? last.slice(stretch.prefix.length) : last;
    x.offer(offered, offset, x.facts.expression(Op.symbol, symbol), "XS", { symbol, owner });
  }

  #readText(x: Extraction): void {
    if (this.#text === x.text) return;
    this.#text = x.text;
    this.#stretches = !x.text.includes("MODULE")
      ? []
      : Array.from(x.text.matchAll(MODULE), ({ 0: line, index }) => ({
        start: index,
        package: PACKAGE.exec(line)?.[1] ?? NAME.exec(line)?.[1] ?? "",
        prefix: PREFIX.exec(line)?.[1] ?? "",
      }));
  }
}

/** Names that stand under a keyword of a sub. */
function namesUnder(keyword: string, name: RegExp, body: string): string[] {
  return Array.from(body.matchAll(SECTION))
    .filter(([, found]) => found === keyword)
    .flatMap(([, , list]) => Array.from(list!.matchAll(name), (match) => match[1] ?? match[0]));
}
