import { join } from "node:path";
import type { LanguageEntry } from "../../src/languages/language.ts";
import { CODE_FOLDER } from "../compile/stage.ts";

/** What of a staged executable is there for one language alone: paths relative to the stage. */
export interface StagedParts {
  /** Its grammar, unless a reader of our own stands for it; other languages may have the same. */
  readonly grammar: string | undefined;
  /** Its reader, once for each thread that runs it. */
  readonly code: readonly string[];
}

/**
 * The parts of a language.
 *
 * @param staged what `stage()` laid out, or what was read back from an executable
 * @throws {Error} when its code is in no file of its own, so that others are loaded with it
 */
export function stagedParts(language: LanguageEntry, staged: string): StagedParts {
  const [, module] = /import\("\.\/(\w+)\.ts"\)/.exec(String(language.load)) ?? [];
  const bundled = new RegExp(`^${module}-[A-Z0-9]+\\.js$`);
  const code = [...Deno.readDirSync(join(staged, CODE_FOLDER))]
    .filter(({ name }) => bundled.test(name))
    .map(({ name }) => `${CODE_FOLDER}/${name}`);
  if (code.length === 0) throw new Error(`nothing is staged of the code of ${language.name}`);
  const { grammar } = language;
  return { grammar: grammar === "" ? undefined : `grammars/${grammar}.wasm`, code };
}
