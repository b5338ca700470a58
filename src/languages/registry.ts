/** All languages. Adding one: its file, one import and one line here. */
import { c } from "./c.ts";
import { cpp } from "./cpp.ts";
import { go } from "./go.ts";
import { javascript } from "./javascript.ts";
import { julia } from "./julia.ts";
import type { Language } from "./language.ts";
import { matlab } from "./matlab.ts";
import { perl } from "./perl.ts";
import { python } from "./python.ts";
import { r } from "./r.ts";
import { tsx } from "./tsx.ts";
import { typescript } from "./typescript.ts";

/** Every language, in the order in which they are listed to people. */
export const LANGUAGES: readonly Language[] = [
  python,
  typescript,
  tsx,
  javascript,
  r,
  go,
  c,
  cpp,
  julia,
  matlab,
  perl,
];

const BY_ID = new Map(LANGUAGES.map((language) => [language.id, language]));

/** The language of an id. @throws {Error} for an id that the registry does not hold. */
export function languageOf(id: string): Language {
  const language = BY_ID.get(id);
  if (language === undefined) throw new Error(`unknown language "${id}"`);
  return language;
}
