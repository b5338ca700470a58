/**
 * What linkers asked of a project. As long as edits touch nothing of it, they would add what they added,
 * so that they need not run again (`standing_links.ts`).
 */

/** Of what there is one for each language. */
type Whole =
  /** References of a kind that only linkers look at, whatever their names. */
  | "values"
  /** All that files say: any edit may touch it. */
  | "everything"
  /** What is defined in the language, by whatever names. */
  | "definitions"
  /** The order of the fields of a type. */
  | "fields";

/** One thing that was asked. */
export interface Asked {
  readonly topic: string;
  /** Numbers (global) of the names for which it was, in ascending order. */
  readonly names: Int32Array;
  /** Names for which it was that have no number, and ids. */
  readonly texts: readonly string[];
}

const ASKED = "names";
const MISSED = "missed";
const LINKERS = "linkers";

/** Questions of all linkers of a project together. */
export class LinkQuestions {
  /** Names by `language kind`. */
  readonly #sites = new Map<string, Set<number>>();
  /** The same of names that no file held. */
  readonly #missedSites = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();
  readonly #names = new Set<number>();
  /** Names that were asked for and that no file held. */
  readonly #missed = new Set<string>();

  /** @param linkers ids of the linkers that asked, in their order */
  constructor(readonly linkers: readonly string[]) {}

  /**
   * References of some kinds to some names in files of some languages were looked for.
   * @param missed further names, which have no number
   */
  noteSites(
    languages: Iterable<string>,
    kinds: Iterable<number>,
    names: Iterable<number>,
    missed: readonly string[] = [],
  ): void {
    const wanted = [...names];
    const asked = [...kinds];
    for (const language of languages) {
      for (const kind of asked) {
        const key = siteKey(language, kind);
        addAll(this.#sites, key, wanted);
        addAll(this.#missedSites, key, missed);
      }
    }
  }

  /** Takes into account that names which no file held have numbers by now. */
  numberMissed(idOf: (name: string) => number): void {
    for (const [key, names] of this.#missedSites) {
      addAll(this.#sites, key, Array.from(names, idOf).filter((id) => id >= 0));
    }
  }

  /** All of some sort was looked at in some languages. */
  noteWhole(what: Whole, languages: Iterable<string>): void {
    for (const language of languages) this.#whole.add(`${what} ${language}`);
  }

  /** A name was looked up by its text. @param id its number, -1 when no file holds it */
  noteName(text: string, id: number): void {
    if (id >= 0) this.#names.add(id);
    else this.#missed.add(text);
  }

  /** Whether a reference of a kind and a name (global) was looked for. */
  hasSite(language: string, kind: number, name: number): boolean {
    return this.#sites.get(siteKey(language, kind))?.has(name) === true;
  }

  /** Whether all of some sort was looked at in a language. */
  hasWhole(what: Whole, language: string): boolean {
    return this.#whole.has(`${what} ${language}`);
  }

  /** Whether a name was looked up by its text. */
  hasName(text: string, id: number): boolean {
    return this.#names.has(id) || this.#missed.has(text);
  }

  /** All that was asked, as it is kept. */
  rows(): Asked[] {
    return [
      asked(LINKERS, [], this.linkers),
      asked(ASKED, this.#names),
      asked(MISSED, [], [...this.#missed].sort()),
      ...this.#whole.values().map((what) => asked(what, [])),
      ...this.#sites.entries().map(([key, names]) =>
        asked(key, names, [...this.#missedSites.get(key) ?? []].sort())
      ),
    ];
  }

  /** What {@link rows} gave; undefined when that says of no linkers. */
  static of(rows: readonly Asked[]): LinkQuestions | undefined {
    const linkers = rows.find(({ topic }) => topic === LINKERS);
    if (linkers === undefined) return undefined;
    const questions = new LinkQuestions(linkers.texts);
    for (const { topic, names, texts } of rows) {
      if (topic === ASKED) names.forEach((name) => questions.#names.add(name));
      else if (topic === MISSED) texts.forEach((name) => questions.#missed.add(name));
      else if (/ \d+$/.test(topic)) {
        questions.#sites.set(topic, new Set(names));
        questions.#missedSites.set(topic, new Set(texts));
      } else if (topic !== LINKERS) questions.#whole.add(topic);
    }
    return questions;
  }
}

function addAll<Name>(sets: Map<string, Set<Name>>, key: string, names: Iterable<Name>): void {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  for (const name of names) known.add(name);
}

function siteKey(language: string, kind: number): string {
  return `${language} ${kind}`;
}

function asked(topic: string, names: Iterable<number>, texts: readonly string[] = []): Asked {
  return { topic, names: Int32Array.from(names).sort(), texts };
}
