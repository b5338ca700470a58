/** Characters in which a file says what made it: a licence may come first. */
const HEADER_LENGTH = 4096;

const GENERATED_NAMES =
  /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.(?:g|freezed)\.dart|\.(?:g|designer)\.cs|(?:^|\/)zz_generated\.[^/]*)$/i;

const MARKER = new RegExp(
  [
    "@generated\\b",
    "<auto-?generated",
    "\\bcode generated\\b.*\\bdo not edit\\b",
    "\\bdo not (?:edit|modify)\\b(?! (?:below|above|after|before))",
    "\\b(?:auto|automatically|machine)[- ]?generated\\b",
    "\\bgenerated (?:automatically )?(?:by|from|with|using)\\b",
  ].join("|"),
  "i",
);

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|#|--|%|;|<!--|\(\*|\{|"""|''')/;

/**
 * Whether a program wrote the file, by its name or by what a comment near its top says. Such files
 * are indexed like others, since others call them; answers rank them lower.
 */
export function isGenerated(path: string, text: string): boolean {
  if (GENERATED_NAMES.test(path)) return true;
  const header = text.slice(0, HEADER_LENGTH);
  return MARKER.test(header) &&
    header.split("\n").some((line) => COMMENT_LINE.test(line) && MARKER.test(line));
}
