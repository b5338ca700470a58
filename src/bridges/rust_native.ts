/**
 * Between Rust or Zig and C: functions that they declare as `extern` and C defines, and functions that C
 * declares or calls and they export under a name of C's. The edge leads from what is declared to what is
 * defined.
 */
import { C_LANGUAGES } from "./native_languages.ts";
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { libraryFunctions } from "./library_functions.ts";
import { nearest } from "../resolve/nearest.ts";

const LANGUAGES = ["rust", "zig"];
const NATIVE = C_LANGUAGES;
const NATIVE_SET: ReadonlySet<string> = new Set(NATIVE);
const MECHANISM = "extern";
const CALLS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

function link(links: Links): void {
  const exported = new Map<string, number[]>();
  for (const site of links.offers(MECHANISM, LANGUAGES)) {
    for (const { symbol } of links.resolve(site).targets) {
      append(exported, links.nameOf(site), symbol);
    }
  }
  for (const site of links.foreignCalls(MECHANISM, LANGUAGES)) {
    const name = links.nameOf(site);
    const defined = libraryFunctions(links, name, NATIVE_SET);
    const symbols = nearest(links.project, site.file, [...defined, ...exported.get(name) ?? []]);
    if (symbols.length > MOST_TARGETS) continue;
    for (const symbol of symbols) {
      links.bridge(site, symbol, MECHANISM, Certainty.inferred, symbols.length);
    }
  }
  linkCallsOfC(links, exported);
}

/** Calls in C of what only they define. */
function linkCallsOfC(links: Links, exported: ReadonlyMap<string, readonly number[]>): void {
  const names = new Set(
    [...exported.keys()].map((name) => links.project.nameId(name)).filter((id) => id >= 0),
  );
  for (const site of links.naming(names, CALLS, NATIVE)) {
    const { targets } = links.resolve(site);
    if (targets.some(({ symbol }) => !links.isDeclaration(symbol))) continue;
    const all = exported.get(links.nameOf(site)) ?? [];
    const symbols = nearest(links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) continue;
    const confidence = targets.length > 0 && symbols.length === 1
      ? Certainty.exact
      : Certainty.inferred;
    for (const symbol of symbols) {
      links.bridge(site, symbol, MECHANISM, confidence, symbols.length);
    }
  }
}

/** Rust, Zig and C. */
export const rustNative: Linker = { link };
