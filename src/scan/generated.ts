/** Characters in which a file says what made it: a licence may come first. */
const HEADER_LENGTH = 4096;

const GENERATED_NAMES =
  /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.(?:g|freezed)\.dart|\.(?:g|designer)\.cs|(?:^|\/)zz_generated\.[^/]*)$/i;

const MARKER = new RegExp(
  [
    "@generated\\b",
    "<auto-?generated",
    "\\bcode generated\\b",
    "\\bdo not (?:edit|modify)\\b(?! (?:below|above|after|before))",
    "\\b(?:auto|automatically|machine)[- ]?generated\\b",
    "^[^\\w\\n]*(?:this file (?:is|was) )?generated (?:automatically )?(?:by|from|with|using)\\b",
  ].join("|"),
  "im",
);

/** One comment, pragma or blank stretch, at the start of what is left. */
const LEADING = new RegExp(
  [
    "\\s+",
    "//[^\\n]*",
    "/\\*[^]*?\\*/",
    "#(?!\\s*(?:include|import|if|ifdef|ifndef|define|pragma)\\b)[^\\n]*",
    "(?:--|%|;)[^\\n]*",
    "<!--[^]*?-->",
    "\\(\\*[^]*?\\*\\)",
    '"""[^]*?"""',
    "'''[^]*?'''",
    "['\"]use strict['\"];?",
  ].join("|"),
  "y",
);

/**
 * Whether a program wrote the file, by its name or by what the comments at its top say. Such files
 * are indexed like others, since others call them; answers rank them lower.
 */
export function isGenerated(path: string, text: string): boolean {
  if (GENERATED_NAMES.test(path)) return true;
  const header = text.slice(0, HEADER_LENGTH);
  // The comments are only measured where there is something to find.
  return MARKER.test(header) && MARKER.test(header.slice(0, leadingCommentsEnd(header)));
}

function leadingCommentsEnd(header: string): number {
  let end = 0;
  for (;;) {
    LEADING.lastIndex = end;
    const match = LEADING.exec(header);
    if (match === null || match[0] === "") return end;
    end += match[0].length;
  }
}
