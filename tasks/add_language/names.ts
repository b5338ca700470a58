/** The names under which a language appears. */
export interface LanguageNames {
  /** Its id, and the name of its files: `my_language`. */
  readonly id: string;
  /** The constant that its file exports: `myLanguage`. */
  readonly constant: string;
  /** For people: `My language`. */
  readonly title: string;
}

/** Names from an id; `title` when it is not the id with a capital letter. */
export function languageNames(id: string, title?: string): LanguageNames {
  const words = id.split("_");
  const constant = words.map((word, at) => at === 0 ? word : capitalized(word)).join("");
  return { id, constant, title: title ?? capitalized(words.join(" ")) };
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
