/** What a `use` statement imports, as far as it says. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { isBaseSetter, PRAGMAS } from "../perl_builtins.ts";
import { POSSIBLE_PACKAGE, type Syntax, type Word } from "./syntax.ts";

/** Names that a `use` brings into its package. */
export interface ImportedNames {
  /** Names of subs and, with their sigil, of variables. */
  readonly words: readonly Word[];
  /** Tags, with their colon. */
  readonly tags: readonly Word[];
  /** Whether the module's default exports come too. */
  readonly all: boolean;
  /** Names of base classes, for modules that set them. */
  readonly bases: readonly Word[];
}

const NONE_IMPORTED: ImportedNames = { words: [], tags: [], all: false, bases: [] };

/** Reads the argument list of `use module …`. */
export function importedNames(
  s: Syntax,
  x: Extraction,
  module: string,
  args: NodeIndex,
): ImportedNames {
  if (setsBases(s, x, module, args)) {
    return { ...NONE_IMPORTED, bases: args === NONE ? [] : basesOf(s, x, args) };
  }
  if (PRAGMAS.has(module)) return NONE_IMPORTED;
  if (args === NONE) return { ...NONE_IMPORTED, all: true };
  let computed = false;
  const literal = s.words(x, args, () => computed = true, false);
  const words: Word[] = [];
  const tags: Word[] = [];
  for (const word of literal) {
    if (word.text.startsWith(":")) tags.push(word);
    else if (/^[$@%]?[A-Za-z_]\w*$/.test(word.text)) words.push(word);
    else if (/^&\w+$/.test(word.text)) {
      words.push({ ...word, text: word.text.slice(1), offset: word.offset + 1 });
    } else if (/^[!/]/.test(word.text)) computed = true;
  }
  return { words, tags, all: computed && words.length === 0, bases: [] };
}

/** Whether `use module …` makes classes bases of the user. */
export function setsBases(s: Syntax, x: Extraction, module: string, args: NodeIndex): boolean {
  return isBaseSetter(module, args === NONE ? [] : s.words(x, args).map(({ text }) => text));
}

/** Base classes among the arguments of `use parent`, `use base`, `use Some::Base`. */
function basesOf(s: Syntax, x: Extraction, args: NodeIndex): readonly Word[] {
  return s.words(x, args).filter((word) => POSSIBLE_PACKAGE.test(word.text));
}
