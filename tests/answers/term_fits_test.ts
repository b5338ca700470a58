import { equal } from "node:assert/strict";
import fc from "fast-check";
import { TermFits } from "../../src/answers/term_fits.ts";
import { PREFIXES, queryTerms, wordFit } from "../../src/graph/query_terms.ts";
import { subWords } from "../../src/store/sub_words.ts";

const QUESTION =
  "how are queries resolved, flies caught and an id mapped to its configuration in the db";
const TERMS = queryTerms(QUESTION).terms;

Deno.test("no word that fits a term is passed over, however it begins", () => {
  const fits = new TermFits(TERMS);
  const stems = TERMS.flatMap(({ word, stem, synonyms }) => [word, stem, ...synonyms]);
  const word = fc.tuple(
    fc.constantFrom("", ...PREFIXES),
    fc.constantFrom(...stems).chain((stem) =>
      fc.integer({ min: 1, max: stem.length }).map((length) => stem.slice(0, length))
    ),
    fc.constantFrom("", "s", "ing", "ies", "ped", "er", "2", "é"),
  ).map((parts) => parts.join(""));
  fc.assert(fc.property(fc.array(word, { maxLength: 4 }), (words) => {
    const text = words.join("_");
    const best = TERMS.map(({ stem, synonyms }) =>
      Math.max(
        0,
        ...subWords(text).map((word) =>
          Math.max(
            wordFit(word, stem),
            ...synonyms.map((other) => wordFit(word, other) === 1 ? 0.5 : 0),
          )
        ),
      )
    );
    const found = fits.ofProse(text);
    for (const [term, fit] of best.entries()) {
      equal(found.find((own) => own.term === term)?.fit ?? 0, fit, `${text}: ${TERMS[term]?.word}`);
    }
  }));
});
