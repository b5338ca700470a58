/** Parameters that several questions share. */
import { CONFIDENCES } from "../resolve/edges.ts";
import {
  choice,
  optionalText,
  optionalWholeNumber,
  requiredText,
  wholeNumber,
} from "./parameters.ts";

/** The symbol asked about. */
export const SYMBOL = requiredText(
  'name, Class.method, Class::method, pkg::fun, path/file.ext:name, path/file.ext:line, or an id from an earlier answer, e.g. "Cart.total"',
);

/** Narrows an ambiguous name down. */
export const FILE = optionalText('only symbols of that file or directory, e.g. "src/app.py"');

/** Leaves out what is less sure. */
export const MIN_CONFIDENCE = choice(
  'leave out what is less sure, e.g. "inferred"',
  CONFIDENCES,
  "heuristic",
);

/** How many of something. */
export function limitOf(what: string, byDefault: number): ReturnType<typeof wholeNumber> {
  return wholeNumber(`${what} at most, e.g. ${byDefault * 2}`, {
    least: 1,
    most: 1000,
    default: byDefault,
  });
}

const SIZES = { least: 2000, most: 200_000 };

/** The size of an answer. */
export function maxCharsOf(byDefault: number): ReturnType<typeof wholeNumber> {
  return wholeNumber("characters of the answer at most, e.g. 20000", {
    ...SIZES,
    default: byDefault,
  });
}

/** The size of an answer that otherwise depends on how much is asked for. */
export function optionalMaxChars(usual: number): ReturnType<typeof optionalWholeNumber> {
  const size = usual.toLocaleString("en-US");
  return optionalWholeNumber(
    `characters of the answer at most, e.g. 20000; when not given ${size}, more for a higher limit`,
    SIZES,
  );
}
