/** How well texts fit what a question asks for. */
import { PREFIXES, type QueryTerm, stemOf, wordFit } from "../graph/query_terms.ts";
import { subWords } from "../store/sub_words.ts";
import { WordHeads } from "../store/word_heads.ts";

/** How well something fits one of the terms. */
export interface TermFit {
  /** Position of the term. */
  readonly term: number;
  /** Above 0, 1 for a form of the same word. */
  readonly fit: number;
}

/** The terms that something fits at all, in their order: most texts fit none or one. */
export type Fit = readonly TermFit[];

const NONE: Fit = [];
/** How well a word fits that programmers use for the one that was asked for. */
const OF_SYNONYM = 0.5;
/** Fit from which on a word of a name was asked for. */
const ASKED_FIT = 0.5;
/** What a name loses of which next to no word was asked for. */
const BESIDE = 0.3;

/** Compares texts with the terms of one question, each name and each word once. */
export class TermFits {
  readonly #terms: readonly QueryTerm[];
  /** How words begin that fit any term. */
  readonly #heads: WordHeads;
  readonly #ofNames = new Map<string, Fit>();
  readonly #ofWords = new Map<string, Fit>();
  readonly #fullnesses = new Map<string, number>();

  constructor(terms: readonly QueryTerm[]) {
    this.#terms = terms;
    this.#heads = headsOf(terms);
  }

  /** How well the words of a name or a path fit, of which many are the same. */
  of(name: string): Fit {
    let fit = this.#ofNames.get(name);
    if (fit === undefined) {
      fit = this.ofProse(name);
      this.#ofNames.set(name, fit);
    }
    return fit;
  }

  /** How well the words of a longer text fit. */
  ofProse(text: string): Fit {
    let fit = NONE;
    for (const word of subWords(text, this.#heads)) {
      const own = this.#ofWord(word);
      if (own !== NONE && own !== fit) fit = fit === NONE ? own : better(fit, own);
    }
    return fit;
  }

  /** What a name's fit is worth: less, the more of its words were not asked for. */
  fullness(name: string): number {
    let fullness = this.#fullnesses.get(name);
    if (fullness === undefined) {
      const words = [...new Set(subWords(name))];
      const isAsked = (word: string): boolean =>
        this.#ofWord(word).some(({ fit }) => fit >= ASKED_FIT);
      const asked = words.filter(isAsked);
      fullness = words.length === 0 ? 1 : 1 - BESIDE * (1 - asked.length / words.length);
      this.#fullnesses.set(name, fullness);
    }
    return fullness;
  }

  #ofWord(word: string): Fit {
    let fit = this.#ofWords.get(word);
    if (fit === undefined) {
      fit = this.#compared(word);
      this.#ofWords.set(word, fit);
    }
    return fit;
  }

  #compared(word: string): Fit {
    const stemOfWord = stemOf(word);
    let fits: TermFit[] | undefined;
    for (const [term, { stem, synonyms }] of this.#terms.entries()) {
      let fit = wordFit(word, stem, stemOfWord);
      if (fit < OF_SYNONYM && (synonyms.includes(word) || synonyms.includes(stemOfWord))) {
        fit = OF_SYNONYM;
      }
      if (fit > 0) (fits ??= []).push({ term, fit });
    }
    return fits ?? NONE;
  }
}

/**
 * How words begin that fit any of some terms: like its stem or a synonym, which they are a form of,
 * go on from or abbreviate, or like a prefix with the stem behind it.
 */
function headsOf(terms: readonly QueryTerm[]): WordHeads {
  const heads = new WordHeads();
  for (const { stem, synonyms } of terms) {
    for (const begin of [stem, ...synonyms]) heads.add(begin);
    for (const prefix of PREFIXES) heads.add(prefix + stem);
  }
  return heads;
}

/** For each term the better of two fits. */
function better(one: Fit, other: Fit): Fit {
  const all: TermFit[] = [];
  let at = 0;
  for (const own of one) {
    while (at < other.length && other[at]!.term < own.term) all.push(other[at++]!);
    const same = other[at]?.term === own.term ? other[at++]! : own;
    all.push(same.fit > own.fit ? same : own);
  }
  while (at < other.length) all.push(other[at++]!);
  return all;
}
