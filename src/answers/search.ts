/** Which symbols does a text mean, in whole or in part? */
import { SYMBOL_KINDS } from "../extract/facts.ts";
import type { IndexStore } from "../store/index_store.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { asAsked } from "./as_asked.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { nearestSymbols } from "./nearest_symbols.ts";
import { fewer } from "./fewer.ts";
import { firstSentence } from "./first_sentence.ts";
import { type InputOf, optionalChoice, optionalText, requiredText } from "./parameters.ts";
import { isUnder } from "./path_filter.ts";
import { question, QuestionError, type Telling } from "./question.ts";
import { scaled } from "./scaled.ts";
import { type Match, MATCHES, SearchCandidates } from "./search_candidates.ts";
import { searchText } from "./search_text.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { constructorsOf } from "./subjects.ts";
import { limitOf } from "./symbol_parameters.ts";
import { symbolReference, symbolShape } from "./symbol_reference.ts";

const parameters = {
  query: requiredText(
    'a name, part of one, Class.method, words, or words of the documentation, e.g. "parse header"',
  ),
  kind: optionalChoice('only symbols of that kind, e.g. "class"', SYMBOL_KINDS),
  limit: limitOf("results", 10),
  language: optionalText('only symbols in that language, by its id, e.g. "python"'),
  path: optionalText('only symbols in that file or directory, e.g. "src/api"'),
};

const resultShape = record({
  symbol: symbolShape,
  match: oneOf(MATCHES, "how it matches the query"),
  doc: optional(text("what its documentation says first")),
  callSites: whole("how many sites use it"),
});

const shape = record({
  query: text(),
  results: list(resultShape, "the best first"),
  moreResults: whole("known results not shown; there may be more still"),
  outside: whole("when nothing was found: results that kind, language and path leave out"),
  suggestions: list(symbolShape, "when nothing was found: some of those, or the nearest names"),
  changedFiles: list(text(), "files in the answer that changed since they were indexed"),
});
export type SearchAnswer = ValueOf<typeof shape>;

/** Results whose call sites are counted to rank them. */
const MOST_COUNTED = 40;
const MOST_SUGGESTIONS = 5;
/** Results of a filtered search are fewer: more candidates are looked at. */
const FILTERED_CANDIDATES = 4;

/** Symbols by name, part of a name, words, and documentation. */
export const search = question({
  name: "search",
  title: "Search",
  description: "Find symbols by name, part of a name, words, or what their documentation says.\n" +
    "Understands camelCase and snake_case parts, Class.method, path:name, and small typing errors.",
  parameters,
  shape,
  maxChars: 8000,
  ask,
  toText: searchText,
});

function ask(
  { store, lines, checkpoint }: AnswerContext,
  input: InputOf<typeof parameters>,
): Telling<SearchAnswer> {
  const { query, kind, language, path, limit } = input;
  if (language !== undefined) requireLanguage(store, language);
  const isFiltered = kind !== undefined || language !== undefined || path !== undefined;
  const wanted = Math.max(limit, MOST_COUNTED) * (isFiltered ? FILTERED_CANDIDATES : 1);
  const all = new SearchCandidates(store, query, wanted).all();
  const candidates = all.filter(({ symbol }) =>
    (kind === undefined || symbol.kind === kind) &&
    (language === undefined || symbol.language === language.toLowerCase()) &&
    (path === undefined || isUnder(symbol.file, path))
  );
  checkpoint();
  const best = candidates.slice(0, Math.max(limit, MOST_COUNTED));
  const sites = callSitesOf(store, best.map(({ symbol }) => symbol));
  const ranked = best
    .map(({ symbol, match, score }) => {
      const callSites = sites(symbol);
      return { symbol, match, callSites, score: score + Math.log2(1 + callSites) };
    })
    .sort((a, b) => b.score - a.score || byPlace(a.symbol, b.symbol));
  const suggested = ranked.length > 0
    ? []
    : all.length > 0
    ? all.slice(0, MOST_SUGGESTIONS).map(({ symbol }) => symbol)
    : nearestSymbols(store, query, MOST_SUGGESTIONS);
  return (scale) => {
    const shown = ranked.slice(0, scaled(limit, scale));
    store.symbols.lookAround(shown.map(({ symbol }) => symbol));
    lines.check(shown.map(({ symbol }) => symbol.file));
    return {
      query: asAsked(query),
      results: shown.map(({ symbol, match, callSites }) => ({
        symbol: symbolReference(store, symbol),
        match: match as Match,
        ...(symbol.doc === undefined ? {} : { doc: firstSentence(symbol.doc) }),
        callSites,
      })),
      moreResults: candidates.length - shown.length,
      outside: shown.length > 0 ? 0 : all.length,
      suggestions: fewer(suggested, scale, 1).map((symbol) => symbolReference(store, symbol)),
      changedFiles: lines.changed,
    };
  };
}

/** How many sites use each of some symbols: those of its constructors use a class. */
function callSitesOf(
  store: IndexStore,
  symbols: readonly StoredSymbol[],
): (symbol: StoredSymbol) => number {
  const constructors = constructorsOf(store, symbols);
  const ids = symbols.flatMap(({ id }) => [id, ...constructors.get(id) ?? []]);
  const counts = store.edges.countsTo(ids, CALL_KINDS);
  return ({ id }) =>
    [id, ...constructors.get(id) ?? []].reduce((sum, target) => sum + counts.get(target)!, 0);
}

/** @throws {QuestionError} when the project has no file in a language */
function requireLanguage({ totals }: IndexStore, wanted: string): void {
  const languages = totals.languages().map(({ language }) => language);
  if (languages.includes(wanted.toLowerCase())) return;
  throw new QuestionError(
    `no file of this project is in the language ${JSON.stringify(wanted.slice(0, 80))}`,
    `Give one of ${languages.join(", ")} as language, or leave it out.`,
  );
}
